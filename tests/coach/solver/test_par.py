"""Every figure of a par against the engine: the luckiest drive there is, and how often the best driving loses
control."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.classic.solver.best import Best
from rallyman_tutor.coach.classic.solver.par import solve
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.games.classic.alone import key, outcomes
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.state import State
from tests.coach.solver.expectimax import CLASSIC, CLASSIC_REDRAWN, Expectimax, Luckiest

STARTS = (
    "snow s2 R1 s1 | A | A | sisu=off ; attack=off",
    "snow s1 R2/3x2 j1 s2 | A | A | sisu=off ; attack=off",
    "s1 R1K1 s2 | A | A | sisu=off ; attack=off",
    "snow s2 | A | A | sisu=off",
    "R1K2 s1 | A | A | sisu=off",
)


def loses(best: Best, state: State, known: dict[State, float]) -> float:
    """How likely the best driving loses control at least once from here; a turned gear card goes back at once."""
    if state.cars[0].status in ("finished", "out"):
        return 0.0
    here = key(state)._replace(backs=best.task.backs)
    if here not in known:
        known[here] = sum(
            float(chance) * (1.0 if any(event.what == "lost" for event in events) else loses(best, after, known))
            for chance, after, events in outcomes(here, best.choice(here))
        )
    return known[here]


@pytest.mark.parametrize("position", STARTS)
def test_par_is_what_the_engine_comes_to(position: str) -> None:
    state = GAME.read(position)
    task = Task(state.stage, state.options)
    solved = solve(task)
    par = solved.par
    assert par.lucky == pytest.approx(Luckiest(CLASSIC, ELIMINATION).value(state))
    assert par.loses == pytest.approx(loses(Best(task, solved.values), state, {}), abs=1e-6)
    assert par.low <= par.expected + 1e-9 and par.expected <= par.high + 1e-9
    assert par.low - 1e-9 <= Expectimax(CLASSIC, ELIMINATION).value(state) <= par.high + 1e-9


def test_par_without_sisu_is_that_of_a_car_that_has_none() -> None:
    state = GAME.read("snow s2 | A no-sisu")
    par = solve(Task(state.stage, state.options)).par
    assert par.without_sisu == pytest.approx(Expectimax(CLASSIC_REDRAWN, ELIMINATION).value(state))
    assert par.expected == pytest.approx(Expectimax(CLASSIC_REDRAWN, ELIMINATION).value(GAME.read("snow s2 | A")))
    assert par.expected < par.without_sisu


def test_of_ways_that_are_equally_good_par_tells_the_one_that_loses_control_less_often() -> None:
    """On the last space Sisu may undo what costs nothing there, and need not."""
    state = GAME.read("snow R1 s1 | A")
    task = Task(state.stage, state.options)
    solved = solve(task)
    assert solved.par.loses == pytest.approx(0, abs=1e-6)
    assert loses(Best(task, solved.values), state, {}) >= solved.par.loses
