"""Blocked: when other cars leave no way."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.rules.ways import open_steps
from rallyman_tutor.games.classic.state import State, Word
from rallyman_tutor.games.classic.step import Step


def _harmless(step: Step) -> bool:
    return not step.lost and not step.out


@rule(
    "CL-BLOCK-01",
    cite("Adelantamiento"),
    Word.BLOCKED,
    ok=(
        "c1 s14 | A@s2 g4 ; B@s3 g2 | A :: blocked",
        "s4 R3/4x3K1 s5 | A@s4 g4 ; B@b1.line g2 | A :: blocked",
    ),
    broken=(
        "s4 R3/4x3K4 s5 | A@s4 g4 ; B@b1.line g2 | A :: blocked",
        "s14 | A@s2 g4 :: blocked",
        "s14 | A@s2 g4 :: 4 blocked",
    ),
)
def a_way_is_free(state: State, word: Word) -> Facts | None:
    if state.turn.used or state.turn.rolled:
        return {"case": "driven"}
    steps = open_steps(state)
    if not steps:
        return None
    alone = state._replace(cars=tuple(car if car is state.car else car._replace(status="out") for car in state.cars))
    cars_to_blame = any(map(_harmless, open_steps(alone)))
    return None if cars_to_blame and not any(_harmless(step) for step in steps) else {"case": "default"}


RULES = (
    a_way_is_free,
    fact(
        "CL-BLOCK-02",
        "blocked-in-gear-0",
        cite("Adelantamiento", basis=RULING, ruling="R-12"),
        ok=("c1 s14 | A@s2 ; B@s3 g1 :: blocked",),
    ),
    fact(
        "CL-BLOCK-03",
        "blocked-after-a-wheel-change",
        cite("Adelantamiento", basis=RULING, ruling="R-32"),
        ok=("c1 s14 | A@s2 g1 p1 ; B@s3 g1 :: wheel blocked",),
    ),
    fact(
        "CL-BLOCK-04",
        "never-forced-off-by-a-rival",
        cite("Adelantamiento", basis=RULING, ruling="R-31"),
        ok=("s4 R3/4x3K1 s5 | A@s4 g4 ; B@b1.line g2 :: blocked",),
    ),
)
