"""The par of a stage: the cost of its best driving from the start, and the bounds that are certain of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from rallyman_tutor.coach.dirt.solver.carried import LoadAxes
from rallyman_tutor.coach.dirt.solver.chance import FAIR, KNOWN, Chance, Values, ValuesBeyond
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts
from rallyman_tutor.coach.dirt.solver.nodes import Nodes
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.costs import FINE, Par, Solved
from rallyman_tutor.games.dirt.state import GEARS


class SweptStage(NamedTuple):
    """A stage, swept with chance as it is; and for a car that has no damage yet in the ways that `AT_FIRST` numbers,
    and for both `BOUNDS`."""

    fair: Sweep
    first: Sweep
    bounds: Sweep


AT_FIRST = LUCKY, FINED = range(2)
"""By all luck; with `FINE` charged for losing control."""
BOUNDS = LOW, HIGH = range(2)
"""The bounds of a car without damage, where nothing was drawn yet."""
MORE = 3
"""How many times as many seconds are told apart for the bounds, until control is lost."""
SHORT = 6
"""How many seconds are told apart, for the bounds, once control was lost."""


def solve(task: Task, tell: Callable[[float], None] = lambda share: None) -> Solved:
    """Par of a stage, and all its turn starts. `tell` hears how much of the work is done."""
    fair, first, bounds = swept(task, tell)
    expected = _start(fair)
    par = Par(
        expected=expected,
        without_sisu=_start(fair, sisu=False),
        lucky=_start(first, LUCKY),
        low=_start(bounds, LOW),
        high=_start(bounds, HIGH),
        loses=(_start(first, FINED) - expected) / FINE,
    )
    return Solved(par, fair.values)


def swept(task: Task, tell: Callable[[float], None] = lambda share: None, down_to: int | None = None) -> SweptStage:
    """A stage, or what of it is not before the space `down_to`, with all that its par is told from.

    For the bounds the first card that is turned comes from a full deck, and the tokens of this crash one after the
    other from a full bag. For each of the next `KNOWN` crashes any cards may be missing, one for each crash before, and
    any tokens, as many as those crashes can draw; for all later ones card and tokens are the best, or the worst, there
    are. For the lower bound who has as many seconds as are told apart never runs out of them; for the upper one no more
    than these are told apart."""
    flat_outs = FlatOuts(task, Nodes(task))

    def solved(number: int, of: Task, chances: Sequence[Chance] = (FAIR,), *, damaged: bool = True) -> Sweep:
        one = Sweep(of, flat_outs, chances=chances, damaged=damaged)
        one.solve(lambda at, many: tell((number + at / many) / 4), down_to)
        return one

    fair = solved(0, task)
    later = solved(
        1, replace(task, cap=min(task.cap, SHORT)), (*_crash_by_crash("best", 0), *_crash_by_crash("worst", KNOWN + 1))
    )
    first = solved(
        2,
        task,
        (Chance(lucky=True), Chance(fine=FINE, then=ValuesBeyond(fair.values, fair.carried))),
        damaged=False,
    )
    bounds = solved(
        3,
        replace(task, cap=MORE * task.cap),
        (
            Chance(decks="best", unlimited=True, then=ValuesBeyond(later.values, later.carried)),
            Chance(decks="worst", then=ValuesBeyond(later.values, later.carried, KNOWN + 1)),
        ),
        damaged=False,
    )
    return SweptStage(fair, first, bounds)


def loses_at(task: Task, values: Values, tick: Callable[[], None]) -> Callable[[frozenset[int]], float]:
    """The chance that a driver at their best loses control for the first time on one of some spaces, by the values of
    the stage. `tick` is called as the work goes on."""
    flat_outs, beyond = FlatOuts(task, Nodes(task)), ValuesBeyond(values, LoadAxes(task))

    def start(places: frozenset[int]) -> float:
        one = Sweep(task, flat_outs, chances=(Chance(fine=FINE, where=places, then=beyond),), damaged=False)
        one.solve(lambda at, of: tick())
        return _start(one)

    unfined = start(frozenset())
    return lambda places: (start(places) - unfined) / FINE


def _crash_by_crash(decks: Literal["best", "worst"], first: int) -> list[Chance]:
    """The best or the worst decks after each number of losses of control. `first`: where they stand in the sweep."""
    return [
        Chance(decks=decks, turned=turned, unlimited=decks == "best", then=first + min(turned, KNOWN))
        for turned in range(1, KNOWN + 2)
    ]


def _start(sweep: Sweep, chance: int = 0, *, sisu: bool = True) -> float:
    row = sweep.carried.row(sisu, 0, 0, 0, True, 0, chance)
    return min(float(sweep.values[place, 0][row]) for place in sweep.task.stage.road.starts)


def shapes(task: Task) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """The arrays in the table of a stage, in its order."""
    shape = tuple(LoadAxes(task).shape)
    for place, past in enumerate(task.stage.road.past):
        if not past:
            for gear in range(GEARS + 1):
                yield (place, gear), shape
