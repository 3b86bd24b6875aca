"""A car alone on a stage: its moves, their outcomes, and the road as tables.

For code that calculates whole stages. `every_move` and `outcomes` ask the engine; `key` drops from a position what does
not matter for the road ahead. `leads` and `thrown` are tables for a road without dirt: where each die leads, and how
lost control ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.luck import Scripted, outcomes_of
from rallyman_tutor.games.classic.generate import attacks, landings
from rallyman_tutor.games.classic.notation import fresh_backs, fresh_shortcut
from rallyman_tutor.games.classic.play import moves, play
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import (
    GEAR_DICE,
    GOOD,
    LEFT,
    RIGHT,
    SPIN,
    Attack,
    Car,
    Events,
    Move,
    Options,
    Roll,
    Stage,
    State,
    Turn,
    Word,
)
from rallyman_tutor.games.classic.step import aim

SIDES = (SPIN, LEFT, RIGHT)
"""The backs of gear cards: the ways in which lost control can end."""


# -- Positions and what comes of them ---------------------------------------------------------------------------------


def every_move(state: State) -> list[Move]:
    """Every legal move of the driver in turn, attacks included, except retiring."""
    found = [move for move in moves(state) if move is not Word.RETIRE]
    return [*found, *(Attack(dice) for dice in attacks(state))]


def outcomes(state: State, move: Move) -> list[tuple[Fraction, State, Events]]:
    """Every state a move can lead to, once each: its chance, the state, and the events of one way to it."""
    return outcomes_of(lambda luck: play(state, move, luck))


def key(state: State) -> State:
    """A position without what does not matter for the road ahead: clocks, arrival stamps, the round, splits, stage
    times, and the order in which cards were seen (kept where shortcut cards go back under the deck)."""
    cars = tuple(car._replace(clock=0, stamp=0) for car in state.cars)
    backs = tuple(deck._replace(seen=tuple(sorted(deck.seen))) for deck in state.backs)
    shortcut = state.shortcut
    if state.options.k_deck == "discard":
        shortcut = shortcut._replace(seen=tuple(sorted(shortcut.seen)))
    rally = state.rally and state.rally._replace(times=())
    return state._replace(cars=cars, round=0, stamps=0, splits=(), backs=backs, shortcut=shortcut, rally=rally)


def spent(before: State, after: State) -> int:
    """By how much the time of the driver in turn has grown. Time is the clock minus the seconds held."""
    seat = before.turn.seat
    was, now = before.cars[seat], after.cars[seat]
    written = after.rally.times if after.rally else ()
    if before.rally and len(written) > len(before.rally.times) and (time := written[-1][seat]) is not None:
        return time - (was.clock - was.seconds)  # the stage is over, and its clock set back
    return (now.clock - now.seconds) - (was.clock - was.seconds)


# -- The road as tables -----------------------------------------------------------------------------------------------


class Lead(NamedTuple):
    """One space to which a die leads in a gear, and what is certain there."""

    to: int
    hard: bool  # one gear too fast over a jump: a hazard loses control
    lost: bool  # control is lost, whatever the die shows
    out: bool  # the rally is over


class Thrown(NamedTuple):
    """What becomes of a car that loses control on a space."""

    place: int  # from which it goes on
    damage: int
    draws: bool  # it is pushed onto a shortcut, and draws a card


def leads(stage: Stage, options: Options) -> tuple[tuple[tuple[Lead, ...], ...], ...]:
    """`leads[space][gear]`: where a die leads in that gear; in gear 0 nowhere. A gas die leads where the gear die of
    the car's gear does."""
    places = range(len(stage.road.spaces))
    return tuple(tuple(_leads(stage, options, place, gear) for gear in range(GEAR_DICE + 1)) for place in places)


def _leads(stage: Stage, options: Options, place: int, gear: int) -> tuple[Lead, ...]:
    if not gear or place == stage.road.finish:
        return ()
    state = _alone(stage, options, place, gear)
    found = []
    for to in dict.fromkeys(landing for landing, _ in landings(state, state.car, gear)):
        step = aim(state, Roll(gear, stage.road.spaces[to].key))
        assert step.to == to, "landings and aim know the same road"
        found.append(Lead(to, step.over == 1 and not step.lost, bool(step.lost), step.out))
    return tuple(found)


def thrown(stage: Stage, options: Options) -> tuple[tuple[Thrown, ...], ...]:
    """`thrown[space][back]`: how lost control ends; backs in the order of `SIDES`. The finish, the last space, is left
    out."""
    return tuple(
        tuple(_thrown(stage, options, place, side) for side in SIDES)
        for place in range(len(stage.road.spaces))
        if place != stage.road.finish
    )


def _thrown(stage: Stage, options: Options, place: int, side: str) -> Thrown:
    if place == START:
        return Thrown(place, 0, False)  # nobody loses control before the first space
    state = _alone(stage, options, place, 1)
    state = state._replace(turn=state.turn._replace(used=(1,), ended="bend"))
    after, events = play(state, Word.ACCEPT, Scripted((side, GOOD)))
    damage = sum(event.facts["count"] for event in events if event.what == "damage")
    draws = any(event.what == "card" and event.code == "CL-CUT-03" for event in events)
    return Thrown(after.cars[0].place, damage, draws)


def _alone(stage: Stage, options: Options, place: int, gear: int) -> State:
    """An undamaged car alone at this place, in this gear, on a road without dirt."""
    met = 0 if stage.road.spaces[place].bend >= 0 else -1
    car = Car("A", place, gear, dirt_on_entry=met, sisu=False, status="waiting" if place == START else "road")
    return State(
        stage=stage, options=options, cars=(car,), turn=Turn(0), order=(0,), round=1, queue=(),
        dirt=(0,) * stage.road.dirts, backs=fresh_backs(), shortcut=fresh_shortcut(),
    )  # fmt: skip


def draws_ahead(stage: Stage) -> Sequence[bool]:
    """By space: whether a shortcut card may still be drawn from there on."""
    last = max((number for number, item in enumerate(stage.road.items) if item.cut), default=-1)
    return [space.item <= last for space in stage.road.spaces]
