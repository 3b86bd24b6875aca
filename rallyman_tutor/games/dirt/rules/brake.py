"""Brake dice: down by two gears or more, on one space."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.state import BRAKE, State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Los dados: Frenos (p. 9)"


@rule(
    "DI-BRAKE-01",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g5 :: 3b>L4",),
    broken=(
        "FX-S | A@L3 g5 :: b>L4",
        "FX-S | A@L3 g5 :: wb>L4",
    ),
)
def brake_without_a_gear(state: State, step: Step) -> Facts | None:
    roll = step.roll
    if roll.die >= 0 or not (roll.brakes or roll.die == BRAKE):  # below 1st DI-BRAKE-05 refuses it
        return None
    if roll.die == BRAKE:
        return {} if roll.brakes or not state.options.redzone else None
    return {"case": "gas"}


@rule(
    "DI-BRAKE-02",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g5 :: 3b>L4",),
    broken=(
        "FX-S | A@L3 g5 :: 4b>L4",
        "FX-S | A@L3 g2 :: 4b>L4",
        "FX-S | A@L3 g4 :: 4b>L4",
    ),
)
def nothing_to_brake(state: State, step: Step) -> Facts | None:
    roll, gear = step.roll, state.car.gear
    if roll.die < 1 or not roll.brakes or gear - roll.die >= 2:
        return None
    case = "up" if roll.die > gear else "same" if roll.die == gear else "default"
    return {"case": case, "from": gear, "to": roll.die}


@rule(
    "DI-BRAKE-03",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g6 | A | brakes=2 :: 3bb>L4",),
    broken=(
        "FX-S | A@L3 g6 | A | brakes=2 :: 3b>L4",
        "FX-S | A@L3 g6 | A | brakes=2 :: 4bb>L4",
        "FX-S | A@L3 g4 | A | brakes=2 :: 1b>L4",
    ),
)
def wrong_number_of_brakes(state: State, step: Step) -> Facts | None:
    roll, gear = step.roll, state.car.gear
    needed = gear - roll.die - 1
    if roll.die < 1 or not roll.brakes or needed < 1 or needed == roll.brakes:
        return None
    return {"from": gear, "to": roll.die, "count": roll.brakes, "needed": needed}


@rule(
    "DI-BRAKE-05",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 :: 1b>L4",),
    broken=("FX-S | A@L3 g2 :: 0b>L4",),
)
def braking_below_first(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die == 0 and step.roll.brakes else None


@rule(
    "DI-BRAKE-06",
    cite("Vados (p. 14)"),
    Step,
    ok=("FX-W | A@L3 g2 :: 1>L4",),
    broken=("FX-W | A@L3 g3 :: 1b>L4",),
)
def brakes_in_the_water(state: State, step: Step) -> Facts | None:
    ford = step.to >= 0 and state.road.spaces[step.to].ford
    return {} if ford and step.roll.brakes and step.over < 0 else None


RULES = (
    brake_without_a_gear,
    nothing_to_brake,
    wrong_number_of_brakes,
    fact(
        "DI-BRAKE-04",
        "what-is-braked-past-stays-free",
        cite(BOOK, INFERRED),
        ok=("FX-S | A@L1 g4 :: go 5>L2 4>L3 2b>L4 3>L5 => A@L5 g3 c30",),
    ),
    braking_below_first,
    brakes_in_the_water,
)
