"""The speed limit."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import ATTACK, RULING, WRONG, cite
from rallyman_tutor.games.mil_millas.state import DISTANCES, SLOW, Lay, State


@rule(
    "MM-LIM-02",
    cite(ATTACK),
    Lay,
    ok=("A go limit ; B | A 50 75 redx5 :: lay 50",),
    broken=(
        "A go limit ; B | A 50 75 redx5 :: lay 75",
        "A 500 go limit wrong ; B | A 75x2 redx5 | A | wrong-way=on :: lay 75",
    ),
)
def too_fast_for_the_limit(state: State, lay: Lay) -> Facts | None:
    if lay.card not in DISTANCES or not state.side.limited or int(lay.card) <= SLOW:
        return None
    return {"value": int(lay.card), "slow": [int(card) for card in DISTANCES if int(card) <= SLOW]}


RULES = (
    fact(
        "MM-LIM-01",
        "speed-limit",
        cite(ATTACK),
        ok=(
            "A ; B 25 go | A limit 25x6 :: lay limit>B",
            "A go limit ; B | A 25 75 redx5 ; B 25x6 :: lay 25 => A 25 go limit",
        ),
    ),
    too_fast_for_the_limit,
    fact(
        "MM-LIM-03",
        "limit-and-lights",
        cite(WRONG, RULING, "MM-A-04"),
        ok=(
            "A ; B | A limit 25x6 :: lay limit>B => B limit",
            "A ; B flat | A limit 25x6 :: lay limit>B => B flat limit",
            "A ; B 25 go limit | A red 25x6 :: lay red>B => B 25 limit",
        ),
    ),
)
