"""The ends of a draft that is driven flat out, each as a position, made by the rules of the engine."""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.coach.dirt.solver.flat_out import Spot
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.games.dirt.draws import token
from rallyman_tutor.games.dirt.ending import lose, take_card
from rallyman_tutor.games.dirt.state import Event, Events, FlatOut, State
from rallyman_tutor.games.dirt.step import with_car, with_flat_out, worth


class FlatOutEnd(NamedTuple):
    """One end of a draft that is driven flat out."""

    spot: Spot
    lost: bool
    is_saved: bool  # the SISU token was played


def end_of_flat_out(state: State, move: FlatOut, end: FlatOutEnd, luck: Luck) -> tuple[State, Events]:
    """The end of the turn of a flat out that has come to a spot."""
    seat, events = state.turn.seat, list[Event]()
    car = state.car._replace(place=end.spot.place, gear=end.spot.gear, sisu=state.car.sisu and not end.is_saved)
    turn = with_flat_out(state.turn, "roll", (), (), worth(move.steps))
    state = with_car(state, car, turn._replace(ended="hazards" if end.lost else ""))
    events.append(Event("moved", "DI-FLAT-01", seat, {"space": state.road.spaces[car.place].key}))
    if end.is_saved:
        events.append(Event("sisu", "DI-SISU-02", seat))
    for _ in range(end.spot.tokens):
        state = token(state, 0, events, luck)
    state = lose(state, events, luck) if end.lost else take_card(state, events)
    return state, tuple(events)
