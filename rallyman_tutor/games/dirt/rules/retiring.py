"""Retiring."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, TEXT, cite
from rallyman_tutor.games.dirt.state import State, Word
from rallyman_tutor.games.dirt.step import caps

BOOK = "Retirarse (p. 20)"
LAST = "FX-LS | A@L4 g5 G5 ; B@L11 g6 | A :: go w>L5{crash}{gear}"


@rule(
    "DI-RET-04",
    cite(BOOK, INFERRED),
    Word.RETIRE,
    ok=(LAST,),
    broken=("FX-S | A@L3 g3 G2 :: retire",),
)
def leaving_at_will(state: State, word: Word) -> Facts | None:
    return {"count": caps(state)[0]}


RULES = (
    fact("DI-RET-01", "no-gear-die-left", cite(BOOK), ok=(LAST,)),
    fact("DI-RET-02", "slowest-and-a-minute", cite(BOOK, TEXT, "R-57"), ok=(f"{LAST} go w>L12 go o>L13",)),
    fact(
        "DI-RET-03",
        "repaired-afterwards",
        cite(BOOK),
        ok=(
            "sheet A ; FX-D ; FX-F :: go 1>L1 2>L2 3>L3 4>L4 5>L5! 6>L6! o>L7!{crash}{gear}{gear}{gear}{gear} go 1>L8 2>L9 "
            "go 3>L10! 4>L11! o>L12!{crash}{gear}{gear}",
        ),
    ),
    leaving_at_will,
)
