"""Jumps: what a number by the road does to a car that is fast enough."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.dirt.books import RULING, TEXT, cite
from rallyman_tutor.games.dirt.rivals import level, occupant, on_the_other_way
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step, limit_of

BOOK = "Saltos (p. 12)"


@rule(
    "DI-JUMP-02",
    cite(BOOK, TEXT, "R-07"),
    Step,
    ok=("FX-J | A@L3 g3 :: 3>L4>R5", "FX-J | A@L3 g3 :: 3>L4>L5"),
    broken=("FX-J | A@L3 g3 :: 3>L4>L6",),
)
def landing_elsewhere(state: State, step: Step) -> Facts | None:
    return {"driven": step.gear} if step.nowhere == "landing" and step.over == 0 else None


@rule(
    "DI-JUMP-03",
    cite(BOOK),
    Step,
    ok=("FX-J | A@L3 g3 :: 4>L4>L6",),
    broken=("FX-J | A@L3 g3 :: 4>L4>L5",),
)
def fast_landing_elsewhere(state: State, step: Step) -> Facts | None:
    return {"case": "landing", "driven": step.gear} if step.nowhere == "landing" and step.over > 0 else None


@rule(
    "DI-JUMP-04",
    cite(BOOK, TEXT, "R-08"),
    Step,
    ok=("FX-J | A@L3 g3 ; B@L5 g1 :: 4>L4>L6",),
    broken=("FX-J | A@L3 g3 ; B@L4 g1 :: 4>L4>L6",),
)
def jump_taken(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.jump < 0:
        return None
    other = occupant(state, step.jump)
    return None if other < 0 else {"at": state.road.spaces[step.jump].key, "car": state.cars[other].name}


@rule(
    "DI-JUMP-06",
    cite(BOOK, TEXT, "R-09"),
    Step,
    ok=("FX-J | A@L3 g3 ; B@L5 g1 :: 3>L4>R5",),
    broken=(
        "FX-J | A@L3 g3 ; B@L5 g1 :: 3>L4>L5",
        "FX-J | A@L3 g3 ; B@L5 g1 ; C@R5 g1 :: 3>L4>L5",
    ),
)
def landing_taken(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over < 0:
        return None
    other = occupant(state, step.to)
    if other < 0:
        return None
    landings = state.road.landings(step.jump, 1 + (step.over > 0))
    full = all(occupant(state, at) >= 0 for at in landings)
    return {"driven": step.gear, "car": state.cars[other].name, **({"case": "none"} if full else {})}


@rule(
    "DI-JUMP-08",
    cite(BOOK, RULING, "R-10"),
    Step,
    ok=("FX-J | A@L3 g3 ; B@L5 g3 :: 3>L4>R5",),
    broken=(
        "FX-J | A@L3 g3 ; B@L5 g4 :: 3>L4>R5",
        "FX-JC | A@L3 g3 ; B@d2 g2 :: 4>L4>line1",
        "202a 209b T15a 203a | A@2.L2 g3 | A | gravel 3:1 :: 3>2.L3>line1",
        "202a 207b 203a | A@2.L1 g4 :: 4>2.L2>2.L3",
    ),
)
def landing_forbidden(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over < 0:
        return None
    space = state.road.spaces[step.to]
    if limit_of(state, step.to, state.car.place) == 0:
        return {"case": "closed"}
    if space.ford and (step.roll.brakes or step.roll.die > 1):
        return {"case": "ford"}
    other = on_the_other_way(state, step.to)
    if other >= 0 and state.road.spaces[state.car.place].zone != space.zone:
        return {"case": "way", "car": state.cars[other].name}
    for seat in level(state, step.to):
        rival = state.cars[seat]
        if seat not in state.turn.passed and step.gear < rival.gear:
            return {"case": "pass", "car": rival.name, "slowest": rival.gear}
    return None


@rule(
    "DI-JUMP-05",
    cite(BOOK, TEXT, "R-12"),
    Step,
    kind=Kind.UNWISE,
    ok=("FX-J | A@L3 g3 :: 4>L4>L6",),
    broken=("FX-J | A@L3 g4 :: 5>L4>L6",),
)
def far_too_fast(state: State, step: Step) -> Facts | None:
    if step.lost != "jump" or step.to < 0:
        return None
    return {"driven": step.gear, "top": state.road.spaces[step.jump].jump}


RULES = (
    fact("DI-JUMP-01", "too-slow-to-take-off", cite(BOOK), ok=("FX-J | A@L3 g3 :: go 2>L4",)),
    landing_elsewhere,
    fast_landing_elsewhere,
    jump_taken,
    far_too_fast,
    landing_taken,
    fact("DI-JUMP-07", "landing-in-a-bend", cite(BOOK), ok=("FX-JC | A@L3 g3 :: go 4>L4>d1",)),
    landing_forbidden,
    fact(
        "DI-JUMP-09",
        "the-gear-die-decides",
        cite(BOOK, RULING, "R-11"),
        ok=("FX-J | A@L3 g6 :: go 4b>L4>L6.! => A@L6 g4 c20",),
    ),
)
