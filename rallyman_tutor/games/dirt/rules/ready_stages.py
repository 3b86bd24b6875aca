"""The stages that are ready to be driven."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import INFERRED, cite

BOOK = "Listos para jugar"

RULES = (
    fact("DI-DATA-01", "eighteen-stages", cite(BOOK), ok=("R1-SS1 | A :: go 1 => A@1.L2 g1",)),
    fact("DI-DATA-02", "lists-that-were-wrong", cite(BOOK, INFERRED), ok=("R3-SS2 | A :: go 1 => A@1.L4 g1",)),
    fact("DI-DATA-03", "checked", cite(BOOK, INFERRED), ok=("R6-SS1 | A :: go 1 => A@1.L2 g1",)),
)
