"""A visitor who does this and that by lot is told what somebody has read before, word by word and figure by figure."""

from __future__ import annotations

import pytest

from tests.golden.visits import WALKS, file_of, told
from tests.sampled import sampled

SELDOM = {"classic-drives", "classic-practice", "dirt-lessons", "dirt-practice", "dirt-reviews"}
"""Those of a wide run, which take longest: the others do the same things in each other's games."""


@pytest.mark.parametrize("name", sampled([*WALKS], WALKS.keys() - SELDOM))
def test_every_visit_goes_as_it_went(name: str) -> None:
    before, now = file_of(name).read_text(encoding="utf-8").splitlines(), told(name).splitlines()
    changed = next((at for at, (was, line) in enumerate(zip(before, now, strict=False)) if was != line), len(before))
    assert before == now, (
        f"line {changed + 1} was\n  {before[changed : changed + 1]} and is\n  {now[changed : changed + 1]}; `python -m "
        f"tests.golden.visits {name}` tells what is behind its mark; where it is meant to be so, `make golden`"
    )
