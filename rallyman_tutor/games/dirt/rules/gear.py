"""Gear dice: the gearbox goes step by step."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import GEARS, State
from rallyman_tutor.games.dirt.step import Step

DICE = "Los dados: Marcha (p. 8)"


@rule(
    "DI-GEAR-02",
    cite(DICE),
    Step,
    ok=("FX-S | A@L1 g3 :: 2>L2 3>L3 4>L4",),
    broken=(
        "FX-S | A@L3 g2 :: 4>L4",
        "FX-S | A@L3 g6 :: 3>L4",
        "FX-S | A@L3 g6 :: 7>L4",
    ),
)
def gear_skipped(state: State, step: Step) -> Facts | None:
    die, gear = step.roll.die, state.car.gear
    if die > GEARS:
        return {"case": "none", "from": gear, "to": die}
    if die < 1 or not gear or step.roll.brakes or abs(die - gear) <= 1:
        return None
    skipped = list(range(min(die, gear) + 1, max(die, gear)))
    return {"case": "up" if die > gear else "down", "from": gear, "to": die, "skipped": skipped}


@rule(
    "DI-GEAR-04",
    cite("Marcha y cambio de marcha (p. 8)"),
    Step,
    ok=("FX-S | A@L3 g3 :: w>L4 3>L5 w>L6",),
    broken=("FX-S | A@L3 g3 :: 4>L4 w>L5 4>L6",),
)
def same_gear_by_the_same_die(state: State, step: Step) -> Facts | None:
    die = step.roll.die
    return {} if die > 0 and die == state.car.gear and die in state.turn.used else None


@rule(
    "DI-GEAR-05",
    cite("Panel de control"),
    Step,
    ok=("FX-S | A@L0 :: 1>L1 2>L2",),
    broken=(
        "FX-S | A@L0 :: 2>L1",
        "FX-S | A@L0 :: 3>L1",
        "FX-S | A@L0 | A | quickstart=on :: 3>L1",
    ),
)
def not_first_gear(state: State, step: Step) -> Facts | None:
    die = step.roll.die
    if state.car.gear or die < 2 or die > GEARS or step.roll.brakes:
        return None
    quick = state.options.quickstart and not state.turn.used
    if quick and die == 2:
        return None
    return {"case": "quick"} if quick else {}


@rule(
    "DI-GEAR-06",
    cite("Frenos (p. 9)"),
    Step,
    ok=("FX-S | A@L3 g2 :: 1>L4",),
    broken=("FX-S | A@L3 g1 :: 0>L4",),
)
def stopping_the_car(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die == 0 else None


RULES = (
    fact("DI-GEAR-01", "one-die-one-space", cite(DICE), ok=("FX-S | A@L3 g3 :: go 4>L4! => A@L4 g4",)),
    gear_skipped,
    fact("DI-GEAR-03", "up-and-down", cite(DICE), ok=("FX-S | A@L3 g3 :: go 4>L4 5>L5 w>L6 => A@L6 g5",)),
    same_gear_by_the_same_die,
    not_first_gear,
    stopping_the_car,
)
