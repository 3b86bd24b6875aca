"""The rally sheet."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import cite

BOOK = "Hoja de Rally"

RULES = (
    fact(
        "DI-SHEET-01",
        "what-is-noted",
        cite("Continúa con el Rally; Hoja de Rally"),
        ok=(
            "sheet A ; FX-SL ; FX-S :: go 1>L1 2>L2 o>L3 o>R4 go 1>k1{puncture} accept go 2>R6 3>R7 4>R8 5>R9 6>R10 accept => A@L0 K1",
        ),
    ),
    fact(
        "DI-SHEET-02",
        "running-total",
        cite("Continúa con el Rally"),
        ok=(
            "sheet A B ; FX-F ; FX-S :: go 1>L1 go 2>L2 go 1>R1 2>R2 w>R3 w>R4 3>R5 4>R6 5>R7 go 3>L3 w>L4 w>L5 4>L6 5>L7 => order B A",
        ),
    ),
)
