"""The legal next steps, found by going forward from the car.

The rules refuse; this module never asks them. It knows the road and the dice on its own, and a test holds both ways to
the same answer on thousands of positions: that is how we know that either is right. A draft is built from here step by
step; so is every way to lay the dice again after a failed flat out.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.luck import Kindest
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CRASH,
    GAS,
    GEARS,
    HARD,
    HARMLESS,
    LEADER,
    SECONDS,
    SISU_CARD,
    TOO_FAST_BY,
    VALUES,
    Car,
    Roll,
    State,
)
from rallyman_tutor.games.dirt.step import Step, aim, caps, held, limit_of, move, price, sweeps
from rallyman_tutor.games.dirt.tiles import DANGERS

CALM = Kindest(HARMLESS)


# -- Dice ---------------------------------------------------------------------------------------------------------------


def next_dice(state: State) -> list[tuple[int, int]]:
    """The dice that gear box, dashboard and box allow next, each with its brake dice, wherever they may lead."""
    turn = state.turn
    car = state.cars[turn.seat]
    used, gear = turn.used, car.gear
    gears = gas = braked = 0
    for die in used:
        if die > 0:
            gears += 1
        elif die == BRAKE:
            braked += 1
        else:
            gas += 1
    if turn.phase == "arrange":
        return _hand_dice(state, gear)
    gear_cap, gas_cap, brake_cap = caps(state)
    found = []
    if gears < gear_cap:
        if gear:
            for die in (gear - 1, gear, gear + 1):
                if 0 < die <= GEARS and die not in used:
                    found.append((die, 0))
            for brakes in range(1, min(brake_cap - braked, gear - 2) + 1):
                die = gear - 1 - brakes
                if die not in used:
                    found.append((die, brakes))
        elif 1 not in used:
            found.append((1, 0))
            if state.options.quickstart and not used:
                found.append((2, 0))
    if gear:
        if gas < gas_cap:
            found.append((LEADER if sweeps(state) else GAS, 0))
        if gear == GEARS and state.options.redzone and braked < brake_cap:
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


class _Traffic(NamedTuple):
    """The other cars on the road, as far as they are in the way."""

    taken: frozenset[int]  # spaces without room
    rivals: tuple[tuple[int, int, Car], ...]  # seat, zone, car
    zones: frozenset[int]


_EMPTY = _Traffic(frozenset(), (), frozenset())


def _traffic(state: State) -> _Traffic:
    if len(state.cars) == 1:
        return _EMPTY
    road, own = state.stage.road, state.turn.seat
    taken: set[int] = set()
    rivals = []
    for seat, car in enumerate(state.cars):
        if seat != own and car.status == "road" and not car.beside and car.place >= 0:
            taken.add(car.place)
            taken.update(road.clashes[car.place])
            rivals.append((seat, road.spaces[car.place].zone, car))
    return _Traffic(frozenset(taken), tuple(rivals), frozenset(zone for _, zone, _ in rivals))


def ahead(state: State, traffic: _Traffic | None = None, dice: Iterable[tuple[int, int]] | None = None) -> list[Ahead]:
    """Every die, or one of these, on every space it may lead to next, whatever it costs there."""
    traffic = _traffic(state) if traffic is None else traffic
    car = state.cars[state.turn.seat]
    road = state.stage.road
    spaces, taken = road.spaces, traffic.taken
    following = [place for place in road.next[car.place] if place not in taken]
    found = []
    limits: dict[int, int | None] = {}
    for die, brakes in next_dice(state) if dice is None else dice:
        gear = die if die > 0 else car.gear
        for place in following:
            jump = spaces[place].jump
            where: tuple[int, ...] = (place,)
            if not jump or gear < jump:
                over, jump = -1, -1
            else:
                over, jump = gear - jump, place
                where = tuple(at for at in road.landings(place, 1 + (over > 0)) if at not in taken)
            for at in where:
                space = spaces[at]
                if space.ford and (brakes or die > 1):
                    continue
                lost = "jump" if over >= TOO_FAST_BY else ""
                if space.limit is not None:
                    if at not in limits:
                        limits[at] = limit_of(state, at, car)
                    limit = limits[at]
                    if limit == 0:
                        continue
                    if not lost and limit is not None and gear > limit:
                        lost = "limit"
                if traffic.rivals and not _passes(state, traffic, car, at, gear):
                    continue
                found.append(Ahead(die, brakes, gear, at, jump, over, lost))
    return found


def _passes(state: State, traffic: _Traffic, car: Car, place: int, gear: int) -> bool:
    """Whether other cars let this one onto a space: fast enough beside them, and the same way through a bend."""
    road = state.stage.road
    space, beside = road.spaces[place], road.alongside[place]
    bent = space.kind in ("line", "drift") and space.zone in traffic.zones
    entering = bent and road.spaces[car.place].zone != space.zone
    for seat, zone, rival in traffic.rivals:
        if rival.place in beside and gear < rival.gear and seat not in state.turn.passed:
            return False
        if entering and zone == space.zone:
            kind = road.spaces[rival.place].kind
            if kind in ("line", "drift") and kind != space.kind:
                return False
    return True


# -- Steps --------------------------------------------------------------------------------------------------------------


def _open(state: State) -> list[Ahead]:
    """What `ahead` finds, unless other cars leave only what loses control: then the move is over."""
    turn = state.turn
    if turn.ended or state.cars[turn.seat].status != "road" or turn.phase not in ("draft", "arrange"):
        return []
    found = ahead(state)
    cornered = len(state.cars) > 1 and turn.phase == "draft" and found and all(one.lost for one in found)
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
        return [plain, *_secured(state, plain)]
    steps = [_roll(state, one) for one in _open(state)]
    if turn.phase == "arrange":
        return [told for roll in steps for told in _with_faces(state, roll)]
    if state.cars[turn.seat].seconds:
        return [step for roll in steps for step in (roll, *_secured(state, roll))]
    return steps


def _roll(state: State, one: Ahead) -> Roll:
    short = state.stage.road.short
    if one.jump < 0:
        return Roll(one.die, short(one.place), one.brakes)
    return Roll(one.die, short(one.jump), one.brakes, 0, short(one.place))


def _secured(state: State, roll: Roll) -> list[Roll]:
    """The step with all its dice secured, if the driver can pay."""
    dice = 1 + roll.brakes
    seconds = state.cars[state.turn.seat].seconds
    return [roll._replace(pay=dice)] if seconds and seconds >= price(state.turn, dice) else []


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


def chain(state: State, eager: bool, most: int) -> list[Roll]:
    """A draft that keeps control for sure: always in the highest gear, or always in the lowest."""
    steps: list[Roll] = []
    spaces, traffic = state.stage.road.spaces, _traffic(state)
    while len(steps) < most and not state.turn.ended:
        gear = state.cars[state.turn.seat].gear
        dice = sorted(next_dice(state), key=lambda by: by[0] if by[0] > 0 else gear, reverse=eager)
        safe: list[Ahead] = []
        for by in dice:
            safe = [one for one in ahead(state, traffic, (by,)) if not one.lost and one.over <= 0]
            if safe:
                break
        if not safe:
            break
        best = safe[0] if len(safe) == 1 else max(safe, key=lambda one: spaces[one.place].front)
        roll = _roll(state, best)
        steps.append(roll)
        state = move(state, Step(roll, best.gear, best.place, "", best.place, best.jump, best.over))
    return steps


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
