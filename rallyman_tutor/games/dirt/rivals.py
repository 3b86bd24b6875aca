"""Other cars on the road: who takes the room of a space, who stands level with it, who drives a bend the other way."""

from __future__ import annotations

from rallyman_tutor.games.dirt.state import State


def on_road(state: State, seat: int) -> bool:
    """Whether a car other than the one in turn stands on the road."""
    car = state.cars[seat]
    return seat != state.turn.seat and car.status == "road" and not car.beside and car.place >= 0


def occupant(state: State, place: int) -> int:
    """The seat of another car on this very space; -1 if it is free."""
    for seat, car in enumerate(state.cars):
        if car.place == place and on_road(state, seat):
            return seat
    return -1


def sharing_room(state: State, place: int) -> int:
    """The seat of another car whose space shares room with this one; -1 if there is none."""
    clashes = state.road.clashes[place]
    if clashes:
        for seat, car in enumerate(state.cars):
            if car.place in clashes and on_road(state, seat):
                return seat
    return -1


def roomy(state: State, place: int) -> bool:
    """Whether no other car takes the room of a space."""
    return occupant(state, place) < 0 and sharing_room(state, place) < 0


def on_the_other_way(state: State, place: int) -> int:
    """The seat of another car that drives the same bend by the other way; -1 if there is none."""
    space = state.road.spaces[place]
    if space.kind not in ("line", "drift"):
        return -1
    for seat, car in enumerate(state.cars):
        if on_road(state, seat):
            other = state.road.spaces[car.place]
            if other.bend == space.bend and other.kind != space.kind and other.kind in ("line", "drift"):
                return seat
    return -1


def level(state: State, place: int) -> tuple[int, ...]:
    """The seats of all cars level with a space."""
    found: tuple[int, ...] = ()
    beside = state.stage.road.alongside[place]
    if beside:
        for seat, car in enumerate(state.cars):
            if car.place in beside and on_road(state, seat):
                found = (*found, seat)
    return found


def start_order(state: State) -> tuple[int, ...]:
    """The order in which drivers start. Cars that are out before the stage begins are left out: the book does not
    mention them."""
    return tuple(seat for seat in state.order if state.cars[seat].status != "out" or state.cars[seat].place >= 0)


def free_starts(state: State) -> tuple[int, ...]:
    """The free spaces behind the start line."""
    return tuple(place for place in state.road.starts if occupant(state, place) < 0)
