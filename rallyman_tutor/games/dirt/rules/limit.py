"""Speed limits: the number in the circle is the highest gear."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, TEXT, cite
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step, limit_of

BOOK = "Límites de velocidad (p. 11)"


@rule(
    "DI-LIMIT-05",
    cite("Atajos (p. 11)", TEXT, "R-30"),
    Step,
    ok=(
        "FX-SL | A@R4 g2 | A | gravel 1:2 :: 1>line1",
        "FX-SL | A@d1 g2 | A | gravel 1:4 :: 1>d2",
        "FX-SL | A@L4 g1 | A | gravel 1:4 :: 1>d1",
    ),
    broken=("FX-SL | A@R4 g2 | A | gravel 1:3 :: 1>line1", "FX-SL | A@L3 g1 | A | gravel 1:4 :: 1>L4 w>d1"),
)
def closed_by_gravel(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over >= 0:
        return None
    return {} if limit_of(state, step.to, state.car.place) == 0 else None


RULES = (
    fact("DI-LIMIT-01", "the-highest-gear", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go 4>L5",)),
    fact("DI-LIMIT-02", "over-the-limit", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5",)),
    fact(
        "DI-LIMIT-03",
        "on-entry-only",
        cite(BOOK),
        ok=("FX-C | A@L4 g4 :: go 3>line1 4>L6 => A@L6 g4",),
    ),
    fact(
        "DI-LIMIT-04",
        "gravel-takes-one-off",
        cite("Atajos (p. 11)"),
        ok=(
            "FX-SL | A@R4 g3 | A | gravel 1:1 :: go w>line1{spin} => A@line1 c60",
            "FX-SL | A@R4 g3 | A | gravel 1:1 :: go w>d1 => A@d1 g3",
        ),
    ),
    closed_by_gravel,
    fact(
        "DI-LIMIT-06",
        "flown-over",
        cite("Saltos (p. 12)", RULING, "R-10"),
        ok=("FX-JC | A@L3 g4 :: go 3>L4>L5 => A@L5 g3", "FX-JC | A@L3 g3 :: go 4>L4>d1 => A@d1 g4"),
    ),
)
