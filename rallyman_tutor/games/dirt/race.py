"""The course between turns: who plays next, the end of a stage, repairs, and the next stage.

`play.py` drives a turn and hands over here; nothing here asks luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from rallyman_tutor.core.game import Spec
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.core.spec import drivers_of, settings_of, text_of, texts_of
from rallyman_tutor.games.dirt import notation
from rallyman_tutor.games.dirt.notation import fresh_backs, set_option
from rallyman_tutor.games.dirt.rivals import free_starts, roomy, start_order
from rallyman_tutor.games.dirt.road import Road, read_stage
from rallyman_tutor.games.dirt.rules import judge_sheet
from rallyman_tutor.games.dirt.state import (
    GEAR_CAP,
    START,
    VALUES,
    Car,
    Event,
    Options,
    Rally,
    Sheet,
    State,
    Turn,
    happened,
)
from rallyman_tutor.games.dirt.step import begun, changed, put_back, replaced, swept, turned_to

PENALTY_STEP: int = VALUES["seconds.penalty_step"]
RETIRED: int = VALUES["seconds.retired"]
PER_TOKEN: int = VALUES["seconds.per_token"]


# -- Beginning --------------------------------------------------------------------------------------------------------


def new(spec: Spec) -> State:
    """A rally from its description: a position, or drivers and stages with options. More than one stage turns the
    option `rally` on."""
    if "position" in spec:
        return notation.read_position(text_of(spec, "position"))
    options = Options()
    for name, value in settings_of(spec).items():
        options = set_option(options, name, value)
    stages = texts_of(spec, "stages")
    if not stages:
        raise Refused("sheet-stages")
    if len(stages) > 1:
        options = options._replace(rally=True)
    sheet = Sheet(drivers_of(spec), stages, options)
    if broken := judge_sheet(sheet):
        raise Illegal(broken)
    cars = tuple(Car(name, sisu=options.sisu != "off") for name in sheet.drivers)
    return _set_up(cars, Rally(stages), options, tuple(range(len(cars))), [])


def _set_up(
    cars: tuple[Car, ...], rally: Rally, options: Options, order: tuple[int, ...], events: list[Event]
) -> State:
    """The state before the first turn of a stage. Cars that are out before it begins leave no gap in the start."""
    stage = read_stage(rally.stages[rally.number])
    fresh = []
    for seat, car in enumerate(cars):
        car = car._replace(place=START, gear=0, clock=0, seconds=0, spun=False, beside=False, stamp=0, status="waiting")
        if is_broken(car):
            events.append(Event("out", "DI-RET-01", seat))
            car = car._replace(status="out")
        fresh.append(car)
    bends = (0,) * len(stage.road.bends)
    state = State(
        stage=stage, options=options, cars=tuple(fresh), turn=Turn(order[0]), order=order, round=0, queue=(), leader=-1,
        gravel=bends, backs=fresh_backs(), rally=rally,
    )  # fmt: skip
    return next_round(state, events)


def is_broken(car: Car) -> bool:
    """Whether a car has no gear die left."""
    return car.gears >= GEAR_CAP


# -- The order of play -------------------------------------------------------------------------------------------------


Rank: TypeAlias = tuple[int, bool, int, bool, int]


def rank(road: Road, car: Car) -> Rank:
    """The sort key of cars on the road: distance, on the road before beside it, gear, inner lane, who came first."""
    place = car.place
    return -road.ranks[place], car.beside, -car.gear, road.outer[place], car.stamp


def _ranked(state: State) -> list[tuple[Rank, int]]:
    """The seats of all cars on the road with their ranks, the first of them in front."""
    road = state.stage.road
    return sorted([(rank(road, car), seat) for seat, car in enumerate(state.cars) if car.status == "road"])


def playing_order(state: State) -> tuple[int, ...]:
    """The order of play in this round: cars on the road from the front, then those that start now."""
    return _order(state, state.round, _ranked(state))


def _order(state: State, number: int, ranked: Sequence[tuple[Rank, int]]) -> tuple[int, ...]:
    """The order of play in the round of this number, with the cars on the road as they are `ranked`."""
    road = tuple([seat for _, seat in ranked])
    if len(road) == len(state.cars):
        return road
    starters = [seat for seat in start_order(state)[:number] if state.cars[seat].status == "waiting"]
    return (*road, *starters)


_DECIDED = ("DI-ORD-02", "DI-ORD-05", "DI-ORD-03", "DI-ORD-04", "DI-ORD-04")


def next_round(state: State, events: list[Event]) -> State:
    """The order of the next round, and its leader; or the end of the stage."""
    cars, number = state.cars, state.round
    ranked = _ranked(state)
    while ranked or any(car.status == "waiting" for car in cars):
        number += 1
        order = _order(state, number, ranked)
        if not order:
            continue
        leader = order[0] if state.options.leader and not swept(state) else -1
        if len(order) > 1:
            names = [cars[seat].name for seat in order]
            events.append(happened("order", _decided(ranked), -1, {"order": names, "round": number}))
        if leader >= 0 and leader != state.leader:
            events.append(Event("leader", "DI-LEAD-01", leader))
        return _next_of(state, cars, number, order, leader, events)
    return close_stage(state._replace(round=number), events)


def _decided(ranked: Sequence[tuple[Rank, int]]) -> str:
    """The rule that decides between the first two cars of an order whose cars on the road are `ranked` so."""
    if len(ranked) < 2:
        return "DI-START-01"
    (one, _), (other, _) = ranked[:2]
    for code, mine, theirs in zip(_DECIDED, one, other, strict=True):
        if mine != theirs:
            return code
    return _DECIDED[-1]


def next_turn(state: State, events: list[Event], car: Car | None = None) -> State:
    """The turn of the next driver of this round who can play; else the next round. `car` is the car in turn as its turn
    has left it, if that is not in the state yet."""
    cars = state.cars if car is None else replaced(state.cars, state.turn.seat, car)
    return _next_of(state, cars, state.round, state.queue, state.leader, events)


def _next_of(
    state: State, cars: tuple[Car, ...], number: int, queue: tuple[int, ...], leader: int, events: list[Event]
) -> State:
    """The turn of the first driver in `queue` who can play, in round `number` with this leader; else the next round."""
    while queue:
        seat, queue = queue[0], queue[1:]
        state = turned_to(state, cars=cars, turn=begun(seat), number=number, queue=queue, leader=leader)
        car = cars[seat]
        if car.status == "waiting" and not free_starts(state):
            events.append(Event("waits", "DI-START-02", seat))
        elif car.status in ("waiting", "road"):
            return _begin(state, car, events)
    return next_round(state if state.cars is cars else changed(state, cars, state.turn, state.stamps), events)


def _begin(state: State, car: Car, events: list[Event]) -> State:
    if car.beside:
        taken = not roomy(state, car.place)
        code = "DI-OFF-04" if taken else "DI-LOC-09"
        facts = {"space": state.road.spaces[car.place].key, "to": car.place}
        events.append(Event("beside" if taken else "back", code, state.turn.seat, facts))
    elif car.spun:
        facts = {"space": state.road.spaces[car.place].key, "to": car.place}
        events.append(Event("back", "DI-LOC-06", state.turn.seat, facts))
    return put_back(state)


# -- The end of a stage ------------------------------------------------------------------------------------------------


def stage_times(state: State) -> tuple[int, ...]:
    """The time of each driver on this stage; those who have not finished get the slowest time and `RETIRED` seconds."""
    own = [car.clock - car.seconds * PER_TOKEN for car in state.cars]
    done = [time for time, car in zip(own, state.cars, strict=True) if car.status == "finished"]
    slowest = max(done or own)
    return tuple(
        time if car.status == "finished" else slowest + RETIRED for time, car in zip(own, state.cars, strict=True)
    )


def totals(times: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The summed times by seat."""
    return tuple(sum(row[seat] for row in times) for seat in range(seats))


def ranks(sums: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat; equal times share one."""
    return tuple(1 + sum(other < time for other in sums) for time in sums)


def close_stage(state: State, events: list[Event]) -> State:
    """The stage is over: times on the sheet; at a time control, penalties first."""
    times = stage_times(state)
    for seat, car in enumerate(state.cars):
        if car.status == "out":
            events.append(Event("retired", "DI-RET-02", seat, {"time": times[seat]}))
    best = min(times)
    winners = [car.name for car, time in zip(state.cars, times, strict=True) if time == best]
    events.append(Event("stage", "DI-STG-02", -1, {"names": winners, "time": best}))
    rally = state.rally
    if rally is None:
        return state._replace(turn=Turn(state.turn.seat, "over"), queue=())
    state = state._replace(rally=rally._replace(times=(*rally.times, times)), queue=())
    if state.options.timecontrol and len(rally.stages) > 1:
        return state._replace(turn=Turn(0, "penalty"))
    return _service(state, events)


def penalty(state: State, seconds: int, events: list[Event]) -> State:
    """One driver's choice at a time control; they are shown when all have chosen."""
    if state.rally is None:
        return state._replace(turn=Turn(state.turn.seat, "over"))
    rally = state.rally
    penalties = (*rally.penalties, seconds)
    if len(penalties) < len(state.cars):
        return state._replace(rally=rally._replace(penalties=penalties), turn=Turn(len(penalties), "penalty"))
    for seat, more in enumerate(penalties):
        events.append(Event("penalty", "DI-TC-01", seat, {"seconds": more}))
    row = tuple(time + more for time, more in zip(rally.times[-1], penalties, strict=True))
    rally = rally._replace(times=(*rally.times[:-1], row), penalties=())
    return _service(state._replace(rally=rally), events)


def _service(state: State, events: list[Event]) -> State:
    """Repairs after the stage, then the next stage; or the end of the rally."""
    rally = cast(Rally, state.rally)
    if rally.number + 1 == len(rally.stages):
        sums = totals(rally.times, len(state.cars))
        if len(rally.stages) > 1:
            events.append(Event("winners", "DI-WIN-01", -1, {"sums": sums, "places": ranks(sums)}))
        return state._replace(turn=Turn(state.turn.seat, "over"))
    cars = []
    if state.stage.service:
        events.append(Event("service", "DI-SERV-02"))
    else:
        events.append(Event("no-service", "DI-SERV-04"))
    for seat, car in enumerate(state.cars):
        if state.stage.service or car.status == "out":
            if not state.stage.service:
                events.append(Event("mended", "DI-RET-03", seat))
            if not car.wheel:
                events.append(Event("new-wheel", "DI-SERV-03", seat))
            car = car._replace(gears=0, brakes=0, gas=0, flags=0, punctures=0, fine=0, wheel=True)
            if state.options.sisu == "service" and state.stage.service:
                car = car._replace(sisu=True)
        cars.append(car._replace(flags=0, fine=0))
    state = state._replace(cars=tuple(cars), gravel=(0,) * len(state.gravel))
    waiting = tuple(seat for seat, car in enumerate(cars) if car.wheel and car.gas + car.punctures > 0)
    return _gap(state, waiting, events)


def _gap(state: State, waiting: tuple[int, ...], events: list[Event]) -> State:
    """Between two stages each driver with gas damage or a puncture and a spare wheel decides; then the next stage."""
    if waiting:
        return state._replace(turn=Turn(waiting[0], "gap"), queue=waiting[1:])
    return _next_stage(state, events)


def next_gap(state: State, events: list[Event]) -> State:
    """The next driver who decides about the wheel, or the next stage."""
    if state.rally is None:
        return state._replace(turn=Turn(state.turn.seat, "over"), queue=())
    return _gap(state, state.queue, events)


def _next_stage(state: State, events: list[Event]) -> State:
    rally = cast(Rally, state.rally)
    sums = totals(rally.times, len(state.cars))
    last = rally.times[-1]
    order = tuple(sorted(state.order, key=lambda seat: (sums[seat], last[seat])))
    rally = rally._replace(number=rally.number + 1)
    events.append(Event("next-stage", "DI-NEXT-04", -1, {"order": order, "number": rally.number}))
    cars = state.cars
    if state.options.sisu == "stage":
        cars = tuple(car._replace(sisu=True) for car in cars)
    return _set_up(cars, rally, state.options, order, events)
