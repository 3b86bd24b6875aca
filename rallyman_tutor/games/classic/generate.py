"""The legal next steps, found by going forward from the car.

This module never asks the rules. A test compares its answers with theirs on thousands of positions, so that a mistake
in either shows. Attacks need it as well: whether rolled dice can be driven to the last one is a search among next
steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rallyman_tutor.games.classic.spaces import START, Space
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE, VALUES, Car, Roll, State
from rallyman_tutor.games.classic.step import (
    GAS_WINTER_ON_DRY,
    HARMLESS_LUCK,
    LEAST_DICE,
    Ground,
    aim,
    counted_way,
    dice_rolled,
    fitting_way,
    ground,
    spaces_to_finish,
    take,
)

BEND_CAPACITY: int = VALUES["road.bend_capacity"]


def next_dice(state: State) -> tuple[int, ...]:
    """The dice that gear box, damage and punctures allow now, on whichever space."""
    turn = state.turn
    car = state.cars[turn.seat]
    if turn.ended or turn.stuck or turn.phase not in ("roll", "drive") or car.status not in ("waiting", "road"):
        return ()
    dice = _dice_in_gear(car.gear, turn.used, GEAR_DICE - car.damage, GAS_DICE - car.punctures)
    if turn.rolled:
        held = {die for die, _ in turn.hand}
        dice = tuple(die for die in dice if die in held)
    return dice


@lru_cache(maxsize=1 << 12)
def _dice_in_gear(gear: int, used: tuple[int, ...], most_gears: int, most_gas: int) -> tuple[int, ...]:
    """The dice that can be next in this gear after those `used`."""
    gears = len(used) - used.count(GAS)
    dice: tuple[int, ...] = ()
    if gears < most_gears:
        if not gear:
            dice = (1,)
        elif gears:
            dice = (gear - 1, gear + 1)
        else:
            dice = (gear - 1, gear, gear + 1)
        dice = tuple(die for die in dice if 0 < die <= GEAR_DICE and die not in used)
    if gear and used.count(GAS) < most_gas:
        dice = (*dice, GAS)
    return dice


def landings(state: State, car: Car, gear: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every place to which a die in this gear may lead, each with the places on the way that need room."""
    return _landings(ground(state, car), gear)


def _landings(on: Ground, gear: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    spaces = on.road.spaces
    for place in _entries(on, on.place, gear):
        if spaces[place].kind != "jump" or gear < spaces[place].note:
            yield place, ()
            continue
        crossed = 1 + min(2, gear - spaces[place].note)
        for landing, between in set(_flights(on, place, gear, crossed, ())):
            space = spaces[landing]
            if space.bend >= 0 and not _fits(on, landing, gear):
                continue
            yield landing, (place, *between)


def _entries(on: Ground, place: int, gear: int) -> list[int]:
    """Where a car may go from a place in this gear, one space on."""
    road = on.road
    here = road.spaces[place]
    ahead = road.ahead[place]
    if here.kind == "drift" and place != road.bends[here.bend].drift_at[-1]:
        found = on.notes(here.bend)
        if gear >= found.drift:
            return [ahead[0]]
        stranded = on.gear + 1 < found.drift  # no gear it can shift to is high enough for the drift
        return [ahead[1]] if found.line > 0 or (stranded and len(ahead) > 1) else []
    if road.spaces[ahead[0]].bend < 0:
        return [ahead[0]]
    return [way for way in ahead if _fits(on, way, gear)]


def _fits(on: Ground, place: int, gear: int) -> bool:
    """Whether a bend may be entered on this place in this gear, even if control is lost there."""
    space = on.road.spaces[place]
    found = on.notes(space.bend)
    if space.kind == "line":
        return found.line > 0 and not (gear > found.line and gear == found.drift)
    if space.kind == "drift":
        return 0 < found.drift <= gear
    return True


def _flights(
    on: Ground, place: int, gear: int, spaces_left: int, between: tuple[int, ...], chosen: bool = False
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every landing `spaces_left` spaces on, with the spaces outside bends flown over. A driver names a way for one
    bend only."""
    road = on.road
    here = road.spaces[place]
    if not spaces_left or place == road.finish:
        yield place, between
        return
    ahead = road.ahead[place]
    if here.kind == "drift" and gear != on.notes(here.bend).drift:
        return
    if here.kind == "drift" and place != road.bends[here.bend].drift_at[-1]:
        following = ahead[:1]
    elif road.spaces[ahead[0]].bend >= 0 and chosen:
        bend = road.bends[road.spaces[ahead[0]].bend]
        way = counted_way if spaces_left > 1 else fitting_way
        following = (way(bend, on.notes(road.spaces[ahead[0]].bend), gear),)
    else:
        following = ahead
    for then in following:
        bent = road.spaces[then].bend >= 0
        passed = spaces_left > 1 and not bent and then != road.finish
        yield from _flights(on, then, gear, spaces_left - 1, (*between, then) if passed else between, chosen or bent)


def room(state: State, seat: int) -> Callable[[int], bool] | None:
    """A function that tells whether other cars leave this one room on a place; None if no other car is on the road."""
    spaces, bends, own = state.stage.road.spaces, state.stage.road.bends, state.cars[seat]
    rooms: dict[int, list[Car]] = {}
    in_bends: list[tuple[int, Space]] = []
    for other, car in enumerate(state.cars):
        if other != seat and car.status == "road" and car.place != START and not car.beside:
            stands = spaces[car.place]
            rooms.setdefault(stands.room, []).append(car)
            if stands.bend >= 0:
                in_bends.append((bends[stands.bend].dirt, stands))
    if not rooms:
        return None
    shared, here = state.options.bend_share == "capacity", spaces[own.place]
    held_up = False  # who came first to a shared space of a bend leaves it first
    if shared and here.kind in ("line", "drift"):
        held_up = any(car.stamp < own.stamp for car in rooms.get(here.room, ()))

    def is_free(place: int) -> bool:
        space = spaces[place]
        if held_up and place != own.place:
            return False
        if space.kind in ("start", "finish"):
            return True
        there = rooms.get(space.room, ())
        if space.bend < 0:
            return len(there) < space.capacity
        if there and not (shared and len(there) < BEND_CAPACITY and not any(car.spun for car in there)):
            return False
        if space.kind == "cut" or not in_bends:
            return True
        dirt, other = bends[space.bend].dirt, "drift" if space.kind == "line" else "line"
        for bend, stands in in_bends:
            if bend == dirt and stands.kind == other:
                level = other == "drift" and here.kind == "drift" and here.bend == space.bend
                if not level or here.front < stands.front:  # otherwise two drifting cars would wait forever
                    return False
        return True

    return is_free


class StepAhead(NamedTuple):
    """One die on one place that it may lead to while no other car is in the way."""

    place: int
    between: tuple[int, ...]  # the places on the way that need room
    roll: Roll
    paid: Roll  # `roll`, secured


@lru_cache(maxsize=1 << 13)
def _clear(on: Ground, dice: tuple[int, ...]) -> tuple[tuple[StepAhead, ...], frozenset[int]]:
    """Where these dice may lead while no other car is in the way, and all places where one can be. Cached: cars meet
    the same ground again and again."""
    road = on.road
    found = tuple(
        StepAhead(place, between, Roll(die, road.spaces[place].key), Roll(die, road.spaces[place].key, True))
        for die in dice
        for place, between in _landings(on, die if die > 0 else on.gear)
    )
    places = {on.place, *(place for one in found for place in (one.place, *one.between))}
    return found, frozenset().union(*(road.around[place] for place in places))


def _open(state: State) -> Sequence[StepAhead]:
    """The legal next dice with their targets."""
    dice = next_dice(state)
    if not dice:
        return ()
    turn = state.turn
    car = state.cars[turn.seat]
    found: Sequence[StepAhead]
    found, near = _clear(ground(state, car), dice)
    if car.winter and turn.gas_on_dry >= GAS_WINTER_ON_DRY:
        spaces = state.stage.road.spaces
        found = [one for one in found if one.roll.die != GAS or spaces[one.place].snow]
    for seat, other in enumerate(state.cars):
        if other.place in near and seat != turn.seat and (has_room := room(state, turn.seat)):
            free = {place: has_room(place) for place in {one.place for one in found}}  # each place is asked for once
            return [one for one in found if free[one.place] and all(map(has_room, one.between))]
    return found


def base_steps(state: State) -> list[Roll]:
    """The legal next dice with their targets, without securing, and without an attack's duty to use every die."""
    return [one.roll for one in _open(state)]


def next_steps(state: State) -> list[Roll]:
    """Every legal next step: each die on each place, rolled, and secured where the driver can pay."""
    turn = state.turn
    if turn.rolled:
        return attack_steps(state)
    found = _open(state)
    steps = [one.roll for one in found]
    if state.options.seconds and not state.options.training and state.cars[turn.seat].seconds > turn.secured:
        steps += [one.paid for one in found]
    return steps


# -- Attacks ----------------------------------------------------------------------------------------------------------


def _with_faces(state: State, steps: list[Roll]) -> list[Roll]:
    """The steps, those of a gas die once for each face that gas dice show."""
    faces = sorted({hazard for die, hazard in state.turn.hand if die == GAS})
    if len(faces) < 2:
        return steps
    return [
        faced for step in steps for faced in ([step._replace(hazard=f) for f in faces] if step.die == GAS else [step])
    ]


def attack_steps(state: State, known: dict[State, int] | None = None) -> list[Roll]:
    """The steps of an attack that keep the best ending possible: every die driven, else control lost, else dice left
    over. `known` keeps how well attacks can go, for who asks more than once."""
    known = {} if known is None else known
    faced = _with_faces(state, base_steps(state))
    worth = {step: _rank(prospect(take(state, aim(state, step), HARMLESS_LUCK)[0], known)) for step in faced}
    best = max(worth.values(), default=0)
    return [step for step in faced if worth[step] == best]


def _rank(prospect: int) -> int:
    return min(prospect, 1) + (prospect == 3)


def prospect(state: State, known: dict[State, int] | None = None) -> int:
    """How well the rest of an attack can go: 3 every die driven; 2 every die driven, control lost on the last one; 1
    control lost earlier; 0 dice left over; -1 out of the rally. Cards not yet drawn are taken as harmless."""
    known = {} if known is None else known
    found = known.get(state)
    if found is None:
        turn = state.turn
        if turn.ended == "finish":
            found = 3 if not turn.hand or state.options.attack_finish == "spaces" else 0
        elif turn.ended == "out":
            found = -1
        elif turn.ended:
            found = 1 if turn.hand else 2
        elif not turn.hand:
            found = 3
        else:
            steps = _with_faces(state, base_steps(state))
            found = _best(prospect(take(state, aim(state, s), HARMLESS_LUCK)[0], known) for s in steps)
        known[state] = found
    return found


def _best(prospects: Iterable[int]) -> int:
    """The highest of them, 0 where there is none; nothing is asked for behind a 3, which is as high as they go."""
    best = None
    for found in prospects:
        best = found if best is None else max(best, found)
        if best == 3:
            break
    return best or 0


def can_be_driven(state: State, dice: tuple[int, ...]) -> bool:
    """Whether these dice, all clean, can be driven in some order; control may be lost on the last one only."""
    return prospect(dice_rolled(state, dice)) >= 2


def attacks(state: State) -> Iterator[tuple[int, ...]]:
    """Every set of dice that may be rolled as an attack now. There are many, and finding them is slow."""
    return (dice for dice in attack_sets(state) if can_be_driven(state, dice))


def attack_sets(state: State) -> Iterator[tuple[int, ...]]:
    """Every set of dice that could be picked up for an attack now, whether or not the road lets it be driven."""
    turn = state.turn
    if turn.used or turn.rolled or turn.phase != "roll" or not state.options.attack or state.options.training:
        return
    car = state.cars[turn.seat]
    gas = max(0, GAS_DICE - car.punctures)
    most = spaces_to_finish(state) if state.options.attack_finish == "spaces" else GEAR_DICE + gas
    for count in range(GEAR_DICE - car.damage + 1):
        for gears in combinations(range(1, GEAR_DICE + 1), count):
            for more in range(gas + 1):
                dice = (*gears, *(GAS,) * more)
                if LEAST_DICE <= len(dice) <= most:
                    yield dice
