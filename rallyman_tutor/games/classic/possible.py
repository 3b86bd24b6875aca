"""Which states are possible. A position that is written by hand is checked before anybody drives on from it.

The checks are about the cars, the turn and what lies on the table. None of them is a rule that a driver could break,
for play never leads to an impossible state; a test drives random rallies and checks every state. Not asked is what
happened in turns that are over: a car in the middle of a stage may have an empty clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rallyman_tutor.core.notation import NO_FACTS
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.classic.conditions import BEND_CAPACITY
from rallyman_tutor.games.classic.moments import HAZARDOUS
from rallyman_tutor.games.classic.spaces import START, Road
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE, MOST_DAMAGE, VALUES, Car, State
from rallyman_tutor.games.classic.step import GAS_WINTER_ON_DRY, LEAST_DICE, LIMIT, limit, put_back
from rallyman_tutor.parts.cards import Deck

MOST_DRIVERS: int = VALUES["rally.most_drivers"]
DRIVEN = ("roll", "drive", "sisu", "give")
"""The phases of a turn in which its car is driven."""


class Impossible(NamedTuple):
    """Why a state is impossible: the part of the position, a key of the texts with its facts, and the seat of the car
    or the word that it is about."""

    part: str  # "car", "turn" or "table"
    key: str
    facts: Facts = NO_FACTS
    seat: int = 0
    word: str = ""


def impossible(state: State) -> Impossible | None:
    """The first reason why a state is impossible; None if it is possible."""
    return next((found for sort in (_cars, _table, _turn) for found in sort(state)), None)


# -- Cars -------------------------------------------------------------------------------------------------------------


def _cars(state: State) -> Iterator[Impossible]:
    for seat, car in enumerate(state.cars):
        if seat >= MOST_DRIVERS:
            yield Impossible("car", "fewer-cars", {"most": MOST_DRIVERS}, seat)
        yield from _standing(state, seat, car)
        yield from _carrying(state, seat, car)
        if car.stamp and car.stamp in [other.stamp for other in state.cars[:seat]]:
            yield Impossible("car", "car-stamp", {}, seat, f"#{car.stamp}")
        if _is_crowded(state, seat):
            yield Impossible("car", "room-taken", {}, seat)


def _standing(state: State, seat: int, car: Car) -> Iterator[Impossible]:
    """Each contradiction between where a car is and how it got there."""
    space, drives = state.road.spaces[car.place], seat == state.turn.seat
    if car.status == "waiting" and car.place != START:
        yield Impossible("car", "car-placed", {}, seat, "waiting")
    if car.status == "road" and car.place == START:
        yield Impossible("car", "car-on-road", {}, seat, "road")
    if car.status == "finished" and space.kind != "finish":
        yield Impossible("car", "car-finished", {}, seat, "finished")
    if car.status != "finished" and space.kind == "finish" and not (drives and state.turn.phase == "sisu"):
        yield Impossible("car", "car-past", {}, seat)
    if (car.spun or car.beside) and (
        car.status not in ("road", "out") or car.place == START or (car.spun and car.beside)
    ):
        yield Impossible("car", "car-off", {}, seat)
    elif (car.spun or car.beside) and car.gear:
        yield Impossible("car", "car-in-neutral", {}, seat, f"g{car.gear}")
    if car.beside and (space.left if car.beside == "left" else space.right) in ("cut", "road"):
        yield Impossible("car", "car-beside", {"side": car.beside}, seat, "off-")
    if car.dirt_on_entry >= 0 and space.bend < 0:
        yield Impossible("car", "dirt-met", {"most": 0}, seat, "met")
    elif car.dirt_on_entry > (dirt := state.dirt[state.road.bends[space.bend].dirt] if space.bend >= 0 else 0):
        yield Impossible("car", "dirt-met", {"most": dirt}, seat, "met")


def _carrying(state: State, seat: int, car: Car) -> Iterator[Impossible]:
    """Each contradiction between what a car carries and whether it can drive."""
    changed = car.clock and not car.wheel  # a wheel that was changed before the first die
    if car.status == "waiting" and (car.gear or car.seconds or car.stamp or (car.clock and not changed)):
        yield Impossible("car", "car-waiting", {}, seat)
    drives = seat == state.turn.seat and state.turn.phase in DRIVEN
    if car.damage >= MOST_DAMAGE and (car.status == "waiting" or (car.status == "road" and drives)):
        yield Impossible("car", "car-broken", {"most": MOST_DAMAGE - 1}, seat, f"d{car.damage}")
    if car.sisu and not state.options.sisu:
        yield Impossible("car", "car-sisu", {}, seat, "sisu")


def _is_crowded(state: State, seat: int) -> bool:
    """Whether a car stands on a space that those named before it fill."""
    road, car = state.road, state.cars[seat]
    space = road.spaces[car.place]
    if car.status != "road" or car.beside or space.kind in ("start", "finish"):
        return False
    most = space.capacity if space.bend < 0 else BEND_CAPACITY if state.options.bend_share == "capacity" else 1
    there = [one for one in state.cars[:seat] if one.status == "road" and not one.beside]
    return sum(road.spaces[one.place].room == space.room for one in there) >= most


# -- The table --------------------------------------------------------------------------------------------------------


def _table(state: State) -> Iterator[Impossible]:
    road = state.road
    for bend in road.bends:
        if state.dirt[bend.dirt] and not bend.cut:
            yield Impossible("table", "dirt-cut", {}, word=bend.name)
    if _is_more(state.shortcut, VALUES["cards.shortcut"]):
        yield Impossible("table", "whole-deck", {"list": "-".join(map(str, VALUES["cards.shortcut"]))}, word="k ")
    for gear, (deck, printed) in enumerate(zip(state.backs, VALUES["cards.backs"], strict=True), 1):
        if _is_more(deck, printed):
            yield Impossible("table", "whole-deck", {"list": "-".join(map(str, printed))}, word=f"back{gear}")
    start = {seat for seat, car in enumerate(state.cars) if car.status != "out"}
    if len(set(state.order)) < len(state.order) or not start <= set(state.order):
        yield Impossible("table", "whole-order", {"list": [car.name for car in state.cars]}, word="order")
    for point in state.points:
        if point >= len(road.items):
            yield Impossible("table", "timing-points", {"most": len(road.items) - 1}, word=str(point))
    for at, split in enumerate(state.splits):
        car = state.cars[split.seat]
        read = {(other.point, other.seat) for other in state.splits[:at]}
        if (
            split.point not in state.points
            or (split.point, split.seat) in read
            or road.spaces[car.place].front <= split.point
        ):
            yield Impossible("table", "split-read", {"driver": car.name}, word=f"split {split.point} {car.name}")


def _is_more(deck: Deck, printed: tuple[int, ...]) -> bool:
    """Whether a deck holds more cards than were printed, or none at all."""
    counts = [unseen + deck.seen.count(kind) for kind, unseen in deck.unseen]
    return not any(counts) or any(count > most for count, most in zip(counts, printed, strict=True))


# -- The turn ---------------------------------------------------------------------------------------------------------


def _turn(state: State) -> Iterator[Impossible]:
    turn, car = state.turn, state.car
    playing = [other.name for other in state.cars if other.status in ("road", "waiting")]
    if turn.phase in DRIVEN and not playing:
        yield Impossible("turn", "nobody-drives", {})
    elif turn.phase in DRIVEN and car.name not in playing:
        yield Impossible("turn", "whose-turn", {"list": playing})
    yield from _phase(state, playing)
    waiting = [state.cars[seat].name for seat in state.queue]
    if len(set(waiting)) < len(waiting) or not set(waiting) <= set(_may_follow(state)):
        yield Impossible("turn", "who-follows", {"list": _may_follow(state)}, word="then")
    yield from _round(state)
    if turn.used or turn.rolled:
        yield from _driven(state)
    if turn.rolled:
        yield from _attack(state)
    yield from _counted(state)
    yield from _ended(state)


def _may_follow(state: State) -> list[str]:
    """Who may still have to play or decide after this turn. Once the weather is rolled, all choose tyres, its roller
    too."""
    phase = state.turn.phase
    having = {"gap": ("finished",), "over": ()}.get(phase, ("waiting", "road"))
    return [
        car.name
        for seat, car in enumerate(state.cars)
        if car.status in having
        and (seat != state.turn.seat or phase == "weather")
        and (phase != "gap" or (car.punctures and car.wheel))
    ]


def _phase(state: State, playing: list[str]) -> Iterator[Impossible]:
    """Each contradiction between what the turn waits for and the cars, the dice or what was agreed."""
    turn, car, word = state.turn, state.car, f"phase={state.turn.phase}"
    if turn.phase not in DRIVEN and (
        turn.used or turn.hazards or turn.secured or turn.rolled or turn.wheel or turn.stuck
    ):
        yield Impossible("turn", "no-dice-yet", {}, word=word)
    elif not turn.ended and {bool(turn.rolled), bool(turn.hand)} != {turn.phase in ("drive", "give")}:
        yield Impossible("turn", "dice-to-move", {}, word="attack" if turn.rolled else word)
    if turn.ended and turn.phase != "sisu":
        yield Impossible("turn", "phase-lost", {"list": HAZARDOUS}, word=word)
    if turn.phase in ("over", "gap") and playing:
        yield Impossible("turn", "still-driving", {"list": playing}, word=word)
    if turn.phase == "gap" and not (car.punctures and car.wheel and car.status == "finished"):
        yield Impossible("turn", "gap-wheel", {"driver": car.name}, word=word)
    before = [other.name for other in state.cars if other.status not in ("waiting", "out")]
    weather = {"weather": ("variable",), "tyres": ("variable", "fixed")}.get(turn.phase)
    if weather and (before or state.options.weather not in weather or car.status == "out"):
        yield Impossible("turn", "before-the-start", {"list": weather}, word=word)
    if turn.wheel and (car.wheel or turn.used[:1] not in ((), (1,)) or (not turn.used and car.gear)):
        yield Impossible("turn", "wheel-changed", {}, word="wheel")
    if (car.spun or car.beside) and (turn.used or turn.rolled):
        yield Impossible("turn", "back-first", {"driver": car.name})
    if turn.stuck and not (car.beside and put_back(state).turn.stuck):
        yield Impossible("turn", "stuck-beside", {"driver": car.name}, word="stuck")


def _round(state: State) -> Iterator[Impossible]:
    """Each contradiction between the round and the cars that have started: in every round one more may start, in
    order."""
    if state.turn.phase not in DRIVEN:
        return
    started = [
        place for place, seat in enumerate(state.order, 1)
        if state.cars[seat].status in ("road", "finished") or seat in (state.turn.seat, *state.queue)
    ]  # fmt: skip
    if state.round < max((1, *started)):
        yield Impossible("turn", "round", {"least": max((1, *started))}, word=f"r{state.round}")


def _driven(state: State) -> Iterator[Impossible]:
    """Each contradiction between the dice used in this turn and the car, its gear or the road."""
    turn, car = state.turn, state.car
    gears = [die for die in turn.used if die != GAS]
    most = GEAR_DICE - car.damage
    dice = Counter((*turn.used, *(die for die, _ in turn.hand)))
    if any(dice[die] > 1 for die in range(1, GEAR_DICE + 1)) or sum(dice.values()) - dice[GAS] > most:
        yield Impossible("turn", "gear-dice", {"most": most})
    elif any(abs(die - following) != 1 for die, following in pairwise(gears)):
        yield Impossible("turn", "gears-in-a-row")
    elif gears and gears[-1] != car.gear:
        yield Impossible("turn", "gear-driven", {"gear": car.gear})
    elif turn.used and not car.gear:
        yield Impossible("turn", "gas-in-neutral")
    if dice[GAS] > (gas := GAS_DICE - max(0, car.punctures - _punctured(state))):
        yield Impossible("turn", "gas-dice", {"most": max(0, gas)})
    if turn.used:
        far = _furthest(state.road)[car.place]
        if len(turn.used) > far or (len(turn.used) == far and turn.used[0] != 1):
            yield Impossible("turn", "dice-of-the-road", {"driver": car.name, "most": far})


def _punctured(state: State) -> int:
    """The most tyres that shortcuts can have cost since this turn's last gas die was picked up: that die drove, too."""
    turn, road = state.turn, state.road
    here = road.spaces[state.car.place].item
    cuts = sum(1 for bend in road.bends if bend.cut and road.spaces[bend.cut_at].item <= here)
    since = len(turn.used)
    if not turn.rolled and GAS in turn.used:
        since = turn.used[::-1].index(GAS) + 1
    return 0 if state.options.training else min(cuts, since)


@lru_cache(maxsize=256)
def _furthest(road: Road) -> tuple[int, ...]:
    """By place, the most dice with which a car can have come there from the start."""
    far = [0] * len(road.spaces)
    for place, ahead in enumerate(road.ahead):
        for to in ahead:
            far[to] = max(far[to], far[place] + 1)
    return tuple(far)


def _attack(state: State) -> Iterator[Impossible]:
    """Each contradiction between the dice of an attack and those that wait to be moved."""
    turn, car, options = state.turn, state.car, state.options
    word = f"attack{turn.rolled}["
    on_cut = state.road.spaces[car.place].kind == "cut"
    faces = {hazard for die, hazard in turn.hand if die == GAS}
    if turn.phase == "give" and not (len(faces) > 1 and on_cut and car.punctures and turn.used):
        yield Impossible("turn", "give-gas", {}, word="phase=give")
    given = turn.rolled - len(turn.used) - len(turn.hand)  # gas dice that punctures took
    most_given = car.punctures - (turn.phase == "give")  # the last puncture has not taken its die yet
    if not LEAST_DICE <= turn.rolled <= GEAR_DICE - car.damage + GAS_DICE or not 0 <= given <= most_given:
        yield Impossible(
            "turn", "attack-of-dice", {"least": LEAST_DICE, "count": len(turn.used) + len(turn.hand)}, word=word
        )
    if not options.attack or options.training:
        yield Impossible("turn", "no-attack", {}, word=word)
    if turn.secured:
        yield Impossible("turn", "attack-unsecured", {}, word="$")


def _counted(state: State) -> Iterator[Impossible]:
    """Each count of hazards, secured dice or gas dice that the dice used do not allow."""
    turn, options = state.turn, state.options
    secured = len(turn.used) if options.seconds and not options.training else 0
    rolled = len(turn.used) - turn.secured if not options.training else 0
    if turn.secured > secured:
        yield Impossible("turn", "fewer-secured", {"most": secured}, word="$")
    elif turn.hazards > rolled:
        yield Impossible("turn", "hazards-of-dice", {"most": rolled}, word="!")
    if turn.hazards > (most := LIMIT if turn.ended else LIMIT - 1):
        yield Impossible("turn", "fewer-hazards", {"most": most}, word="!")
    gas = turn.used.count(GAS)
    if turn.gas_on_dry > (most := min(gas, GAS_WINTER_ON_DRY) if state.car.winter else gas):
        yield Impossible("turn", "gas-on-dry", {"most": most}, word="dry")


def _ended(state: State) -> Iterator[Impossible]:
    """Each reason why control cannot have been lost as told. Sisu may be decided on only by who has it, after a loss it
    can undo."""
    turn, car = state.turn, state.car
    if turn.phase != "sisu":
        return
    if turn.ended not in HAZARDOUS or turn.rolled or not turn.used:
        yield Impossible("turn", "ended-so", {"list": HAZARDOUS}, word=f"ended={turn.ended}")
    elif not car.sisu:
        yield Impossible("turn", "sisu-held", {"driver": car.name})
    elif turn.ended == "landing" and not (turn.hazards and _may_have_landed(state.road, car)):
        yield Impossible("turn", "landed-so", {"gear": car.gear - 1}, word="ended=landing")
    elif turn.ended == "hazards" and turn.hazards < (least := limit(state, car, car.place)):
        yield Impossible("turn", "more-hazards", {"least": least}, word="ended=hazards")


def _may_have_landed(road: Road, car: Car) -> bool:
    """Whether a jump noted one below this gear ends where the car stands."""
    for jump, space in enumerate(road.spaces):
        if space.kind == "jump" and car.gear == space.note + 1:
            flown = {*road.ahead[jump]}
            if car.place in {to for at in flown for to in road.ahead[at]} | (flown & {road.finish}):
                return True
    return False
