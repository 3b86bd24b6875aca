"""Overtaking: fast enough to come alongside, then free."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, TEXT, cite
from rallyman_tutor.games.dirt.rivals import level
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Adelantamientos"


@rule(
    "DI-PASS-01",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g4 ; B@R4 g4 :: w>L4",),
    broken=(
        "FX-S | A@R3 g3 ; B@L4 g4 :: w>R4",
        "FX-SL | A@R4 g3 ; B@R6 g5 :: 2>k1",
    ),
)
def too_slow_to_come_alongside(state: State, step: Step) -> Facts | None:
    if step.to < 0:
        return None
    for seat in level(state, step.to):
        rival = state.cars[seat]
        if seat not in state.turn.passed and step.gear < rival.gear:
            return {"car": rival.name, "slowest": rival.gear, "driven": step.gear}
    return None


RULES = (
    too_slow_to_come_alongside,
    fact(
        "DI-PASS-02",
        "what-alongside-is",
        cite(BOOK, RULING, "R-16"),
        ok=("FX-S | A@L3 g1 ; B@L5 g6 :: go 1>L4 => A@L4 g1",),
    ),
    fact(
        "DI-PASS-03",
        "once-alongside-free",
        cite(BOOK, TEXT, "R-18"),
        ok=("FX-S | A@R3 g4 ; B@L4 g5 ; C@R5 g6 :: go 5>R4 6>L5 4b>L6 => A@L6 g4",),
    ),
    fact(
        "DI-PASS-04",
        "gear-of-the-rival",
        cite(BOOK, INFERRED),
        ok=("FX-S | A@L3 g1 ; B@R4 spun :: go 1>L4 => A@L4 g1",),
    ),
    fact(
        "DI-PASS-05",
        "between-two-cars",
        cite(BOOK),
        ok=("FX-S | A@R4 g6 ; B@L4 g5 ; C@R5 g6 :: go 6>L5 => A@L5 g6",),
    ),
    fact(
        "DI-PASS-06",
        "beside-the-road-nobody-counts",
        cite("Coches fuera de la pista (p. 19)"),
        ok=("FX-S | A@L3 g1 ; B@R4 off :: go 1>L4 => A@L4 g1",),
    ),
    fact(
        "DI-PASS-07",
        "nobody-is-alongside-in-a-bend",
        cite(BOOK),
        ok=("FX-SL | A@R4 g3 ; B@d1 g6 :: go 2>k1 => A@k1 g2",),
    ),
)
