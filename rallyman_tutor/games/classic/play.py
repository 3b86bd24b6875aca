"""The course of play: a state, a move and luck give the next state and the events.

`play` runs to the next decision. It takes a legal move (ask `judging.judge` first) and asks luck in the order in which
the players would roll and draw. A turn is driven here, die by die as `step.take` plays it; how it ends is in
`ending.py`, what comes between turns and stages in `race.py`.
"""

from __future__ import annotations

from typing import Literal

from rallyman_tutor.core.game import Result
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.rule import kind_of
from rallyman_tutor.games.classic import race
from rallyman_tutor.games.classic.draws import rolled
from rallyman_tutor.games.classic.ending import leave_the_rally, lose, stop, take_card
from rallyman_tutor.games.classic.generate import next_steps
from rallyman_tutor.games.classic.moments import HAZARDOUS, decision_due
from rallyman_tutor.games.classic.race import new, playing_order, ranks, stage_times, standings
from rallyman_tutor.games.classic.rules import BOOK
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    GAS,
    VALUES,
    Attack,
    Event,
    Events,
    Give,
    Move,
    Roll,
    Split,
    State,
    Stop,
    Tyres,
    Word,
)
from rallyman_tutor.games.classic.step import aim, dice_rolled, take, with_car

__all__ = ["moves", "new", "play", "playing_order", "ranks", "stage_times", "standings"]

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]


# -- Deciding ---------------------------------------------------------------------------------------------------------


def moves(state: State) -> list[Move]:
    """The moves open to the driver in turn now, except attacks: `generate.attacks` lists those."""
    turn = state.turn
    phase = decision_due(state)
    if phase == "roll":
        steps: list[Move] = list(next_steps(state))
        if turn.used:
            if turn.hazards and can_play_sisu(state):
                steps.append(Word.SISU)
            steps.append(Stop())
            return steps
        car = state.cars[turn.seat]
        if turn.wheel and not state.options.wheel_must_drive:
            steps.append(Stop())
        elif not steps or (len(state.cars) > 1 and _forced_off(state, steps)):
            steps.append(Word.BLOCKED)
        if car.punctures and car.wheel and car.gear <= 1 and not turn.wheel:
            steps.append(Word.WHEEL)
        return [*steps, Word.RETIRE]
    if phase == "drive":
        driven: list[Move] = list(next_steps(state)) or [Stop()]
        if not turn.used and any(face for _, face in turn.hand) and can_play_sisu(state):
            driven.append(Word.SISU)
        return driven
    if phase == "lost":
        undone = turn.ended in HAZARDOUS and can_play_sisu(state) and state.car.gear
        return [Word.SISU, Word.ACCEPT] if undone else [Word.ACCEPT]
    if phase == "give":
        return [Give(hazard) for hazard in sorted({face for die, face in turn.hand if die == GAS})]
    if phase == "weather":
        return [Word.WEATHER]
    if phase == "tyres":
        return [Tyres(False), Tyres(True)]
    if phase == "gap":
        return [Word.WHEEL, Word.ACCEPT] if state.car.punctures and state.car.wheel else [Word.ACCEPT]
    return []


def can_play_sisu(state: State) -> bool:
    """Whether the driver in turn has a Sisu card to play."""
    return state.car.sisu and state.options.sisu


def _forced_off(state: State, steps: list[Move]) -> bool:
    """Whether other cars leave only dice that lose control, so that the driver may wait instead."""
    if any(isinstance(roll, Roll) and not aim(state, roll).lost for roll in steps):
        return False
    return not BOOK.judge(state, Word.BLOCKED)


# -- Playing ----------------------------------------------------------------------------------------------------------


def play(state: State, move: Move, luck: Luck) -> tuple[State, Events]:
    """Carry out one decision, and everything up to the next one."""
    events: list[Event] = []
    match move:
        case Roll():
            after = _roll(state, move, events, luck)
        case Stop() | Word.BLOCKED:
            after = stop(state, move, events)
        case Attack():
            after = _attack(state, move, events, luck)
        case Word.SISU:
            after = _sisu(state, events)
        case Word.ACCEPT:
            after = race.next_gap(state, events) if state.turn.phase == "gap" else lose(state, events, luck)
        case Word.WHEEL:
            after = _wheel(state, events)
        case Give(hazard):
            after = _give(state, hazard, events)
        case Tyres(winter):
            after = race.choose_tyres(state, winter, events)
        case Word.WEATHER:
            after = race.roll_weather(state, events, luck)
        case Word.RETIRE:
            events.append(Event("out", "CL-ELIM-01", state.turn.seat))
            after = leave_the_rally(state, events)
        case _:
            assert kind_of(move) in CLAIMS
            return state, ()
    return after, tuple(events)


def _roll(state: State, move: Roll, events: list[Event], luck: Luck) -> State:
    """Roll, secure or move with one die, and what it leads to."""
    before = state
    state, happened = take(state, aim(state, move), luck)
    events += happened
    if state.points and state.options.splits:
        state = _read_splits(before, state, events)
    if state.turn.rolled and any(event.what == "puncture" for event in happened):
        state = _lose_gas(state, events)
    return _after(state, events, luck)


def _after(state: State, events: list[Event], luck: Luck) -> State:
    """The state after a step: driven on, at the finish, out of the rally, or with lost control."""
    turn = state.turn
    ended = turn.ended
    if not ended:
        return take_card(state, events) if turn.rolled and not turn.hand and turn.phase == "drive" else state
    if ended == "finish":
        return take_card(state, events)
    if ended == "out":
        return leave_the_rally(state, events)
    if ended in HAZARDOUS and can_play_sisu(state) and not turn.rolled:
        return state._replace(turn=turn._replace(phase="sisu"))
    return lose(state, events, luck)


def _read_splits(before: State, state: State, events: list[Event]) -> State:
    """Note the clock at every timing point this step reached or passed."""
    seat = state.turn.seat
    start, end = (now.road.spaces[now.cars[seat].place].front for now in (before, state))
    car = state.car
    time = car.clock - (car.seconds if state.options.split_minus_seconds else 0)
    for point in state.points:
        if start <= point < end:
            events.append(Event("split", "CL-SPLIT-01", seat, {"point": point, "time": time}))
            state = state._replace(splits=(*state.splits, Split(point, seat, time)))
    return state


# -- Attacks ----------------------------------------------------------------------------------------------------------


def _attack(state: State, move: Attack, events: list[Event], luck: Luck) -> State:
    """Roll the dice of an attack; they then lie open, to be driven one after the other."""
    faces = tuple(rolled(die, luck) for die in move.dice)
    shown = tuple(zip(move.dice, faces, strict=True))
    events.append(Event("attack", "CL-ATK-01", state.turn.seat, {"dice": shown}))
    return dice_rolled(state, move.dice, faces)


def _lose_gas(state: State, events: list[Event]) -> State:
    """A puncture in an attack takes a gas die that was not moved; with two different faces the driver chooses."""
    faces = {face for die, face in state.turn.hand if die == GAS}
    if state.turn.ended or not faces:
        return state
    if len(faces) > 1:
        return state._replace(turn=state.turn._replace(phase="give"))
    return _without_gas(state, faces.pop(), events)


def _give(state: State, hazard: bool, events: list[Event]) -> State:
    """The gas die chosen goes; without another die the turn is over."""
    state = _without_gas(state, hazard, events)
    return state if state.turn.hand else take_card(state, events)


def _without_gas(state: State, hazard: bool, events: list[Event]) -> State:
    """Take a gas die with this face from those that wait to be moved."""
    hand = list(state.turn.hand)
    hand.remove((GAS, hazard))
    events.append(Event("gave-up", "CL-ATK-08", state.turn.seat, {"hazard": hazard}))
    return state._replace(turn=state.turn._replace(hand=tuple(hand), phase="drive"))


# -- Sisu, the spare wheel --------------------------------------------------------------------------------------------


def _sisu(state: State, events: list[Event]) -> State:
    """Cancel the hazards of the turn, which goes on, or ends if the car is on the finish."""
    turn = state.turn
    events.append(Event("sisu", "CL-SISU-01", turn.seat))
    over_the_line = state.car.place == state.road.finish
    ended = "finish" if over_the_line else ""
    hand = tuple(sorted((die, False) for die, _ in turn.hand))
    phase: Literal["drive", "roll"] = "drive" if turn.rolled else "roll"
    turn = turn._replace(hazards=0, ended=ended, hand=hand, phase=phase)
    state = with_car(state, state.car._replace(sisu=False))._replace(turn=turn)
    return take_card(state, events) if over_the_line else state


def _wheel(state: State, events: list[Event]) -> State:
    """Put on the spare wheel: it costs a card at the start of a turn, and nothing between two stages."""
    seat = state.turn.seat
    car = state.car._replace(punctures=state.car.punctures - 1, wheel=False)
    if state.turn.phase == "gap":
        events.append(Event("wheel", "CL-SPARE-03", seat))
        return race.next_gap(with_car(state, car), events)
    events.append(Event("card", "CL-SPARE-02", seat, {"gear": 0, "seconds": WHEEL_SECONDS}))
    car = car._replace(gear=0, clock=car.clock + WHEEL_SECONDS)
    return with_car(state, car)._replace(turn=state.turn._replace(wheel=True))


def result(state: State) -> Result:
    """How the rally stands or has ended: times and places."""
    times = state.rally.times if state.rally else ()
    sums = standings(times or (stage_times(state),), len(state.cars))
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(state.rally.stages if state.rally else (state.stage.text,)),
        "times": [list(row) for row in times or (stage_times(state),)],
        "sums": list(sums),
        "places": list(ranks(sums)),
    }
