"""Bends and slides with another car in them."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, TEXT, cite
from rallyman_tutor.games.dirt.rivals import on_the_other_way, sharing_room
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Tomar una curva junto a otro coche"


@rule(
    "DI-CAR-01",
    cite(BOOK, TEXT, "R-22"),
    Step,
    ok=("FX-C | A@L4 g4 ; B@d2 g3 :: 4>d1",),
    broken=(
        "FX-C | A@L4 g4 ; B@d2 g3 :: 3>line1",
        "FX-C | A@L4 g4 ; B@line1 g3 :: 4>d1",
    ),
)
def another_way_than_the_car_ahead(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.over >= 0 or state.road.spaces[state.car.place].zone == state.road.spaces[step.to].zone:
        return None
    other = on_the_other_way(state, step.to)
    if other < 0:
        return None
    rival = state.cars[other]
    return {"case": state.road.spaces[rival.place].kind, "car": rival.name}


@rule(
    "DI-CAR-03",
    cite("Deslizarse junto a otro coche"),
    Step,
    ok=("FX-SL | A@R3 g3 ; B@h2 g6 :: w>h1",),
    broken=("FX-SL | A@L3 g3 ; B@h1 g1 :: 3>L4",),
)
def room_of_a_sliding_car(state: State, step: Step) -> Facts | None:
    if step.to < 0 or state.road.spaces[step.to].kind != "lane":
        return None
    other = sharing_room(state, step.to)
    return {"car": state.cars[other].name} if other >= 0 else None


RULES = (
    another_way_than_the_car_ahead,
    fact(
        "DI-CAR-02",
        "each-bend-on-its-own",
        cite(BOOK, INFERRED),
        ok=("FX-CC | A@L4 g3 ; B@d3 g3 :: go 3>line1 => A@line1",),
    ),
    room_of_a_sliding_car,
    fact(
        "DI-CAR-04",
        "past-by-the-shortcut",
        cite(BOOK),
        ok=("FX-SL | A@R4 g3 ; B@d1 g6 :: go 2>k1 3>R6 => A@R6",),
    ),
)
