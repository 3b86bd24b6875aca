"""The best driving of a lone car in Rallyman: DIRT.

`task.py` says what is to be solved, `carried.py` what a car carries from turn to turn, `nodes.py` where a turn can be, `fronts.py`
which drafts matter, `flat_out.py` how dice that are rolled at once can fall; `sweep.py` goes over the road, `par.py` tells what
a stage comes to, and `best.py` what a decision is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rallyman_tutor.coach.solver.dirt.best import Best
from rallyman_tutor.coach.solver.dirt.par import Solved, shapes, solve
from rallyman_tutor.coach.solver.dirt.sweep import Sweep, Values
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt import desk
from rallyman_tutor.games.dirt.alone import is_behind, leads, thrown
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.possible import DRIVEN
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import VALUES, State

__all__ = [
    "READY",
    "Best",
    "OwnTurn",
    "Solved",
    "Task",
    "about",
    "own_turn",
    "shapes",
    "solve",
    "sweep",
    "task_at",
    "task_of",
]

READY: Mapping[str, str] = desk.STAGES
REVISION = 1
"""Goes up when the solver finds other values for the same task."""


def task_of(stage: str, settings: Mapping[str, float]) -> Task:
    """The task of a stage from its start, with the default options."""
    task = Task(read_stage(stage))
    if not task.stage.road.starts:
        raise Unsolvable("the stage has no space to start from")
    return _set(task, settings)


def task_at(state: State, settings: Mapping[str, float]) -> Task:
    """The task of the stage on which a position is."""
    if len([car for car in state.cars if car.status in ("waiting", "road")]) != 1 or len(state.cars) > 1:
        raise Unsolvable("one car alone has to be on the way")
    if state.turn.phase not in DRIVEN or state.car.place < 0:
        raise Unsolvable("nothing is to be driven now")
    place = state.car.place
    if any(count and not is_behind(state.road, bend, place) for bend, count in enumerate(state.gravel)):
        raise Unsolvable("gravel lies on the road ahead")
    return _set(Task(state.stage, state.options), settings)


class OwnTurn(NamedTuple):
    """A position with its task. Other cars on the road are refused, so that nothing is left out."""

    alone: Task
    is_alone: bool = True

    @property
    def task(self) -> Task:
        return self.alone


def own_turn(state: State, settings: Mapping[str, float] | None = None) -> OwnTurn:
    """The turn of a position in which somebody drives."""
    return OwnTurn(task_at(state, settings or {}))


def _set(task: Task, settings: Mapping[str, float]) -> Task:
    """The task with these settings."""
    known = {"elimination": "elimination", "seconds": "cap"}
    return replace(task, **{known[name]: type(getattr(task, known[name]))(value) for name, value in settings.items()})


def sweep(task: Task, tell: Callable[[float], None], state: State | None = None) -> Values:
    """The value of every start of a turn; where a position is given, only of those on the road ahead."""
    down_to = None if state is None else state.car.place
    return Sweep(task).solve(lambda at, of: tell(at / of), down_to)


def about(task: Task) -> Mapping[str, Any]:
    """Everything that decides the values of a task."""
    options = task.options
    return {
        "game": GAME.key,
        "revision": REVISION,
        "numbers": {value.name: value.value for value in VALUES},
        "stage": task.stage.text,
        "options": [options.leader, options.quickstart, options.redzone, task.has_sisu, options.brakes],
        "settings": [task.elimination, task.cap],
        "road": [leads(task.stage.road), thrown(task.stage, options), task.stage.road.starts],
    }
