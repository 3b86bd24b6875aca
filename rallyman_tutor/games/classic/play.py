"""What happens: a state, a move and luck give the next state and the events.

`play` runs to the next decision. It takes a legal move (ask `rules.judge` first) and asks luck in the order in which
the players would roll and draw. Everything here follows a die that `step.take` has played: losing control, the gear
card, the next driver, the end of the stage, service, the next stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, cast

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games.classic import notation
from rallyman_tutor.games.classic.generate import base_steps, laid_out, next_steps
from rallyman_tutor.games.classic.notation import at_snow, boards, fresh_backs, fresh_shortcut, read_stage, set_option
from rallyman_tutor.games.classic.rules import BOOK, judge_sheet
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    GAS,
    HAZARD,
    LEFT,
    MOST_DAMAGE,
    MOST_PUNCTURES,
    SECONDS,
    SPIN,
    VALUES,
    Accept,
    Attack,
    Blocked,
    Car,
    Event,
    Events,
    Give,
    Move,
    Options,
    Rally,
    Retire,
    Roll,
    Sheet,
    Sisu,
    Split,
    Stage,
    State,
    Stop,
    Turn,
    Tyres,
    Weather,
    Wheel,
)
from rallyman_tutor.games.classic.step import GAS_ODDS, GEAR_ODDS, LIMIT, aim, blocker, limit, put_back, shortcut, take
from rallyman_tutor.parts.cards import draw
from rallyman_tutor.parts.road import START

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
SECONDS_PER_DIE: int = VALUES["attack.seconds_per_die"]
ON_THE_LINE: int = VALUES["damage.on_the_finish_line"]


# -- Beginning --------------------------------------------------------------------------------------------------------


def new(spec: Mapping[str, Any]) -> State:
    """A rally from its description: a position, or drivers and stages with service, options, snow and timing points.

    One stage alone is practice; a rally is judged by the rules of the course sheet first.
    """
    if "position" in spec:
        return notation.read_position(spec["position"])
    options = Options()
    for name, value in sorted(spec.get("options", {}).items(), key=lambda option: option[0] != "edition"):
        options = set_option(options, name, value)
    stages = tuple(spec["stages"])
    sheet = Sheet(tuple(spec["drivers"]), stages, (*spec.get("service", (True,) * (len(stages) - 1)), False))
    broken = judge_sheet(sheet) if len(stages) > 1 else BOOK.judge(None, sheet)
    broken = [violation for violation in broken if len(stages) > 1 or violation.code != "CL-RALLY-01"]
    if broken:
        raise Illegal(broken)
    cars = tuple(Car(name, sisu=options.sisu) for name in sheet.drivers)
    rally = Rally(stages, sheet.service[: len(stages) - 1])
    points = tuple(timing_point(read_stage(stages[0]), point) for point in spec.get("points", ()))
    return _set_up(cars, rally, options, tuple(range(len(cars))), points, chooses=True)


def timing_point(stage: Stage, name: str | int) -> int:
    """Where the clock is read, as an item of the road: a space (s5), a bend (b2), or a seam of boards (seam1)."""
    if isinstance(name, int) or name.isdigit():
        return int(name)
    places = {space.key.split(".")[0]: space.item for space in stage.road.spaces if space.item >= 0}
    places |= {f"seam{number}": item for number, item in enumerate(stage.seams, 1)}
    if name not in places:
        raise Refused("timing-point", {"found": name, "list": tuple(places)})
    return places[name]


def _set_up(
    cars: tuple[Car, ...],
    rally: Rally,
    options: Options,
    order: tuple[int, ...],
    points: tuple[int, ...],
    chooses: bool,
) -> State:
    """The state before a stage: weather, then tyres, then the first driver's turn."""
    stage = read_stage(rally.stages[rally.number])
    fresh = tuple(
        car._replace(
            place=START, gear=0, clock=0, seconds=0, beside="", spun=False, met=-1, stamp=0,
            status="waiting" if car.status != "out" else "out",
        )
        for car in cars
    )  # fmt: skip
    state = State(
        stage, options, fresh, Turn(order[0]), order, 0, (), (0,) * stage.road.dirts, fresh_backs(), fresh_shortcut(),
        points=points, rally=rally,
    )  # fmt: skip
    if options.weather == "variable":
        return state._replace(turn=Turn(order[0], "weather"), queue=order if chooses else ())
    return _tyres(state, order if chooses else ())


def _tyres(state: State, choosing: tuple[int, ...]) -> State:
    """Let drivers choose tyres, one after the other; then start."""
    choosing = tuple(seat for seat in choosing if state.cars[seat].status != "out")
    if state.options.weather == "off" or not choosing:
        return _next_round(state._replace(queue=()))[0]
    return state._replace(turn=Turn(choosing[0], "tyres"), queue=choosing[1:])


# -- Deciding ---------------------------------------------------------------------------------------------------------


def moves(state: State) -> list[Move]:
    """What the driver in turn may do now. Attacks are many, and listed by `generate.attacks`."""
    turn = state.turn
    phase = turn.phase
    if phase == "roll":
        steps: list[Move] = list(next_steps(state))
        if turn.used:
            if turn.hazards and state.cars[turn.seat].sisu and state.options.sisu:
                steps.append(Sisu())
            steps.append(Stop())
            return steps
        car = state.cars[turn.seat]
        if turn.wheel and not state.options.wheel_must_drive:
            steps.append(Stop())
        elif not steps or (len(state.cars) > 1 and _forced_off(state, steps)):
            steps.append(Blocked())
        if car.punctures and car.wheel and car.gear <= 1 and not turn.wheel:
            steps.append(Wheel())
        return [*steps, Retire()]
    if phase == "drive":
        driven: list[Move] = list(next_steps(state))
        if not turn.used and any(face for _, face in turn.hand) and state.car.sisu and state.options.sisu:
            driven.append(Sisu())
        return driven or [Stop()]
    if phase == "sisu":
        return [Sisu(), Accept()]
    if phase == "give":
        return [Give(hazard) for hazard in sorted({face for die, face in turn.hand if die == GAS})]
    if phase == "weather":
        return [Weather()]
    if phase == "tyres":
        return [Tyres(False), Tyres(True)]
    if phase == "gap":
        return [Wheel(), Accept()]
    return []


def _forced_off(state: State, steps: list[Move]) -> bool:
    """Whether other cars leave only dice that lose control."""
    if any(isinstance(roll, Roll) and not aim(state, roll).lost for roll in steps):
        return False
    return not BOOK.judge(state, Blocked())


# -- Playing ----------------------------------------------------------------------------------------------------------


def play(state: State, move: Move, luck: Luck) -> tuple[State, Events]:
    """One decision carried out, and everything up to the next one."""
    if isinstance(move, Roll):
        return _roll(state, move, luck)
    if isinstance(move, Stop | Blocked):
        return _stop(state, move, luck)
    if isinstance(move, Attack):
        return _attack(state, move, luck)
    if isinstance(move, Sisu):
        return _sisu(state)
    if isinstance(move, Accept):
        return _accept(state, luck)
    if isinstance(move, Wheel):
        return _wheel(state)
    if isinstance(move, Give):
        return _give(state, move)
    if isinstance(move, Tyres):
        return _choose_tyres(state, move)
    if isinstance(move, Weather):
        return _weather(state, luck)
    if isinstance(move, Retire):
        events = [Event("out", "CL-ELIM-01", state.turn.seat)]
        return _end(_change(state, status="out"), events)
    assert isinstance(move, CLAIMS)
    return state, ()


def _change(state: State, **fields: Any) -> State:
    seat = state.turn.seat
    return state._replace(cars=(*state.cars[:seat], state.cars[seat]._replace(**fields), *state.cars[seat + 1 :]))


def _roll(state: State, move: Roll, luck: Luck) -> tuple[State, Events]:
    before = state
    state, events = take(state, aim(state, move), luck)
    if state.points and state.options.splits:
        state = _read_splits(before, state, events)
    if state.turn.rolled and any(event.what == "puncture" for event in events):
        state = _lose_gas(state, events)
    return _after(state, events, luck)


def _after(state: State, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """What a step leads to: nothing yet, the finish, the end of the rally, or lost control."""
    turn = state.turn
    ended = turn.ended
    if not ended:
        if turn.rolled and not turn.hand and turn.phase == "drive":
            return _card(state, events)
        return state, tuple(events)
    if ended == "finish":
        return _card(state, events)
    if ended == "out":
        return _end(_change(state, status="out"), events)
    car = state.car
    if ended in ("landing", "hazards") and car.sisu and state.options.sisu and not turn.rolled:
        return state._replace(turn=turn._replace(phase="sisu")), tuple(events)
    return _lose(state, events, luck)


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


def _attack(state: State, move: Attack, luck: Luck) -> tuple[State, Events]:
    faces = tuple(
        luck.pick("gas die" if die == GAS else f"die {die}", GAS_ODDS if die == GAS else GEAR_ODDS) == HAZARD
        for die in move.dice
    )
    state = laid_out(state, move.dice, faces)
    shown = tuple(zip(move.dice, faces, strict=True))
    return state, (Event("attack", "CL-ATK-01", state.turn.seat, {"dice": shown}),)


def _lose_gas(state: State, events: list[Event]) -> State:
    """A puncture in an attack takes a gas die that was not moved; with two different faces the driver chooses."""
    faces = {face for die, face in state.turn.hand if die == GAS}
    if state.turn.ended or not faces:
        return state
    if len(faces) > 1:
        return state._replace(turn=state.turn._replace(phase="give"))
    return _without_gas(state, faces.pop(), events)


def _without_gas(state: State, hazard: bool, events: list[Event]) -> State:
    hand = list(state.turn.hand)
    hand.remove((GAS, hazard))
    events.append(Event("gave-up", "CL-ATK-08", state.turn.seat, {"hazard": hazard}))
    return state._replace(turn=state.turn._replace(hand=tuple(hand), phase="drive"))


def _give(state: State, move: Give) -> tuple[State, Events]:
    events: list[Event] = []
    state = _without_gas(state, move.hazard, events)
    return (state, tuple(events)) if state.turn.hand else _card(state, events)


# -- Sisu, the spare wheel --------------------------------------------------------------------------------------------


def _sisu(state: State) -> tuple[State, Events]:
    turn = state.turn
    events = [Event("sisu", "CL-SISU-01", turn.seat)]
    hand = tuple(sorted((die, False) for die, _ in turn.hand))
    over_the_line = state.car.place == state.road.finish
    phase: Literal["drive", "roll"] = "drive" if turn.rolled else "roll"
    state = _change(state, sisu=False)
    state = state._replace(
        turn=turn._replace(hazards=0, ended="finish" if over_the_line else "", hand=hand, phase=phase)
    )
    return _card(state, events) if over_the_line else (state, tuple(events))


def _accept(state: State, luck: Luck) -> tuple[State, Events]:
    if state.turn.phase == "gap":
        return _next_gap(state, [])
    return _lose(state, [], luck)


def _wheel(state: State) -> tuple[State, Events]:
    car = state.car
    if state.turn.phase == "gap":
        state = _change(state, punctures=car.punctures - 1, wheel=False)
        return _next_gap(state, [Event("wheel", "CL-SPARE-03", state.turn.seat)])
    state = _change(state, punctures=car.punctures - 1, wheel=False, gear=0, clock=car.clock + WHEEL_SECONDS)
    events = (Event("card", "CL-SPARE-02", state.turn.seat, {"gear": 0, "seconds": WHEEL_SECONDS}),)
    return state._replace(turn=state.turn._replace(wheel=True)), events


# -- Losing control ---------------------------------------------------------------------------------------------------


def _lose(state: State, events: list[Event], luck: Luck) -> tuple[State, Events]:
    """Control is lost where the car stands now."""
    car, seat = state.car, state.turn.seat
    events.append(Event("lost", _why_lost(state), seat, {"cause": state.turn.ended, "at": car.place}))
    if car.place == state.road.finish:
        events.append(Event("damage", "CL-FIN-04", seat, {"count": ON_THE_LINE}))
        return _card(_change(state, damage=min(MOST_DAMAGE, car.damage + ON_THE_LINE)), events)
    deck = state.backs[car.gear - 1]
    back, deck = draw(deck, f"back of a card of gear {car.gear}", luck)
    backs = (*state.backs[: car.gear - 1], deck, *state.backs[car.gear :])
    events.append(Event("card", "CL-LOC-03", seat, {"gear": 0, "seconds": SECONDS[0], "deck": car.gear, "back": back}))
    state = _change(state._replace(backs=backs), gear=0, clock=car.clock + SECONDS[0])
    if back == SPIN:
        events.append(Event("spin", "CL-LOC-04", seat))
        return _end(_spin(state, events), events)
    return _end(_leave(state, back, events, luck), events)


def _why_lost(state: State) -> str:
    """The rule by which control was lost."""
    on_cut = state.road.spaces[state.car.place].kind == "cut"
    snowed = limit(state, state.car, state.car.place) < LIMIT
    too_many = ("CL-ATK-04", "CL-ATK-13") if state.turn.rolled else ("CL-HAZ-01", "CL-TYRE-03")
    return {
        "jump": "CL-JUMP-04",
        "landing": "CL-JUMP-03",
        "bend": "CL-CUT-02" if on_cut else "CL-BEND-05",
        "hazards": too_many[snowed],
    }[state.turn.ended]


def _went(state: State, place: int) -> Mapping[str, Any]:
    """The facts of a car that is moved by what happens to it."""
    return {"from": state.car.place, "to": place, "space": state.road.spaces[place].key, "flown": ()}


def _spin(state: State, events: list[Event]) -> State:
    space = state.road.spaces[state.car.place]
    if space.kind == "drift" and state.options.spin_from_drift == "line":
        line = state.road.bends[space.bend].line_at
        if blocker(state, line, state.turn.seat) < 0:
            events.append(Event("moved", "CL-LOC-05", state.turn.seat, _went(state, line)))
            return _change(state, place=line, spun=True)
        events.append(Event("stays", "CL-LOC-13", state.turn.seat))
    return _change(state, spun=True)


def _leave(state: State, side: str, events: list[Event], luck: Luck) -> State:
    """Off to one side: into the landscape, into a cut, or from a cut onto the road."""
    car, seat = state.car, state.turn.seat
    space = state.road.spaces[car.place]
    there = space.left if side == LEFT else space.right
    if there not in ("cut", "road"):
        damage = state.stage.legends[space.legend][there]
        events.append(Event("off", "CL-LOC-06", seat, {"side": side, "terrain": there}))
        if damage:
            events.append(Event("damage", "CL-DMG-01", seat, {"count": damage, "terrain": there}))
        return _change(state, beside=side, damage=min(MOST_DAMAGE, car.damage + damage))
    bend = state.road.bends[space.bend]
    pushed = bend.cut_at if there == "cut" else bend.line_at
    if blocker(state, pushed, seat) >= 0:
        events.append(Event("stays", "CL-LOC-13", seat))
        return _change(state, spun=True)
    code = "CL-LOC-09" if there == "cut" else "CL-LOC-10"
    events.append(Event("moved", code, seat, _went(state, pushed)))
    state = _change(state, place=pushed)
    if there == "road":
        return state
    dirt, deck, punctures, drawn = shortcut(state, space.bend, car.punctures, luck)
    events += drawn
    status = "out" if punctures > MOST_PUNCTURES else "road"
    state = state._replace(dirt=dirt, shortcut=deck)
    return _change(state, punctures=min(punctures, MOST_PUNCTURES), status=status)


# -- The end of a turn ------------------------------------------------------------------------------------------------


def _stop(state: State, move: Stop | Blocked, luck: Luck) -> tuple[State, Events]:
    turn = state.turn
    if turn.used:
        return _card(state, [])
    if turn.wheel:  # the wheel's card is the card of this turn
        return _end(state, [Event("waits", "CL-BLOCK-03" if isinstance(move, Blocked) else "CL-SPARE-05", turn.seat)])
    forced_off = bool(base_steps(state))  # there is a way, and it loses control
    code = "CL-BLOCK-02" if not state.car.gear else "CL-BLOCK-04" if forced_off else "CL-BLOCK-01"
    return _card(state, [Event("blocked", code, turn.seat)])


def _card(state: State, events: list[Event]) -> tuple[State, Events]:
    """The gear card of the turn."""
    car, turn = state.car, state.turn
    if turn.rolled:
        code = "CL-ATK-12"
    elif car.place == state.road.finish and turn.ended != "finish":
        code = "CL-LOC-11"
    elif turn.ended == "finish":
        code = "CL-FIN-02"
    elif not turn.used or turn.used[-1] != GAS:
        code = "CL-CARD-01"
    else:
        code = "CL-CARD-03" if turn.used.count(GAS) == len(turn.used) else "CL-CARD-02"
    events.append(Event("card", code, turn.seat, {"gear": car.gear, "seconds": SECONDS[car.gear]}))
    return _end(_change(state, clock=car.clock + SECONDS[car.gear]), events)


def _end(state: State, events: list[Event]) -> tuple[State, Events]:
    """The turn is over: seconds of an attack, the finish, then the next driver."""
    car, turn = state.car, state.turn
    if turn.rolled and car.status != "out":
        earned = turn.rolled * SECONDS_PER_DIE
        events.append(Event("seconds", "CL-ATK-07", turn.seat, {"count": earned}))
        state = _change(state, seconds=car.seconds + earned)
    car = state.car
    if car.place == state.road.finish and car.status == "road":
        time = car.clock - car.seconds
        events.append(
            Event("finish", "CL-FIN-03", turn.seat, {"clock": car.clock, "seconds": car.seconds, "time": time})
        )
        state = _change(state, status="finished")
    return _next_turn(state, events)


def _next_turn(state: State, events: list[Event]) -> tuple[State, Events]:
    """Whoever of this round can play next; or the next round."""
    queue = state.queue
    while queue:
        seat, *rest = queue
        state = state._replace(turn=Turn(seat), queue=tuple(rest))
        begun = _begin(state, events)
        if begun:
            return begun, tuple(events)
        state, queue = _not_begun(state, events), tuple(rest)
    return _next_round(state, events)


def _begin(state: State, events: list[Event]) -> State | None:
    """The state at the start of this driver's turn; None if he has none."""
    car = state.car
    if car.status not in ("waiting", "road") or car.damage >= MOST_DAMAGE:
        return None
    if car.status == "waiting" and not base_steps(state):
        return None
    back = put_back(state)
    if car.beside and not back.turn.stuck:
        restarted = "CL-LOC-08" if back.car.place != car.place else _back_by(state)
        events.append(Event("back", restarted, state.turn.seat, {"to": back.car.place}))
    elif car.spun:
        events.append(Event("back", _back_by(state), state.turn.seat, {"to": car.place}))
    return back


def _back_by(state: State) -> str:
    """The rule by which a car comes back to the very space where it lost control."""
    return "CL-CUT-09" if state.road.spaces[state.car.place].kind == "cut" else "CL-LOC-07"


def _not_begun(state: State, events: list[Event]) -> State:
    """Why a driver's turn is passed over."""
    car, seat = state.car, state.turn.seat
    if car.status in ("waiting", "road") and car.damage >= MOST_DAMAGE:
        events.append(Event("out", "CL-DMG-04", seat))
        return _change(state, status="out")
    if car.status == "waiting":
        events.append(Event("waits", "CL-START-06", seat))
    return state


def playing_order(state: State) -> tuple[int, ...]:
    """Who plays in which order this round: cars on the road from the front, then who starts now."""
    spaces = state.road.spaces
    cars = state.cars

    def rank(seat: int) -> tuple[Fraction, int, int, int]:
        car = cars[seat]
        return -spaces[car.place].front, -car.gear, car.stamp, seat

    road = sorted((seat for seat, car in enumerate(cars) if car.status == "road"), key=rank)
    starters = [
        seat for place, seat in enumerate(state.order, 1) if cars[seat].status == "waiting" and place <= state.round
    ]
    return (*road, *starters)


def _next_round(state: State, events: list[Event] | None = None) -> tuple[State, Events]:
    events = [] if events is None else events
    while any(car.status in ("waiting", "road") for car in state.cars):
        state = state._replace(round=state.round + 1)
        order = playing_order(state)
        if order:
            return _next_turn(state._replace(queue=order), events)
    return _close(state, events)


# -- The end of a stage -----------------------------------------------------------------------------------------------


def stage_times(state: State) -> tuple[int | None, ...]:
    """The time of each driver on this stage; None for who is out."""
    return tuple(car.clock - car.seconds if car.status == "finished" else None for car in state.cars)


def standings(times: Sequence[Sequence[int | None]], seats: int) -> tuple[int | None, ...]:
    """The summed times by seat; None for who is out of the rally."""
    sums = []
    for seat in range(seats):
        own = [row[seat] for row in times]
        sums.append(None if any(time is None for time in own) else sum(cast(list[int], own)))
    return tuple(sums)


def places(sums: Sequence[int | None]) -> tuple[int | None, ...]:
    """The place of each seat; equal times share one."""
    classed = [time for time in sums if time is not None]
    return tuple(None if time is None else 1 + sum(other < time for other in classed) for time in sums)


def _close(state: State, events: list[Event]) -> tuple[State, Events]:
    """The stage is over: times on the sheet, service, and on to the next one."""
    rally = state.rally
    if rally is None:
        return state._replace(turn=Turn(state.turn.seat, "over")), tuple(events)
    rally = rally._replace(times=(*rally.times, stage_times(state)))
    state = state._replace(rally=rally)
    last = rally.number + 1 == len(rally.stages)
    if last or all(car.status == "out" for car in state.cars):
        sums = standings(rally.times, len(state.cars))
        events.append(Event("winners", "CL-WIN-01", -1, {"sums": sums, "places": places(sums)}))
        return state._replace(turn=Turn(state.turn.seat, "over")), tuple(events)
    cars = state.cars
    if rally.service[rally.number]:
        events.append(Event("service", "CL-SERV-01"))
        cars = tuple(car._replace(damage=0, punctures=0, wheel=True) for car in cars)
        return _next_stage(state._replace(cars=cars), events)
    events.append(Event("no-service", "CL-SERV-04"))
    waiting = tuple(seat for seat, car in enumerate(cars) if car.punctures and car.wheel and car.status != "out")
    return _gap(state, waiting, events)


def _gap(state: State, waiting: tuple[int, ...], events: list[Event]) -> tuple[State, Events]:
    """Between two stages without service, each driver with a puncture and a wheel decides."""
    if waiting:
        return state._replace(turn=Turn(waiting[0], "gap"), queue=waiting[1:]), tuple(events)
    return _next_stage(state, events)


def _next_gap(state: State, events: list[Event]) -> tuple[State, Events]:
    if state.rally is None:
        return state._replace(turn=Turn(state.turn.seat, "over")), tuple(events)
    return _gap(state, state.queue, events)


def _next_stage(state: State, events: list[Event]) -> tuple[State, Events]:
    rally = cast(Rally, state.rally)
    sums = standings(rally.times, len(state.cars))
    cars = []
    for seat, car in enumerate(state.cars):
        if car.status != "out" and car.damage >= MOST_DAMAGE:
            events.append(Event("out", "CL-DMG-04", seat))
            car = car._replace(status="out")
        cars.append(car)
    # Ties keep the earlier order of the two; who is out starts no more.
    order = tuple(sorted((s for s in state.order if cars[s].status != "out"), key=lambda seat: cast(int, sums[seat])))
    rally = rally._replace(number=rally.number + 1)
    if not order:
        state = state._replace(cars=tuple(cars), rally=rally)
        return state._replace(turn=Turn(state.turn.seat, "over")), tuple(events)
    events.append(Event("next-stage", "CL-START-02", -1, {"order": order, "number": rally.number}))
    chooses = rally.service[rally.number - 1]
    return _set_up(tuple(cars), rally, state.options, order, state.points, chooses), tuple(events)


def _weather(state: State, luck: Luck) -> tuple[State, Events]:
    """One gear die a board: a hazard lays it under snow."""
    events = []
    snow = []
    for number, zone in enumerate(boards(state.stage), 1):
        hazard = luck.pick(f"die {number}", GEAR_ODDS) == HAZARD
        code = "CL-WX-02" if _visits(state.stage, zone) == 1 else "CL-WX-03"
        events.append(Event("weather", code, -1, {"zone": zone, "die": number, "snow": hazard}))
        if hazard:
            snow.append(zone)
    if snow:
        stage: Stage = at_snow(state.stage, frozenset(snow))
        state = state._replace(stage=stage)
    return _tyres(state, state.queue), tuple(events)


def _visits(stage: Stage, zone: str) -> int:
    """How often a stage comes onto a board."""
    items = stage.road.items
    return sum(items[at].legend == zone for at in (0, *stage.seams))


def _choose_tyres(state: State, move: Tyres) -> tuple[State, Events]:
    events = (Event("tyres", "CL-TYRE-01", state.turn.seat, {"winter": move.winter}),)
    return _tyres(_change(state, winter=move.winter), state.queue), events
