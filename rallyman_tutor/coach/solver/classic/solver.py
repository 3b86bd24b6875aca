"""The solver of Rallyman (2009) under the names that every solved game has. `turns.py` has those that need no numpy."""

from __future__ import annotations

from collections.abc import Callable

from rallyman_tutor.coach.solver.classic.beat import Chances, faster
from rallyman_tutor.coach.solver.classic.best import Best, kind
from rallyman_tutor.coach.solver.classic.mix import SHARES, backs_of, has_shortcut
from rallyman_tutor.coach.solver.classic.par import shapes, solve
from rallyman_tutor.coach.solver.classic.rough import flat, rough
from rallyman_tutor.coach.solver.classic.sweep import Sweep, Values
from rallyman_tutor.coach.solver.classic.task import Task
from rallyman_tutor.coach.solver.classic.turns import OwnTurn, about, own_turn, task_at, task_of
from rallyman_tutor.coach.solver.costs import Solved
from rallyman_tutor.games.classic import desk
from rallyman_tutor.games.classic.alone import drives, own_start, time_of
from rallyman_tutor.games.classic.state import State

__all__ = [
    "READY", "SHARES", "Best", "Chances", "OwnTurn", "Solved", "Task", "about", "backs_of", "drives", "faster", "flat", "has_shortcut", "kind", "own_start", "own_turn", "rough",
    "shapes", "solve", "sweep", "task_at", "task_of", "time_of",
]  # fmt: skip

READY = desk.READY


def sweep(task: Task, tell: Callable[[float], None], state: State | None = None) -> Values:
    """The value of every start of a turn; where a position is given, only of those on the road ahead."""
    down_to = 0 if state is None else state.car.place
    return Sweep(task).solve(lambda at, of: tell(at / of), down_to)
