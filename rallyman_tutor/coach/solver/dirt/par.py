"""What the best driving of a stage comes to from its start, and between which bounds that number is certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rallyman_tutor.coach.solver.costs import FINE
from rallyman_tutor.coach.solver.dirt.carried import Carried
from rallyman_tutor.coach.solver.dirt.flat_out import FlatOuts
from rallyman_tutor.coach.solver.dirt.nodes import Nodes
from rallyman_tutor.coach.solver.dirt.sweep import FAIR, Beyond, Chance, Sweep, Values
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.games.dirt.state import GEARS, VALUES

SWEEPS = 7


class Par(NamedTuple):
    """A stage from its start, with a whole car. All but `loses` are seconds."""

    expected: float
    without_sisu: float
    lucky: float  # if everything falls as it suits the driver
    low: float  # the true expected time is no less than this
    high: float  # the true expected time is no more than this
    loses: float  # the chance to lose control at least once before the finish


class Solved(NamedTuple):
    """A stage, its par, and the value of every start of a turn."""

    par: Par
    values: Values


def solve(task: Task, tell: Callable[[float], None] = lambda share: None) -> Solved:
    """Par of a stage, and all its turn starts. `tell` hears how much of the work is done."""
    flat_outs = FlatOuts(task, Nodes(task))
    done = 0

    def swept(
        chance: Chance = FAIR,
        beyond: Beyond | None = None,
        *,
        of: Task = task,
        damaged: bool = False,
        fine: float = 0.0,
    ) -> Beyond:
        nonlocal done
        one = Sweep(of, flat_outs, chance=chance, damaged=damaged, beyond=beyond, fine=fine)
        one.solve(lambda at, many: tell((done + at / many) / SWEEPS))
        done += 1
        return Beyond(one.values, one.carried)

    fair = swept(damaged=True)
    expected = _start(task, fair)
    par = Par(
        expected=expected,
        without_sisu=_start(task, fair, sisu=False),
        lucky=_start(task, swept(Chance(lucky=True))),
        low=_start(task, lower(task, swept)),
        high=_start(task, upper(task, swept)),
        loses=(_start(task, swept(FAIR, fair, fine=FINE)) - expected) / FINE,
    )
    return Solved(par, fair.values)


Swept = Callable[..., Beyond]


def lower(task: Task, swept: Swept) -> Beyond:
    """The lower bound for a car that has no damage, where nothing was drawn yet. The first card turned comes from a full deck,
    every later one is the best there is; damage does nothing; seconds never run out."""
    best = Chance(cards="best", tokens="none", punctures=_punctures(task), unlimited=True)
    return swept(replace(best, cards="fair"), swept(best))


def upper(task: Task, swept: Swept) -> Beyond:
    """The upper bound for a car that has no damage, where nothing was drawn yet. The first card turned comes from a full deck,
    and the tokens of this crash from a full bag; every later card and token is the worst there is, and from the first loss
    on no die is secured."""
    worst = Chance(cards="worst", tokens="worst", punctures=_punctures(task), takes_worst=True)
    after = swept(worst, of=replace(task, cap=0), damaged=True)
    return swept(replace(worst, cards="fair", tokens="first"), after)


def _punctures(task: Task) -> tuple[float, float]:
    """Between which chances a shortcut token is a puncture: on a stage each shortcut is taken once."""
    counts = VALUES["bag.shortcut"]
    before = max(0, sum(bool(bend.shortcut) for bend in task.stage.road.bends) - 1)
    return max(0, counts[1] - before) / (sum(counts) - before), counts[1] / (sum(counts) - before)


def _start(task: Task, solved: Beyond, *, sisu: bool = True) -> float:
    row = solved.carried.row(sisu, 0, 0, 0, True, 0)
    return min(float(solved.values[place, 0][row]) for place in task.stage.road.starts)


def shapes(task: Task) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """What the table of a stage holds, in its order."""
    shape = tuple(Carried(task).shape)
    for place, past in enumerate(task.stage.road.past):
        if not past:
            for gear in range(GEARS + 1):
                yield (place, gear), shape
