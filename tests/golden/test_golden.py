"""What learners read of every broken example is what somebody has read before them."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from rallyman_tutor.games import SHELF
from tests.golden.golden import file_of, golden


@pytest.mark.parametrize("key", SHELF)
def test_every_broken_example_is_explained_as_it_was_read(key: str) -> None:
    read = file_of(key).read_text(encoding="utf-8")
    told = golden(key)
    diff = "\n".join(
        unified_diff(read.splitlines(), told.splitlines(), "as it was read", "as it is told now", "", "", 2, "")
    )
    assert read == told, f"explanations have changed: read them, then `make golden`\n{diff}"
