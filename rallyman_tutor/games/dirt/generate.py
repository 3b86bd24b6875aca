"""The legal next steps, found by going forward from the car.

This module never asks the rules. A test compares its answers with theirs on thousands of positions, so that a mistake
in either shows. Drafts, and the ways to lay dice again after a failed flat out, are built from here step by step.

Roads never change, and few cars stand on them. What follows from road, gear and dice alone is worked out once; other
cars and gravel can only take steps away from it, or make them lose control.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from rallyman_tutor.games.dirt.dice import Box, box_of, dice_in_gear, rolled_dice
from rallyman_tutor.games.dirt.road import Road, bits
from rallyman_tutor.games.dirt.state import TOO_FAST_BY, Car, Roll, State, Turn
from rallyman_tutor.games.dirt.step import with_pay
from rallyman_tutor.games.dirt.written_out import written_out

# -- A clear road ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class StepAhead:
    """One die on one space it may lead to, before paying. Not a named tuple, because its fields are read far more often
    than it is made. Each object equals only itself, which makes drafts of them quick to look up."""

    die: int
    brakes: int
    gear: int
    place: int  # where it comes down
    jump: int  # the space it takes off from; -1: no jump
    over: int
    lost: str
    bend: int  # whose gravel counts here; -1: of none
    dice: tuple[int, ...]
    roll: Roll
    paid: Roll  # `roll` with all its dice secured
    spaces: int  # `place` and `jump` as a set: the step is open as long as nothing is there


@lru_cache(maxsize=1 << 13)
def leads(road: Road, here: int, gear: int, die: int, brakes: int) -> tuple[StepAhead, ...]:
    """Where a die leads while the road is empty and clean. A road never changes, so this is worked out once."""
    return tuple(_led(road, here, die if die > 0 else gear, die, brakes))


def _led(road: Road, here: int, gear: int, die: int, brakes: int) -> Iterator[StepAhead]:
    for place in road.next[here]:
        flies = 0 < road.spaces[place].jump <= gear
        jump, over = (place, gear - road.spaces[place].jump) if flies else (-1, -1)
        for at in road.landings(place, 1 + (over > 0)) if flies else (place,):
            if not (road.spaces[at].ford and (brakes or die > 1)):
                yield _ahead(road, gear, die, brakes, at, jump, over)


@lru_cache(maxsize=1 << 13)
def _ahead(road: Road, gear: int, die: int, brakes: int, at: int, jump: int, over: int) -> StepAhead:
    """A die that leads to a space. Kept, so that steps to a space from anywhere are one object: a few values are
    quicker to reach than many equal ones."""
    space, flies = road.spaces[at], jump >= 0
    fast = space.limit is not None and gear > space.limit
    lost = "jump" if over >= TOO_FAST_BY else "limit" if fast else ""
    bend = space.bend if space.kind in ("line", "drift") else -1
    roll = Roll(die, road.short(jump if flies else at), brakes, 0, road.short(at) if flies else "")
    paid = with_pay(roll, 1 + brakes)
    spaces = bits((at, jump) if flies else (at,))
    return StepAhead(
        die, brakes, gear, at, jump=jump, over=over, lost=lost, bend=bend, dice=roll.dice, roll=roll, paid=paid, spaces=spaces
    )  # fmt: skip


def _led_by(road: Road, here: int, gear: int, dice: Iterable[tuple[int, int]]) -> tuple[StepAhead, ...]:
    return tuple(one for die, brakes in dice for one in leads(road, here, gear, die, brakes))


def all_spaces(steps: Iterable[StepAhead]) -> int:
    """The spaces that steps depend on, as a set: as long as no car or gravel is there, the steps stay as they are."""
    return reduce(or_, (one.spaces for one in steps), 0)


@lru_cache(maxsize=1 << 13)
def _clear(road: Road, here: int, gear: int, dice: tuple[tuple[int, int], ...]) -> tuple[tuple[StepAhead, ...], int]:
    """Each of these dice on every space it leads to on an empty, clean road, and the spaces these steps depend on.
    Cached, because it is asked for before every turn."""
    found = _led_by(road, here, gear, dice)
    return found, all_spaces(found)


# -- Other cars, gravel ------------------------------------------------------------------------------------------------


class View(NamedTuple):
    """All that counts for the driver in turn: the road, the dice, and things ahead."""

    road: Road
    box: Box
    gravel: tuple[int, ...]  # by bend; empty if there is none at all
    rivals: tuple[tuple[int, Car], ...] = ()  # cars that may be in the way, with their seats
    near: int = 0  # spaces where one of them, or gravel, can matter for a step, as a set
    taken: int = 0  # spaces whose room they take, as a set
    begins: int = -1  # the space on which the turn begins; -1: some dice are driven


@written_out
def _view(
    *,
    road: Road,
    box: Box,
    gravel: tuple[int, ...],
    rivals: tuple[tuple[int, Car], ...],
    near: int,
    taken: int,
    begins: int,
) -> View:
    return View(road, box, gravel, rivals, near, taken, begins)


def view_of(state: State) -> View:
    """The facts that count for the driver in turn. Cars that cannot matter for any space ahead are left out."""
    turn, cars, gravel = state.turn, state.cars, state.gravel
    road, own = state.stage.road, turn.seat
    reach, place = road.reach, cars[own].place
    rank = road.ranks[place]
    rivals: tuple[tuple[int, Car], ...] = ()
    near = taken = 0
    for seat, car in enumerate(cars):
        at = car.place
        if at >= 0 and reach[at] > rank and seat != own and car.status == "road" and not car.beside:
            rivals = (*rivals, (seat, car))
            near |= road.around[at]
            taken |= road.room[at]
    if any(gravel):
        near |= _gravelled(road, gravel)
    else:
        gravel = ()
    begins = -1 if turn.used else place
    return _view(road=road, box=box_of(state), gravel=gravel, rivals=rivals, near=near, taken=taken, begins=begins)


def _gravelled(road: Road, gravel: Sequence[int]) -> int:
    """The spaces on which gravel lies, as a set."""
    return reduce(or_, (spaces for spaces, count in zip(road.gravelled, gravel, strict=False) if count), 0)


def without_other_cars(view: View) -> View:
    """The view as if there were no other cars."""
    return view._replace(rivals=(), near=_gravelled(view.road, view.gravel), taken=0)


def admitted(view: View, here: int, passed: Sequence[int], one: StepAhead) -> StepAhead | None:
    """A step of an empty, clean road as it is on this road; None where cars or gravel close it. `passed` are the seats
    that this car has been level with in this turn."""
    if not one.spaces & view.near:
        return one
    road, _, gravel, rivals, _, taken, begins = view
    if one.spaces & taken or (rivals and not _passes(road, rivals, here, passed, one)):
        return None
    if one.bend >= 0 and gravel and gravel[one.bend]:
        limit = _limit(road, gravel[one.bend], one.place, here, here == begins)
        if not limit:
            return None
        if one.gear > limit and not one.lost:
            return replace(one, lost="limit")
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


def _passes(road: Road, rivals: Sequence[tuple[int, Car]], here: int, passed: Sequence[int], one: StepAhead) -> bool:
    """Whether other cars let this one take a step if they leave it room: fast enough beside them, the same way in a
    bend."""
    space, beside = road.spaces[one.place], road.alongside[one.place]
    entering = one.bend >= 0 and road.spaces[here].zone != space.zone
    if not (beside or entering):
        return True
    for seat, rival in rivals:
        at = rival.place
        if at in beside and one.gear < rival.gear and seat not in passed:
            return False
        if entering:
            other = road.spaces[at]
            if other.zone == space.zone and other.kind in ("line", "drift") and other.kind != space.kind:
                return False
    return True


def steps_ahead(state: State, view: View) -> Sequence[StepAhead]:
    """Every die on every space it may lead to next, before anything is paid."""
    turn = state.turn
    car = state.cars[turn.seat]
    if turn.phase == "arrange":
        found = _led_by(view.road, car.place, car.gear, rolled_dice(state))
    else:
        found, spaces = _clear(view.road, car.place, car.gear, dice_in_gear(view.box, car.gear, turn.used))
        if not spaces & view.near:
            return found
    return [allowed for one in found if (allowed := admitted(view, car.place, turn.passed, one))]


# -- Steps -------------------------------------------------------------------------------------------------------------


def _open(state: State, view: View) -> Sequence[StepAhead]:
    """The steps of `steps_ahead`; none while laying a draft if other cars leave only steps that lose control."""
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
    phase = turn.phase
    if phase == "roll":
        if not turn.draft or turn.ended:
            return []
        due = turn.draft[0]
        plain = with_pay(due, 0) if due.pay else due
        dice = 1 + plain.brakes
        return [plain, with_pay(plain, dice)] if dice <= _payable(state, dice) else [plain]
    view = view or view_of(state)
    if phase == "arrange":
        return [faced for one in _open(state, view) for faced in _with_faces(state, one.roll)]
    road, box, _, _, near, _, _ = view
    paid = _payable(state, 1 + box.brakes)
    if phase == "draft" and not turn.ended and (car := state.cars[turn.seat]).status == "road":
        gear = car.gear
        rolls, spaces = _clear_rolls(road, car.place, gear, dice_in_gear(box, gear, turn.used), paid)
        if not spaces & near:
            return [*rolls]
    return _rolls(_open(state, view), paid)


@lru_cache(maxsize=1 << 13)
def _clear_rolls(
    road: Road, here: int, gear: int, dice: tuple[tuple[int, int], ...], paid: int
) -> tuple[tuple[Roll, ...], int]:
    """Each of these dice on every space it leads to on a clear road, and secured if so many dice can be `paid` for, and
    the spaces these steps depend on. Cached, because it is asked for before every turn."""
    found, spaces = _clear(road, here, gear, dice)
    return tuple(_rolls(found, paid)), spaces


def _rolls(steps: Iterable[StepAhead], paid: int) -> list[Roll]:
    """The steps as moves, each as it is, and secured if so many dice can be `paid` for."""
    return [roll for one in steps for roll in ((one.roll, one.paid) if one.brakes < paid else (one.roll,))]


def _payable(state: State, most: int) -> int:
    """How many dice, up to `most`, the driver can secure at once."""
    turn = state.turn
    left = state.cars[turn.seat].seconds
    dice, cost = 0, turn.secured + 1
    while dice < most and cost <= left:
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
    """If other cars leave the driver in turn no step: the seats of those that take steps away; steps that keep control,
    if there would be any."""
    if stopped_by(state) != "cars":
        return []
    view, road = view_of(state), state.stage.road
    alone = without_other_cars(view)
    keeps = any(not one.lost for one in steps_ahead(state, alone))

    def open_ways(view: View) -> int:
        return sum(not (keeps and one.lost) for one in steps_ahead(state, view))

    with_one = {
        seat: view._replace(rivals=((seat, car),), near=alone.near | road.around[car.place], taken=road.room[car.place])
        for seat, car in view.rivals
    }
    return [seat for seat, one in with_one.items() if open_ways(one) < open_ways(alone)]


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
