"""Optimal drives in the engine, with its own decks, against the values of the tables in the package."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver.task import FRESH_BACKS
from rallyman_tutor.coach.contract import Best
from rallyman_tutor.coach.dirt.coach import COACH as DIRT_COACH
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.classic.alone import key
from rallyman_tutor.games.classic.desk import DEMO_STAGES
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.play import play
from rallyman_tutor.games.classic.state import Move, State
from rallyman_tutor.games.dirt.alone import key as dirt_key
from rallyman_tutor.games.dirt.game import GAME as DIRT
from rallyman_tutor.games.dirt.state import Move as DirtMove
from rallyman_tutor.games.dirt.state import State as DirtState

MANY = 20_000


def drives(stage: str) -> Iterator[float]:
    """The times of optimal drives of a whole car, one after the other."""
    state = GAME.read(f"{stage} | A")
    best = CLASSIC_COACH.best(state)
    known: dict[State, Move] = {}
    for number in range(MANY):
        yield driven(best, known, state, Seeded(f"{stage} {number}"))


def driven(best: Best[State, Move], known: dict[State, Move], state: State, luck: Seeded) -> float:
    """One drive to the finish, every decision the best one. It does not depend on the gear cards that were turned."""
    while state.cars[0].status not in ("finished", "out"):
        here = key(state)._replace(backs=FRESH_BACKS)
        if here not in known:
            known[here] = best.choice(state)
        state, _ = play(state, known[here], luck)
    car = state.cars[0]
    return car.clock - car.seconds + (ELIMINATION if car.status == "out" else 0)


@pytest.mark.wide
@pytest.mark.parametrize("stage", DEMO_STAGES)
def test_optimal_drives_of_the_demo_routes_take_what_their_tables_say(stage: str) -> None:
    lies_within(CLASSIC_COACH.solution(stage, {}).par, list(drives(stage)))


def dirt_drives(stage: str) -> Iterator[float]:
    """The times of optimal drives of a stage of DIRT, one after the other."""
    start = DIRT.new(DIRT.spec(stage, ("A",)))
    best = DIRT_COACH.at_hand(start).best
    known: dict[DirtState, DirtMove] = {}
    for number in range(MANY):
        state, luck = start, Seeded(f"{stage} {number}")
        while state.car.status not in ("finished", "out"):
            here = dirt_key(state)
            if here not in known:
                known[here] = best.choice(state)
            state, _ = DIRT.play(state, known[here], luck)
        yield state.car.clock - state.car.seconds + (ELIMINATION if state.car.status == "out" else 0)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["R1-SS1", "R4-SS1", "R5-SS2"])
def test_optimal_drives_of_official_stages_take_what_their_tables_say(name: str) -> None:
    stage = DIRT_COACH.ready[name]
    lies_within(DIRT_COACH.solution(stage, {}).par, list(dirt_drives(stage)))


def lies_within(par: Mapping[str, float], times: list[float]) -> None:
    """The mean lies within three standard errors of the bounds, which one seed in four hundred misses."""
    mean, error = statistics.fmean(times), statistics.stdev(times) / math.sqrt(len(times))
    assert error > 0
    assert par["low"] - 3 * error <= mean <= par["high"] + 3 * error, (mean, error, par)
