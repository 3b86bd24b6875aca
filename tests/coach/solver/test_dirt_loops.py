"""The loops that numba compiles reckon for DIRT what numpy reckons. In an ordinary run they are plain Python, on stages that are next
to nothing; in a wide one they are compiled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rallyman_tutor.coach.solver import ready
from rallyman_tutor.coach.solver.compiled import can_compile
from rallyman_tutor.coach.solver.dirt import task_of
from rallyman_tutor.coach.solver.dirt.chances import Beyond, Chance, Values
from rallyman_tutor.coach.solver.dirt.par import swept
from rallyman_tutor.coach.solver.dirt.sweep import Sweep
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.games.dirt.game import GAME
from tests.coach.solver.dirt_stages import LITTLE

NEAR = ("202a 203a< | A@2.L1 g3 | A | quickstart=on sisu=stage", "202a 203a< | A@2.L1 g3 | A | leader=off")
"""Next to the finish; with a quick start, which one die alone can spoil, and the SISU token, and without."""


def every_chance(fair: Sweep) -> tuple[Chance, ...]:
    """Every way to take chance in which a par does."""
    return (
        Chance(),
        Chance(lucky=True),
        Chance(fine=7.0, then=Beyond(fair.values, fair.carried)),
        Chance(decks="best", turned=1, unlimited=True, then=4),
        Chance(decks="worst", turned=2),
    )


def same(one: Values, other: Values) -> bool:
    """Whether both are the same to a billionth of a second."""
    return one.keys() == other.keys() and all(np.abs(one[key] - other[key]).max() <= 1e-9 for key in one)


@pytest.mark.parametrize("position", NEAR)
def test_loops_find_what_numpy_finds(position: str) -> None:
    state = GAME.read(position)
    task, down_to = replace(Task(state.stage, state.options), cap=1), state.car.place
    fair = Sweep(task)
    fair.solve(down_to=down_to, compiled=False)
    by_numpy, by_loops = (
        Sweep(task, fair.flat_outs, chances=every_chance(fair), damaged=False).solve(down_to=down_to, compiled=compiled)
        for compiled in (False, True)
    )
    assert by_numpy and same(by_loops, by_numpy)


def test_numpy_is_enough() -> None:
    """Without numba, and for a short stage, nothing is compiled."""
    sweep = Sweep(task_of("202a 203a<", {"seconds": 3}))
    assert sweep.uses_loops(True) and not sweep.uses_loops(None)


@pytest.mark.wide
@pytest.mark.parametrize("position", LITTLE[::4])
def test_compiled_loops_find_it_on_little_stages(position: str) -> None:
    assert can_compile()
    state = GAME.read(position)
    task = Task(state.stage, state.options)
    by_numpy, by_loops = (swept(task, down_to=state.car.place, compiled=compiled) for compiled in (False, True))
    assert same(by_loops.fair.values, by_numpy.fair.values) and same(by_loops.first.values, by_numpy.first.values)


@pytest.mark.wide
@pytest.mark.parametrize("stage", ["R5-SS3", "R4-SS1"])
def test_compiled_loops_find_it_on_real_stages(stage: str) -> None:
    assert can_compile()
    task = task_of(ready("dirt")[stage], {})
    by_numpy, by_loops = (swept(task, compiled=compiled) for compiled in (False, True))
    assert same(by_loops.fair.values, by_numpy.fair.values) and same(by_loops.first.values, by_numpy.first.values)
