"""A stage on its own."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import cite

RULES = (
    fact(
        "DI-SINGLE-01",
        "without-leader-dice",
        cite("Reglas avanzadas: Tramo único (p. 23)"),
        ok=("FX-S | A@L1 g3 | A | leader=off :: go w>L2 w>L3 go w>L4 w>L5 => A@L5 c60",),
    ),
)
