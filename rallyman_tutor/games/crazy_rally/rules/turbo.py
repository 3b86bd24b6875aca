"""The purple cards: turbo and emergency stop."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, rule
from rallyman_tutor.games.crazy_rally.books import TEXT, cite
from rallyman_tutor.games.crazy_rally.state import PURPLE, TURBO_STRENGTH, Play, State


@rule(
    "CR-TURBO-01",
    cite("Turboversnelling of noodstop", TEXT, "CR-A-11"),
    Play,
    kind=Kind.UNWISE,
    ok=("C09 rest | A B08 | choose :: play B08+",),
    broken=("C09 rest | A P01 | choose :: play P01+", "C09 rest | A s1 P01 | choose :: play P01-"),
)
def costs_strength(state: State, play: Play) -> Facts | None:
    if play.card[0] != PURPLE:
        return None
    left = state.car.strength - TURBO_STRENGTH
    return {"case": "default" if left > 0 else "last", "card": play.card, "left": left}


RULES = (costs_strength,)
