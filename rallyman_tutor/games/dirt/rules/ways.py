"""Which steps the rules leave open: for rules that depend on other steps.

The rules are asked about every die on every space; `generate.py` is not used. That is slow, so results are cached by
state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rallyman_tutor.core.rule import RuleBook
from rallyman_tutor.games.dirt.state import BRAKE, GAS, GEARS, LEADER, Roll, State
from rallyman_tutor.games.dirt.step import Step, aim

ASK_HERE = ("DI-BLOCK-02", "DI-FORD-02")
"""Rules about a step that use this module themselves. They are left out here."""


@lru_cache(maxsize=1)
def _book() -> RuleBook:
    from rallyman_tutor.games.dirt.rules import BOOK  # imported late: its chapters import this module

    return BOOK.without_rules(*ASK_HERE)


def _asked(state: State) -> Iterator[Roll]:
    """Every die on every next space, with every number of brake dice and every landing."""
    road, hand = state.road, [die for die, _ in state.turn.hand]
    if state.car.place < 0:
        return
    most = max(state.options.brakes, hand.count(BRAKE))
    for place in road.next[state.car.place]:
        lands = (
            ("", *map(road.short, (*road.landings(place, 1), *road.landings(place, 2))))
            if road.spaces[place].jump
            else ("",)
        )
        for die in (*range(1, GEARS + 1), GAS, LEADER, BRAKE):
            for brakes in range(most + 1) if die > 0 else (0,):
                for land in lands:
                    yield Roll(die, road.short(place), brakes, 0, land)


def _unrefused(state: State) -> list[Step]:
    rules, steps = _book(), (aim(state, roll) for roll in _asked(state))
    return [step for step in steps if step.to >= 0 and rules.allows(state, step)]


@lru_cache(maxsize=256)
def open_steps(state: State) -> tuple[Step, ...]:
    """Every step that no rule refuses, before paying; none where other cars leave only what loses control."""
    found = _unrefused(state)
    cornered = len(state.cars) > 1 and state.turn.phase == "draft" and found and all(step.lost for step in found)
    if cornered and not all(step.lost for step in _unrefused(_with_cars(state, ()))):
        return ()
    return tuple(found)


def _with_cars(state: State, seats: tuple[int, ...]) -> State:
    """The state with no other cars than these."""
    kept = (state.turn.seat, *seats)
    cars = (car if seat in kept else car._replace(status="out") for seat, car in enumerate(state.cars))
    return state._replace(cars=tuple(cars))


def cars_in_the_way(state: State) -> tuple[str, ...]:
    """The names of the cars that close a step which would keep control."""

    def keep_control(seats: tuple[int, ...]) -> list[Step]:
        return [step for step in _unrefused(_with_cars(state, seats)) if not step.lost]

    free = keep_control(())
    return tuple(
        car.name for seat, car in enumerate(state.cars)
        if seat != state.turn.seat and car.status == "road" and len(keep_control((seat,))) < len(free)
    )  # fmt: skip
