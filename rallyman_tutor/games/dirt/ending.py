"""How a turn ends: control lost, a time card taken, the finish crossed, a wheel offered."""

from __future__ import annotations

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.games.dirt import race
from rallyman_tutor.games.dirt.draws import damage, marks_of, sisu_gear, turn_card
from rallyman_tutor.games.dirt.generate import is_deadlock, stopped_by
from rallyman_tutor.games.dirt.state import SECONDS, SISU_CARD, SPIN, Car, Event, State, Turn, happened
from rallyman_tutor.games.dirt.step import with_car, with_card, with_seconds, with_turn

# -- Losing control ---------------------------------------------------------------------------------------------------


_CAUSES = {"limit": "DI-LIMIT-02", "jump": "DI-JUMP-05", "landing": "DI-JUMP-03", "hazards": "DI-ROLL-02"}


def lose(state: State, events: list[Event], luck: Luck) -> State:
    """Control is lost where the car stands now."""
    car, seat, turn = state.car, state.turn.seat, state.turn
    space = state.road.spaces[car.place]
    code = "DI-REARR-04" if turn.faces and turn.ended == "hazards" else _CAUSES[turn.ended]
    events.append(
        Event("lost", code, seat, {"cause": turn.ended, "at": car.place, "space": space.key, "gear": car.gear})
    )
    if state.road.past[car.place]:
        return _lose_behind_the_line(state, events, luck)
    state, back = turn_card(state, luck)
    if back == SISU_CARD:
        gear = sisu_gear(car.gear)
        seconds = SECONDS[gear]
        events.append(
            Event("card", "DI-LOC-11", seat, {"gear": gear, "seconds": seconds, "back": back, "deck": car.gear})
        )
        return _end(state, events, with_card(car, gear=gear, seconds=seconds))
    seconds = SECONDS[0]
    events.append(Event("card", "DI-LOC-03", seat, {"gear": 0, "seconds": seconds, "back": back, "deck": car.gear}))
    marks = marks_of(car.gear, back, space.danger)
    lost = with_card(car, gear=0, seconds=seconds)
    if back == SPIN:
        events.append(Event("spin", "DI-LOC-05", seat, {"space": space.key}))
        return _end(state, events, lost._replace(spun=True))
    events.append(Event("crash", "DI-LOC-07", seat, {"space": space.key, "danger": space.danger, "marks": marks}))
    state = damage(with_car(state, lost._replace(beside=True)), marks, "DI-LOC-08", events, luck)
    return _end(state, events, state.car)


def _lose_behind_the_line(state: State, events: list[Event], luck: Luck) -> State:
    car, seat = state.car, state.turn.seat
    danger = state.road.spaces[car.place].danger
    events.append(Event("card", "DI-FIN-04", seat, {"gear": car.gear, "seconds": SECONDS[car.gear]}))
    if state.options.rally:
        state, back = turn_card(state, luck)
        marks = marks_of(car.gear, back, danger)
        state = damage(state, marks, "DI-FIN-05", events, luck)
    return _end(state, events, with_card(state.car, gear=car.gear, seconds=SECONDS[car.gear]))


# -- The card ------------------------------------------------------------------------------------------------


def blocked(state: State, events: list[Event]) -> State:
    """Nothing can be driven: the turn is over where the car stands."""
    car, seat = state.car, state.turn.seat
    state = with_turn(state, state.turn._replace(ended="blocked"))
    if not car.gear:
        events.append(Event("blocked", "DI-BLOCK-04", seat, {"seconds": SECONDS[1]}))
        return _end(state, events, with_card(car, gear=0, seconds=SECONDS[1]))
    is_ford = stopped_by(with_turn(state, state.turn._replace(ended=""))) == "ford"
    if is_ford or is_deadlock(state):  # waiting alone would never end it: the car slows down
        gear = max(1, car.gear - 1)
        events.append(Event("blocked", "DI-FORD-06" if is_ford else "DI-SPEC-01", seat, {"gear": gear}))
        state = with_car(state, car._replace(gear=gear))
    else:
        events.append(Event("blocked", "DI-BLOCK-02", seat, {"gear": car.gear}))
    return take_card(state, events)


def take_card(state: State, events: list[Event]) -> State:
    """Take the time card of the turn and end the turn."""
    seat, used = state.turn.seat, state.turn.used
    car = state.cars[seat]
    gear = car.gear
    gas_only = bool(used) and max(used) < 0  # only dice without a number
    if state.stage.road.past[car.place]:
        code = "DI-FIN-07" if gas_only else "DI-FIN-02"
    else:
        code = "DI-END-02" if gas_only else "DI-END-01"
    seconds = SECONDS[gear]
    events.append(happened("card", code, seat, {"gear": gear, "seconds": seconds}))
    return _end(state, events, with_card(car, gear=gear, seconds=seconds))


LOST = ("limit", "jump", "landing", "hazards")
"""Values of `Turn.ended` that mean lost control."""


def _end(state: State, events: list[Event], car: Car) -> State:
    """End the turn: seconds of a flat out, gravel, the finish or a retirement; then a change of wheel or the next
    driver."""
    turn = state.turn
    seat = turn.seat
    if turn.stake:
        events.append(Event("seconds", "DI-FLAT-05", seat, {"count": turn.stake}))
        car = with_seconds(car, turn.stake)
    if turn.gravel:
        gravel = tuple(count + turn.gravel.count(bend) for bend, count in enumerate(state.gravel))
        state = state._replace(gravel=gravel, turn=turn._replace(gravel=()))
    if state.stage.road.past[car.place]:
        car = car._replace(status="finished")
        facts = {"clock": car.clock, "seconds": car.seconds, "time": car.clock - car.seconds}
        events.append(Event("finish", "DI-FIN-06", seat, facts))
        if not any(other.status == "finished" for other in state.cars) and state.options.leader:
            events.append(Event("swept", "DI-LEAD-04", seat))
    elif race.is_broken(car):
        events.append(Event("out", "DI-RET-01", seat))
        car = car._replace(status="out", beside=False, spun=False)
    if car.status == "road" and _may_change(car, turn):
        return with_car(state, car, state.turn._replace(phase="wheel", draft=(), faces=(), stake=0))
    return race.next_turn(state, events, car)


def _may_change(car: Car, turn: Turn) -> bool:
    """Whether a wheel may be changed now: in 1st gear, with a spare wheel and gas damage or a puncture, control not
    lost."""
    return car.gear == 1 and car.wheel and car.gas + car.punctures > 0 and turn.ended not in LOST


def stall(state: State, events: list[Event]) -> State:
    """A failed quick start: one space, 2nd gear, no loss of control."""
    events.append(Event("stalled", "DI-QS-02", state.turn.seat))
    return take_card(state, events)
