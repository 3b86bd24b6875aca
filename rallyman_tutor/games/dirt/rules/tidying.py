"""Tidying up between stages."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.rules.service import SHORTCUT

BOOK = "Continúa con el Rally"
OVER = f"sheet A ; FX-SL ; FX-S :: {SHORTCUT}"
GRAVEL = OVER.replace("{puncture} accept", "{gravel}")

RULES = (
    fact("DI-UP-01", "time-cards-go-back", cite(BOOK), ok=(f"{OVER} accept => A@L0 K1 ; A fresh",)),
    fact("DI-UP-02", "seconds-go-back", cite(BOOK), ok=(f"{OVER.replace('go 2>R6', 'flat 2>R6')} accept => A@L0 K1",)),
    fact(
        "DI-UP-03",
        "tokens-go-back",
        cite(BOOK),
        ok=(f"{GRAVEL} => A@L0 ; A fresh", f"{OVER.replace('{puncture} accept', '{ok}')} => A@L0 ; A fresh"),
    ),
    fact("DI-UP-04", "the-sheet-is-enough", cite(BOOK), ok=("FX-S | A@L0 K1 no-wheel :: go 1>L1 => A@L1 K1 no-wheel",)),
)
