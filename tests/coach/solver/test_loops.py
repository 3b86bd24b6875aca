"""The loops that numba compiles, against the sweep with numpy: the same values to 1e-9, for every way to take chance.

An ordinary run has little stages, since without numba the loops are plain Python; the wide one has real stages,
compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver.attack import Attacks
from rallyman_tutor.coach.classic.solver.beat import Levels, Timed, for_time
from rallyman_tutor.coach.classic.solver.chance import FRESH, Chance
from rallyman_tutor.coach.classic.solver.nodes import Nodes
from rallyman_tutor.coach.classic.solver.sweep import Sweep, Values
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.compiled import can_compile, compiled
from rallyman_tutor.coach.solver.costs import FINE
from rallyman_tutor.games.classic.game import GAME
from tests.coach.by_lot import stages
from tests.some import some

LITTLE = (
    # three shortcuts in one attack: the third puncture ends the rally
    "s1 R1K1 R1K3 L2K3 s2 | A",
    # lost control that takes the car onto a shortcut, or out of the rally at once
    "forest/rock s1 R2/3x2K3 j2 s1 | A d1 p1 | A | attack_finish=spaces",
    "s1 R1/2x2K1 s1 | A | A | elim_reference=way",
    # gas dice on dry road and on snow
    "snow s1 dry s3 | A winter no-wheel",
    # a jump, and no attacks that hide what single dice come to
    "s2 j2 s3 | A | A | attack=off",
    "s2 R2/3x2K3 s1 | A | A | sisu=off",
    "s2 R2/3x2 s1 | A | A | seconds=off",
    "s2 R1K3 s1 | A | A | training=on",
)
REAL = ("first", "bends", "jumps", "short", "winter")
CAP = 2
"""So many seconds are told apart on little stages: plain Python is through with them soon."""
OUT = 40.0
"""The cost of being out of the rally there: so little that drivers risk it."""


def task_of(position: str) -> Task:
    state = GAME.read(position)
    car = state.car
    return Task(state.stage, state.options, car.winter, car.punctures, car.wheel, elimination=OUT, cap=CAP)


def ahead(damage: int, punctures: int, wheel: bool, sisu: bool) -> float:
    """A possible cost of the rest of a rally."""
    return 100.0 + 7 * damage + 20 * punctures - 5 * wheel - 11 * sisu


def kinds(task: Task, fresh: Values) -> Iterator[tuple[str, Task, dict[str, Any]]]:
    """Every kind of sweep that par, a rally and drives for a time are made of, but `Timed`."""
    yield "as it is", task, {}
    yield "a fine", task, {"beyond": fresh, "fine": FINE}
    yield "all luck", task, {"chance": Chance(lucky=True)}
    for turned in range(3):
        yield f"best {turned}", task, {"chance": Chance(decks="best", turned=turned, unlimited=True), "beyond": fresh}
        yield f"worst {turned}", task, {"chance": Chance(decks="worst", turned=turned), "beyond": fresh}
    yield "a rally", replace(task, ahead=ahead), {}


def same(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
    return one.keys() == other.keys() and all(np.allclose(one[key], other[key], rtol=0, atol=1e-9) for key in some(one))


def agree(task: Task, only: int | None = None) -> int:
    """Both ways to reckon, for every kind of sweep or only the first ones; how many values were compared."""
    attacks, nodes = Attacks(task), Nodes(task)
    fresh = Sweep(task, attacks=attacks, nodes=nodes).solve(compiled=False)
    many = 0
    for name, own, settings in islice(kinds(task, fresh), only):
        both = [Sweep(own, attacks=attacks, nodes=nodes, **settings).solve(compiled=one) for one in (False, True)]
        assert same(*both), name
        many += sum(values.size for values in both[0].values())
    return many


def test_loops_find_what_numpy_finds_for_every_way_to_take_chance() -> None:
    assert agree(task_of("snow s3 R1K3 | A")) > 5_000


@pytest.mark.parametrize("position", LITTLE)
def test_loops_find_what_numpy_finds_whatever_is_agreed(position: str) -> None:
    assert agree(task_of(position), only=1) > 500


@pytest.mark.parametrize("is_upper", [False, True])
def test_loops_find_what_numpy_finds_for_a_time_to_beat(is_upper: bool) -> None:
    task = for_time(task_of("s1 R2/3x2K3 | A"))
    ground = task, Attacks(task), Nodes(task)
    every = []
    for is_compiled in (False, True):
        levels = Levels(task)
        for left in range(5, 50, 10):
            sweep = Timed(ground, FRESH, left, levels, levels, is_upper=is_upper)
            levels[left] = sweep.values
            sweep.solve(compiled=is_compiled)
        every.append(levels)
    numpy, loops = every
    assert all(same(numpy[left], loops[left]) for left in some(numpy))
    assert any(0 < value < 1 for values in numpy[left].values() for value in values.flat), (
        "some are faster, and not all"
    )


def test_loops_are_loaded_where_numba_is_installed_and_there_is_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[Sweep.__module__]  # by its name the room has a function
    little = Sweep(task_of(LITTLE[0]))
    long = Sweep(Task(GAME.read(f"{CLASSIC_COACH.ready['short']} | A").stage))
    monkeypatch.setattr(module, "can_compile", lambda: True)
    assert long.uses_loops(None)
    assert not little.uses_loops(None)
    assert not long.uses_loops(None, down_to=long.task.finish - 3), "little is left of the road"
    assert little.uses_loops(True)
    monkeypatch.setattr(module, "can_compile", lambda: False)
    assert not long.uses_loops(None)


@pytest.mark.wide
def test_compiled_loops_find_what_numpy_finds_on_real_stages() -> None:
    assert can_compile(), "the wide tests have numba"
    by_name = CLASSIC_COACH.ready
    roads = [*(by_name[name] for name in REAL), *stages("classic", 2)]
    assert sum(agree(Task(GAME.read(f"{road} | A").stage)) for road in roads) > 2_000_000


@pytest.mark.wide
def test_loops_are_compiled_where_nothing_can_be_kept() -> None:
    """Code that is in no file is refused by numba's store, as where nothing can be written."""
    names: dict[str, Any] = {}
    exec("def twice(number): return 2 * number", names)
    twice = compiled(names["twice"])
    assert hasattr(twice, "py_func"), "it was compiled"
    assert twice(3) == 6
