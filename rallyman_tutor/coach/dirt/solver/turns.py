"""The turn of a position as a task, and what the values of a task hang on.

Numpy is not imported here, so whether there is a table for a position is told without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rallyman_tutor.coach.dirt.solver.bounds import bounds
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.costs import changed
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.alone import drives, is_behind, leads, thrown
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import VALUES, Car, State

__all__ = ["OwnTurn", "about", "bounds", "own_turn", "task_of"]

REVISION = 2
"""Goes up when the solver finds other values for the same task."""


def task_of(stage: str, settings: Mapping[str, float]) -> Task:
    """The task of a stage from its start, with the default options."""
    task = Task(read_stage(stage))
    if not task.stage.road.starts:
        raise Unsolvable("no-start")
    return changed(task, settings)


@dataclass(frozen=True)
class OwnTurn:
    """One turn of a driver among others. Positions of the same turn make equal ones."""

    alone: Task  # as if nobody else took part, and no gravel lay ahead
    seat: int
    round: int
    others: tuple[Car, ...]
    gravel: tuple[int, ...]
    start: State = field(compare=False)

    @property
    def is_alone(self) -> bool:
        """Whether nothing is left out: nobody else takes part, and no gravel lies ahead."""
        state = self.start
        ahead = (bend for bend, count in enumerate(state.gravel) if count)
        return len(state.cars) == 1 and all(is_behind(state.road, bend, state.car.place) for bend in ahead)

    @property
    def task(self) -> Task:
        """The task for this turn, with the other cars and the gravel in the way."""
        return self.alone if self.is_alone else replace(self.alone, now=self.start)


def own_turn(state: State, settings: Mapping[str, float] | None = None) -> OwnTurn:
    """The turn of a position in which somebody drives. Damage that is done behind the finish line counts for nothing,
    so one stage of a rally is like the stage alone."""
    seat = state.turn.seat
    if not drives(state):
        raise Unsolvable("nothing-now")
    alone = changed(Task(state.stage, state.options._replace(rally=False, timecontrol=False)), settings or {})
    others = tuple(car._replace(clock=0) for car in (*state.cars[:seat], *state.cars[seat + 1 :]))
    return OwnTurn(alone, seat, state.round, others, state.gravel, state)


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
