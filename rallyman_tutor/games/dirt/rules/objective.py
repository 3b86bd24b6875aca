"""The aim of the game."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import cite

RULES = (
    fact(
        "DI-OBJ-01",
        "the-lowest-time-wins",
        cite("El juego"),
        ok=("FX-F | A@L6 g4 c90 ; B@R6 g6 c50 | A :: go 5>L7 go w>R7 => A@L7 c105 ; B@R7 c60",),
    ),
)
