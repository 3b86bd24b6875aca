"""Conditions that both the rules and play use: dice left, what securing costs, room on a space.

`generate.py` may not use them: it has conditions of its own, so that comparing the two shows a mistake in either.
"""

from __future__ import annotations

from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, VALUES, Car, State

BEND_CAPACITY: int = VALUES["road.bend_capacity"]


def gas_left(car: Car, used: tuple[int, ...]) -> int:
    """How many gas dice are left this turn; each puncture takes one away."""
    return GAS_DICE - car.punctures - used.count(GAS)


def blocker(state: State, place: int, seat: int) -> int:
    """The seat of a car that leaves the car of `seat` no room on a place; -1 if there is room."""
    if len(state.cars) == 1:
        return -1
    spaces = state.stage.road.spaces
    space = spaces[place]
    kind = space.kind
    if place != state.cars[seat].place and (first := ahead_on_this_space(state, seat)) >= 0:
        return first
    if kind in ("start", "finish"):
        return -1
    there = 0
    for other, car in enumerate(state.cars):
        if other == seat or car.status != "road" or car.beside or car.place == START:
            continue
        stands = spaces[car.place]
        if space.bend < 0:
            if stands.room == space.room:
                there += 1
                if there >= space.capacity:
                    return other
            continue
        if stands.bend < 0 or state.road.bends[stands.bend].dirt != state.road.bends[space.bend].dirt:
            continue
        if stands.room == space.room:
            there += 1
            if state.options.bend_share == "closed" or car.spun or there >= BEND_CAPACITY:
                return other
        elif kind == "line" and stands.kind == "drift":
            own = spaces[state.cars[seat].place]
            # To a car in the drift only one ahead closes the line: else two drifting cars would wait forever.
            if own.kind != "drift" or own.bend != space.bend or own.front < stands.front:
                return other
        elif kind == "drift" and stands.kind == "line":
            return other
    return -1


def ahead_on_this_space(state: State, seat: int) -> int:
    """The seat of a car that came earlier to the space of line or drift on which the car of `seat` stands, and is still
    there; -1 if none. Cars that share such a space leave it in the order in which they came."""
    spaces = state.stage.road.spaces
    car = state.cars[seat]
    own = spaces[car.place]
    if own.kind not in ("line", "drift") or state.options.bend_share == "closed":
        return -1
    for other, rival in enumerate(state.cars):
        is_there = rival.status == "road" and not rival.beside and spaces[rival.place].room == own.room
        if other != seat and is_there and rival.stamp < car.stamp:
            return other
    return -1


def price(state: State) -> int:
    """The seconds that secure the next die."""
    return state.turn.secured + 1
