"""The course of play: a state, a move and luck give the next state and the events.

`play` runs to the next decision. It takes a legal move (ask `judging.judge` first) and asks luck in the order in which
the players would roll and draw: the dice of a step, the token of a shortcut it enters, the time card, the damage. A
turn is driven here; how it ends is in `ending.py`, what comes between turns and stages in `race.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.core.game import Result
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.rule import kind_of
from rallyman_tutor.games.dirt import race
from rallyman_tutor.games.dirt.drafts import die_text
from rallyman_tutor.games.dirt.draws import ODDS, token
from rallyman_tutor.games.dirt.ending import blocked, lose, stall, take_card
from rallyman_tutor.games.dirt.generate import next_steps, view_of
from rallyman_tutor.games.dirt.race import new, playing_order, ranks, stage_times, totals
from rallyman_tutor.games.dirt.rivals import free_starts
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.safe import safe_drafts
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    CLAIMS,
    GAS,
    HAZARD,
    LEADER,
    LIMIT,
    PUSHES,
    VALUES,
    Arrange,
    Drive,
    Enter,
    Event,
    Events,
    FlatOut,
    Move,
    Penalty,
    Roll,
    State,
    Stop,
    Turn,
    Word,
    happened,
)
from rallyman_tutor.games.dirt.step import (
    Step,
    aim,
    draws_token,
    follow,
    held,
    is_quick_start,
    move,
    price,
    quick_planned,
    spread,
    thrown_by,
    with_car,
    with_flat_out,
    with_turn,
    worth,
)

__all__ = ["moves", "new", "play", "playing_order", "ranks", "stage_times", "totals"]

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]


# -- Deciding ---------------------------------------------------------------------------------------------------------


def moves(state: State) -> list[Move]:
    """The moves open to the driver in turn now, but not every whole draft, of which there are tens of thousands: of
    those with more than one step only some safe ones are listed, and of the ways to lay dice again only the default
    one. SISU is listed once there is a hazard to ignore."""
    turn = state.turn
    phase = turn.phase
    if phase == "draft":
        view = view_of(state)
        steps: list[Move] = [*(next_steps(state, view) or (Word.BLOCKED,)), *safe_drafts(state, view)]
        if turn.fresh:
            steps += [Enter(state.road.short(at)) for at in free_starts(state) if at != state.car.place]
        return steps
    if phase == "roll":
        going: list[Move] = list(next_steps(state))
        if turn.hazards and not turn.safe and can_play_sisu(state):
            going.append(Word.SISU)
        return [*going, Stop()]
    if phase == "sisu":
        return [Word.SISU, Word.ACCEPT] if sisu_helps(state) else [Word.ACCEPT]
    if phase == "arrange":
        return [default_arrangement(state)]
    if phase in ("wheel", "gap"):
        car = state.car
        mends = car.wheel and car.gas + car.punctures > 0 and (phase == "gap" or car.gear == 1)
        return [Word.WHEEL, Word.ACCEPT] if mends else [Word.ACCEPT]
    if phase == "penalty":
        return [Penalty(step * race.PENALTY_STEP) for step in range(3)]
    return []


def can_play_sisu(state: State) -> bool:
    """Whether the driver in turn has a SISU token to play."""
    return state.options.sisu != "off" and state.car.sisu


def sisu_helps(state: State) -> bool:
    """Whether the driver in turn has a SISU token and only hazards ended the move: the token does not help against
    speed."""
    return can_play_sisu(state) and not thrown_by(state)


def default_arrangement(state: State) -> Arrange:
    """The rolled draft in its own order, cut where control is lost."""
    now, steps = state, []
    for roll, faces in zip(state.turn.draft, state.turn.faces, strict=True):
        steps.append(roll._replace(hazard=faces[0] if roll.die in PUSHES else None))
        now = follow(now, steps[-1])
        if now.turn.ended:
            break
    return Arrange(tuple(steps))


# -- Playing ----------------------------------------------------------------------------------------------------------


def play(state: State, decision: Move, luck: Luck) -> tuple[State, Events]:
    """One decision carried out, and everything up to the next one."""
    events: list[Event] = []
    match decision:
        case Roll() if state.turn.phase == "arrange":
            return state, ()  # rolled dice are laid all together
        case Roll():
            steps = state.turn.draft if state.turn.phase == "roll" else (decision,)
            after = _roll(state, (decision, *steps[1:]), events, luck)
        case Drive(steps):
            after = _roll(state, steps, events, luck)
        case FlatOut(steps):
            after = _flat_out(state, steps, events, luck)
        case Arrange(steps):
            after = _arrange(state, steps, events, luck)
        case Stop() if state.turn.phase == "roll":
            after = take_card(state, events)
        case Stop() | Word.BLOCKED:
            after = blocked(state, events)
        case Word.SISU:
            after = _sisu(state, events, luck)
        case Word.ACCEPT:
            after = _accept(state, events, luck)
        case Word.WHEEL:
            after = _wheel(state, events)
        case Enter():
            after = _enter(state, decision, events)
        case Penalty(seconds):
            after = race.penalty(state, seconds, events)
        case _:
            assert kind_of(decision) in CLAIMS
            return state, ()
    return after, tuple(events)


def _enter(state: State, decision: Enter, events: list[Event]) -> State:
    place = state.road.find(decision.to)
    assert place is not None
    events.append(Event("entered", "DI-START-02", state.turn.seat, {"space": state.road.spaces[place].key}))
    turn = state.turn._replace(fresh=False)
    return with_car(state, state.car._replace(place=place), turn)


# -- One by one -------------------------------------------------------------------------------------------------------


def _roll(state: State, steps: tuple[Roll, ...], events: list[Event], luck: Luck) -> State:
    """Roll or secure the first of these steps and drive it; the others stay laid."""
    turn, roll = state.turn, steps[0]
    seat, (die, _, brakes, pay, _, _) = turn.seat, roll
    faces: tuple[bool, ...] = ()
    if pay:
        code = "DI-SECURE-03" if brakes else "DI-QS-04" if is_quick_start(state, roll) else "DI-SECURE-02"
        events.append(Event("secured", code, seat, {"die": die, "brakes": brakes, "cost": price(turn, pay)}))
    else:
        faces = _throw(roll, luck)
        code = _rolled_by(turn, roll, faces)
        facts = {"die": die, "brakes": brakes, "hazards": sum(faces), "faces": faces}
        events.append(happened("rolled", code, seat, facts))
    return _after(_walk(state, roll, faces, events, luck, steps[1:]), events, luck)


def _rolled_by(turn: Turn, roll: Roll, faces: tuple[bool, ...]) -> str:
    """The rule that is cited for a rolled step. Lost control is cited in `lose`."""
    if turn.safe and any(faces):
        return "DI-SISU-02"
    if roll.brakes:
        return "DI-ROLL-04"
    return "DI-ROLL-01"


_NAMED = {die: f"die {die_text(die)}" for die in ODDS}


def _throw(roll: Roll, luck: Luck) -> tuple[bool, ...]:
    """Roll the dice of one step: for each, whether it shows a hazard."""
    die, _, brakes, _, _, _ = roll
    face = luck.pick(_NAMED[die], ODDS[die]) == HAZARD
    return (face, *[luck.pick(_NAMED[BRAKE], ODDS[BRAKE]) == HAZARD for _ in range(brakes)]) if brakes else (face,)


def _walk(
    state: State,
    roll: Roll,
    faces: tuple[bool, ...],
    events: list[Event],
    luck: Luck,
    left: tuple[Roll, ...] | None = None,
) -> State:
    """Move the car by one step, and draw a token if it enters a shortcut. `left` is the rest of a draft driven one by
    one."""
    step = aim(state, roll)
    road, seat = state.stage.road, state.turn.seat
    here, to = state.cars[seat].place, step.to
    state = move(state, step, faces, left)
    events.append(_moved(road, step, here, seat))
    if draws_token(road, here, to):
        state = token(state, road.spaces[to].bend, events, luck)
    return state


_ALONG = {"line": "DI-CORNER-02", "drift": "DI-CORNER-03", "shortcut": "DI-SHORT-01", "half": "DI-SLIDE-01"}


def _moved(road: Road, step: Step, here: int, seat: int) -> Event:
    """The event of a move from this space, with the rule that says where the die leads."""
    roll, gear, to, _, _, jump, over, _, _ = step
    space = road.spaces[to]
    kind = space.kind
    if over >= 0:
        code = ("DI-JUMP-02", "DI-JUMP-03", "DI-JUMP-05")[min(over, 2)]
        if kind in ("line", "drift"):
            code = "DI-JUMP-07"
    elif road.past[to]:
        code = "DI-FIN-01"
    elif kind in _ALONG:
        code = _ALONG[kind]
    elif space.ford:
        code = "DI-FORD-01"
    elif road.spaces[here].ford:
        code = "DI-FORD-04"
    elif space.jump:
        code = "DI-JUMP-01"
    elif space.limit is not None:
        code = "DI-LIMIT-01"
    elif roll.die in PUSHES:
        code = "DI-GAS-01" if roll.die == GAS else "DI-LEAD-02" if roll.die == LEADER else "DI-RED-01"
    elif roll.brakes:
        code = "DI-BRAKE-03"
    else:
        code = "DI-GEAR-01"
    facts: dict[str, object] = {
        "from": here, "to": to, "space": space.key, "gear": gear, "flown": () if jump < 0 else (jump,),
    }  # fmt: skip
    return happened("moved", code, seat, facts)


def _after(state: State, events: list[Event], luck: Luck) -> State:
    """The state after a step that was driven one by one."""
    turn = state.turn
    ended = turn.ended
    if not ended:
        return state if turn.draft else take_card(state, events)
    if ended == "finish":
        return take_card(state, events)
    if ended in ("stall", "landing", "hazards") and sisu_helps(state):
        return with_turn(state, turn._replace(phase="sisu"))
    return stall(state, events) if ended == "stall" else lose(state, events, luck)


# -- Flat out ---------------------------------------------------------------------------------------------------------


def _flat_out(state: State, steps: tuple[Roll, ...], events: list[Event], luck: Luck) -> State:
    faces = tuple([_throw(roll, luck) for roll in steps])
    stake = worth(steps)
    seat = state.turn.seat
    hazards = sum(map(sum, faces))
    events.append(Event("staked", "DI-FLAT-02", seat, {"count": stake}))
    events.append(Event("flat-out", "DI-FLAT-01", seat, {"dice": sum(map(len, faces)), "hazards": hazards}))
    state = with_turn(state, with_flat_out(state.turn, state.turn.phase, steps, faces, stake))
    if can_play_sisu(state) and (hazards >= LIMIT or _stumbles(state)):
        return with_turn(state, state.turn._replace(phase="sisu"))
    return _flat_on(state, events, luck)


def _stumbles(state: State) -> bool:
    """Whether a hazard on a landing or on a quick start spoils a flat out, and nothing else does."""
    if quick_planned(state) and state.turn.faces[0][0]:
        return not aim(state, state.turn.draft[0]).lost
    for roll, faces in zip(state.turn.draft, state.turn.faces, strict=True):
        step = aim(state, roll)
        if step.lost:
            return False
        if step.over == 1 and faces[0]:
            return True
        state = move(state, step)
    return False


def _flat_on(state: State, events: list[Event], luck: Luck) -> State:
    """A flat out resolved: a stall, a draft to be laid again, or the whole way."""
    turn = state.turn
    hazards = sum(map(sum, turn.faces))
    if not turn.safe and quick_planned(state) and turn.faces[0][0]:
        if hazards >= LIMIT:
            events.append(Event("saved", "DI-QS-03", turn.seat, {"hazards": hazards}))
        state = _walk(_driving(state), turn.draft[0], turn.faces[0], events, luck)
        return stall(state, events)
    if hazards >= LIMIT and not turn.safe:
        events.append(Event("failed", "DI-FLAT-04", turn.seat, {"hazards": hazards}))
        return with_turn(state, spread(turn._replace(phase="arrange")))
    steps = turn.draft
    state = _driving(state)
    for roll, faces in zip(steps, turn.faces, strict=True):
        state = _walk(state, roll, faces, events, luck)
        if state.turn.ended:
            break
    if state.turn.ended in ("limit", "jump", "landing"):
        events.append(Event("thrown", "DI-FLAT-08", turn.seat))
        return lose(state, events, luck)
    events.append(Event("made-it", "DI-FLAT-03", turn.seat, {"hazards": hazards}))
    return take_card(state, events)


def _driving(state: State) -> State:
    """The state in which laid dice are driven: its turn holds no draft."""
    turn = state.turn
    return with_turn(state, with_flat_out(turn, "roll", (), turn.faces, turn.stake))


def _arrange(state: State, steps: Sequence[Roll], events: list[Event], luck: Luck) -> State:
    """Drive the rolled dice as they are laid again, until control is lost."""
    events.append(Event("arranged", "DI-REARR-01", state.turn.seat, {"count": len(steps)}))
    state = _driving(state)
    for roll in steps:
        faces = tuple(face for _, face in held(state.turn, roll))
        state = _walk(state, roll, faces, events, luck)
        if state.turn.ended:
            break
    return lose(state, events, luck)


# -- SISU, the spare wheel --------------------------------------------------------------------------------------------


def _sisu(state: State, events: list[Event], luck: Luck) -> State:
    turn = state.turn
    events.append(Event("sisu", "DI-SISU-02", turn.seat))
    over_the_line = state.road.past[state.car.place]
    ended = "finish" if over_the_line else ""
    turn = turn._replace(safe=True, ended=ended, hazards=0)
    if turn.phase != "draft":
        turn = turn._replace(phase="roll")
    state = with_car(state, state.car._replace(sisu=False), turn)
    if turn.phase == "draft":
        return state
    if turn.faces:
        return _flat_on(state, events, luck)
    return state if turn.draft and not ended else take_card(state, events)


def _accept(state: State, events: list[Event], luck: Luck) -> State:
    turn = state.turn
    if turn.phase == "wheel":
        return race.next_turn(state, events)
    if turn.phase == "gap":
        return race.next_gap(state, events)
    if turn.faces:
        return _flat_on(state, events, luck)
    return stall(state, events) if turn.ended == "stall" else lose(state, events, luck)


def _wheel(state: State, events: list[Event]) -> State:
    car, seat = state.car, state.turn.seat
    events.append(Event("repaired", "DI-SPARE-03", seat))
    mended = car._replace(punctures=car.punctures - 1) if car.punctures else car._replace(gas=car.gas - 1)
    car = mended._replace(wheel=False)
    if state.turn.phase == "gap":
        events.append(Event("wheel", "DI-SPARE-07", seat))
        return race.next_gap(with_car(state, car), events)
    events.append(Event("card", "DI-SPARE-02", seat, {"gear": 0, "seconds": WHEEL_SECONDS}))
    car = car._replace(gear=0, clock=car.clock + WHEEL_SECONDS, beside=True)
    return race.next_turn(with_car(state, car), events)


def result(state: State) -> Result:
    """How the rally stands or has ended: times and places."""
    rally = state.rally
    times = rally.times if rally and rally.times else (race.stage_times(state),)
    sums = race.totals(times, len(state.cars))
    return {
        "drivers": [car.name for car in state.cars],
        "stages": list(rally.stages) if rally else [state.stage.text],
        "times": [list(row) for row in times],
        "sums": list(sums),
        "places": list(race.ranks(sums)),
    }
