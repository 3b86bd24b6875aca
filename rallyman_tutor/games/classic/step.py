"""One die on the road: where it leads, in which gear, what is certain about it, and what it does when it is played.

This is the physics below the rules. `aim` answers for every die and every target, however silly; it refuses nothing, it
only says where the die would lead, or why it leads nowhere. `take` plays an aimed step: hazard, move, shortcut card.
What follows when control is lost, and the end of the turn, are in `ending.py`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.core.luck import Harmless, Luck
from rallyman_tutor.games.classic.conditions import blocker
from rallyman_tutor.games.classic.draws import chance, rolled, shortcut
from rallyman_tutor.games.classic.spaces import Bend, Road
from rallyman_tutor.games.classic.state import (
    GAS,
    HARMLESS,
    MOST_PUNCTURES,
    TOO_FAST_BY,
    VALUES,
    Car,
    Event,
    Roll,
    State,
    Turn,
)
from rallyman_tutor.parts.cards import Deck

LEAST_DICE: int = VALUES["attack.least_dice"]
GAS_WINTER_ON_DRY: int = VALUES["turn.gas_dice_winter_on_dry"]
LIMIT: int = VALUES["turn.hazard_limit"]
LIMIT_SUMMER_ON_SNOW: int = VALUES["turn.hazard_limit_summer_on_snow"]
HARMLESS_LUCK = Harmless(HARMLESS)
"""Luck that judging uses for everything a draft does not tell."""


Nowhere: TypeAlias = Literal[
    "", "air", "behind", "drift-start", "far", "flies", "here", "last-drift", "left-way", "no-cut", "no-way", "unknown"
]
"""Why a die leads nowhere; "" where it leads somewhere."""


class Notes(NamedTuple):
    """The notes of a bend as they hold for one car; 0 or less is no way."""

    line: int
    drift: int
    cut: int


class Step(NamedTuple):
    """A die on its target: what is certain before it is rolled."""

    roll: Roll
    gear: int  # in which the car drives this space
    to: int  # the place it leads to; -1: nowhere
    nowhere: Nowhere = ""  # why it leads nowhere
    flown: tuple[int, ...] = ()  # from the jump on, what the car flies over before it lands
    over: int = -1  # how many gears above the note of a jump; -1: no flight
    lost: str = ""  # control is certainly lost: "jump" or "bend"
    out: bool = False  # the rally is certainly over
    told: tuple[str, ...] = ()  # what its die and its cards show, as far as a script tells it

    @property
    def hazard(self) -> Fraction:
        """The chance that its die shows a hazard."""
        return chance(self.roll.die, self.told)


class Ground(NamedTuple):
    """All that decides where the dice of a car lead: the road, where it stands on it, and the dirt. Small, so that its
    consequences can be kept."""

    road: Road
    place: int
    gear: int
    dirt: tuple[int, ...]  # as the state has it; empty where none is near
    dirt_on_entry: int

    def notes(self, number: int) -> Notes:
        """The notes of a bend: dirt takes one off line and drift, but not for a car that was already inside."""
        bend = self.road.bends[number]
        dirt = self.dirt[bend.dirt] if self.dirt else 0
        if self.dirt_on_entry >= 0 and self.road.spaces[self.place].bend == number:
            dirt = self.dirt_on_entry
        return Notes(bend.line - dirt, bend.drift - dirt if bend.drift else 0, bend.cut)


def ground(state: State, car: Car) -> Ground:
    """All that decides where the dice of this car lead."""
    road, place, dirt = state.stage.road, car.place, state.dirt
    if car.dirt_on_entry <= 0:
        for number in road.dirts_near[place]:
            if dirt[number]:
                break
        else:
            return Ground(road, place, car.gear, (), -1)
    return Ground(road, place, car.gear, dirt, car.dirt_on_entry)


def notes(state: State, car: Car, number: int) -> Notes:
    """The notes of any bend of the stage for this car."""
    return Ground(state.road, car.place, car.gear, state.dirt, car.dirt_on_entry).notes(number)


def best_note(state: State, found: Notes, kind: str) -> int:
    """The note of a bend that decides whether a car is so much too fast that the rally is over."""
    return _best_note(state.options.elim_reference, found, kind)


def _best_note(reference: str, found: Notes, kind: str) -> int:
    if reference == "way":
        return {"line": found.line, "drift": found.drift, "cut": found.cut}[kind]
    road = max(found.line, found.drift)
    if reference == "highest_road" and road > 0:
        return road
    return max(road, found.cut)


def limit(state: State, car: Car, place: int) -> int:
    """How many hazards lose control on this place."""
    return LIMIT_SUMMER_ON_SNOW if not car.winter and state.road.spaces[place].snow else LIMIT


def restart(state: State, car: Car) -> int:
    """Where a car beside the road comes back."""
    space = state.road.spaces[car.place]
    if space.kind == "drift" and state.options.drift_reentry == "line":
        return state.road.bends[space.bend].line_at
    return car.place


def put_back(state: State) -> State:
    """The state at the start of a turn: a spun car is turned round; one beside the road comes back, if there is
    room."""
    seat = state.turn.seat
    car = state.cars[seat]
    if state.turn.stuck:
        state = state._replace(turn=state.turn._replace(stuck=False))
    if not car.spun and not car.beside:
        return state
    if car.beside and blocker(state, restart(state, car), seat) >= 0:
        return state._replace(turn=state.turn._replace(stuck=True))
    place = restart(state, car) if car.beside else car.place
    return with_car(state, car._replace(place=place, beside="", spun=False))


def with_car(state: State, car: Car) -> State:
    """The state with the car in turn changed."""
    seat, cars = state.turn.seat, state.cars
    return changed(
        state, (*cars[:seat], car, *cars[seat + 1 :]), state.turn, state.queue, state.dirt, state.shortcut, state.stamps
    )


def changed(
    state: State,
    cars: tuple[Car, ...],
    turn: Turn,
    queue: tuple[int, ...],
    dirt: tuple[int, ...],
    shortcut: Deck,
    stamps: int,
) -> State:
    """The state with these parts changed. Every step needs this once or twice, so the fields are passed by position,
    which is twice as fast as `_replace`."""
    return State(
        state.stage, state.options, cars, turn, state.order, state.round, queue, dirt, state.backs, shortcut, stamps,
        state.points, state.splits, state.rally,
    )  # fmt: skip


def blocked_by(state: State) -> str:
    """The name of a car that leaves the one in turn no room, on its way or where it comes back: the nearest, where each
    way has its own; nothing if none does."""
    seat = state.turn.seat
    ways = (restart(state, state.car),) if state.turn.stuck else state.road.ahead[state.car.place]
    others = {other for place in ways if (other := blocker(state, place, seat)) >= 0}
    nearest = min(others, key=lambda other: state.cars[other].place, default=-1)
    return state.cars[nearest].name if nearest >= 0 else ""


# -- Aiming -----------------------------------------------------------------------------------------------------------


def fitting_way(bend: Bend, found: Notes, gear: int) -> int:
    """The place at which a car enters a bend when the driver names no way."""
    if gear <= found.line:
        return bend.line_at
    closed = found.line <= 0 < found.drift and (gear > found.drift or not bend.cut_at)
    if bend.drift_at and (gear == found.drift or closed):
        return bend.drift_at[0]
    if found.line <= 0 and bend.cut_at:
        return bend.cut_at
    return bend.line_at


def counted_way(bend: Bend, found: Notes, gear: int) -> int:
    """The first place of a bend by which a flight over it counts spaces when the driver names no way. Dirt closes no
    way in the air."""
    fits = bend.drift_at and gear == found.drift and gear > found.line
    return bend.drift_at[0] if fits or not (bend.line_at or bend.cut_at) else bend.line_at or bend.cut_at


def _hop(on: Ground, place: int, gear: int, way: str, *, flies: bool = False) -> tuple[int, Nowhere, bool]:
    """One space on from a place: where to (or -1 and why), and whether the named way was used for it. `flies`: the car
    flies on from there and does not come down."""
    road = on.road
    space = road.spaces[place]
    ahead = road.ahead[place]
    if not ahead:
        return -1, "far", False
    if space.kind == "drift" and place != road.bends[space.bend].drift_at[-1]:
        if way == "k":
            return -1, "left-way", True
        stays = gear >= on.notes(space.bend).drift if not way else way == "d"
        return (place + 1 if stays else road.bends[space.bend].line_at), "", bool(way)
    number = road.spaces[ahead[0]].bend
    if number < 0:
        return ahead[0], "", False
    bend = road.bends[number]
    if not way:
        return (counted_way if flies else fitting_way)(bend, on.notes(number), gear), "", False
    found = {"l": bend.line_at, "d": bend.drift_at[0] if bend.drift_at else 0, "k": bend.cut_at}.get(way, 0)
    return (found, "", True) if found else (-1, "no-cut" if way == "k" else "no-way", True)


def _lead(on: Ground, reference: str, roll: Roll, gear: int, way: str) -> Step:
    """Where a die leads when a way, or none, is named."""
    spaces = on.road.spaces
    place, why, asked = _hop(on, on.place, gear, way)
    if place < 0:
        return Step(roll, gear, -1, why)
    flown: tuple[int, ...] = ()
    over = -1
    if spaces[place].kind == "jump" and gear >= spaces[place].note:
        over = gear - spaces[place].note
        for left in range(min(over, 2), -1, -1):
            flown += (place,)
            place, why, now = _hop(on, place, gear, "" if asked else way, flies=left > 0)
            asked = asked or now
            if place < 0:
                return Step(roll, gear, -1, why)
            if place == on.road.finish:
                break
    if any(gear != on.notes(spaces[p].bend).drift for p in flown if spaces[p].kind == "drift"):
        return Step(roll, gear, -1, "air")  # only the gear of the drift counts its spaces on the way
    if way and not asked:
        here = spaces[on.place]
        return Step(
            roll,
            gear,
            -1,
            ("last-drift" if here.kind == "drift" and way == "l" else "left-way") if here.bend >= 0 else "no-way",
        )
    return _certain(on, reference, Step(roll, gear, place, "", flown, over))


def _certain(on: Ground, reference: str, step: Step) -> Step:
    """The step with what is certain to go wrong."""
    space = on.road.spaces[step.to]
    lost = "jump" if step.over >= 2 else ""
    if space.bend < 0:
        return step._replace(lost=lost) if lost else step
    found = on.notes(space.bend)
    note = {"line": found.line, "drift": found.drift, "cut": found.cut}[space.kind]
    if not lost and step.gear > note > 0:
        lost = "bend"
    out = note > 0 and step.gear >= _best_note(reference, found, space.kind) + TOO_FAST_BY
    return step._replace(lost=lost, out=out) if lost or out else step


def aim(state: State, roll: Roll) -> Step:
    """Where this die would lead the car whose turn it is."""
    return _aim(ground(state, state.cars[state.turn.seat]), state.options.elim_reference, roll)


@lru_cache(maxsize=1 << 13)
def _aim(on: Ground, reference: str, roll: Roll) -> Step:
    """Where a die leads. Cached: the same dice are aimed again and again."""
    gear = roll.die if roll.die > 0 else on.gear
    if roll.to in ("", "l", "d", "k"):
        return _lead(on, reference, roll, gear, roll.to)
    target = on.road.place.get(roll.to, -1)
    for way in ("", "l", "d", "k"):
        step = _lead(on, reference, roll, gear, way)
        if step.to == target >= 0:
            return step
    return Step(roll, gear, -1, _why_not(on.road, on.place, target))


def _why_not(road: Road, place: int, target: int) -> Nowhere:
    """Why no die leads to this place now."""
    if target < 0:
        return "unknown"
    here, there = road.spaces[place], road.spaces[target]
    if target == place:
        return "here"
    if 0 <= here.bend == there.bend:
        if here.kind == "drift" and there.kind == "line":
            return "last-drift"
        if here.kind == there.kind == "drift":
            return "far" if target > place else "behind"
        return "left-way"
    if there.front <= here.front:
        return "behind"
    if target in road.ahead[place]:
        return "flies"
    if there.bend >= 0 and road.bends[there.bend].drift_at and road.bends[there.bend].drift_at[0] in road.ahead[place]:
        return "drift-start"
    return "far"


# -- Playing ----------------------------------------------------------------------------------------------------------


class _DieResult(NamedTuple):
    """The result of a die: rolled, secured, or taken from those that lie rolled in an attack."""

    hazard: bool
    secured: int
    hand: tuple[tuple[int, bool], ...]
    events: list[Event]


def _shown(state: State, roll: Roll, luck: Luck) -> _DieResult:
    turn, seat, die = state.turn, state.turn.seat, roll.die
    hand, secured = turn.hand, turn.secured
    if roll.pay and not turn.rolled:  # in an attack the die lies rolled, whatever is paid for it
        cost = secured + 1
        return _DieResult(False, cost, hand, [Event("secured", "CL-SEC-01", seat, {"die": die, "cost": cost})])
    if turn.rolled:
        found = next(shown for shown in hand if shown[0] == die and roll.hazard in (None, shown[1]))
        at, hazard = hand.index(found), found[1]
        hand = hand[:at] + hand[at + 1 :]
        events = [Event("moved-with", "CL-ATK-02", seat, {"die": die, "hazard": hazard})]
    else:
        hazard = rolled(die, luck)
        code = "CL-GAS-01" if die == GAS else "CL-GEAR-04" if die == state.car.gear else "CL-TURN-01"
        events = [Event("rolled", code, seat, {"die": die, "hazard": hazard})]
    if state.options.training and hazard:
        hazard = False
        events.append(Event("ignored", "CL-TRAIN-01", seat))
    return _DieResult(hazard, secured, hand, events)


def _ended(state: State, car: Car, step: Step, hazard: bool) -> str:
    """Why nothing more can be driven after this step; empty if something can. A shortcut card may still end the
    rally."""
    if step.out:
        return "out"
    if step.over >= 2:
        return "jump"
    if step.lost:  # before a hard landing: Sisu undoes the landing, and never the bend
        return "bend"
    if hazard and step.over == 1:
        return "landing"
    if hazard and state.turn.hazards + 1 >= limit(state, car, step.to):
        return "hazards"
    return ""


def take(state: State, step: Step, luck: Luck) -> tuple[State, list[Event]]:
    """Play one step: the die's hazard, the move, the shortcut card. `turn.ended` tells whether driving is over."""
    turn, seat, to, gear = state.turn, state.turn.seat, step.to, step.gear
    car = state.cars[seat]
    spaces = state.road.spaces
    space = spaces[to]
    hazard, secured, hand, events = _shown(state, step.roll, luck)
    ended = _ended(state, car, step, hazard)

    met = -1
    if space.bend >= 0:
        inside = spaces[car.place].bend == space.bend and car.dirt_on_entry >= 0
        met = car.dirt_on_entry if inside else state.dirt[state.road.bends[space.bend].dirt]
    if step.out:
        events.append(Event("out", "CL-BEND-06", seat))
    else:
        facts = {"from": car.place, "to": to, "space": space.key, "gear": gear, "flown": step.flown}
        events.append(Event("moved", _moved_by(step, space.kind), seat, facts))
    dirt, deck, punctures = state.dirt, state.shortcut, car.punctures
    if space.kind == "cut" and not step.out:
        dirt, deck, punctures, drawn = shortcut(state, space.bend, punctures, luck)
        events += drawn
        if punctures > MOST_PUNCTURES:
            punctures, ended = MOST_PUNCTURES, "out"
    if not ended and to == state.road.finish:
        ended = "finish"

    seconds = car.seconds - secured if step.roll.pay else car.seconds
    status: Literal["road", "finished", "out"] = "road" if car.status == "waiting" else car.status
    moved = Car(  # by position, as in `changed`
        car.name, to, gear, car.clock, seconds, car.damage, punctures, car.wheel, car.sisu, car.winter, "", False, met,
        state.stamps + 1, status,
    )  # fmt: skip
    on_dry = turn.gas_on_dry + (step.roll.die == GAS and not space.snow)
    after = Turn(
        seat, turn.phase, (*turn.used, step.roll.die), turn.hazards + hazard, secured, on_dry, turn.rolled, hand,
        turn.wheel, turn.stuck, ended,
    )  # fmt: skip
    cars = (*state.cars[:seat], moved, *state.cars[seat + 1 :])
    return changed(state, cars, after, state.queue, dirt, deck, state.stamps + 1), events


def _moved_by(step: Step, kind: str) -> str:
    """The rule that gives the space to which a die leads."""
    if step.over >= 0 and kind == "finish":
        return "CL-JUMP-06"
    if step.over >= 0:
        return ("CL-JUMP-02", "CL-JUMP-03", "CL-JUMP-04")[min(step.over, 2)]
    if kind == "finish":
        return "CL-FIN-01"
    if step.lost == "bend":
        return "CL-CUT-02" if kind == "cut" else "CL-BEND-05"
    return {"line": "CL-BEND-01", "drift": "CL-BEND-02", "cut": "CL-CUT-01", "jump": "CL-JUMP-01"}.get(
        kind, "CL-TURN-01"
    )


# -- Attacks ----------------------------------------------------------------------------------------------------------


def dice_rolled(state: State, dice: tuple[int, ...], hazards: tuple[bool, ...] = ()) -> State:
    """The state after rolling these dice for an attack; without faces, all of them clean."""
    shown = hazards or (False,) * len(dice)
    hand = tuple(sorted(zip(dice, shown, strict=True)))
    return state._replace(turn=state.turn._replace(phase="drive", rolled=len(dice), hand=hand))


def spaces_to_finish(state: State) -> int:
    """How many spaces lie ahead by the longest way, the finish counted as one."""
    road = state.road
    here = road.spaces[state.cars[state.turn.seat].place]
    left = road.items[here.item].drifts - here.nth if here.kind == "drift" else 0
    return left + sum(max(1, item.drifts) for item in road.items[here.item + 1 :]) + 1
