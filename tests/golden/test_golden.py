"""Every text that learners read of an example has been read by somebody before them."""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

from rallyman_tutor.games import SHELF
from tests.golden import reckoned
from tests.golden.golden import file_of, golden


@pytest.mark.parametrize("key", SHELF)
def test_every_example_is_told_as_it_was_read(key: str) -> None:
    read = file_of(key).read_text(encoding="utf-8")
    told = golden(key)
    diff = "\n".join(
        unified_diff(read.splitlines(), told.splitlines(), "as it was read", "as it is told now", "", "", 2, "")
    )
    assert read == told, f"explanations have changed: read them, then `make golden`\n{diff}"


@pytest.mark.parametrize("key", SHELF)
def test_one_thing_is_never_told_as_many_nor_a_number_below_0_with_a_hyphen(key: str) -> None:
    told = (line for line in golden(key).splitlines() if "::" not in line)
    odd = re.compile(r"(?<![\d:.])1 (cards|dice|hazards|points|seconds|spaces|tokens|drivers|races|stages)\b|\s-\d")
    assert [line for line in told if odd.search(line.partition("   [")[0])] == []


def test_every_figure_of_little_stages_is_as_it_was() -> None:
    assert reckoned.told().splitlines() == reckoned.FILE.read_text(encoding="utf-8").splitlines()
