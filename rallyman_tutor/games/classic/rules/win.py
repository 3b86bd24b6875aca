"""Who wins."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.classic.books import cite

RULES = (
    fact(
        "CL-WIN-01",
        "winners",
        cite("Objeto del juego", "11", ruling="R-13"),
        ok=("sheet A B ; s1 ; s1 ; s1 :: 1 stop w 1 w 1 w 1 w 1 w 1 w",),
    ),
)
