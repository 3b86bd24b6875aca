"""Gear dice: the gearbox goes step by step."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, State
from rallyman_tutor.games.classic.step import Step


def _gears(state: State) -> int:
    """How many gear dice have been used this turn."""
    used = state.turn.used
    return len(used) - used.count(GAS)


@rule(
    "CL-GEAR-01",
    cite("Fase 1", "3, 7, 10"),
    Step,
    ok=("s14 | A :: 1 2 3 4 5 w w",),
    broken=(
        "s14 | A :: 2",
        "s14 | A@s3 g1 p1 :: wheel 2",
    ),
)
def not_first_gear(state: State, step: Step) -> Facts | None:
    return {} if state.car.gear == 0 and 1 < step.roll.die <= GEAR_DICE else None


@rule(
    "CL-GEAR-02",
    cite("Fase 1", "3"),
    Step,
    ok=(
        "s14 | A@s1 g3 :: 2",
        "s14 | A@s1 g3 :: w 3 w",
    ),
    broken=(
        "s14 | A@s1 g3 :: 5",
        "s14 | A@s1 g3 :: w 5",
    ),
)
def first_gear_too_far(state: State, step: Step) -> Facts | None:
    die, gear = step.roll.die, state.car.gear
    if not 0 < die <= GEAR_DICE or not gear or _gears(state) or abs(die - gear) <= 1:
        return None
    return {}


@rule(
    "CL-GEAR-03",
    cite("Fase 2", "3", ruling="R-03"),
    Step,
    ok=(
        "s14 | A@s1 g3 :: 2 3 4 5",
        "s14 | A@s1 g5 :: 5 4 w 3",
    ),
    broken=("s14 | A@s1 g3 :: 3 5", "s14 | A@s3 g2 | A 2 :: 4"),
)
def gear_skipped(state: State, step: Step) -> Facts | None:
    die, gear = step.roll.die, state.car.gear
    if not 0 < die <= GEAR_DICE or not _gears(state) or die in state.turn.used or abs(die - gear) <= 1:
        return None
    between = range(min(die, gear) + 1, max(die, gear))
    return {"from": gear, "to": die, "skipped": list(between)}


@rule(
    "CL-GEAR-05", cite("Fase 2", "3", INFERRED), Step, ok=("s14 | A@s1 g1 :: 1 stop",), broken=("s14 | A@s1 g1 :: 0",)
)
def stopping_the_car(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die == 0 else None


RULES = (
    not_first_gear,
    first_gear_too_far,
    gear_skipped,
    fact(
        "CL-GEAR-04",
        "same-gear-again",
        cite("Fase 2", "3", INFERRED, ruling="R-21"),
        ok=(
            "s14 | A@s1 g3 :: 3",
            "s14 | A@s1 g3 :: w 3",
        ),
    ),
    stopping_the_car,
)
