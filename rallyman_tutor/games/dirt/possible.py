"""Which states are possible. A position that is written by hand is checked before anybody drives on from it.

The checks are about the cars, the turn and what lies on the table. None of them is a rule that a driver could break,
for play never leads to an impossible state; a test drives random rallies and checks every state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import gcd
from typing import NamedTuple

from rallyman_tutor.core.notation import NO_FACTS
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.dirt.drafts import die_text, write_step
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.rivals import free_starts, start_order
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS,
    GAS_CAP,
    GEAR_CAP,
    LEADER,
    LEADER_CAP,
    LIMIT,
    TOKENS,
    VALUES,
    Car,
    Roll,
    State,
)
from rallyman_tutor.games.dirt.step import SECONDS_PER_DIE, alike, follow, is_quick_start, sweeps, with_car

MOST_DRIVERS: int = VALUES["rally.most_drivers"]
CLOCK_STEP = gcd(*VALUES["cards.seconds"], VALUES["cards.wheel_seconds"])
"""The seconds of every time card are a multiple of these."""
DRIVEN = ("draft", "roll", "sisu", "arrange", "wheel")
"""The phases of a turn in which its car must be on the stage."""
ROLLED = ("roll", "sisu", "arrange", "wheel")
"""The phases in which dice of this turn can have been used: whoever drafts has rolled none."""
ENDS = {"sisu": ("hazards", "landing", "stall", "limit", "jump"), "draft": (), "roll": (), "arrange": ()}
"""The values that `Turn.ended` can have in these phases; in other phases it can have any."""


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
    return next((found for sort in (_cars, _bag, _table, _turn) for found in sort(state)), None)


def _cars(state: State) -> Iterator[Impossible]:
    for seat, car in enumerate(state.cars):
        if seat >= MOST_DRIVERS:
            yield Impossible("car", "fewer-cars", {"most": MOST_DRIVERS}, seat)
        yield from _of_car(state, seat, car)
    road = [(seat, car) for seat, car in enumerate(state.cars) if car.status == "road" and not car.beside]
    for (_, one), (seat, other) in combinations(road, 2):
        if one.place == other.place or one.place in state.road.clashes[other.place]:
            yield Impossible("car", "room-taken", {"driver": one.name}, seat)
    for (_, one), (seat, other) in combinations(enumerate(state.cars), 2):
        if one.stamp == other.stamp > 0:
            yield Impossible("car", "arrived-first", {"driver": one.name}, seat, f"#{other.stamp}")


def _of_car(state: State, seat: int, car: Car) -> Iterator[Impossible]:
    """Each reason why this car is impossible, other cars apart."""
    if car.status == "waiting" and car.place >= 0:
        yield Impossible("car", "car-placed", {}, seat, "waiting")
    if car.status == "waiting" and (car.gear or car.clock or car.seconds):
        had = f"g{car.gear}" if car.gear else f"c{car.clock}" if car.clock else f"s{car.seconds}"
        yield Impossible("car", "car-waiting", {}, seat, had)
    if car.seconds > (most := SECONDS_PER_DIE * len(state.road.spaces)):
        yield Impossible("car", "seconds-earned", {"most": most}, seat, f"s{car.seconds}")
    if car.clock % CLOCK_STEP:
        yield Impossible("car", "clock", {"step": CLOCK_STEP}, seat, f"c{car.clock}")
    if car.status == "road" and car.place < 0:
        yield Impossible("car", "car-on-road", {}, seat)
    if (car.spun or car.beside) and (car.status != "road" or (car.spun and car.beside)):
        yield Impossible("car", "car-off", {}, seat, "spun" if car.spun else "off")
    if (car.spun or car.beside) and car.gear:
        yield Impossible("car", "car-in-neutral", {}, seat, f"g{car.gear}")
    if car.gears >= GEAR_CAP and car.status in ("road", "waiting"):
        yield Impossible("car", "car-broken", {"most": GEAR_CAP - 1}, seat, f"G{car.gears}")
    is_past = car.place >= 0 and state.road.past[car.place]
    if car.status == "finished" and not is_past:
        yield Impossible("car", "car-finished", {}, seat, "finished")
    if car.status == "road" and is_past and not (seat == state.turn.seat and state.turn.phase == "sisu"):
        yield Impossible("car", "car-past", {}, seat)


_TOKENS = ("gears", "brakes", "gas", "flags")


def _bag(state: State) -> Iterator[Impossible]:
    """Each case of more tokens in play than the box holds."""
    counts = [
        *zip(_TOKENS, VALUES["bag.damage"], strict=True),
        *zip(("fine", "punctures"), VALUES["bag.shortcut"], strict=False),
    ]
    for name, most in counts:
        total = 0
        for seat, car in enumerate(state.cars):
            total += getattr(car, name)
            if total > most:
                yield Impossible("car", "tokens", {"most": most}, seat)
    gravel = sum(state.gravel) + len(state.turn.gravel)
    if gravel > VALUES["bag.shortcut"][2]:
        part = "turn" if state.turn.gravel else "table"
        yield Impossible(part, "tokens", {"most": VALUES["bag.shortcut"][2]}, word="gravel")
    cut = {space.bend for space in state.road.spaces if space.kind == "shortcut"}
    if any(count and bend not in cut for bend, count in enumerate(state.gravel)) or not cut.issuperset(
        state.turn.gravel
    ):
        part = "turn" if state.turn.gravel else "table"
        if cut:
            bends = [bend.name.partition("#")[2] for at, bend in enumerate(state.road.bends) if at in cut]
            yield Impossible(part, "gravel-cut", {"list": bends}, word="gravel")
        else:
            yield Impossible(part, "no-gravel", word="gravel")
    if sum(map(_on_dashboard, state.cars)) + gravel > TOKENS:
        yield Impossible("car", "tokens", {"most": TOKENS}, len(state.cars) - 1)


def _on_dashboard(car: Car) -> int:
    return car.gears + car.brakes + car.gas + car.flags + car.punctures + car.fine


def _table(state: State) -> Iterator[Impossible]:
    for gear, (deck, printed) in enumerate(zip(state.backs, VALUES["cards.backs"], strict=True), 1):
        counts = [unseen + deck.seen.count(kind) for kind, unseen in deck.unseen]
        if any(count > most for count, most in zip(counts, printed, strict=True)) or not any(counts):
            facts = {"gear": gear, "list": "-".join(map(str, printed))}
            yield Impossible("table", "whole-deck", facts, word=f"back{gear}")
    if sorted(state.order) != list(range(len(state.cars))):
        yield Impossible("table", "whole-order", {"list": [car.name for car in state.cars]}, word="order")


def _turn(state: State) -> Iterator[Impossible]:
    turn, car = state.turn, state.car
    ready = [other.name for other in state.cars if other.status in ("road", "waiting")]
    if turn.phase in DRIVEN and (car.status not in ("road", "waiting") or (car.place < 0 and turn.phase != "draft")):
        yield Impossible("turn", "whose-turn", {"list": ready})
    elif turn.phase in DRIVEN and car.place < 0 and not free_starts(state):
        yield Impossible("turn", "start-taken", {"driver": car.name})
    yield from _round(state)
    waiting = [
        seat for seat in state.queue if state.cars[seat].status in ("road", "waiting") or turn.phase not in DRIVEN
    ]
    if waiting != list(dict.fromkeys(state.queue)) or len(waiting) < len(state.queue) or turn.seat in state.queue:
        if others := [name for name in ready if name != car.name]:
            yield Impossible("turn", "who-follows", {"list": others})
        else:
            yield Impossible("turn", "nobody-follows")
    if turn.seat in turn.passed:
        yield Impossible("turn", "level-with-itself", {"driver": car.name}, word="level")
    yield from _dice(state)
    if turn.hazards >= LIMIT and not turn.ended and not turn.safe:
        yield Impossible("turn", "fewer-hazards", {"most": LIMIT - 1})
    if turn.fresh and (turn.phase != "draft" or car.gear or (car.place >= 0 and car.place not in state.road.starts)):
        yield Impossible("turn", "fresh-start")
    yield from _phase(state)


def _round(state: State) -> Iterator[Impossible]:
    """Each contradiction between the round and the cars that have started, the one that starts now among them: in every
    round one more may start, in order."""
    starts_now = state.turn.seat if state.turn.phase in DRIVEN else -1
    started = [state.cars[seat].status != "waiting" or seat == starts_now for seat in start_order(state)]
    if state.round < 1 and state.turn.phase in DRIVEN:
        yield Impossible("turn", "round", {"least": 1}, word=f"r{state.round}")
    elif sum(started) > max(state.round, 1):
        yield Impossible("turn", "round", {"least": sum(started)}, word=f"r{state.round}")
    if started != sorted(started, reverse=True):
        early = start_order(state)[started.index(True, started.index(False))]
        before = state.cars[start_order(state)[started.index(False)]].name
        yield Impossible("car", "start-order", {"driver": before}, early)


def _dice(state: State) -> Iterator[Impossible]:
    """Each contradiction between the dice used in this turn and the car, its dashboard or what the dice have shown."""
    turn, car = state.turn, state.car
    if turn.used and turn.phase not in ROLLED:
        yield Impossible("turn", "draft-left")
    gears = [die for die in turn.used if die > 0]
    most = max(0, GEAR_CAP - car.gears)
    if len(set(gears)) < len(gears) or len(gears) > most:
        yield Impossible("turn", "gear-dice", {"most": most})
    if gears and turn.phase in ("draft", "roll", "sisu") and gears[-1] != car.gear:
        yield Impossible("turn", "gear-driven", {"gear": car.gear})
    push, most = (LEADER, LEADER_CAP - car.gas) if sweeps(state) else (GAS, GAS_CAP - car.gas)
    if any(die in turn.used for die in {GAS, LEADER} - {push}) or turn.used.count(push) > max(0, most):
        yield Impossible("turn", "push-dice", {"die": die_text(push), "most": max(0, most)})
    if turn.used.count(BRAKE) > (most := max(0, state.options.brakes - car.brakes)):
        yield Impossible("turn", "brake-dice", {"most": most})
    if turn.secured > len(turn.used):
        yield Impossible("turn", "fewer-secured", {"most": len(turn.used)}, word="$")
    elif turn.hazards > len(turn.used) - turn.secured:
        yield Impossible("turn", "hazards-of-dice", {"most": len(turn.used) - turn.secured}, word="!")
    if far := [seat for seat in turn.passed if not _was_level(state, seat)]:
        yield Impossible("turn", "level-with", {"driver": state.cars[far[0]].name}, word="level")


def _was_level(state: State, seat: int) -> bool:
    """Whether the car in turn may have been level with this one: that stands beside a space from which the used dice
    led here."""
    road, car = state.road, state.cars[seat]
    if state.car.place < 0 or car.status != "road" or car.beside:
        return False
    places = {state.car.place}
    for die in (0, *state.turn.used):  # no die, then as many as are used
        if die == BRAKE and not state.options.redzone:  # in the red zone one alone leads on
            continue
        if die:
            places |= {at for at in range(len(road.spaces)) if places & {*road.next[at], *_landings(road, at)}}
        if any(car.place in road.alongside[at] for at in places):
            return True
    return False


def _landings(road: Road, at: int) -> tuple[int, ...]:
    """Every space on which a jump that begins next can land."""
    return tuple(
        to for jump in road.next[at] if road.spaces[jump].jump for far in (1, 2) for to in road.landings(jump, far)
    )


def _phase(state: State) -> Iterator[Impossible]:
    """Each contradiction between the phase of the turn and its dice, its end or the options."""
    turn, car = state.turn, state.car
    if turn.phase == "roll" and not turn.draft:
        yield Impossible("turn", "steps-left")
    if turn.phase == "penalty" and not state.options.timecontrol:
        yield Impossible("turn", "time-control")
    if turn.ended and turn.ended not in ENDS.get(turn.phase, (turn.ended,)):
        yield Impossible("turn", "ended-so", {"found": turn.ended})
    if turn.phase == "sisu" and not (car.sisu and state.options.sisu != "off"):
        yield Impossible("turn", "sisu-held", {"driver": car.name}, word="phase=sisu")
    if turn.phase == "sisu" and not turn.ended and not turn.faces:
        yield Impossible("turn", "ended", {"list": ENDS["sisu"]})
    if turn.faces and turn.used:
        yield Impossible("turn", "all-at-once", word="rolled")
    if turn.safe and (car.sisu or state.options.sisu == "off"):
        yield Impossible("turn", "sisu-played", {"driver": car.name}, word="safe")
    if turn.quick and not (state.options.quickstart and turn.used[:1] == (2,)):
        yield Impossible("turn", "quick-begun", word="quick")
    if turn.phase == "over" and (left := [one.name for one in state.cars if one.status == "road"]):
        yield Impossible("turn", "still-driving", {"list": left}, word="phase=over")
    if state.leader >= 0 and not state.options.leader:
        yield Impossible("turn", "no-leader", word="leader")
    if turn.phase == "arrange" and not _failed(state):
        yield Impossible("turn", "failed-flat-out", {"limit": LIMIT})
    if (roll := _unlaid(state)) is not None:
        yield Impossible("turn", "laid-so", {"found": write_step(roll)})


def _failed(state: State) -> bool:
    """Whether the rolled dice are a failed flat out; a hazard on the die of a quick start stalls the car instead."""
    turn = state.turn
    if sum(map(sum, turn.faces)) < LIMIT:
        return False
    return not (turn.faces[0][0] and is_quick_start(state, turn.draft[0]))


def _unlaid(state: State) -> Roll | None:
    """The first step of the turn's draft that could not have been laid. Unless it is driven flat out, punctures are
    ignored: they may be newer than the draft."""
    turn, car = state.turn, state.car
    if car.place < 0 or turn.phase not in ("roll", "arrange", "sisu"):
        return None
    laid = turn._replace(phase="draft", draft=(), faces=(), hand=(), hazards=0, ended="")
    now = with_car(state, car if turn.faces else car._replace(punctures=0), laid)
    for roll in turn.draft:
        if not any(alike(now, roll, step) for step in next_steps(now)):
            return roll
        now = follow(now, roll)
    return None
