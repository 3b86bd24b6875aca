"""Bends: the line inside, the drift outside, and no change between them."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, cite
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Curvas (p. 10)"


@rule(
    "DI-CORNER-04",
    cite(BOOK),
    Step,
    ok=("FX-C | A@L4 g3 :: 3>d1 4>d2",),
    broken=("FX-C | A@L4 g3 :: w>d1 w>line1",),
)
def way_changed(state: State, step: Step) -> Facts | None:
    return {} if step.nowhere == "way" else None


RULES = (
    fact(
        "DI-CORNER-01",
        "two-ways-through",
        cite(BOOK),
        ok=(
            "FX-C | A@L4 g3 :: go 3>line1 4>L6 => A@L6",
            "FX-C | A@L4 g3 :: go 3>d1 4>d2 w>L6 => A@L6",
        ),
    ),
    fact("DI-CORNER-02", "the-line", cite(BOOK), ok=("FX-C | A@L4 g3 :: go 3>line1",)),
    fact("DI-CORNER-03", "the-drift", cite(BOOK), ok=("FX-C | A@L4 g3 :: go 4>d1 w>d2",)),
    way_changed,
    fact(
        "DI-CORNER-05",
        "two-bends-in-a-row",
        cite(BOOK),
        ok=(
            "FX-CC | A@d2 g3 :: go 2>line2 => A@line2",
            "FX-CC | A@line1 g3 :: go w>d3 => A@d3",
            "202a T15a 210a 203a | A@2.d3 g2 | A | gravel 2:1 :: go 2>3.d1 => A@3.d1 g2",
        ),
    ),
    fact(
        "DI-CORNER-06",
        "from-and-to-either-lane",
        cite(BOOK, RULING, "R-21"),
        ok=(
            "FX-C | A@L4 g3 :: go 3>line1 2>R6 => A@R6",
            "FX-C | A@R4 g3 :: go 3>d1 w>d2 2>L6 => A@L6",
        ),
    ),
)
