"""The solver of Rallyman: DIRT under the names that every solved game has. `turns.py` has those that need no numpy."""

from __future__ import annotations

from collections.abc import Callable

from rallyman_tutor.coach.dirt.solver.best import Best, kind
from rallyman_tutor.coach.dirt.solver.chance import Values
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts
from rallyman_tutor.coach.dirt.solver.mix import SHARES, backs_of, has_shortcut
from rallyman_tutor.coach.dirt.solver.nodes import Nodes
from rallyman_tutor.coach.dirt.solver.par import loses_at, shapes, solve
from rallyman_tutor.coach.dirt.solver.rough import flat, rough
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.dirt.solver.turns import OwnTurn, about, own_turn, task_of
from rallyman_tutor.coach.solver.charges import charges_of
from rallyman_tutor.coach.solver.costs import Solved, Weight
from rallyman_tutor.coach.solver.mix import MixShare
from rallyman_tutor.coach.standing import DriveProgress, standing_of
from rallyman_tutor.games.dirt.alone import drives, own_start, time_of
from rallyman_tutor.games.dirt.state import GEARS, State

__all__ = [
    "CHARGES", "SHARES", "Best", "OwnTurn", "Solved", "Task", "Values", "about", "backs_of", "best", "charged", "drives", "flat", "has_shortcut", "kind", "loses_at", "own_start", "own_turn", "rough", "shapes", "shares", "solve", "stood", "sweep", "task_of", "time_of", "weighing", "with_seconds",
]  # fmt: skip


CHARGES = charges_of(GEARS)


def sweep(task: Task, tell: Callable[[float], None], state: State | None = None) -> Values:
    """The value of every start of a turn; where a position is given, only of those on the road ahead."""
    down_to = None if state is None else state.car.place
    return Sweep(task).solve(lambda at, of: tell(at / of), down_to)


def weighing(task: Task) -> Callable[[Weight], Values]:
    """Sweeps of a whole stage with charges that count as much as they are told to."""
    flat_outs = FlatOuts(task, Nodes(task))
    return lambda weight: Sweep(task, flat_outs, weight=weight).solve()


def best(task: Task, values: Values) -> Best:
    """The worth of decisions in the turn of a task, by these values of the road behind it."""
    return Best(task, values)


def charged(task: Task) -> tuple[float, int]:
    """The seconds that being out of the rally counts, and how many seconds in hand are told apart."""
    return task.elimination, task.cap


def stood(state: State, seat: int) -> DriveProgress:
    """How a driver stands."""
    return standing_of(state, seat, time_of(state, seat), drives=drives(state))


def with_seconds(state: State, most: int) -> State:
    """The position with no more seconds in any hand than these."""
    return state._replace(cars=tuple(car._replace(seconds=min(car.seconds, most)) for car in state.cars))


def shares() -> tuple[MixShare, ...]:
    """The house values that can be moved for one turn, in the order in which a mix has them."""
    return SHARES
