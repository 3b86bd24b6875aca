"""Rules about telling the table to players who cannot see it."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.mil_millas.books import RULING, cite

RULES = (
    fact(
        "MM-A11Y-01",
        "everything-is-announced",
        cite(basis=RULING),
        ok=("A ; B go | A flat 25x6 ; B proof 50x5 :: lay flat>B T S => B window flat by A",),
    ),
    fact(
        "MM-A11Y-02",
        "private-facts",
        cite(basis=RULING),
        ok=("A ; B ; C | A 25x6 ; B ?x6 ; C ?x6 :: draw{50} => A 25x6 50 ; B ?x6 ; C ?x6",),
    ),
    fact(
        "MM-A11Y-03",
        "one-reason-first",
        cite(basis=RULING),
        ok=("A ; B | A 25x6 green :: T => no B:lay 100 ; no lay 100 ; no lay 25",),
    ),
)
