"""The car's own maximum speed."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, cite
from rallyman_tutor.games.crazy_rally.state import (
    CAP_STRENGTH,
    CARDS,
    EVENT_SPEED,
    PURPLE,
    TURBO_STRENGTH,
    Play,
    State,
    Use,
)
from rallyman_tutor.games.crazy_rally.step import by_card


@rule(
    "CR-MAX-01",
    cite("Maximale snelheid overschrijden"),
    Play,
    Use,
    kind=Kind.UNWISE,
    ok=(
        "C09 rest | A v6 B08 | choose :: play B08+",
        "C09 rest | A v7 E1 ; B | event A : A B :: event slower>A",
        "C09 rest | A v7 E1 ; B | event A : A B :: event faster>B",
    ),
    broken=(
        "C09 rest | A v6 B01 | choose :: play B01+",
        "C09 rest | A v7 E1 | event A :: event faster>A",
        "C09 rest | A s1 v7 B08 | choose :: play B08+",
        "C09 rest | A s1 v7 E1 | event A :: event faster>A",
        "C09 rest | A s2 v6 P01 | choose :: play P01+",
    ),
)
def above_the_own_maximum(state: State, move: Play | Use) -> Facts | None:
    car, strength = state.car, state.car.strength
    if isinstance(move, Play):
        by = by_card(move.card, move.way) if move.way and move.card in CARDS else 0
        strength -= TURBO_STRENGTH if move.card[:1] == PURPLE else 0
    else:
        by = EVENT_SPEED if move.effect == "faster" and move.to == car.name else 0
    wanted, left = car.speed + by, strength - CAP_STRENGTH
    if by <= 0 or wanted <= car.top or strength <= 0:  # a car that the turbo puts out gets no faster
        return None
    return {"case": "default" if left > 0 else "last", "wanted": wanted, "max": car.top}


RULES = (
    above_the_own_maximum,
    fact(
        "CR-MAX-02",
        "at-once-and-each-time",
        cite("Maximale snelheid overschrijden", RULING, "CR-A-09"),
        ok=(
            "C01 rest | A v7 B01 E1 | choose :: play B01+ event faster>A => A v7 s5 d7",
            "C01 rest | A m8 v7 d9 B01 ; B B02 E1 | choose :: play B01+ play B02- event slower>A pass => A v7 s6 d16",
        ),
    ),
    fact(
        "CR-MAX-03",
        "order-in-one-step",
        cite("Maximale snelheid overschrijden", RULING, "CR-A-12"),
        ok=(
            "C10 rest | A s8 h9 v6 P01 | choose :: play P01+ pass => A s6 h5/9 d5",
            "C01 rest | A m9 s2 v8 P01 ; B B01 | choose :: play P01+ play B01+ pass => A m9 s0 v9 out1",
        ),
    ),
)
