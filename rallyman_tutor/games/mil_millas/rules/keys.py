"""Keys: what each does. In the notation of drafts a key is written as its name, and does what it does at the table."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.mil_millas.books import KEYS, RULING, cite

RULES = (
    fact(
        "MM-KEY-01",
        "enter",
        cite(KEYS),
        ok=(
            "A ; B | A green 25x6 :: Enter green => A go",
            "A ; B | | A deal :: Enter => no Enter 200",
            "A ; B go | A flat 25x6 :: Enter flat => B flat ; B window flat by A",
            "A ; B go | A flat 25x6 ; B proof 50x5 :: Enter flat Enter proof => B go +proof tricks1",
            "A ; B go ; C go | A flat 25x6 :: I => no Enter flat",
        ),
    ),
    fact("MM-KEY-02", "space", cite(KEYS), ok=("A ; B | A 25x6 :: Space{50} => A 25x6 50",)),
    fact("MM-KEY-03", "own-data", cite(KEYS), ok=("A 25 go ; B | A 25x6 :: I",)),
    fact("MM-KEY-04", "everybody's-data", cite(KEYS), ok=("A 25 go ; B | A 25x6 :: Shift+I",)),
    fact("MM-KEY-05", "results", cite(KEYS), ok=("A 25 go ; B | A 25x6 :: S",)),
    fact("MM-KEY-06", "whose-turn", cite(KEYS), ok=("A 25 go ; B | A 25x6 :: T",)),
    fact(
        "MM-KEY-07",
        "delete",
        cite(KEYS, RULING, "MM-A-34"),
        ok=("A ; B | A 25x6 petrol :: Delete petrol => pile petrol", "A ; B | A 25x6 green :: I => no Delete green"),
    ),
    fact(
        "MM-KEY-08",
        "keys-and-buttons",
        cite(basis=RULING),
        ok=("A ; B | A green 25x5 ; B 50x6 :: Space Enter green draw discard 50 => A go ; pile 50",),
    ),
)
