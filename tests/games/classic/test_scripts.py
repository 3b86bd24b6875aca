"""Scripts and positions that random rallies seldom meet: judged as they are played, and read again as written."""

from __future__ import annotations

import random

import pytest

from tests.laws.cases import a_script
from tests.laws.classic import choose_what_is_rare, rare_positions
from tests.laws.laws import as_played, written_again
from tests.some import some


@pytest.mark.parametrize("seed", range(12))
def test_scripts_from_rare_positions_are_judged_as_they_are_played(seed: int, wide: bool) -> None:
    rng = random.Random(seed)
    for _ in some(range(40 if wide else 4)):
        for state in some(rare_positions(rng)):
            script = a_script("classic", state, rng, choose_what_is_rare)
            assert list(as_played("classic", state, script)) == []
            assert list(written_again("classic", state, ())) == []
