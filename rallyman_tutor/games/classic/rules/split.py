"""Split times."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.classic.books import RULING, cite

RULES = (
    fact(
        "CL-SPLIT-01",
        "timing-points",
        cite("Tiempos parciales", "16"),
        ok=("s14 | A@s1 g3 c110 | A | points 2 :: 3 4",),
    ),
    fact(
        "CL-SPLIT-02",
        "what-counts",
        cite("Tiempos parciales", "16", RULING, ruling="R-36"),
        ok=("s14 | A@s1 g3 c110 | A | points 2 :: 3 4 stop => split 2 A 110 ; A@s3 c130",),
    ),
)
