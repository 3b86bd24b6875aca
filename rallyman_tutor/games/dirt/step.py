"""One die on the road: where it leads, in which gear, what is certain about it, and the car behind it.

This is the physics below the rules. `aim` answers for every die and every target, however silly; it refuses nothing, it
only says where the die would lead, or why it leads nowhere. `move` takes an aimed step as driven, without asking luck.
What dice, cards and tokens do to the car is in `play.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.core.luck import Odds
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CLEAN,
    GAS,
    GAS_CAP,
    GEAR_CAP,
    HAZARD,
    LEADER,
    LEADER_CAP,
    LIMIT,
    TOO_FAST_BY,
    VALUES,
    Car,
    Roll,
    State,
    Turn,
)

SECONDS_PER_DIE: int = VALUES["seconds.per_die"]


def _odds(hazards: int) -> Odds:
    return ((HAZARD, hazards), (CLEAN, VALUES["dice.faces"] - hazards))


ODDS: dict[int, Odds] = {
    **{gear: _odds(hazards) for gear, hazards in enumerate(VALUES["dice.gear_hazards"], 1)},
    GAS: _odds(VALUES["dice.gas_hazards"]),
    LEADER: _odds(VALUES["dice.leader_hazards"]),
    BRAKE: _odds(VALUES["dice.brake_hazards"]),
}


class Step(NamedTuple):
    """A die on its target: what is certain before it is rolled."""

    roll: Roll
    gear: int  # in which the car drives this space
    to: int  # the place it leads to; -1: nowhere
    nowhere: str = ""  # why it leads nowhere
    named: int = -1  # the place that was asked for, where there is one
    jump: int = -1  # the place it takes off from
    over: int = -1  # how many gears above the number of the jump; -1: no flight
    lost: str = ""  # control is certainly lost: "limit" or "jump"


class Next(NamedTuple):
    """A step of a frozen draft that is asked for, beside the one that is due: the same, but for securing it."""

    roll: Roll
    due: Roll | None


# -- The car and its dashboard ------------------------------------------------------------------------------------------


def sweeps(state: State) -> bool:
    """Whether the driver in turn drives with leader dice."""
    return state.leader == state.turn.seat and state.options.leader and not swept(state)


def swept(state: State) -> bool:
    """Whether a car has crossed the finish, and the road is swept."""
    return any(car.status == "finished" for car in state.cars)


def caps(state: State) -> tuple[int, int, int]:
    """How many gear dice, gas or leader dice, and brake dice the dashboard gives this turn."""
    car = state.car
    base = LEADER_CAP if sweeps(state) else GAS_CAP
    return (
        max(0, GEAR_CAP - car.gears),
        max(0, base - car.gas - car.punctures),
        max(0, state.options.brakes - car.brakes),
    )


def limit_of(state: State, place: int, here: int) -> int | None:
    """The highest gear in which a car here may enter a space: gravel takes one off in its bend, and 0 is closed; but whoever
    is inside, or stands where nothing else is left, gets out in 1st. None: any gear."""
    space = state.stage.road.spaces[place]
    if space.limit is None or space.kind not in ("line", "drift"):
        return space.limit
    return limit_in_gravel(state.stage.road, state.gravel[space.bend], place, here)


def limit_in_gravel(road: Road, gravel: int, place: int, here: int) -> int:
    """The same for a space of a bend with so much gravel on it."""
    limit = road.spaces[place].limit or 0
    if gravel < limit:
        return limit - gravel
    return 1 if trapped(road, gravel, here, road.spaces[place].bend) else 0


def trapped(road: Road, gravel: int, place: int, bend: int) -> bool:
    """Whether a car on this place, inside a bend or just before it, has nowhere to go but through its gravel."""
    here = road.spaces[place]
    if here.bend == bend and here.kind in ("line", "drift"):
        return True
    return all(
        road.spaces[at].kind in ("line", "drift") and gravel >= (road.spaces[at].limit or 0) for at in road.next[place]
    )


def worth(steps: Sequence[Roll]) -> int:
    """The seconds these steps earn when they are driven flat out; brake dice earn none."""
    return SECONDS_PER_DIE * sum(roll.die != BRAKE for roll in steps)


def price(turn: Turn, dice: int) -> int:
    """What it costs to secure so many dice more this turn."""
    return sum(range(turn.secured + 1, turn.secured + dice + 1))


# -- Other cars ---------------------------------------------------------------------------------------------------------


def on_road(state: State, seat: int) -> bool:
    """Whether a car other than the one in turn stands on the road."""
    car = state.cars[seat]
    return seat != state.turn.seat and car.status == "road" and not car.beside and car.place >= 0


def occupant(state: State, place: int) -> int:
    """The seat of another car on this very space; -1 if it is free."""
    for seat, car in enumerate(state.cars):
        if car.place == place and on_road(state, seat):
            return seat
    return -1


def clashing(state: State, place: int) -> int:
    """The seat of another car whose space shares room with this one; -1 if there is none."""
    clashes = state.road.clashes[place]
    if clashes:
        for seat, car in enumerate(state.cars):
            if car.place in clashes and on_road(state, seat):
                return seat
    return -1


def roomy(state: State, place: int) -> bool:
    """Whether no other car takes the room of a space."""
    return occupant(state, place) < 0 and clashing(state, place) < 0


def locker(state: State, place: int) -> int:
    """The seat of another car that drives the same bend by the other way; -1 if there is none."""
    space = state.road.spaces[place]
    if space.kind not in ("line", "drift"):
        return -1
    for seat, car in enumerate(state.cars):
        if on_road(state, seat):
            other = state.road.spaces[car.place]
            if other.bend == space.bend and other.kind != space.kind and other.kind in ("line", "drift"):
                return seat
    return -1


def level(state: State, place: int) -> tuple[int, ...]:
    """The seats of all cars level with a space."""
    beside = state.road.alongside[place]
    if not beside or len(state.cars) == 1:
        return ()
    return tuple(seat for seat, car in enumerate(state.cars) if car.place in beside and on_road(state, seat))


def free_starts(state: State) -> tuple[int, ...]:
    """The free spaces behind the start line."""
    return tuple(place for place in state.road.starts if occupant(state, place) < 0)


# -- The start of a turn --------------------------------------------------------------------------------------------------


def put_back(state: State) -> State:
    """The state at the start of a turn: a spun car is turned round, one beside the road comes back if its space is free,
    one that starts is put behind the line, and whoever stands level has nothing to prove any more."""
    turn, car = state.turn, state.car
    if car.status == "waiting":
        free = free_starts(state)
        if not free:
            return state
        car = car._replace(place=free[0], status="road", stamp=state.stamps + 1)
        state = state._replace(stamps=state.stamps + 1)
        turn = turn._replace(fresh=len(free) > 1)
    elif car.spun:
        car = car._replace(spun=False)
    elif car.beside and roomy(state, car.place):
        car = car._replace(beside=False)
    if car.place >= 0 and not turn.used and (beside := level(state, car.place)) != turn.passed:
        turn = turn._replace(passed=beside)
    return with_car(state, car, turn)


def with_car(state: State, car: Car, turn: Turn | None = None) -> State:
    """The state with the car in turn changed, and the turn if it is told."""
    seat, cars = state.turn.seat, state.cars
    return State(
        state.stage, state.options, (*cars[:seat], car, *cars[seat + 1 :]), state.turn if turn is None else turn,
        state.order, state.round, state.queue, state.leader, state.gravel, state.backs, state.stamps, state.rally,
    )  # fmt: skip


def with_turn(state: State, turn: Turn) -> State:
    """The state with the turn changed."""
    return State(
        state.stage, state.options, state.cars, turn, state.order, state.round, state.queue, state.leader, state.gravel,
        state.backs, state.stamps, state.rally,
    )  # fmt: skip


def spread(turn: Turn) -> Turn:
    """A turn with the dice of its failed flat out lying open, to be laid again."""
    hand = [
        pair for roll, shown in zip(turn.draft, turn.faces, strict=True) for pair in zip(roll.dice, shown, strict=True)
    ]
    return turn._replace(hand=tuple(sorted(hand)))


# -- Aiming -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def names(road: Road) -> dict[str, tuple[int, ...]]:
    """All spaces by every name they go by, in driving order."""
    found: dict[str, list[int]] = {}
    for space in road.spaces:
        code, _, rest = space.key.partition("#")
        for name in {space.key, rest, f"#{rest}", space.name, f"{code}.{space.name}"}:
            found.setdefault(name, []).append(space.place)
    return {name: tuple(places) for name, places in found.items()}


_WAYS = {"l": "line", "d": "drift", "h": "half", "k": "shortcut", "f": "full"}


def _straight(road: Road, place: int, among: Sequence[int]) -> int:
    """The space straight on among those that follow; -1 where a driver has to say which."""
    lane = road.spaces[place].lane
    same = [at for at in among if road.spaces[at].lane == lane and road.spaces[at].way != "slide"] if lane else []
    if len(same) == 1:
        return same[0]
    return among[0] if len(among) == 1 else -1


def _pick(road: Road, name: str, among: Sequence[int], here: int) -> tuple[int, str]:
    """The space a name means among those that can follow; else the one it names anywhere, or why there is none."""
    if not name:
        at = _straight(road, here, among)
        return at, "" if at >= 0 else "unnamed"
    kind = _WAYS.get(name)
    if kind or name in ("L", "R"):
        for at in among:
            if (road.spaces[at].kind == kind) if kind else (road.spaces[at].lane == name):
                return at, ""
        return -1, "no-way"
    places = names(road).get(name, ())
    for at in places:
        if at in among:
            return at, ""
    if not places:
        return -1, "unknown"
    front = road.spaces[here].front
    ahead = [at for at in places if road.spaces[at].front > front]
    return (ahead[0] if ahead else places[-1]), "elsewhere"


def _why(road: Road, here: int, target: int) -> str:
    """Why no die leads from one space to another."""
    one, other = road.spaces[here], road.spaces[target]
    if "shortcut" in (one.kind, other.kind) and other.front > one.front:
        return "shortcut"
    if one.zone == other.zone and one.way and other.way and one.way != other.way and one.start < other.front:
        return "slide" if one.way in ("lane", "slide") else "way"
    if other.front <= one.front:
        return "behind"
    return "half" if other.kind == "half" and other.part > 1 and road.zones[one.zone].front <= other.start else "far"


def aim(state: State, roll: Roll) -> Step:
    """Where a die leads, and what is certain about it."""
    car = state.cars[state.turn.seat]
    gear = roll.die if roll.die > 0 else car.gear
    here = car.place
    if here < 0:
        return Step(roll, gear, -1, "not-started")
    road = state.stage.road
    ahead = road.next[here]
    target, why = _pick(road, roll.to, ahead, here)
    if not why:
        space = road.spaces[target]
        if not space.jump or gear < space.jump:
            return _certain(state, car, Step(roll, gear, target, "", target))
        over = gear - space.jump
        landings = road.landings(target, 1 + (over > 0))
        landing, lost = _pick(road, roll.land, landings, target)
        if lost:
            why = "landing" if lost in ("elsewhere", "no-way", "unknown") and landings else lost
            return Step(roll, gear, -1, why, landing, target, over)
        return _certain(state, car, Step(roll, gear, landing, "", landing, target, over))
    if why == "elsewhere":
        best = None
        for at in ahead:  # the landing alone may be named
            jump = road.spaces[at].jump
            if jump and gear >= jump and target in road.landings(at, 1 + (gear > jump)):
                straight = road.spaces[at].lane == road.spaces[here].lane
                rank = (occupant(state, at) < 0, straight)
                if best is None or rank > best[0]:
                    best = (rank, at, gear - jump)
        if best:
            return _certain(state, car, Step(roll, gear, target, "", target, best[1], best[2]))
        why = _why(road, here, target)
    return Step(roll, gear, -1, why, target)


def _certain(state: State, car: Car, step: Step) -> Step:
    """The step with what is certain to go wrong."""
    if step.over >= TOO_FAST_BY:
        return step._replace(lost="jump")
    if state.stage.road.spaces[step.to].limit is None:
        return step
    limit = limit_of(state, step.to, car.place)
    return step._replace(lost="limit") if limit is not None and step.gear > limit > 0 else step


# -- Moving -----------------------------------------------------------------------------------------------------------


def held(turn: Turn, roll: Roll) -> tuple[tuple[int, bool], ...]:
    """The rolled dice a step takes out of the hand, as far as they are there."""
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


def move(state: State, step: Step, faces: Sequence[bool] = ()) -> State:
    """The car behind a step whose dice show these hazards, none if not told; and whether the way ends there."""
    turn, car, roll = state.turn, state.car, step.roll
    dice = roll.dice
    hazards = sum(faces)
    secured, seconds = turn.secured, car.seconds
    if roll.pay:
        seconds -= price(turn, roll.pay)
        secured += roll.pay
    beside = level(state, step.to)
    passed = turn.passed if not beside else tuple(sorted({*turn.passed, *beside}))
    quick = turn.quick or (state.options.quickstart and not turn.used and not car.gear and roll.die == 2)
    count = turn.hazards + hazards
    if step.lost:
        ended = step.lost
    elif step.over == 1 and faces and faces[0] and not turn.safe:
        ended = "landing"
    elif count >= LIMIT and not turn.safe:
        ended = "hazards"
    else:
        ended = "finish" if state.stage.road.past[step.to] else ""
    hand = turn.hand
    if hand:
        left = list(hand)
        for pair in held(turn, roll):
            left.remove(pair)
        hand = tuple(left)
    moved = Car(
        car.name, step.to, step.gear, car.clock, seconds, car.gears, car.brakes, car.gas, car.flags, car.punctures,
        car.fine, car.wheel, car.sisu, False, False, state.stamps + 1, car.status,
    )  # fmt: skip
    after = Turn(
        turn.seat, turn.phase, (*turn.used, *dice), count, secured, passed, turn.draft, turn.faces, hand, turn.stake,
        ended, turn.safe, quick, False, turn.gravel,
    )  # fmt: skip
    seat = turn.seat
    cars = (*state.cars[:seat], moved, *state.cars[seat + 1 :])
    return State(
        state.stage, state.options, cars, after, state.order, state.round, state.queue, state.leader, state.gravel,
        state.backs, state.stamps + 1, state.rally,
    )  # fmt: skip


def drive_on(state: State, roll: Roll, faces: Sequence[bool] = ()) -> State:
    """The car behind the first step of its frozen draft, and the draft without it."""
    after = move(state, aim(state, roll), faces)
    return after._replace(turn=after.turn._replace(draft=state.turn.draft[1:]))


# -- Facts for whoever explains ---------------------------------------------------------------------------------------


def chance(die: int) -> Fraction:
    """The chance that a die shows a hazard."""
    (_, hazards), (_, clean) = ODDS[die]
    return Fraction(hazards, hazards + clean)


def reach(state: State) -> list[str]:
    """The spaces one die may lead to, by the look of the road alone."""
    car = state.car
    if car.place < 0:
        return []
    return [state.road.short(place) for place in state.road.next[car.place]]
