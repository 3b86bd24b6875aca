"""The warnings before a bend are true to the gear: at the note itself there is none, one gear above it there is."""

from __future__ import annotations

import pytest

from rallyman_tutor.games.classic import GAME


@pytest.mark.parametrize("note", [1, 2, 3])
@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_who_stops_before_a_bend_is_warned_from_two_gears_above_its_best_note_on(note: int, gear: int) -> None:
    """One die brakes one gear: from a gear above the note the next die can still be right."""
    state = GAME.read(f"s4 R{note}/{note}x3 s5 | A@s3 g{gear}")
    told = [v for v in GAME.advise(state, GAME.read_draft("w stop")) if v.code == "CL-BEND-11"]
    assert bool(told) == (gear - 1 > note)
    assert [dict(v.facts) for v in told] == [{"best": note, "slowest": gear - 1}] * len(told)
