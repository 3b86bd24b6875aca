"""The best driving of a lone car in Rallyman: DIRT.

`task.py` says what is to be solved, `carried.py` what a car carries from turn to turn, `chance.py` how chance can be taken, `nodes.py`
where a turn can be, `fronts.py` which drafts matter, and `one_by_one.py` what it comes to to roll their dice one by one; `falling.py`
how dice fall that are rolled at once, `flat_out.py` which these are, and `at_once.py` what that comes to; `sweep.py` goes over the
road, `par.py` tells what a stage comes to, and `best.py` what a decision is worth, with the `drafts.py` of a turn. `rough.py` has
values that take no solving. Where numba is installed, the room
`fast/` does the same as `one_by_one.py` and `at_once.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rallyman_tutor.coach.solver.costs import Solved, changed
from rallyman_tutor.coach.solver.dirt.best import Best, kind
from rallyman_tutor.coach.solver.dirt.chance import Values
from rallyman_tutor.coach.solver.dirt.mix import SHARES, backs_of, has_shortcut
from rallyman_tutor.coach.solver.dirt.par import shapes, solve
from rallyman_tutor.coach.solver.dirt.rough import flat, rough
from rallyman_tutor.coach.solver.dirt.sweep import Sweep
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt import desk
from rallyman_tutor.games.dirt.alone import drives, is_behind, leads, own_start, thrown, time_of
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import VALUES, Car, State

__all__ = [
    "READY", "SHARES", "Best", "OwnTurn", "Solved", "Task", "about", "backs_of", "drives", "flat", "has_shortcut", "kind", "own_start", "own_turn", "rough", "shapes",
    "solve", "sweep", "task_of", "time_of",
]  # fmt: skip

READY: Mapping[str, str] = desk.STAGES
REVISION = 1
"""Goes up when the solver finds other values for the same task."""


def task_of(stage: str, settings: Mapping[str, float]) -> Task:
    """The task of a stage from its start, with the default options."""
    task = Task(read_stage(stage))
    if not task.stage.road.starts:
        raise Unsolvable("the stage has no space to start from")
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
    """The turn of a position in which somebody drives. Damage that is done behind the finish line counts for nothing, so one
    stage of a rally is like the stage alone."""
    seat = state.turn.seat
    if not drives(state):
        raise Unsolvable("nothing is to be driven now")
    alone = changed(Task(state.stage, state.options._replace(rally=False, timecontrol=False)), settings or {})
    others = tuple(car._replace(clock=0) for car in (*state.cars[:seat], *state.cars[seat + 1 :]))
    return OwnTurn(alone, seat, state.round, others, state.gravel, state)


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
