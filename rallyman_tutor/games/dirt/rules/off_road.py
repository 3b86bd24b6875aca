"""Cars beside the road."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import RULING, cite

BOOK = "Coches fuera de la pista (p. 19)"

RULES = (
    fact("DI-OFF-01", "no-obstruction", cite(BOOK), ok=("FX-S | A@L3 g3 ; B@L4 off :: go 3>L4 => A@L4",)),
    fact(
        "DI-OFF-02",
        "ranked-by-the-space-beside",
        cite(BOOK),
        ok=("FX-S | A@L3 g3 ; B@L6 off | A then - :: go 3>L4 => B ; B@L6",),
    ),
    fact(
        "DI-OFF-03",
        "on-the-road-first",
        cite(BOOK),
        ok=("FX-S | A@L5 off ; B@L4 g1 | B then - :: go w>R5 => B then A",),
    ),
    fact(
        "DI-OFF-04",
        "a-space-taken-meanwhile",
        cite(BOOK, RULING, "R-35"),
        ok=(
            "FX-S | A@L4 g1 ; B@L5 off | A then B :: go w>L5",
            "FX-S | A@L4 g1 ; B@L5 off | A then B :: go w>L5 go 1>L6 => B@L6",
        ),
    ),
)
