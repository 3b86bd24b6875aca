"""Hazards: what the dice show, and how many are too many."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.games.classic.step import LIMIT, Step, limit


@rule(
    "CL-HAZ-01",
    cite("Fase 2", "3, 7"),
    Step,
    kind=Kind.UNWISE,
    ok=("s14 | A@s1 g2 :: 3! 4",),
    broken=("s14 | A@s1 g2 :: 3! 4! 5",),
)
def one_hazard_from_losing(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.roll.pay or state.turn.rolled or step.lost or step.to == state.road.finish:
        return None
    most = limit(state, state.car, step.to)
    count = state.turn.hazards
    return warn_of(step.hazard, count=count, limit=most) if most == LIMIT and count == most - 1 else None


RULES = (
    one_hazard_from_losing,
    fact(
        "CL-HAZ-02",
        "new-turn-new-count",
        cite("Fase 2", "3", INFERRED),
        ok=("s14 | A@s1 g2 :: 3! 4! stop 5! => A 5 !",),
    ),
)
