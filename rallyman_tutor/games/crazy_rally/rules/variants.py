"""Variants: there are none, though the events have colours."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.crazy_rally.books import cite

RULES = (
    fact(
        "CR-VAR-01",
        "event-colours",
        cite("Beschrijving van de kaarten; Varianten"),
        ok=(
            "C01 rest | A E1 | event A :: event faster>A => A v6 d6",
            "C01 rest | A E3 | event A :: event faster>A => A v6 d6",
            "C01 rest | A E8 | event A :: event faster>A => A v6 d6",
        ),
    ),
)
