"""The variant in which attacks pile up."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.mil_millas.books import INFERRED, RULING, STACK, TRICKS, cite

RULES = (
    fact(
        "MM-STACK-01",
        "several-problems",
        cite(STACK, ruling="MM-A-25"),
        ok=(
            "A ; B 25 fuel | A flat 25x6 | A | stacking=on :: lay flat>B => B 25 fuel flat",
            "A ; B | A crash 25x6 | A | stacking=on :: lay crash>B => B crash",
        ),
    ),
    fact(
        "MM-STACK-02",
        "all-must-be-solved",
        cite(STACK),
        ok=(
            "A 25 fuel flat ; B | A petrol 100 25x5 ; B 50x6 | A | stacking=on :: lay petrol draw discard 50 draw => A 25 flat ; no lay 100 ; no lay 25",
        ),
    ),
    fact(
        "MM-STACK-03",
        "one-green-light",
        cite(basis=RULING, ruling="MM-A-25"),
        ok=(
            "A 25 fuel flat ; B | A petrol spare green 25x4 ; B 25x6 | A | stacking=on :: lay petrol draw discard 25 draw lay spare draw discard 25 draw lay green => A 25 go",
        ),
    ),
    fact(
        "MM-STACK-04",
        "trick-under-stacking",
        cite(TRICKS, INFERRED),
        ok=(
            "A ; B 25 fuel | A flat 25x6 ; B proof 50x5 | A | stacking=on :: lay flat>B trick => B 25 fuel +proof tricks1 ; pile flat",
        ),
    ),
)
