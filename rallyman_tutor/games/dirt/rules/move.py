"""Moving: forward, onto a space that touches, and never through a car."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, TEXT, cite
from rallyman_tutor.games.dirt.rivals import occupant
from rallyman_tutor.games.dirt.rules.ways import open_steps
from rallyman_tutor.games.dirt.state import State, Stop
from rallyman_tutor.games.dirt.step import Step

BOOK = "Reglas de la carretera; Movimiento"


@rule(
    "DI-MOVE-01",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 ; B@L4 g3 :: 3>R4",),
    broken=("FX-S | A@L3 g3 ; B@L4 g3 :: 3>L4",),
)
def space_taken(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over >= 0:
        return None
    other = occupant(state, step.to)
    return {"car": state.cars[other].name} if other >= 0 else None


@rule(
    "DI-MOVE-02",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 ; B@L4 g3 :: 3>R4 4>L5",),
    broken=("FX-S | A@L3 g3 ; B@L4 g3 ; C@R4 g3 :: 3>L5",),
)
def through_a_car(state: State, step: Step) -> Facts | None:
    here = state.car.place
    if step.nowhere != "far" or step.named not in state.road.landings(here, 2):
        return None
    road = state.road
    between = [occupant(state, at) for at in road.next[here] if step.named in road.next[at]]
    return {"car": state.cars[between[0]].name} if between and min(between) >= 0 else None


@rule(
    "DI-MOVE-03",
    cite(BOOK),
    Step,
    ok=("FX-S | A@L3 g3 :: 3>R4",),
    broken=(
        "FX-S | A@L3 g3 :: 3>R3",
        "FX-S | A@L3 g3 :: 3>L2",
        "FX-S | A@L3 g3 :: 3>L3",
    ),
)
def not_forward(state: State, step: Step) -> Facts | None:
    if step.nowhere != "behind":
        return None
    kinds = {state.road.spaces[at].kind for at in (state.car.place, step.named)}
    if "shortcut" in kinds and kinds & {"line", "drift"}:  # DI-SHORT-02 refuses it
        return None
    return {"case": "here"} if step.named == state.car.place else {}


@rule(
    "DI-MOVE-04",
    cite(BOOK, INFERRED),
    Step,
    ok=("FX-G | A@R4 g3 :: 3>L4",),
    broken=(
        "FX-S | A@L3 g3 :: 3>R5",
        "FX-S | A@L3 g3 :: 3>L40",
    ),
)
def no_contact(state: State, step: Step) -> Facts | None:
    if step.nowhere == "unknown":
        return {"case": "unknown"}
    return {} if step.nowhere == "far" else None


@rule(
    "DI-MOVE-07",
    cite(BOOK, TEXT, "R-64"),
    Stop,
    ok=("FX-S | A@L3 g3 :: go 3>L4 (4>L5) :: stop",),
    broken=(
        "FX-S | A@L3 g3 :: stop",
        "FX-LS | A@L4 g6 B1 :: stop",
    ),
)
def parked(state: State, stop: Stop) -> Facts | None:
    if state.turn.phase != "draft":
        return None
    steps = open_steps(state)
    if not steps:
        return None
    return {"case": "lost"} if all(step.lost for step in steps) else {}


RULES = (
    space_taken,
    through_a_car,
    not_forward,
    no_contact,
    fact(
        "DI-MOVE-05",
        "change-lanes-freely",
        cite(BOOK),
        ok=("FX-S | A@L1 g3 :: go 3>R2 4>L3 5>R4 => A@R4 g5",),
    ),
    fact("DI-MOVE-06", "a-tile-edge-is-a-space-edge", cite(BOOK), ok=("FX-D | A@L6 g3 :: go 3>L7 => A@L7",)),
    parked,
)
