"""The legal next steps, found by going forward from the car.

The rules refuse; this module never asks them. It knows the road and the dice on its own, and a test holds both ways to
the same answer on thousands of positions: that is how we know that either is right. A draft is built from here step by
step; so is every way to lay the dice again after a failed flat out.

Roads never change, and few cars stand on them. What follows from road, gear and dice alone is worked out once and kept with
the spaces it depends on; where a car or gravel is on one of those, it is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.core.luck import Kindest
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CRASH,
    GAS,
    GEARS,
    HARD,
    HARMLESS,
    LEADER,
    LIMIT,
    SECONDS,
    SISU_CARD,
    TOO_FAST_BY,
    VALUES,
    Car,
    Roll,
    State,
)
from rallyman_tutor.games.dirt.step import aim, caps, held, limit_in_gravel, move, price, sweeps
from rallyman_tutor.games.dirt.tiles import DANGERS

CALM = Kindest(HARMLESS)


# -- Dice ---------------------------------------------------------------------------------------------------------------


class _Box(NamedTuple):
    """The dice a driver has this turn."""

    gears: int
    pushes: int
    brakes: int
    push: int  # gas, or leader dice instead
    quick: bool  # 2nd is open from a standstill
    red: bool  # a brake die alone holds 6th


def _box(state: State) -> _Box:
    options = state.options
    quick = options.quickstart and not state.turn.used
    return _Box(*caps(state), LEADER if sweeps(state) else GAS, quick, options.redzone)


def next_dice(state: State) -> list[tuple[int, int]]:
    """The dice that gear box, dashboard and box allow next, each with its brake dice, wherever they may lead."""
    turn = state.turn
    gear = state.cars[turn.seat].gear
    return _hand_dice(state, gear) if turn.phase == "arrange" else _dice(_box(state), gear, turn.used)


def _dice(box: _Box, gear: int, used: Sequence[int]) -> list[tuple[int, int]]:
    """The same, from this gear, with these dice used."""
    if not gear:
        if 1 in used or box.gears < 1:
            return []
        return [(1, 0), (2, 0)] if box.quick else [(1, 0)]
    braked = used.count(BRAKE)
    pushed = used.count(box.push)
    found = []
    if len(used) - braked - pushed < box.gears:
        for die in (gear - 1, gear, gear + 1):
            if 0 < die <= GEARS and die not in used:
                found.append((die, 0))
        for brakes in range(1, min(box.brakes - braked, gear - 2) + 1):
            if (die := gear - 1 - brakes) not in used:
                found.append((die, brakes))
    if pushed < box.pushes:
        found.append((box.push, 0))
    if gear == GEARS and box.red and braked < box.brakes:
        found.append((BRAKE, 0))
    return found


def _hand_dice(state: State, gear: int) -> list[tuple[int, int]]:
    """The same among rolled dice."""
    turn = state.turn
    hand = [die for die, _ in turn.hand]
    brakes = hand.count(BRAKE)
    found = []
    if gear:
        found += [(die, 0) for die in (gear - 1, gear, gear + 1) if die in hand and die > 0]
        found += [(gear - 1 - many, many) for many in range(1, min(brakes, gear - 2) + 1) if gear - 1 - many in hand]
        found += [(die, 0) for die in (GAS, LEADER) if die in hand]
        if gear == GEARS and state.options.redzone and brakes:
            found.append((BRAKE, 0))
    elif quick_planned(state):
        found.append((2, 0))
    elif 1 in hand:
        found.append((1, 0))
    return found


def quick_planned(state: State) -> bool:
    """Whether the draft driven flat out began with a quick start."""
    turn = state.turn
    return bool(not turn.used and turn.draft and turn.draft[0].die == 2 and not state.car.gear)


# -- Spaces -------------------------------------------------------------------------------------------------------------


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
    paid: Roll  # the same with all its dice secured


@lru_cache(maxsize=1 << 13)
def _leads(road: Road, here: int, gear: int, die: int, brakes: int) -> tuple[Ahead, ...]:
    """Where a die leads while the road is empty and clean. A road never changes, so this is worked out once."""
    return tuple(_led(road, here, gear, die, brakes))


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
            yield Ahead(die, brakes, gear, at, jump, over, lost, bend, roll, roll._replace(pay=1 + brakes))


class _Traffic(NamedTuple):
    """The other cars on the road, as far as they are in the way."""

    rivals: tuple[tuple[int, Car], ...]  # with their seats
    taken: frozenset[int]  # spaces without room
    near: frozenset[int]  # spaces on which a rival may have a say


_EMPTY = _Traffic((), frozenset(), frozenset())


class _Way(NamedTuple):
    """The road, and what lies and stands on it."""

    road: Road
    gravel: tuple[int, ...]  # by bend
    traffic: _Traffic


class _Seen(NamedTuple):
    """What an answer depends on, if anything lies or stands there."""

    places: frozenset[int]
    bends: tuple[int, ...]


@lru_cache(maxsize=64)
def _around(road: Road) -> tuple[frozenset[int], ...]:
    """For each space, where a car standing on it may have a say: beside it, and in its bend."""
    found: list[set[int]] = [set(road.zones[space.zone].spaces) for space in road.spaces]
    for at, beside in enumerate(road.alongside):
        for other in beside:
            found[other].add(at)
    return tuple(map(frozenset, found))


def _traffic(state: State) -> _Traffic:
    own = state.turn.seat
    rivals = []
    for seat, car in enumerate(state.cars):
        if seat != own and car.place >= 0 and car.status == "road" and not car.beside:
            rivals.append((seat, car))
    if not rivals:
        return _EMPTY
    road = state.stage.road
    around = _around(road)
    taken = [at for _, car in rivals for at in (car.place, *road.clashes[car.place])]
    return _Traffic(tuple(rivals), frozenset(taken), frozenset().union(*[around[car.place] for _, car in rivals]))


def ahead(state: State, traffic: _Traffic) -> Sequence[Ahead]:
    """Every die on every space it may lead to next, whatever it costs there."""
    turn, road = state.turn, state.stage.road
    car = state.cars[turn.seat]
    if turn.phase == "arrange":
        return _onward(_Way(road, state.gravel, traffic), car.place, car.gear, turn.passed, next_dice(state))
    box = _box(state)
    found, seen = _clear_ahead(road, box, car.place, car.gear, turn.used)
    if _is_clear(state, traffic, seen):
        return found
    return _onward(_Way(road, state.gravel, traffic), car.place, car.gear, turn.passed, _dice(box, car.gear, turn.used))


def _is_clear(state: State, traffic: _Traffic, seen: _Seen) -> bool:
    """Whether nothing is on the road where it counts, so that what was worked out for a clear one holds."""
    gravel = state.gravel
    return traffic.near.isdisjoint(seen.places) and not any(gravel[bend] for bend in seen.bends)


def _seen(looked: Iterable[Ahead]) -> _Seen:
    every = tuple(looked)
    places = frozenset(at for one in every for at in (one.place, one.jump))
    return _Seen(places, tuple({one.bend for one in every if one.bend >= 0}))


@lru_cache(maxsize=1 << 13)
def _clear_ahead(road: Road, box: _Box, here: int, gear: int, used: tuple[int, ...]) -> tuple[tuple[Ahead, ...], _Seen]:
    """What `ahead` finds on a clear road, and what this depends on: worked out once for each space, gear and dice."""
    found = _onward(_Way(road, (), _EMPTY), here, gear, (), _dice(box, gear, used))
    return tuple(found), _seen(found)


def _onward(way: _Way, here: int, gear: int, passed: Sequence[int], dice: Iterable[tuple[int, int]]) -> list[Ahead]:
    """These dice on every space they may lead a car on this space to, level already with these seats."""
    road, gravel, traffic = way
    found = []
    for die, brakes in dice:
        for one in _leads(road, here, die if die > 0 else gear, die, brakes):
            if one.place in traffic.near and (
                one.place in traffic.taken or not _passes(road, traffic, here, passed, one)
            ):
                continue
            if one.jump in traffic.taken:
                continue
            if one.bend >= 0 and gravel and gravel[one.bend]:
                limit = limit_in_gravel(road, gravel[one.bend], one.place, here)
                if not limit:
                    continue
                if one.gear > limit and not one.lost:
                    one = one._replace(lost="limit")
            found.append(one)
    return found


def _passes(road: Road, traffic: _Traffic, here: int, passed: Sequence[int], one: Ahead) -> bool:
    """Whether other cars let this one onto a space: fast enough beside them, and the same way through a bend."""
    space, beside = road.spaces[one.place], road.alongside[one.place]
    entering = one.bend >= 0 and road.spaces[here].zone != space.zone
    for seat, rival in traffic.rivals:
        if rival.place in beside and one.gear < rival.gear and seat not in passed:
            return False
        if entering:
            other = road.spaces[rival.place]
            if other.zone == space.zone and other.kind in ("line", "drift") and other.kind != space.kind:
                return False
    return True


# -- Steps --------------------------------------------------------------------------------------------------------------


def _open(state: State) -> Sequence[Ahead]:
    """What `ahead` finds, unless other cars leave only what loses control: then the move is over."""
    turn = state.turn
    if turn.ended or state.cars[turn.seat].status != "road" or turn.phase not in ("draft", "arrange"):
        return []
    traffic = _traffic(state)
    found = ahead(state, traffic)
    cornered = traffic.rivals and turn.phase == "draft" and found and all(one.lost for one in found)
    if cornered and not all(one.lost for one in ahead(state, _EMPTY)):
        return []
    return found


def next_steps(state: State) -> list[Roll]:
    """Every legal next step behind what is laid: each die on each space, and secured where the driver can pay."""
    turn = state.turn
    if turn.phase == "roll":
        if not turn.draft or turn.ended:
            return []
        plain = turn.draft[0]._replace(pay=0)
        dice = 1 + plain.brakes
        return [plain, plain._replace(pay=dice)] if dice <= _payable(state) else [plain]
    steps = _open(state)
    if turn.phase == "arrange":
        return [told for one in steps for told in _with_faces(state, one.roll)]
    if payable := _payable(state):
        return [roll for one in steps for roll in ((one.roll, one.paid) if one.brakes < payable else (one.roll,))]
    return [one.roll for one in steps]


def _payable(state: State) -> int:
    """How many dice the driver can secure at once."""
    turn = state.turn
    seconds = state.cars[turn.seat].seconds
    dice = 0
    while price(turn, dice + 1) <= seconds:
        dice += 1
    return dice


def _with_faces(state: State, roll: Roll) -> list[Roll]:
    """The same step, telling two rolled dice of one kind apart where they show different faces."""
    faces = sorted({face for die, face in state.turn.hand if die == roll.die})
    return [roll._replace(hazard=face) for face in faces] if len(faces) > 1 else [roll]


def stopped_by(state: State) -> str:
    """Why no step is possible at all: "cars", where other cars leave none; "ford", where only water does; "road"; and
    nothing, where there is one."""
    if _open(state):
        return ""
    if len(state.cars) > 1 and ahead(state, _EMPTY):
        return "cars"
    return "ford" if any(state.road.spaces[at].ford for at in state.road.next[state.car.place]) else "road"


# -- Drafts -------------------------------------------------------------------------------------------------------------


def follow(state: State, roll: Roll) -> State:
    """The state behind a legal step, with the faces that lie open, and clean ones otherwise."""
    faces = tuple(face for _, face in held(state.turn, roll)) if state.turn.hand else ()
    return move(state, aim(state, roll), faces)


def safe_draft(state: State, most: int) -> tuple[Roll, ...]:
    """A draft of so many dice at most that keeps control for sure: always in the highest gear, or where that soon ends,
    being too fast for what comes, in the lowest."""
    turn, road, traffic = state.turn, state.stage.road, _traffic(state)
    car, box = state.cars[turn.seat], _box(state)
    if turn.ended:
        return ()
    steps, seen = _clear_draft(road, box, car.place, car.gear, turn.used, most)
    if _is_clear(state, traffic, seen):
        return steps
    way = _Way(road, state.gravel, traffic)
    return _longest(way, box, car.place, car.gear, turn.used, turn.passed, most)[0]


@lru_cache(maxsize=1 << 13)
def _clear_draft(
    road: Road, box: _Box, here: int, gear: int, used: tuple[int, ...], most: int
) -> tuple[tuple[Roll, ...], _Seen]:
    """The same on a clear road, and what it depends on: it is asked for before every turn, and worked out once."""
    steps, looked = _longest(_Way(road, (), _EMPTY), box, here, gear, used, (), most)
    return steps, _seen(looked)


def _longest(
    way: _Way, box: _Box, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], most: int
) -> tuple[tuple[Roll, ...], list[Ahead]]:
    """The draft, and every step that was looked at."""
    steps, looked = _grow(way, box, here, gear, used, passed, True, most)
    if len(steps) >= LIMIT:
        return steps, looked
    slow, more = _grow(way, box, here, gear, used, passed, False, most)
    return max(steps, slow, key=len), [*looked, *more]


def _by_gear(dice: Sequence[tuple[int, int]], gear: int, eager: bool) -> list[tuple[int, int]]:
    """Dice by the gear they lead to, the highest or the lowest first."""
    up = [by for by in dice if by[0] > gear]
    same = [by for by in dice if by[0] == gear or by[0] < 0]
    down = [by for by in dice if 0 < by[0] < gear]
    return [*reversed(up), *same, *down] if eager else [*reversed(down), *same, *up]


def _grow(
    way: _Way, box: _Box, here: int, gear: int, used: tuple[int, ...], passed: tuple[int, ...], eager: bool, most: int
) -> tuple[tuple[Roll, ...], list[Ahead]]:
    """One in the highest gears, or the lowest; grown without the states behind its steps, which would take far longer."""
    road, _, traffic = way
    steps: list[Roll] = []
    looked: list[Ahead] = []
    while len(steps) < most and not (steps and road.past[here]):
        safe: list[Ahead] = []
        for by in _by_gear(_dice(box, gear, used), gear, eager):
            found = _onward(way, here, gear, passed, (by,))
            looked += found
            safe = [one for one in found if not one.lost and one.over <= 0]
            if safe:
                break
        if not safe:
            break
        best = max(safe, key=lambda one: road.ranks[one.place])
        steps.append(best.roll)
        here, gear, used = best.place, best.gear, (*used, *best.roll.dice)
        if here in traffic.near:
            beside = road.alongside[here]
            passed = (*passed, *(seat for seat, rival in traffic.rivals if rival.place in beside))
    return tuple(steps), looked


# -- Laying rolled dice again -------------------------------------------------------------------------------------------


class Arranged(NamedTuple):
    """One way to lose control with the dice that were rolled: where, in which gear, and what it costs on average."""

    steps: tuple[Roll, ...]
    place: int
    gear: int
    danger: str
    cause: str
    seconds: Fraction
    marks: Fraction


def arrangements(state: State) -> list[Arranged]:
    """Every end that the rolled dice can be laid to, the mildest first; of several ways there, a shortest one."""
    found: dict[tuple[int, int, tuple[int, ...]], Arranged] = {}
    reached: set[object] = set()
    layer: list[tuple[State, tuple[Roll, ...]]] = [(state, ())]
    while layer:
        further: list[tuple[State, tuple[Roll, ...]]] = []
        for now, steps in layer:
            for roll in next_steps(now):
                after = follow(now, roll)
                turn, car = after.turn, after.car
                laid = (*steps, roll)
                if turn.ended not in ("", "finish"):
                    found.setdefault((car.place, car.gear, cuts(state, laid)), _arranged(after, laid))
                elif not turn.ended:
                    known = (car.place, car.gear, turn.hand, turn.passed, cuts(state, laid))
                    if known not in reached:
                        reached.add(known)
                        further.append((after, laid))
        layer = further
    past = state.road.past
    return sorted(
        found.values(), key=lambda a: (not past[a.place], a.marks, a.seconds, -state.road.spaces[a.place].front)
    )


def cuts(state: State, steps: tuple[Roll, ...]) -> tuple[int, ...]:
    """The shortcuts these steps drive through: each costs a token."""
    found = []
    if not any("k" in roll.to + roll.land for roll in steps):
        return ()
    for roll in steps:
        step = aim(state, roll)
        if state.road.spaces[step.to].kind == "shortcut":
            found.append(step.to)
        state = follow(state, roll)
    return tuple(found)


def _arranged(state: State, steps: tuple[Roll, ...]) -> Arranged:
    car, turn = state.car, state.turn
    danger = state.road.spaces[car.place].danger
    deck = dict(state.backs[car.gear - 1].unseen)
    total = sum(deck.values()) or 1
    marks = sum((Fraction(deck[kind], total) * marks_of(car.gear, kind, danger) for kind in (CRASH, HARD)), Fraction(0))
    saved = Fraction(deck[SISU_CARD], total)
    seconds = saved * SECONDS[sisu_gear(car.gear)] + (1 - saved) * SECONDS[0]
    if state.road.past[car.place]:
        seconds = Fraction(SECONDS[car.gear])
        marks = marks if state.options.rally else Fraction(0)
    return Arranged(steps, car.place, car.gear, danger, turn.ended, seconds, marks)


def marks_of(gear: int, back: str, danger: str) -> int:
    """The damage marks of a turned card."""
    if back == HARD:
        return int(VALUES["cards.hard_marks"][DANGERS.index(danger)])
    return int(VALUES["cards.marks"][gear - 1][DANGERS.index(danger)]) if back == CRASH else 0


def sisu_gear(gear: int) -> int:
    """The gear that a SISU card of this deck shows."""
    return int(max(1, gear - VALUES["cards.sisu_gear_less"]))
