"""The variant in which the discard pile is shuffled again."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.mil_millas.books import RESHUFFLE, RULING, cite

RULES = (
    fact(
        "MM-RESH-01",
        "refill",
        cite(RESHUFFLE),
        ok=("A ; B | A 25x6 ; B 25x6 | A | pile 50x2 75 ; deck - ; reshuffle=on :: draw{50}",),
    ),
    fact(
        "MM-RESH-02",
        "which-cards",
        cite(RESHUFFLE, RULING, "MM-A-26"),
        ok=(
            "A ; B 25 go | A flat ; B proof 50x3 | A | pile 25 ; deck - ; reshuffle=on :: draw{25} lay flat>B trick draw{flat} "
            "=> A 25 ; B 50x3 flat",
        ),
    ),
    fact(
        "MM-RESH-03",
        "endless-round",
        cite(basis=RULING, ruling="MM-A-28"),
        ok=("A ; B | A 25x6 ; B 25x6 | A | pile 50x2 75 ; deck - ; vain 2 ; reshuffle=on :: draw",),
    ),
)
