"""The legal next steps, found by going forward from the car.

This module never asks the rules. A test compares its answers with theirs on thousands of positions, so that a mistake
in either shows. Drafts, and the ways to lay dice again after a failed flat out, are built from here step by step.

Roads never change, and few cars stand on them. What follows from road, gear and dice alone is worked out once; other
cars and gravel can only take steps away from it, or make them lose control.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.games.dirt.dice import Box, box_of, dice_in_gear, rolled_dice
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import TOO_FAST_BY, Car, Roll, State, Turn

# -- A clear road -------------------------------------------------------------------------------------------------------


class Ahead(NamedTuple):
    """One die on one space it may lead to, before paying."""

    die: int
    brakes: int
    gear: int
    place: int  # where it comes down
    jump: int  # the space it takes off from; -1: no jump
    over: int
    lost: str
    bend: int  # whose gravel counts here; -1: of none
    roll: Roll
    paid: Roll  # `roll` with all its dice secured


@lru_cache(maxsize=1 << 13)
def leads(road: Road, here: int, gear: int, die: int, brakes: int) -> tuple[Ahead, ...]:
    """Where a die leads while the road is empty and clean. A road never changes, so this is worked out once."""
    return tuple(_led(road, here, die if die > 0 else gear, die, brakes))


def _led(road: Road, here: int, gear: int, die: int, brakes: int) -> Iterator[Ahead]:
    for place in road.next[here]:
        flies = 0 < road.spaces[place].jump <= gear
        jump, over = (place, gear - road.spaces[place].jump) if flies else (-1, -1)
        for at in road.landings(place, 1 + (over > 0)) if flies else (place,):
            space = road.spaces[at]
            if space.ford and (brakes or die > 1):
                continue
            fast = space.limit is not None and gear > space.limit
            lost = "jump" if over >= TOO_FAST_BY else "limit" if fast else ""
            bend = space.bend if space.kind in ("line", "drift") else -1
            land = road.short(at) if flies else ""
            roll = Roll(die, road.short(place), brakes, 0, land)
            paid = roll._replace(pay=1 + brakes)
            yield Ahead(die, brakes, gear, at, jump=jump, over=over, lost=lost, bend=bend, roll=roll, paid=paid)


def _led_by(road: Road, here: int, gear: int, dice: Iterable[tuple[int, int]]) -> tuple[Ahead, ...]:
    return tuple(one for die, brakes in dice for one in leads(road, here, gear, die, brakes))


class Needed(NamedTuple):
    """The spaces and bends that steps depend on: as long as no car or gravel is there, the steps stay as they are."""

    places: frozenset[int]
    bends: tuple[int, ...]


def needed_by(steps: Iterable[Ahead]) -> Needed:
    every = tuple(steps)
    places = frozenset(at for one in every for at in (one.place, one.jump))
    return Needed(places, tuple({one.bend for one in every if one.bend >= 0}))


@lru_cache(maxsize=1 << 13)
def _clear(road: Road, here: int, gear: int, dice: tuple[tuple[int, int], ...]) -> tuple[tuple[Ahead, ...], Needed]:
    """Each of these dice on every space it leads to on an empty, clean road, and what these steps depend on. Cached,
    because it is asked for before every turn."""
    found = _led_by(road, here, gear, dice)
    return found, needed_by(found)


# -- Other cars, gravel -------------------------------------------------------------------------------------------------


class View(NamedTuple):
    """What counts for the driver in turn: the road, the dice, and what lies and stands ahead."""

    road: Road
    box: Box
    gravel: tuple[int, ...]  # by bend; empty if there is none at all
    rivals: tuple[tuple[int, Car], ...] = ()  # cars that may be in the way, with their seats
    near: frozenset[int] = frozenset()  # spaces where one of them can matter for a step
    begins: int = -1  # the space on which the turn begins; -1: some dice are driven

    def leaves(self, needed: Needed) -> bool:
        """Whether no rival and no gravel is on anything in `needed`."""
        gravel = self.gravel
        return self.near.isdisjoint(needed.places) and not (gravel and any(gravel[bend] for bend in needed.bends))


def view_of(state: State) -> View:
    """What counts for the driver in turn. Cars that cannot matter for any space ahead are left out."""
    road, own = state.stage.road, state.turn.seat
    rank = road.ranks[state.cars[own].place]
    rivals = []
    near: frozenset[int] = frozenset()
    for seat, car in enumerate(state.cars):
        if car.status == "road" and seat != own and car.place >= 0 and not car.beside and road.reach[car.place] > rank:
            rivals.append((seat, car))
            near = near | road.around[car.place] if near else road.around[car.place]
    gravel = state.gravel if any(state.gravel) else ()
    begins = -1 if state.turn.used else state.cars[own].place
    return View(road, box_of(state), gravel, tuple(rivals), near, begins)


def without_other_cars(view: View) -> View:
    """The view as if there were no other cars."""
    return View(view.road, view.box, view.gravel, begins=view.begins)


def admitted(view: View, here: int, passed: Sequence[int], one: Ahead) -> Ahead | None:
    """A step of an empty, clean road as it is on this road; None where cars or gravel close it. `passed` are the seats
    that this car has been level with in this turn."""
    road, _, gravel, rivals, near, begins = view
    if one.place in near and not _passes(road, rivals, here, passed, one):
        return None
    if one.jump in near and _taken(road, rivals, one.jump):
        return None
    if one.bend >= 0 and gravel and gravel[one.bend]:
        limit = _limit(road, gravel[one.bend], one.place, here, here == begins)
        if not limit:
            return None
        if one.gear > limit and not one.lost:
            return one._replace(lost="limit")
    return one


def _limit(road: Road, gravel: int, place: int, here: int, begins: bool) -> int:
    """The highest gear for a space of a bend with this much gravel; 0 where the gravel closes it. 1st gear is always
    open to a car in the bend, and at the start of a turn if gravel closes every way ahead."""
    space, at = road.spaces[place], road.spaces[here]
    left = (space.limit or 0) - gravel
    if left > 0:
        return left
    if at.bend == space.bend:  # in it already: no shortcut leads onto its line or drift
        return 1
    ways = (road.spaces[way] for way in road.next[here])
    return int(begins and not any(way.kind not in ("line", "drift") or (way.limit or 0) > gravel for way in ways))


def _taken(road: Road, rivals: Iterable[tuple[int, Car]], place: int) -> bool:
    return any(place == rival.place or place in road.clashes[rival.place] for _, rival in rivals)


def _passes(road: Road, rivals: Sequence[tuple[int, Car]], here: int, passed: Sequence[int], one: Ahead) -> bool:
    """Whether other cars let this one onto a space: room there, fast enough beside them, the same way through a bend."""
    if _taken(road, rivals, one.place):
        return False
    space, beside = road.spaces[one.place], road.alongside[one.place]
    entering = one.bend >= 0 and road.spaces[here].zone != space.zone
    for seat, rival in rivals:
        if rival.place in beside and one.gear < rival.gear and seat not in passed:
            return False
        if entering:
            other = road.spaces[rival.place]
            if other.zone == space.zone and other.kind in ("line", "drift") and other.kind != space.kind:
                return False
    return True


def steps_ahead(state: State, view: View) -> Sequence[Ahead]:
    """Every die on every space it may lead to next, before anything is paid."""
    turn = state.turn
    car = state.cars[turn.seat]
    if turn.phase == "arrange":
        found = _led_by(view.road, car.place, car.gear, rolled_dice(state))
    else:
        found, needed = _clear(view.road, car.place, car.gear, dice_in_gear(view.box, car.gear, turn.used))
        if view.leaves(needed):
            return found
    return [allowed for one in found if (allowed := admitted(view, car.place, turn.passed, one))]


# -- Steps --------------------------------------------------------------------------------------------------------------


def _open(state: State, view: View) -> Sequence[Ahead]:
    """What `steps_ahead` finds; nothing while laying a draft if other cars leave only steps that lose control."""
    turn = state.turn
    if turn.ended or state.cars[turn.seat].status != "road" or turn.phase not in ("draft", "arrange"):
        return []
    found = steps_ahead(state, view)
    cornered = view.rivals and turn.phase == "draft" and found and all(one.lost for one in found)
    if cornered and not all(one.lost for one in steps_ahead(state, without_other_cars(view))):
        return []
    return found


def next_steps(state: State, view: View | None = None) -> list[Roll]:
    """Every legal next step after what is laid: each die on each space, and secured where the driver can pay."""
    turn = state.turn
    if turn.phase == "roll":
        if not turn.draft or turn.ended:
            return []
        plain = turn.draft[0]._replace(pay=0)
        dice = 1 + plain.brakes
        return [plain, plain._replace(pay=dice)] if dice <= _payable(state) else [plain]
    steps = _open(state, view or view_of(state))
    if turn.phase == "arrange":
        return [faced for one in steps for faced in _with_faces(state, one.roll)]
    if payable := _payable(state):
        return [roll for one in steps for roll in ((one.roll, one.paid) if one.brakes < payable else (one.roll,))]
    return [one.roll for one in steps]


def _payable(state: State) -> int:
    """How many dice the driver can secure at once."""
    left = state.cars[state.turn.seat].seconds
    dice, cost = 0, state.turn.secured + 1
    while cost <= left:
        dice, left, cost = dice + 1, left - cost, cost + 1
    return dice


def _with_faces(state: State, roll: Roll) -> list[Roll]:
    """A step, once for each face that rolled dice of its kind show."""
    faces = sorted({face for die, face in state.turn.hand if die == roll.die})
    return [roll._replace(hazard=face) for face in faces] if len(faces) > 1 else [roll]


def stopped_by(state: State) -> str:
    """Why no step is possible: "cars" if other cars leave none, else "ford" if a ford is next, else "road"; "" if there
    is a step."""
    view = view_of(state)
    if _open(state, view):
        return ""
    if view.rivals and steps_ahead(state, without_other_cars(view)):
        return "cars"
    return "ford" if any(state.road.spaces[at].ford for at in state.road.next[state.car.place]) else "road"


def blockers(state: State) -> list[int]:
    """If other cars leave the driver in turn no step: the seats of those that take steps away."""
    if stopped_by(state) != "cars":
        return []
    view, road = view_of(state), state.stage.road
    free = len(steps_ahead(state, without_other_cars(view)))
    alike = {
        (seat, car): view._replace(rivals=((seat, car),), near=road.around[car.place]) for seat, car in view.rivals
    }
    return [seat for (seat, _), one in alike.items() if len(steps_ahead(state, one)) < free]


def is_deadlock(state: State) -> bool:
    """Whether cars block each other for good: neither the driver in turn, nor the cars ahead, nor those ahead of them,
    has a step that other cars leave open. The book does not mention the case."""
    seats, seen = [state.turn.seat], set[int]()
    while seats:
        seat = seats.pop()
        if seat not in seen:
            now = state._replace(turn=Turn(seat))
            if stopped_by(now) != "cars":
                return False
            seen.add(seat)
            seats += [rival for rival, _ in view_of(now).rivals]
    return True
