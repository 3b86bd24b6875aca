"""Gear cards and the clock."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.classic.books import INFERRED, cite

RULES = (
    fact("CL-CARD-01", "card-at-the-end-of-the-turn", cite("Fase 3", "3"), ok=("s14 | A@s1 g2 :: 3 4 stop",)),
    fact("CL-CARD-02", "gas-last", cite("", "3"), ok=("s14 | A@s1 g2 :: 3 4 w stop",)),
    fact("CL-CARD-03", "only-gas", cite("Fase 3", "3", INFERRED), ok=("s14 | A@s1 g4 :: w w stop",)),
    fact(
        "CL-CARD-04",
        "top-card-current-gear",
        cite("Fase 3", "3"),
        ok=(
            "s14 | A@s1 g2 :: 3 4 stop 5 => A@s4 g5",
            "s14 | A@s1 g4 no-sisu :: 5! w! w! 1 => A@s5 g1",
            "s14 | A@s1 g1 p1 :: wheel stop => no 2",
        ),
    ),
    fact("CL-CARD-05", "pile-time", cite("Fase 3", "3"), ok=("s14 | A@s1 g2 :: 3 stop 4 stop 5 stop => A@s4 c60",)),
)
