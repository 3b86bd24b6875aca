"""The solver of Rallyman: DIRT under the names that every solved game has. `turns.py` has those that need no numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rallyman_tutor.coach.solver.costs import Solved
from rallyman_tutor.coach.solver.dirt.best import Best, kind
from rallyman_tutor.coach.solver.dirt.chance import Values
from rallyman_tutor.coach.solver.dirt.mix import SHARES, backs_of, has_shortcut
from rallyman_tutor.coach.solver.dirt.par import shapes, solve
from rallyman_tutor.coach.solver.dirt.rough import flat, rough
from rallyman_tutor.coach.solver.dirt.sweep import Sweep
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.dirt.turns import OwnTurn, about, own_turn, task_of
from rallyman_tutor.games.dirt import desk
from rallyman_tutor.games.dirt.alone import drives, own_start, time_of
from rallyman_tutor.games.dirt.state import State

__all__ = [
    "READY", "SHARES", "Best", "OwnTurn", "Solved", "Task", "about", "backs_of", "drives", "flat", "has_shortcut", "kind", "own_start", "own_turn", "rough", "shapes",
    "solve", "sweep", "task_of", "time_of",
]  # fmt: skip

READY: Mapping[str, str] = desk.STAGES


def sweep(task: Task, tell: Callable[[float], None], state: State | None = None) -> Values:
    """The value of every start of a turn; where a position is given, only of those on the road ahead."""
    down_to = None if state is None else state.car.place
    return Sweep(task).solve(lambda at, of: tell(at / of), down_to)
