"""The chance to be faster than a time, against every move and every outcome with the clock kept."""

from __future__ import annotations

import dataclasses
import math

import pytest

from rallyman_tutor.coach.classic.solver.beat import Chances, faster
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.classic.alone import every_move, key
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.state import Move, State
from tests.coach.solver.expectimax import CLASSIC, CLASSIC_REDRAWN, Alone
from tests.some import some

LITTLE = (
    ("s2 | A", (20, 21, 38, 49, 61)),
    ("s3 | A@s1 g2 d3 p1 s3", (18, 22, 30, 39, 61)),
    ("s3 | A@s1 g1 p2 d3 c20", (10, 40, 59, 62, 120)),
    ("rock/forest s1 R2/3x2 s1 | A@s1 g4 d2 p2 no-sisu", (35, 60, 99, 140)),
    ("s1 L2/3x3 s1 | A@s1 g3 d3 p1 | A | edition=es", (30, 50, 110)),
    ("s1 j2 s2 | A@s1 g3 d3 p2", (31, 51, 81)),
    ("snow s1 dry s1 snow s1 | A@s1 g2 d3 winter no-sisu", (40, 59, 91)),
    ("s1 R1K3 s1 | A@s1 g1 p2 d3", (60, 100, 130)),
    ("s1 R2/4x2K3 s1 | A@s1 g4 d3 no-sisu | A | k 1-1-2", (30, 90, 120)),
    ("s3 | A@s1 g3 d3 p1 | A | seconds=off", (20, 30, 40)),
    ("s2 R2/3x2 s1 | A no-sisu", (50, 58, 70)),
)
"""Positions, and times to beat in them."""
SHORT = LITTLE[2:6:3] + LITTLE[9:10]
"""Those of an ordinary run."""


class Fastest:
    """The largest chance to be faster than a time: every move, everything that may come of it, to the end."""

    def __init__(self, alone: Alone[State, Move], time: int) -> None:
        self.known: dict[tuple[State, int], float] = {}
        self._alone = alone
        self._time = time

    def chance(self, state: State) -> float:
        car = state.cars[0]
        if car.status == "out":
            return 0.0
        if state.over:
            return float(car.clock - car.seconds < self._time)
        here = key(state), car.clock
        if here not in self.known:
            self.known[here] = max(self.after(state, move) for move in every_move(state))
        return self.known[here]

    def after(self, state: State, move: Move) -> float:
        return sum(float(share) * self.chance(after) for share, after, _ in self._alone.outcomes(state, move))


def task_of(state: State) -> Task:
    car = state.cars[0]
    return Task(
        state.stage, state.options, car.winter, car.punctures, car.wheel, backs=state.backs, shortcut=state.shortcut
    )


def agree(position: str, time: int) -> int:
    """Every decision in every position that is met on the way, and the position itself."""
    state = GAME.read(position)
    plain = Fastest(CLASSIC_REDRAWN, time)
    task = task_of(state)
    chances = Chances(task, task, state, time)
    assert math.isclose(max(chances.by_move(state).values()), plain.chance(state), abs_tol=1e-9), (position, time)
    for move, chance in some(chances.by_move(state).items()):
        assert math.isclose(chance, plain.after(state, move), abs_tol=1e-9), (position, time, move)
    return len(plain.known)


@pytest.mark.parametrize(("position", "times"), SHORT)
def test_the_chance_is_what_every_move_and_every_outcome_come_to(position: str, times: tuple[int, ...]) -> None:
    for time in some(times):
        assert agree(position, time) >= 1


@pytest.mark.wide
def test_the_chance_is_right_on_all_little_stages() -> None:
    assert sum(agree(position, time) for position, times in LITTLE for time in times) > 10_000


@pytest.mark.parametrize(
    ("position", "times"),
    [
        ("snow R1 s1 | A | A | sisu=off ; attack=off", (81,)),
        pytest.param("snow R1 s1 | A | A | sisu=off ; attack=off", (45, 110), marks=pytest.mark.wide),
        ("R1K2 s1 | A | A | sisu=off", (75,)),
        pytest.param("R1K2 s1 | A | A | sisu=off", (91,), marks=pytest.mark.wide),
    ],
)
def test_the_bounds_hold_with_the_decks_of_the_engine(position: str, times: tuple[int, ...]) -> None:
    state = GAME.read(position)
    for time in some(times):
        found = faster(Task(state.stage, state.options), time)
        true = Fastest(CLASSIC, time).chance(state)
        assert found.low - 1e-9 <= true <= found.high + 1e-9, time
        assert found.low - 1e-9 <= found.chance <= found.high + 1e-9, time


def test_the_bounds_hold_where_more_seconds_are_earned_than_are_told_apart(wide: bool) -> None:
    state = GAME.read("s3 | A | A | sisu=off")
    apart = 0
    for time in (26, 36, 46) if wide else (36,):
        found = faster(dataclasses.replace(Task(state.stage, state.options), cap=1), time)
        true = Fastest(CLASSIC_REDRAWN, time).chance(state)
        assert found.low - 1e-9 <= true <= found.high + 1e-9, time
        apart += found.low < found.high - 1e-9
    assert apart, "the bounds are put to the test"


def test_more_time_is_no_worse_and_no_time_is_hopeless() -> None:
    state = GAME.read("snow R1 s1 | A | A | sisu=off ; attack=off")
    chances = [faster(Task(state.stage, state.options), time).chance for time in (1, 60, 110, 300)]
    assert chances == sorted(chances) and chances[0] == 0 and 0 < chances[1] < chances[3]


def test_a_stage_that_would_take_too_long_is_refused() -> None:
    with pytest.raises(Unsolvable):
        faster(Task(read_stage("START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4")), 270)
