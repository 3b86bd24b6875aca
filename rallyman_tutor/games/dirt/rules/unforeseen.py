"""Rules beyond the book."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import RULING, cite

RULES = (
    fact(
        "DI-SPEC-01",
        "house-rulings",
        cite("Casos especiales", RULING, "R-14"),
        ok=(
            "FX-W | A@L3 g4 W2 :: blocked => A@L3 g3 c30",
            "R3-SS1 | A@9.h2 g6 B1 ; B@9.h1 g6 B1 :: blocked => A@9.h2 g5 c15 B1",
        ),
    ),
)
