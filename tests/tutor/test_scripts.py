"""A script, turn by turn, and what to try instead of a move that is refused in the middle of it."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.scripts import turns
from rallyman_tutor.tutor.words.explain import explain

DIRT = SHELF["dirt"]


def test_a_script_is_parted_where_a_turn_ends() -> None:
    state = DIRT.read("FX-S | A@L3 g3 ; B@R3 g2")
    parts = list(turns(DIRT, state, DIRT.read_draft("go 4 (5 w) 5 w go 1 2 4 w")))
    assert [(part.first, DIRT.turn(part.state), len(part.script.moves)) for part in parts] == [(0, 0, 3), (3, 1, 4)]


def test_dice_in_a_row_are_one_turn() -> None:
    state = DIRT.read("FX-S | A@L3 g3 ; B@R3 g2")
    assert [part.first for part in turns(DIRT, state, DIRT.read_draft("4 5 w"))] == [0]
    assert [part.first for part in turns(DIRT, state, DIRT.read_draft("4 5 w B: 1 2"))] == [0, 3]


@pytest.mark.parametrize(
    ("position", "script", "instead"),
    [
        ("FX-S | A@L3 g3", "go 4 (5 w) 5>R5", ["5", "stop"]),
        ("FX-S | A@L3 g3", "go 4! (5 w) 5>R5", ["5", "stop"]),
        ("FX-S | A@L3 g3", "go 4 (5 w) blocked", ["5", "stop"]),
        ("FX-S | A@L3 g3", "go 4 (5) flat 5", ["5", "stop"]),
        ("FX-S | A@L4 g4 | A 4 left[5>L5 w>L6]", "5>L5 w>R6", ["w>L6", "stop"]),
        ("FX-S | A@L3 g3 | A | sisu=stage", "flat 4! 5! w! arrange 4>L4 5>L5 w>L6", ["sisu", "accept"]),
        ("FX-S | A@L3 g1 W1", "go 1 stop", ["accept", "wheel"]),
    ],
)
def test_remedies_belong_to_the_moment_of_the_fault(position: str, script: str, instead: list[str]) -> None:
    state, draft = DIRT.read(position), DIRT.read_draft(script)
    (fault,) = DIRT.judge(state, draft)
    told = explain(DIRT, state, draft, fault)
    assert [one.then for one in told.remedies] == instead
    moment = DIRT.read(told.position or position)
    assert not [one for one in instead if DIRT.judge(moment, (*DIRT.read_moves(moment, one),))], "they are open in it"
