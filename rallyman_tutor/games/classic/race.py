"""The course between turns: who plays next, the end of a stage, service, weather and tyres, and the next stage.

`play.py` drives a turn and hands over here; only the weather asks luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rallyman_tutor.core.game import Spec
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.core.spec import drivers_of, settings_of, switches_of, text_of, texts_of, words_of
from rallyman_tutor.games.classic import draws, notation
from rallyman_tutor.games.classic.generate import base_steps
from rallyman_tutor.games.classic.notation import fresh_backs, fresh_shortcut, set_option
from rallyman_tutor.games.classic.road import at_snow, read_stage
from rallyman_tutor.games.classic.rules import judge_sheet
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import MOST_DAMAGE, Car, Event, Options, Rally, Sheet, Stage, State, Turn
from rallyman_tutor.games.classic.step import changed, put_back, with_car

# -- Beginning --------------------------------------------------------------------------------------------------------


def new(spec: Spec) -> State:
    """A rally from its description: a position, or drivers and stages with service, options and timing points.

    The rules of the course sheet judge it first. A single stage is allowed, as practice.
    """
    if "position" in spec:
        return notation.read_position(text_of(spec, "position"))
    options = Options()
    for name, value in sorted(settings_of(spec).items(), key=lambda option: option[0] != "edition"):
        options = set_option(options, name, value)
    stages = texts_of(spec, "stages")
    service = switches_of(spec, "service", (True,) * (len(stages) - 1))
    sheet = Sheet(drivers_of(spec), stages, (*service, False))
    if broken := [fault for fault in judge_sheet(sheet) if len(stages) != 1 or fault.code != "CL-RALLY-01"]:
        raise Illegal(broken)
    cars = tuple(Car(name, sisu=options.sisu) for name in sheet.drivers)
    rally = Rally(stages, service)
    roads = [read_stage(stage) for stage in stages]  # all of them, so that none is found unreadable on the way
    points = tuple(_timing_point(roads, point) for point in words_of(spec, "points"))
    return _set_up(cars, rally, options, tuple(range(len(cars))), points, chooses=True)


def _timing_point(stages: Sequence[Stage], name: str) -> int:
    """Where the clock is read on every stage, as an item of the road: a space (s5), a bend (b2) or a seam of boards
    (seam1) of the first one, or its number."""
    first = stages[0]
    places = {space.key.split(".")[0]: space.item for space in first.road.spaces if space.item >= 0}
    places |= {f"seam{number}": item for number, item in enumerate(first.seams, 1)}
    shortest = min(len(stage.road.items) for stage in stages)
    item = places.get(name, int(name) if name.isdecimal() else -1)
    if not 0 <= item < shortest:
        on_all = tuple(place for place, at in places.items() if at < shortest)
        raise Refused("timing-point", {"found": name, "list": on_all})
    return item


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
            place=START, gear=0, clock=0, seconds=0, beside="", spun=False, dirt_on_entry=-1, stamp=0,
            status="waiting" if car.status != "out" else "out",
        )
        for car in cars
    )  # fmt: skip
    state = State(
        stage=stage, options=options, cars=fresh, turn=Turn(order[0]), order=order, round=0, queue=(),
        dirt=(0,) * stage.road.dirts, backs=fresh_backs(), shortcut=fresh_shortcut(), points=points, rally=rally,
    )  # fmt: skip
    if options.weather == "variable":
        return state._replace(turn=Turn(order[0], "weather"), queue=order if chooses else ())
    return _tyres(state, order if chooses else ())


def roll_weather(state: State, events: list[Event], luck: Luck) -> State:
    """Roll which boards of the stage get snow; then the tyres are chosen."""
    if snow := draws.weather(state.stage, events, luck):
        state = state._replace(stage=at_snow(state.stage, snow))
    return _tyres(state, state.queue)


def choose_tyres(state: State, winter: bool, events: list[Event]) -> State:
    """The tyres of one driver; then the next one chooses, or the first one starts."""
    events.append(Event("tyres", "CL-TYRE-01", state.turn.seat, {"winter": winter}))
    return _tyres(with_car(state, state.car._replace(winter=winter)), state.queue)


def _tyres(state: State, choosing: tuple[int, ...]) -> State:
    """Let drivers choose tyres, one after the other; then start."""
    choosing = tuple(seat for seat in choosing if state.cars[seat].status != "out")
    if state.options.weather == "off" or not choosing:
        return _next_round(state._replace(queue=()), [])
    return state._replace(turn=Turn(choosing[0], "tyres"), queue=choosing[1:])


# -- Whose turn it is -------------------------------------------------------------------------------------------------


def playing_order(state: State) -> tuple[int, ...]:
    """The order of play in this round: cars on the road from the front, then those that start now."""
    ranks = state.road.ranks
    cars = state.cars

    def rank(seat: int) -> tuple[int, int, int, int]:
        car = cars[seat]
        return -ranks[car.place], -car.gear, car.stamp, seat

    road = sorted((seat for seat, car in enumerate(cars) if car.status == "road"), key=rank)
    starters = [
        seat for place, seat in enumerate(state.order, 1) if cars[seat].status == "waiting" and place <= state.round
    ]
    return (*road, *starters)


def _next_round(state: State, events: list[Event]) -> State:
    """The first turn of the next round that somebody plays in; the end of the stage, when nobody is left."""
    while any(car.status in ("waiting", "road") for car in state.cars):
        state = state._replace(round=state.round + 1)
        order = playing_order(state)
        if order:
            return next_turn(state._replace(queue=order), events)
    return _close(state, events)


def next_turn(state: State, events: list[Event]) -> State:
    """The turn of the next driver of this round who can play; else the next round."""
    queue = state.queue
    while queue:
        seat, queue = queue[0], queue[1:]
        state = changed(state, state.cars, Turn(seat), queue, state.dirt, state.shortcut, state.stamps)
        begun = _begin(state, events)
        if begun:
            return begun
        state = _not_begun(state, events)
    return _next_round(state, events)


def _begin(state: State, events: list[Event]) -> State | None:
    """The state at the start of this driver's turn; None if they have none."""
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
    """Pass over a driver's turn, with an event that says why."""
    car, seat = state.car, state.turn.seat
    if car.status in ("waiting", "road") and car.damage >= MOST_DAMAGE:
        events.append(Event("out", "CL-DMG-04", seat))
        return with_car(state, car._replace(status="out"))
    if car.status == "waiting":
        events.append(Event("waits", "CL-START-06", seat))
    return state


# -- The end of a stage -----------------------------------------------------------------------------------------------


def stage_times(state: State) -> tuple[int | None, ...]:
    """The time of each driver on this stage; None for those who have not finished it."""
    return tuple(car.clock - car.seconds if car.status == "finished" else None for car in state.cars)


def standings(times: Sequence[Sequence[int | None]], seats: int) -> tuple[int | None, ...]:
    """The summed times by seat; None where the time of a stage is missing."""
    sums = []
    for seat in range(seats):
        own = [row[seat] for row in times]
        sums.append(None if any(time is None for time in own) else sum(cast(list[int], own)))
    return tuple(sums)


def ranks(sums: Sequence[int | None]) -> tuple[int | None, ...]:
    """The place of each seat; equal times share one."""
    classed = [time for time in sums if time is not None]
    return tuple(None if time is None else 1 + sum(other < time for other in classed) for time in sums)


def _close(state: State, events: list[Event]) -> State:
    """The stage is over: times on the sheet, service, and on to the next one."""
    rally = state.rally
    if rally is None:
        return _over(state)
    rally = rally._replace(times=(*rally.times, stage_times(state)))
    state = state._replace(rally=rally)
    last = rally.number + 1 == len(rally.stages)
    if last or all(car.status == "out" for car in state.cars):
        sums = standings(rally.times, len(state.cars))
        events.append(Event("winners", "CL-WIN-01", -1, {"sums": sums, "places": ranks(sums)}))
        return _over(state)
    cars = state.cars
    if rally.service[rally.number]:
        events.append(Event("service", "CL-SERV-01"))
        cars = tuple(car._replace(damage=0, punctures=0, wheel=True) for car in cars)
        return _next_stage(state._replace(cars=cars), rally, events)
    events.append(Event("no-service", "CL-SERV-04"))
    waiting = tuple(seat for seat, car in enumerate(cars) if car.punctures and car.wheel and car.status != "out")
    return next_gap(state._replace(queue=waiting), events)


def _over(state: State) -> State:
    """Nothing is left to be decided."""
    return state._replace(turn=Turn(state.turn.seat, "over"))


def next_gap(state: State, events: list[Event]) -> State:
    """Between two stages without service, each driver with a puncture and a wheel decides; then the next stage."""
    if state.queue:
        return state._replace(turn=Turn(state.queue[0], "gap"), queue=state.queue[1:])
    return _over(state) if state.rally is None else _next_stage(state, state.rally, events)


def _next_stage(state: State, rally: Rally, events: list[Event]) -> State:
    """The start of the next stage, in the order of the times so far; the end, when nobody can start."""
    sums = standings(rally.times, len(state.cars))
    cars = []
    for seat, car in enumerate(state.cars):
        if car.status != "out" and car.damage >= MOST_DAMAGE:
            events.append(Event("out", "CL-DMG-04", seat))
            car = car._replace(status="out")
        cars.append(car)
    # Drivers with equal times keep their order; those who are out do not start.
    order = tuple(sorted((s for s in state.order if cars[s].status != "out"), key=lambda seat: cast(int, sums[seat])))
    rally = rally._replace(number=rally.number + 1)
    if not order:
        return _over(state._replace(cars=tuple(cars), rally=rally))
    events.append(Event("next-stage", "CL-START-02", -1, {"order": order, "number": rally.number}))
    chooses = rally.service[rally.number - 1]
    return _set_up(tuple(cars), rally, state.options, order, state.points, chooses)
