"""Split times."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.classic.books import RULING, cite

RULES = (
    fact("CL-SPLIT-01", "timing-points", cite("Tiempos parciales", "16")),
    fact("CL-SPLIT-02", "what-counts", cite("Tiempos parciales", "16", RULING, ruling="R-36")),
)
