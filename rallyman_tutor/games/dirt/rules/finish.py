"""The finish."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, TEXT, cite
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Fin del Tramo (p. 20)"


@rule(
    "DI-FIN-02",
    cite(BOOK, TEXT, "R-54"),
    Step,
    ok=("FX-F | A@L5 g4 :: 5>L6 6>L7",),
    broken=("FX-F | A@L5 g4 :: 5>L6 6>L7 w>L8",),
)
def beyond_the_finish(state: State, step: Step) -> Facts | None:
    return {} if state.turn.ended == "finish" else None


RULES = (
    fact("DI-FIN-01", "crossing", cite(BOOK, INFERRED), ok=("FX-F | A@L6 g4 :: go 5>L7",)),
    beyond_the_finish,
    fact(
        "DI-FIN-03",
        "lost-before-the-line",
        cite(BOOK, INFERRED),
        ok=("FX-F | A@L3 g4 :: go 5>L4! 6>L5! w>L6!{spin} => A@L6 c60",),
    ),
    fact("DI-FIN-04", "lost-behind-the-line", cite(BOOK, TEXT, "R-54"), ok=("FX-F | A@L4 g4 :: go 5>L5! 6>L6! w>L7!",)),
    fact(
        "DI-FIN-05",
        "damage-behind-the-line",
        cite(BOOK, TEXT, "R-54"),
        ok=(
            "FX-F | A@L4 g4 | A | rally=on :: go 5>L5! w>L6! w>L7!{crash}{gear}",
            "FX-F | A@L4 g4 :: go 5>L5! w>L6! w>L7! => A@L7 c15",
        ),
    ),
    fact("DI-FIN-06", "stage-time", cite(BOOK), ok=("FX-F | A@L6 g4 c100 s4 :: go 5>L7",)),
    fact("DI-FIN-07", "across-on-gas", cite(BOOK, INFERRED), ok=("FX-F | A@L6 g4 :: go w>L7",)),
)
