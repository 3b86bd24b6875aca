"""Fords: water is crossed in first or on gas."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, cite
from rallyman_tutor.games.dirt.rules.ways import open_steps
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step, caps, sweeps

BOOK = "Vados (p. 14)"


def _in_the_water(state: State, step: Step) -> bool:
    return step.to >= 0 and step.over < 0 and state.road.spaces[step.to].ford


@rule(
    "DI-FORD-01",
    cite(BOOK),
    Step,
    ok=("FX-W | A@L3 g6 :: w>L4", "FX-W | A@L3 g2 :: 1>L4"),
    broken=(
        "FX-W | A@L3 g3 :: 3>L4",
        "FX-W | A@L3 g3 | A leader A :: 3>L4",
        "FX-W | A@L3 g2 W2 :: 3>L4",
        "FX-W | A@L3 | A | quickstart=on :: 2>L4",
    ),
)
def wrong_die_for_water(state: State, step: Step) -> Facts | None:
    """The die that crosses depends on the car: the 1, and a gas die if it has one."""
    if not _in_the_water(state, step) or step.roll.die <= 1:
        return None
    if not state.car.gear:
        return {"case": "neutral"}
    return {"case": "none"} if not caps(state)[1] else {"case": "leader"} if sweeps(state) else {}


@rule(
    "DI-FORD-02",
    cite(BOOK),
    Step,
    ok=("FX-W | A@L2 g3 :: 2>L3 1>L4",),
    broken=("FX-W | A@L3 g4 W2 :: 3>L4",),
)
def water_stops_the_draft(state: State, step: Step) -> Facts | None:
    """No die at all crosses from here."""
    if not _in_the_water(state, step) or step.roll.die <= 1:
        return None
    return None if any(state.road.spaces[one.to].ford for one in open_steps(state)) else {}


@rule(
    "DI-FORD-03",
    cite(BOOK),
    Step,
    ok=("FX-W | A@L2 g3 :: 2>L3 1>L4",),
    broken=("FX-W | A@L3 g3 :: 1b>L4",),
)
def braking_into_water(state: State, step: Step) -> Facts | None:
    return {} if _in_the_water(state, step) and step.roll.brakes and step.roll.die == 1 else None


@rule(
    "DI-FORD-05",
    cite(BOOK, INFERRED),
    Step,
    ok=("FX-WW | A@L3 g1 :: 1>L4 w>L5",),
    broken=("FX-WW | A@L3 g1 :: 1>L4 2>L5",),
)
def wrong_die_for_more_water(state: State, step: Step) -> Facts | None:
    wet = _in_the_water(state, step) and state.road.spaces[state.car.place].ford
    return {} if wet and (step.roll.die > 1 or step.roll.brakes) else None


RULES = (
    wrong_die_for_water,
    water_stops_the_draft,
    braking_into_water,
    fact("DI-FORD-04", "out-of-the-water", cite(BOOK), ok=("FX-W | A@L4 g5 :: go 3b>L5",)),
    wrong_die_for_more_water,
    fact("DI-FORD-06", "stuck-at-the-water", cite(BOOK, RULING, "R-14"), ok=("FX-W | A@L3 g4 W2 :: blocked",)),
)
