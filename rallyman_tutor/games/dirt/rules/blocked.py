"""Blocked: when there is no way on, and only then."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, TEXT, cite
from rallyman_tutor.games.dirt.rules.ways import cars_in_the_way, open_steps
from rallyman_tutor.games.dirt.state import State, Word
from rallyman_tutor.games.dirt.step import Step

BOOK = "Bloqueos"


@rule(
    "DI-BLOCK-02",
    cite(BOOK),
    Step,
    ok=("FX-LS | A@L4 g6 B1 ; B@R4 g3 :: 5>R5",),
    broken=("FX-LS | A@L4 g5 ; B@L5 g5 :: 5>R5", "FX-SL | A@R4 g5 B1 ; B@line1 g1 :: 4>k1"),
)
def driving_on_while_blocked(state: State, step: Step) -> Facts | None:
    """If other cars leave only steps that lose control, the move is over."""
    if len(state.cars) == 1 or not step.lost or state.turn.phase != "draft" or state.turn.ended:
        return None
    return None if open_steps(state) else {"names": tuple(cars_in_the_way(state))}


@rule(
    "DI-BLOCK-03",
    cite(BOOK, INFERRED),
    Word.BLOCKED,
    ok=("FX-S | A@R4 g3 ; B@L5 g3 ; C@R5 g3 :: blocked",),
    broken=("FX-S | A@R4 g3 ; B@R5 g3 :: blocked", "FX-S | A@R4 g3 :: go 4 (5) :: blocked"),
)
def not_blocked(state: State, word: Word) -> Facts | None:
    if state.turn.phase != "draft":
        return {"case": "late"}
    return {} if open_steps(state) else None


RULES = (
    fact(
        "DI-BLOCK-01",
        "when-a-car-is-blocked",
        cite(BOOK, TEXT, "R-33"),
        ok=(
            "FX-S | A@R4 g3 ; B@L5 g3 ; C@R5 g3 :: blocked => A@R4 g3 c30",
            "FX-S | A@R3 g3 ; B@R5 g6 :: go 4>R4 => A@R4 g4 c20",
        ),
    ),
    driving_on_while_blocked,
    not_blocked,
    fact(
        "DI-BLOCK-04",
        "blocked-at-a-standstill",
        cite(BOOK, RULING, "R-34"),
        ok=("FX-S | A@R4 spun ; B@L5 g3 ; C@R5 g3 :: blocked",),
    ),
)
