"""How a turn ends: control lost, a gear card taken, seconds earned, the finish crossed."""

from __future__ import annotations

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.classic import race
from rallyman_tutor.games.classic.conditions import blocker
from rallyman_tutor.games.classic.draws import shortcut, turn_card
from rallyman_tutor.games.classic.generate import base_steps
from rallyman_tutor.games.classic.state import (
    GAS,
    LEFT,
    MOST_DAMAGE,
    MOST_PUNCTURES,
    SECONDS,
    SPIN,
    VALUES,
    Event,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.classic.step import LIMIT, blocked_by, limit, with_car

SECONDS_PER_DIE: int = VALUES["attack.seconds_per_die"]
ON_THE_LINE: int = VALUES["damage.on_the_finish_line"]


# -- Losing control ---------------------------------------------------------------------------------------------------


def lose(state: State, events: list[Event], luck: Luck) -> State:
    """Control is lost where the car stands now."""
    car, seat = state.car, state.turn.seat
    events.append(Event("lost", _why_lost(state), seat, {"cause": state.turn.ended, "at": car.place}))
    if car.place == state.road.finish:
        events.append(Event("damage", "CL-FIN-04", seat, {"count": ON_THE_LINE}))
        return take_card(with_car(state, car._replace(damage=min(MOST_DAMAGE, car.damage + ON_THE_LINE))), events)
    state, back = turn_card(state, luck)
    facts = {"gear": 0, "seconds": SECONDS[0], "deck": car.gear, "back": back}
    events.append(Event("card", "CL-LOC-03", seat, facts))
    state = with_car(state, car._replace(gear=0, clock=car.clock + SECONDS[0]))
    if back == SPIN:
        events.append(Event("spin", "CL-LOC-04", seat))
        return end_turn(_spin(state, events), events)
    return end_turn(_leave(state, back, events, luck), events)


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


def _went(state: State, place: int) -> Facts:
    """The facts of a move that lost control causes."""
    return {"from": state.car.place, "to": place, "space": state.road.spaces[place].key, "flown": ()}


def _spin(state: State, events: list[Event]) -> State:
    """The car spins where it stands; from a drift it may first be pushed onto the line."""
    car, seat = state.car, state.turn.seat
    space = state.road.spaces[car.place]
    if space.kind == "drift" and state.options.spin_from_drift == "line":
        line = state.road.bends[space.bend].line_at
        if blocker(state, line, seat) < 0:
            events.append(Event("moved", "CL-LOC-05", seat, _went(state, line)))
            return with_car(state, car._replace(place=line, spun=True))
        events.append(Event("stays", "CL-LOC-13", seat))
    return with_car(state, car._replace(spun=True))


def _leave(state: State, side: str, events: list[Event], luck: Luck) -> State:
    """Off to one side: into the landscape, into a cut, or from a cut onto the road."""
    car, seat = state.car, state.turn.seat
    space = state.road.spaces[car.place]
    there = space.left if side == LEFT else space.right
    if there not in ("cut", "road"):
        damage = state.stage.legends[space.legend][there]
        events.append(Event("off", "CL-LOC-06", seat, {"turn": side, "terrain": there}))
        if damage:
            events.append(Event("damage", "CL-DMG-01", seat, {"count": damage, "terrain": there}))
        return with_car(state, car._replace(beside=side, damage=min(MOST_DAMAGE, car.damage + damage)))
    bend = state.road.bends[space.bend]
    pushed = bend.cut_at if there == "cut" else bend.line_at
    if blocker(state, pushed, seat) >= 0:
        events.append(Event("stays", "CL-LOC-13", seat))
        return with_car(state, car._replace(spun=True))
    code = "CL-LOC-09" if there == "cut" else "CL-LOC-10"
    events.append(Event("moved", code, seat, _went(state, pushed)))
    car = car._replace(place=pushed)
    if there == "road":
        return with_car(state, car)
    dirt, deck, punctures, drawn = shortcut(state, space.bend, car.punctures, luck)
    events += drawn
    car = car._replace(punctures=min(punctures, MOST_PUNCTURES), status="out" if punctures > MOST_PUNCTURES else "road")
    return with_car(state._replace(dirt=dirt, shortcut=deck), car)


# -- The end of a turn ------------------------------------------------------------------------------------------------


def stop(state: State, move: Stop | Word, events: list[Event]) -> State:
    """The turn ends without another die: by choice, or because no way is open."""
    turn = state.turn
    if turn.used:
        return take_card(state, events)
    if state.car.status == "waiting" and not base_steps(state) and not turn.wheel:
        events.append(Event("waits", "CL-START-06", turn.seat))
        return end_turn(state, events)
    if turn.wheel:  # the wheel's card is the card of this turn
        events.append(Event("waits", "CL-BLOCK-03" if move is Word.BLOCKED else "CL-SPARE-05", turn.seat))
        return end_turn(state, events)
    forced_off = bool(base_steps(state))  # there is a way, and it loses control
    code = "CL-BLOCK-02" if not state.car.gear else "CL-BLOCK-04" if forced_off else "CL-BLOCK-01"
    by = blocked_by(state)
    events.append(Event("blocked", code, turn.seat, {"car": by} if by else {}))
    return take_card(state, events)


def take_card(state: State, events: list[Event]) -> State:
    """Take the gear card of the turn and end the turn."""
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
    return end_turn(with_car(state, car._replace(clock=car.clock + SECONDS[car.gear])), events)


def end_turn(state: State, events: list[Event]) -> State:
    """End the turn: seconds for an attack, a car on the finish, then the next driver."""
    turn = state.turn
    if turn.rolled and state.car.status != "out":
        earned = turn.rolled * SECONDS_PER_DIE
        events.append(Event("seconds", "CL-ATK-07", turn.seat, {"count": earned}))
        state = with_car(state, state.car._replace(seconds=state.car.seconds + earned))
    car = state.car
    if car.place == state.road.finish and car.status == "road":
        facts = {"clock": car.clock, "seconds": car.seconds, "time": car.clock - car.seconds}
        events.append(Event("finish", "CL-FIN-03", turn.seat, facts))
        state = with_car(state, car._replace(status="finished"))
    return race.next_turn(state, events)


def leave_the_rally(state: State, events: list[Event]) -> State:
    """The car is out, and with that its turn is over."""
    return end_turn(with_car(state, state.car._replace(status="out")), events)
