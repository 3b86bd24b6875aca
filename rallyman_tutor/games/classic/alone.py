"""A car alone on a stage: its moves, their outcomes, and the road as tables.

For code that calculates whole stages. `every_move` and `outcomes` ask the engine; `key` drops from a position what does
not matter for the road ahead, and `solo` the other drivers. `leads` and `thrown` are tables for a road without dirt:
where each die leads, and how lost control ends. `leads_now` and `thrown_now` have the dirt and the other cars of one
position.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.luck import Scripted, outcomes_of
from rallyman_tutor.games.classic.generate import attacks, landings, room
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.notation import fresh_backs, fresh_shortcut
from rallyman_tutor.games.classic.play import moves, play
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import (
    GAS_DICE,
    GEAR_DICE,
    GOOD,
    LEFT,
    MOST_DAMAGE,
    PUNCTURE,
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
from rallyman_tutor.games.classic.step import aim, put_back, with_car
from rallyman_tutor.parts.cards import Deck

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
    """The growth of the time of the driver in turn, whether `before` knows the times of earlier stages or not."""
    seat = before.turn.seat
    was, now = before.cars[seat], after.cars[seat]
    written = after.rally.times if after.rally else ()
    if before.rally and len(written) > len(before.rally.times) and (time := written[-1][seat]) is not None:
        return time - (was.clock - was.seconds)  # the stage is over, and its clock set back
    return (now.clock - now.seconds) - (was.clock - was.seconds)


def time_of(state: State, seat: int) -> int:
    """The time of a driver, the clock minus the seconds held: of the stages on the course sheet, and of the one that is
    not written there yet. A stage that the driver did not finish counts nothing once it is written."""
    car, rally = state.cars[seat], state.rally
    written = rally.times if rally else ()
    done = rally is not None and len(written) > rally.number
    return sum(row[seat] or 0 for row in written) + (0 if done else car.clock - car.seconds)


def solo(state: State, seat: int) -> State:
    """A position as one driver would have it without the others: nobody else, no dirt, and of the shortcut cards only
    the punctures drawn that this driver has had. The driver is then in turn, with the dice of this turn if it is
    theirs."""
    car = state.cars[seat]
    is_own = state.turn.seat == seat
    lone = state._replace(
        cars=(car,), turn=state.turn._replace(seat=0) if is_own else Turn(0), order=(0,), queue=(), rally=None,
        dirt=(0,) * state.road.dirts, shortcut=_drawn_by(car), points=(), splits=(),
    )  # fmt: skip
    if is_own or car.status != "road":
        return lone
    return put_back(lone) if car.damage < MOST_DAMAGE else with_car(lone, car._replace(status="out"))


def _drawn_by(car: Car) -> Deck:
    """The deck of shortcut cards without the punctures of one car."""
    fresh, had = fresh_shortcut(), car.punctures + (not car.wheel)
    return Deck(tuple((card, max(0, count - had) if card == PUNCTURE else count) for card, count in fresh.unseen))


def drives(state: State) -> bool:
    """Whether the driver in turn has something to drive, and no tyres to choose or wheel to change."""
    return state.car.status in ("waiting", "road") and decision_due(state) in ("roll", "drive", "lost", "give")


def own_start(state: State) -> State:
    """The position as the driver in turn would meet it alone, on this stage only."""
    return solo(state, state.turn.seat)


# -- The road as tables -----------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """One space to which a die leads in a gear, and what is certain there."""

    to: int
    hard: bool  # one gear too fast over a jump: a hazard loses control
    lost: bool  # control is lost, whatever the die shows
    out: bool  # the rally is over


class ControlLoss(NamedTuple):
    """The fate of a car that loses control on a space."""

    place: int  # from which it goes on
    damage: int
    draws: bool  # it is pushed onto a shortcut, and draws a card


def leads(stage: Stage, options: Options) -> tuple[tuple[tuple[Target, ...], ...], ...]:
    """`leads[space][gear]`: where a die leads in that gear; in gear 0 nowhere. A gas die leads where the gear die of
    the car's gear does."""
    places = range(len(stage.road.spaces))
    return tuple(tuple(_leads(stage, options, place, gear) for gear in range(GEAR_DICE + 1)) for place in places)


def _leads(stage: Stage, options: Options, place: int, gear: int) -> tuple[Target, ...]:
    if not gear or place == stage.road.finish:
        return ()
    state = _alone(stage, options, place, gear)
    found = dict.fromkeys(landing for landing, _ in landings(state, state.car, gear))
    return tuple(_lead(state, gear, to) for to in found)


def _lead(state: State, gear: int, to: int) -> Target:
    """The certain effects of a die in this gear that leads the car in turn to a space."""
    step = aim(state, Roll(gear, state.road.spaces[to].key))
    assert step.to == to, "landings and aim know the same road"
    return Target(to, step.over == 1 and not step.lost, bool(step.lost), step.out)


def leads_now(
    state: State, alone: Sequence[Sequence[tuple[Target, ...]]]
) -> tuple[tuple[tuple[Target, ...], ...], ...]:
    """`leads` for this turn of the driver in turn: with the other cars and the dirt as they are now, as far as the dice
    of one turn reach. Farther on they are those of a car `alone`."""
    found = [tuple(row) for row in alone]
    known: set[int] = set()
    near = {state.car.place}
    for _ in range(GEAR_DICE + GAS_DICE):
        for place in near - known - {state.road.finish}:
            found[place] = tuple(_leads_from(state, place, gear) for gear in range(GEAR_DICE + 1))
        known |= near
        near = {lead.to for place in near for leads in found[place] for lead in leads}
    return tuple(found)


def _leads_from(state: State, place: int, gear: int) -> tuple[Target, ...]:
    """Where a die leads the car in turn from a place that it may come to in this turn."""
    if not gear:
        return ()
    now, seat = state.car, state.turn.seat
    bend = state.road.spaces[place].bend
    met = now.dirt_on_entry if bend == state.road.spaces[now.place].bend else -1
    if bend >= 0 > met:
        met = state.dirt[state.road.bends[bend].dirt]
    stamp = now.stamp if place == now.place else state.stamps + 1
    car = now._replace(place=place, gear=gear, dirt_on_entry=met, stamp=stamp, status="road")
    there = state._replace(cars=(*state.cars[:seat], car, *state.cars[seat + 1 :]))
    has_room = room(there, seat)
    found = dict.fromkeys(
        landing
        for landing, between in landings(there, car, gear)
        if has_room is None or (has_room(landing) and all(map(has_room, between)))
    )
    return tuple(_lead(there, gear, to) for to in found)


def thrown(stage: Stage, options: Options) -> tuple[tuple[ControlLoss, ...], ...]:
    """`thrown[space][back]`: how lost control ends; backs in the order of `SIDES`. The finish, the last space, is left
    out."""
    return tuple(
        tuple(_thrown(stage, options, place, side) for side in SIDES)
        for place in range(len(stage.road.spaces))
        if place != stage.road.finish
    )


def thrown_now(state: State, alone: Sequence[tuple[ControlLoss, ...]]) -> tuple[tuple[ControlLoss, ...], ...]:
    """`thrown` for this turn of the driver in turn: another car in a bend may be in the way of one that is pushed."""
    road, seat = state.road, state.turn.seat
    stand = {
        road.spaces[car.place].bend for other, car in enumerate(state.cars) if other != seat and car.status == "road"
    }
    taken = {road.bends[bend].dirt for bend in stand if bend >= 0}
    found = list(alone)
    for place, space in enumerate(road.spaces):
        if space.bend >= 0 and road.bends[space.bend].dirt in taken:
            car = state.car._replace(place=place, gear=1, damage=0, punctures=0, status="road")
            there = with_car(state._replace(turn=Turn(seat)), car)
            found[place] = tuple(_thrown_from(there, side) for side in SIDES)
    return tuple(found)


def _thrown(stage: Stage, options: Options, place: int, side: str) -> ControlLoss:
    if place == START:
        return ControlLoss(place, 0, False)  # nobody loses control before the first space
    return _thrown_from(_alone(stage, options, place, 1), side)


def _thrown_from(state: State, side: str) -> ControlLoss:
    seat = state.turn.seat
    lost = state._replace(turn=state.turn._replace(used=(1,), ended="bend"))
    after, happened = play(lost, Word.ACCEPT, Scripted((side, GOOD)))
    events = [event for event in happened if event.seat == seat]
    damage = sum(event.facts["count"] for event in events if event.what == "damage")
    draws = any(event.what == "card" and event.code == "CL-CUT-03" for event in events)
    return ControlLoss(solo(after, seat).cars[0].place, damage, draws)


def _alone(stage: Stage, options: Options, place: int, gear: int) -> State:
    """An undamaged car alone at this place, in this gear, on a road without dirt."""
    met = 0 if stage.road.spaces[place].bend >= 0 else -1
    car = Car("A", place, gear, dirt_on_entry=met, sisu=False, status="road")
    return State(
        stage=stage, options=options, cars=(car,), turn=Turn(0), order=(0,), round=1, queue=(),
        dirt=(0,) * stage.road.dirts, backs=fresh_backs(), shortcut=fresh_shortcut(),
    )  # fmt: skip


def draws_ahead(stage: Stage) -> Sequence[bool]:
    """By space: whether a shortcut card may still be drawn from there on."""
    last = max((number for number, item in enumerate(stage.road.items) if item.cut), default=-1)
    return [space.item <= last for space in stage.road.spaces]
