"""One die on the road: where it leads, in which gear, what is certain about it, and the state after it.

This is the physics below the rules. `aim` answers for every die and every target, however silly; it refuses nothing, it
only says where the die would lead, or why it leads nowhere. `move` takes an aimed step as driven, without asking luck.
Dice are rolled in `play.py`, cards and tokens drawn in `draws.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.core.luck import Harmless
from rallyman_tutor.games.dirt.rivals import free_starts, level, occupant, roomy
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS_CAP,
    GEAR_CAP,
    HARMLESS,
    LEADER_CAP,
    LIMIT,
    TOO_FAST_BY,
    VALUES,
    Car,
    Phase,
    Roll,
    State,
    Turn,
)
from rallyman_tutor.games.dirt.target import Nowhere, pick, why_nowhere
from rallyman_tutor.games.dirt.written_out import written_out
from rallyman_tutor.parts.cards import Deck

SECONDS_PER_DIE: int = VALUES["seconds.per_die"]


HARMLESS_LUCK = Harmless(HARMLESS)
"""Luck that judging uses for everything a draft does not tell."""


class Step(NamedTuple):
    """A die on its target: what is certain before it is rolled."""

    roll: Roll
    gear: int  # in which the car drives this space
    to: int  # the place it leads to; -1: nowhere
    nowhere: Nowhere = ""  # why it leads nowhere
    named: int = -1  # the place that was asked for, where there is one
    jump: int = -1  # the place it takes off from
    over: int = -1  # how many gears above the number of the jump; -1: no flight
    lost: str = ""  # control is certainly lost: "limit" or "jump"
    told: tuple[str, ...] = ()  # what its dice show, as far as a script tells it


class DueStep(NamedTuple):
    """A step of a frozen draft as it is asked for, and the one that is due. They should differ in what is secured
    only."""

    roll: Roll
    due: Roll | None
    told: tuple[str, ...] = ()  # what its dice show, as far as a script tells it


# -- The car and its dashboard -----------------------------------------------------------------------------------------


def sweeps(state: State) -> bool:
    """Whether the driver in turn drives with leader dice."""
    return state.leader == state.turn.seat and state.options.leader and not swept(state)


def swept(state: State) -> bool:
    """Whether a car has finished: then the road is swept, and nobody drives with leader dice."""
    return "finished" in [car.status for car in state.cars]


def caps(state: State) -> tuple[int, int, int]:
    """How many gear dice, gas or leader dice, and brake dice the dashboard gives this turn."""
    car = state.cars[state.turn.seat]
    gears = GEAR_CAP - car.gears
    pushes = (LEADER_CAP if sweeps(state) else GAS_CAP) - car.gas - car.punctures
    brakes = state.options.brakes - car.brakes
    return gears if gears > 0 else 0, pushes if pushes > 0 else 0, brakes if brakes > 0 else 0


def limit_of(state: State, place: int, here: int) -> int | None:
    """The highest gear in which a car at `here` may enter a space; None: any gear. Gravel in its bend takes one off for
    each token, and 0 is closed; but a car that is in the bend, or begins its turn where gravel closes every way, may go
    on in 1st."""
    space = state.stage.road.spaces[place]
    if space.limit is None or space.kind not in ("line", "drift"):
        return space.limit
    return limit_in_gravel(state.stage.road, state.gravel[space.bend], place, here, not state.turn.used)


def limit_left(state: State, place: int) -> int | None:
    """The limit of a space that gravel leaves, 0 where it closes the bend; None: any gear."""
    space = state.stage.road.spaces[place]
    if space.limit is None or space.kind not in ("line", "drift"):
        return space.limit
    return max(0, space.limit - state.gravel[space.bend])


def limit_in_gravel(road: Road, gravel: int, place: int, here: int, begins: bool) -> int:
    """The highest gear on a space of a bend with this much gravel, 0 if closed, for a car at `here`. `begins`: whether
    its turn begins there."""
    limit = road.spaces[place].limit or 0
    if gravel < limit:
        return limit - gravel
    return 1 if trapped(road, gravel, here, road.spaces[place].bend, begins) else 0


def thrown_by(state: State) -> str:
    """Why the car was too fast where it stands: "limit", "jump", or "" if it was not. A stalled quick start may be too
    fast for its space too."""
    turn, car = state.turn, state.car
    if turn.ended in ("limit", "jump"):
        return turn.ended
    top = limit_of(state, car.place, car.place) if turn.ended == "stall" and car.place >= 0 else None
    return "limit" if top is not None and car.gear > top > 0 else ""


def trapped(road: Road, gravel: int, place: int, bend: int, begins: bool) -> bool:
    """Whether a car on this place has no way but through the gravel of a bend: it is in the bend, or begins its turn
    where gravel closes every way ahead."""
    here = road.spaces[place]
    if here.bend == bend and here.kind in ("line", "drift"):
        return True
    return begins and all(
        road.spaces[at].kind in ("line", "drift") and gravel >= (road.spaces[at].limit or 0) for at in road.next[place]
    )


def is_quick_start(state: State, roll: Roll) -> bool:
    """Whether this step is a quick start."""
    return state.options.quickstart and not state.turn.used and not state.car.gear and roll.die == 2


def quick_planned(state: State) -> bool:
    """Whether the draft driven flat out began with a quick start."""
    turn = state.turn
    return bool(not turn.used and turn.draft and turn.draft[0].die == 2 and not state.car.gear)


def worth(steps: Sequence[Roll]) -> int:
    """The seconds these steps earn when they are driven flat out; brake dice earn none."""
    return SECONDS_PER_DIE * sum(roll.die != BRAKE for roll in steps)


def price(turn: Turn, dice: int) -> int:
    """The seconds that secure this many more dice in this turn."""
    return sum(range(turn.secured + 1, turn.secured + dice + 1))


# -- The start of a turn -----------------------------------------------------------------------------------------------


def put_back(state: State) -> State:
    """The state at the start of a turn: a spun car is turned round, one beside the road comes back if its space is
    free, one that starts is put behind the line, and the gears of cars level with it no longer count."""
    turn, stamps = state.turn, state.stamps
    car = state.cars[turn.seat]
    if car.status == "waiting":
        free = free_starts(state)
        if not free:
            return state
        stamps += 1
        car = car._replace(place=free[0], status="road", stamp=stamps)
        turn = turn._replace(fresh=len(free) > 1)
    elif car.spun:
        car = car._replace(spun=False)
    elif car.beside and roomy(state, car.place):
        car = car._replace(beside=False)
    if car.place >= 0 and not turn.used and (beside := level(state, car.place)) != turn.passed:
        turn = _with_passed(turn, beside)
    if turn is state.turn and car is state.cars[turn.seat]:
        return state
    return changed(state, replaced(state.cars, turn.seat, car), turn, stamps)


@written_out
def _with_passed(turn: Turn, passed: tuple[int, ...]) -> Turn:
    """The turn with the seats that its car has been level with."""
    return turn._replace(passed=passed)


def replaced(cars: tuple[Car, ...], seat: int, car: Car) -> tuple[Car, ...]:
    """The cars with this one at a seat."""
    return (*cars[:seat], car, *cars[seat + 1 :])


def with_car(state: State, car: Car, turn: Turn | None = None) -> State:
    """The state with the car in turn changed, and the turn if one is given."""
    seat, cars = state.turn.seat, state.cars
    cars = replaced(cars, seat, car)
    return changed(state, cars, state.turn if turn is None else turn, state.stamps)


@written_out
def with_card(car: Car, *, gear: int, seconds: int) -> Car:
    """The car with a card of this gear on its pile, and that card's seconds on its clock."""
    return car._replace(gear=gear, clock=car.clock + seconds)


@written_out
def with_seconds(car: Car, earned: int) -> Car:
    """The car with the seconds it has earned."""
    return car._replace(seconds=car.seconds + earned)


@written_out
def with_flat_out(
    turn: Turn, phase: Phase, draft: tuple[Roll, ...], faces: tuple[tuple[bool, ...], ...], stake: int
) -> Turn:
    """The turn with a draft driven flat out, the faces of its dice and the seconds it earns."""
    return turn._replace(phase=phase, draft=draft, faces=faces, stake=stake, fresh=False)


@written_out
def with_turn(state: State, turn: Turn) -> State:
    """The state with the turn changed."""
    return state._replace(turn=turn)


@written_out
def with_pay(roll: Roll, dice: int) -> Roll:
    """The step with so many of its dice secured."""
    return roll._replace(pay=dice)


@written_out
def with_backs(state: State, backs: tuple[Deck, ...]) -> State:
    """The state with other decks."""
    return state._replace(backs=backs)


@written_out
def changed(state: State, cars: tuple[Car, ...], turn: Turn, stamps: int) -> State:
    """The state with other cars, turn and stamps."""
    return state._replace(cars=cars, turn=turn, stamps=stamps)


@lru_cache(maxsize=8)
def begun(seat: int) -> Turn:
    """The turn of this seat before anything is done in it."""
    return Turn(seat)


@written_out
def turned_to(
    state: State, *, cars: tuple[Car, ...], turn: Turn, number: int, queue: tuple[int, ...], leader: int
) -> State:
    """The state with the turn of another driver, in round `number` with this leader."""
    return state._replace(cars=cars, turn=turn, round=number, queue=queue, leader=leader)


def spread(turn: Turn) -> Turn:
    """The turn with the dice of its failed flat out in `hand`, to be laid again."""
    hand = [
        pair for roll, shown in zip(turn.draft, turn.faces, strict=True) for pair in zip(roll.dice, shown, strict=True)
    ]
    return turn._replace(hand=tuple(sorted(hand)))


# -- Aiming -----------------------------------------------------------------------------------------------------------


def aim(state: State, roll: Roll) -> Step:
    """Where a die leads, and what is certain about it."""
    car = state.cars[state.turn.seat]
    die, name, _, _, _, _ = roll
    here, gear = car.place, die if die > 0 else car.gear
    if here < 0:
        return Step(roll, gear, -1, "not-started")
    road = state.stage.road
    place = road.named_next[here].get(name)
    if place is not None:  # as nearly all steps: a short name, and no jump
        space = road.spaces[place]
        limit = space.limit
        lost = "limit" if limit is not None and gear > limit > 0 else ""
        step = _onto(roll=roll, gear=gear, to=place, lost=lost)
    else:
        step = _clear_aim(road, here, gear, roll)
        if step.nowhere == "elsewhere":
            step = _aim_at_landing(state, here, step)
        if step.to < 0 or step.lost == "jump":
            return step
        place = step.to
        space = road.spaces[place]
    if space.bend >= 0 and (gravel := state.gravel[space.bend]) and space.kind in ("line", "drift"):
        limit = limit_in_gravel(road, gravel, place, here, not state.turn.used)
        return step._replace(lost="limit" if gear > limit > 0 else "")
    return step


@written_out
def _onto(*, roll: Roll, gear: int, to: int, lost: str) -> Step:
    """A die that leads to the space that was asked for, and no jump on the way."""
    return Step(roll, gear, to=to, named=to, lost=lost)


@lru_cache(maxsize=1 << 14)
def _clear_aim(road: Road, here: int, gear: int, roll: Roll) -> Step:
    """Where a die leads in a gear, on a road without gravel. Cached: the same step is asked for again and again."""
    ahead = road.next[here]
    target, why = pick(road, roll.to, ahead, here)
    if why:
        if why == "elsewhere" and not any(road.spaces[at].jump for at in ahead):
            why = why_nowhere(road, here, target)
        return Step(roll, gear, -1, why, target)
    jump = road.spaces[target].jump
    if not jump or gear < jump:
        return _certain(road, Step(roll, gear, target, "", target))
    over = gear - jump
    landings = road.landings(target, 1 + (over > 0))
    landing, lost = pick(road, roll.land, landings, target)
    if lost:
        why = "landing" if lost in ("elsewhere", "no-way", "unknown") and landings else lost
        return Step(roll, gear, -1, why, landing, target, over)
    return _certain(road, Step(roll, gear, landing, "", landing, target, over))


def _aim_at_landing(state: State, here: int, step: Step) -> Step:
    """A step to a space that is not next: it may be the landing of a jump. Of several jumps to it, a free one comes
    first, then one in the same lane."""
    road, gear, target = state.stage.road, step.gear, step.named
    best = None
    for at in road.next[here]:
        jump = road.spaces[at].jump
        if jump and gear >= jump and target in road.landings(at, 1 + (gear > jump)):
            straight = road.spaces[at].lane == road.spaces[here].lane
            rank = (occupant(state, at) < 0, straight)
            if best is None or rank > best[0]:
                best = (rank, at, gear - jump)
    if best is None:
        return step._replace(nowhere=why_nowhere(road, here, target))
    return _certain(road, Step(step.roll, gear, target, "", target, best[1], best[2]))


def _certain(road: Road, step: Step) -> Step:
    """The step, and whether it is certain to lose control on a road without gravel."""
    if step.over >= TOO_FAST_BY:
        return step._replace(lost="jump")
    limit = road.spaces[step.to].limit
    return step._replace(lost="limit") if limit is not None and step.gear > limit > 0 else step


def draws_token(road: Road, here: int, to: int) -> bool:
    """Whether a step draws a token: it enters a shortcut, and not from a space of the same one."""
    after = road.spaces[to]
    if after.kind != "shortcut":
        return False
    before = road.spaces[here]
    return before.kind != "shortcut" or before.bend != after.bend


def alike(state: State, one: Roll, other: Roll) -> bool:
    """Whether two steps from here are the same dice on the same way, however their spaces are named. What is secured
    does not matter."""
    if one.dice != other.dice:
        return False
    first, second = aim(state, one), aim(state, other)
    return (first.to, first.jump) == (second.to, second.jump)


def later_states(state: State) -> Iterator[tuple[State, Roll]]:
    """The steps of a frozen draft after the one that is due, each with the state before it if all earlier dice are
    clean."""
    for at, roll in enumerate(state.turn.draft):
        if at:
            yield state, roll
        step = aim(state, roll)
        if step.to < 0:
            return
        state = move(state, step)


# -- Moving -----------------------------------------------------------------------------------------------------------


def held(turn: Turn, roll: Roll) -> tuple[tuple[int, bool], ...]:
    """The rolled dice in hand that a step uses; a die that is not there is left out."""
    left = list(turn.hand)
    found = []
    for die in roll.dice:
        faces = [face for other, face in left if other == die]
        if die == roll.die and roll.hazard is not None:
            faces = [face for face in faces if face == roll.hazard]
        if faces:
            found.append((die, faces[-1]))  # of two, the hazard: it is what one re-arranges for
            left.remove(found[-1])
    return tuple(found)


def move(state: State, step: Step, faces: Sequence[bool] = (), unrolled: tuple[Roll, ...] | None = None) -> State:
    """The state after a step whose dice show these hazards, or none; `turn.ended` tells whether the driving ends there.
    `unrolled` is the rest of a draft driven one by one."""
    road, turn, cars = state.stage.road, state.turn, state.cars
    seat, used, hazards, secured, hand, safe = turn.seat, turn.used, turn.hazards, turn.secured, turn.hand, turn.safe
    passed, car = turn.passed, cars[seat]
    seconds = car.seconds
    roll, gear, place, _, _, _, over, lost, _ = step
    die, _, braked, pay, _, _ = roll
    starts = state.options.quickstart and is_quick_start(state, roll)
    if pay:
        seconds -= price(turn, pay)
        secured += pay
    if road.alongside[place] and (beside := level(state, place)):
        passed = tuple(sorted({*passed, *beside}))
    if hand:
        left = list(hand)
        for pair in held(turn, roll):
            left.remove(pair)
        hand = tuple(left)
    if faces:
        hazards += sum(faces)
    shown = faces and faces[0] and not safe
    if starts and shown:
        ended = "stall"  # a stalled car does not lose control by speed either
    elif lost:
        ended = lost
    elif over == 1 and shown:
        ended = "landing"
    elif hazards >= LIMIT and not safe:
        ended = "hazards"
    else:
        ended = "finish" if road.past[place] else ""
    phase, draft = (turn.phase, turn.draft) if unrolled is None else ("roll", unrolled)
    used = used + roll.dice if braked else (*used, die)
    stamps = state.stamps + 1
    car = _driven(car, place=place, gear=gear, seconds=seconds, stamp=stamps)
    turn = _stepped(
        turn,
        phase,
        draft,
        hand,
        ended,
        turn.quick or starts,
        used=used,
        hazards=hazards,
        secured=secured,
        passed=passed,
    )
    return changed(state, (*cars[:seat], car, *cars[seat + 1 :]), turn, stamps)


@written_out
def _driven(car: Car, *, place: int, gear: int, seconds: int, stamp: int) -> Car:
    """The car on its next space."""
    return car._replace(place=place, gear=gear, seconds=seconds, spun=False, beside=False, stamp=stamp)


@written_out
def _stepped(
    turn: Turn, phase: Phase, draft: tuple[Roll, ...], hand: tuple[tuple[int, bool], ...], ended: str, quick: bool, *,
    used: tuple[int, ...], hazards: int, secured: int, passed: tuple[int, ...],
) -> Turn:  # fmt: skip
    """The turn after one more step."""
    return turn._replace(
        phase=phase, used=used, hazards=hazards, secured=secured, passed=passed, draft=draft, hand=hand, ended=ended,
        quick=quick, fresh=False,
    )  # fmt: skip


def drive_on(state: State, roll: Roll, faces: Sequence[bool] = ()) -> State:
    """The state after the first step of a frozen draft, which is taken out of the draft."""
    return move(state, aim(state, roll), faces, state.turn.draft[1:])


# -- Facts for whoever explains ---------------------------------------------------------------------------------------


def follow(state: State, roll: Roll) -> State:
    """The state after a legal step, with the faces of its dice if they lie rolled, and clean ones otherwise."""
    faces = tuple(face for _, face in held(state.turn, roll)) if state.turn.hand else ()
    return move(state, aim(state, roll), faces)
