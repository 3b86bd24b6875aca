"""Gear cards and the clock."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.classic.books import INFERRED, cite

RULES = (
    fact("CL-CARD-01", "card-at-the-end-of-the-turn", cite("Fase 3", "3")),
    fact("CL-CARD-02", "gas-last", cite("", "3")),
    fact("CL-CARD-03", "only-gas", cite("Fase 3", "3", INFERRED)),
    fact("CL-CARD-04", "top-card-current-gear", cite("Fase 3", "3")),
    fact("CL-CARD-05", "pile-time", cite("Fase 3", "3")),
)
