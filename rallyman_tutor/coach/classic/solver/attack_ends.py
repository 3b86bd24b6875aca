"""The ends of an attack that is driven as well as can be, each as a position, made by the rules of the engine."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rallyman_tutor.core.luck import Luck, Odds
from rallyman_tutor.games.classic.draws import shortcut
from rallyman_tutor.games.classic.ending import leave_the_rally, lose, take_card
from rallyman_tutor.games.classic.state import PUNCTURE, Event, Events, State
from rallyman_tutor.games.classic.step import with_car


class DrawnCard(NamedTuple):
    """A shortcut card that is drawn on the way."""

    place: int
    is_puncture: bool


class AttackEnd(NamedTuple):
    """One end to which rolled dice are driven."""

    what: Literal["end", "lost", "out"]
    place: int
    gear: int
    cards: tuple[DrawnCard, ...] = ()
    is_saved: bool = False  # Sisu was played


def end_of_attack(state: State, end: AttackEnd, luck: Luck) -> tuple[State, Events]:
    """The end of the turn of an attack whose dice lie rolled."""
    seat, spaces, events = state.turn.seat, state.road.spaces, list[Event]()
    car = state.car._replace(beside="", spun=False, status="road", stamp=state.stamps + 1)
    state = state._replace(stamps=car.stamp)
    if end.is_saved:
        events.append(Event("sisu", "CL-SISU-01", seat))
        car = car._replace(sisu=False)
    for card in end.cards:
        events.append(Event("moved", "CL-CUT-01", seat, {"space": spaces[card.place].key}))
        dirt, deck, punctures, drawn = shortcut(state, spaces[card.place].bend, car.punctures, _Card(card.is_puncture))
        events += drawn
        car = car._replace(punctures=punctures)
        state = state._replace(dirt=dirt, shortcut=deck)
    if end.what == "out":
        if not end.cards or end.cards[-1].place != end.place:
            events.append(Event("out", "CL-BEND-06", seat))
        return leave_the_rally(with_car(state, car), events), tuple(events)
    to = spaces[end.place]
    met = state.dirt[state.road.bends[to.bend].dirt] if to.bend >= 0 else -1
    if to.bend == spaces[car.place].bend >= 0 and car.dirt_on_entry >= 0:
        met = car.dirt_on_entry
    events.append(Event("moved", "CL-ATK-02", seat, {"space": to.key}))
    ended = "hazards" if end.what == "lost" else "finish" if end.place == state.road.finish else ""
    car = car._replace(place=end.place, gear=end.gear, dirt_on_entry=met)
    state = with_car(state, car)._replace(turn=state.turn._replace(hand=(), ended=ended))
    after = lose(state, events, luck) if end.what == "lost" else take_card(state, events)
    return after, tuple(events)


class _Card:
    """Luck by which the card that is drawn is a puncture, or none."""

    def __init__(self, is_puncture: bool) -> None:
        self._is_puncture = is_puncture

    def pick(self, what: str, odds: Odds) -> str:
        return next(card for card, count in odds if count and (card == PUNCTURE) == self._is_puncture)
