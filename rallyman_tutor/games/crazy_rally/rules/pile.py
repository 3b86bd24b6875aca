"""The piles: what is played is discarded, and what is discarded comes back."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.crazy_rally.books import RULING, TEXT, cite

RULES = (
    fact(
        "CR-PILE-01",
        "discarding",
        cite(basis=RULING, ruling="CR-A-08"),
        ok=(
            "C09 rest | A B08 E1 | choose :: play B08+ event faster>A",
            "C09 rest | A B08 E1 | choose :: play B08+ event faster>A => discard B08 E1",
        ),
    ),
    fact(
        "CR-PILE-02",
        "new-supply",
        cite("Aanleggen van een nieuwe voorraadstapel", TEXT, "CR-A-26"),
        ok=("C09 rest | A B08 | draw | supply - ; discard B01 Y01 :: draw{Y01}",),
    ),
    fact(
        "CR-PILE-03",
        "nothing-to-draw",
        cite(basis=RULING, ruling="CR-A-27"),
        ok=("C09 rest | A B08 | draw | supply - :: draw",),
    ),
)
