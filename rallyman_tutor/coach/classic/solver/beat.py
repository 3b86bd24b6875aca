"""The chance to be faster than a given time, and the driving that makes it largest.

What counts is only whether the time at the finish, clock less seconds, is below that time. So the clock is a part of
the position: how much time is *left* until it reaches the time to beat. Every gear card takes some of it, so there are
no more than a few dozen amounts, and for each of them the road is swept once, the smallest first. A value is the chance
*not* to be faster: 1 for who is out.

Seconds in hand are time as well, so more of them are told apart than for the mean. Who would have still more counts as
having no more for the lower bound of the chance; for the upper one, as faster at once if there is time left.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.classic.solver.attack import Attacks
from rallyman_tutor.coach.classic.solver.best import Best
from rallyman_tutor.coach.classic.solver.chance import FRESH, KNOWN, Chance
from rallyman_tutor.coach.classic.solver.nodes import Nodes
from rallyman_tutor.coach.classic.solver.par import shapes
from rallyman_tutor.coach.classic.solver.sweep import WHEEL_SECONDS, Array, Sweep, Values
from rallyman_tutor.coach.classic.solver.task import Hand, Task
from rallyman_tutor.coach.solver.costs import Weight
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.classic.ending import SECONDS_PER_DIE
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import GAS_DICE, GEAR_DICE, Move, State

NOTHING = Weight(card=0.0, earned=0.0, spent=0.0)
"""Neither cards nor seconds cost anything by themselves."""
MOST = 20_000_000
"""How many values of turn starts are worked out at most; more would take minutes."""


class Faster(NamedTuple):
    """The chance to be faster than a time, and between which bounds it certainly lies."""

    chance: float
    low: float
    high: float


def faster(task: Task, time: int, tell: Callable[[float], None] = lambda share: None) -> Faster:
    """The chance to drive a stage from its start in less than `time` seconds, with a whole car, driven for that."""
    race = Race(task, time, START, sweeps=1 + 2 * (KNOWN + 2))

    def swept(number: int, chances: Sequence[Chance], *, is_upper: bool = False) -> float:
        levels = race.swept(chances, is_upper=is_upper, tell=lambda share: tell((number + share) / 3))
        return _chance(levels[time][START, 0, task.punctures][0, 0, race.task.sisus - 1, 0])

    known = range(KNOWN + 1, -1, -1)
    return Faster(
        swept(0, [FRESH]),
        swept(1, [Chance(decks="worst", turned=turned) for turned in known]),
        swept(2, [Chance(decks="best", turned=turned) for turned in known], is_upper=True),
    )


def _chance(slower: float) -> float:
    """The chance to be faster, without what sums of many shares leave below 0."""
    return max(0.0, 1 - float(slower))


class Levels(dict[int, Values]):
    """The values of turn starts by the time that is left. Where so little is left that nobody can be faster, all are
    1."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.hopeless: Values = {key: np.broadcast_to(np.float64(1.0), shape) for key, shape in shapes(task)}

    def __missing__(self, left: int) -> Values:
        return self.hopeless


class Race:
    """All that is swept to see who is faster than `time`, from a space on which the clock shows `clock`."""

    def __init__(self, task: Task, time: int, place: int, clock: int = 0, sweeps: int = 1) -> None:
        self.task = task = for_time(task)
        self._time = time - clock
        self._attacks, self._nodes = Attacks(task), Nodes(task)
        self._step = reduce(math.gcd, (*task.card, WHEEL_SECONDS))
        self._farthest = max(*task.card, WHEEL_SECONDS)  # what one card takes at most
        best = (GEAR_DICE + GAS_DICE) * SECONDS_PER_DIE if task.options.attack else 0
        forward = [[(to, task.card[gear]) for to, gear in ends] for ends in self._nodes.turns]
        backward: list[list[tuple[int, int]]] = [[] for _ in range(task.finish + 1)]
        for start, ends in enumerate(self._nodes.turns):
            for to, gear in ends:
                backward[to].append((start, max(0, task.card[gear] - best)))
        self._to = _least([*forward, []], place)  # what the clock shows at least when a turn starts there
        self._from = _least(backward, task.finish)  # what time grows by at least from there on
        work = sweeps * sum(self._size(place) for left in self._lefts() for place in self._wanted(left))
        if work > MOST:
            raise Unsolvable("too-many", count=round(work / 1e6), most=round(MOST / 1e6))

    def _size(self, place: int) -> int:
        """How many values the turns from a space have."""
        task = self.task
        return sum(map(len, task.hands[place])) * len(task.card) * task.damages * task.sisus * task.seconds

    def _lefts(self) -> range:
        """Every amount of time that may be left with a chance, the smallest first."""
        most = self._time
        steps = max(0, (most + self.task.cap - 1) // self._step)
        return range(most - steps * self._step, most + 1, self._step)

    def _wanted(self, left: int) -> list[int]:
        """The spaces on which a turn may start with so much time left and some chance."""
        return [
            place
            for place in range(self.task.finish)
            if self._to[place] <= self._time - left and left + self.task.cap > self._from[place]
        ]

    def swept(
        self,
        chances: Sequence[Chance] = (FRESH,),
        *,
        is_upper: bool = False,
        tell: Callable[[float], None] = lambda share: None,
    ) -> Levels:
        """The values for the last of these ways to take chance; after control is lost each goes on with the one before
        it. Only those are kept that one more card leads to."""
        every = [Levels(self.task) for _ in chances]
        lefts = self._lefts()
        for number, left in enumerate(lefts):
            for at, chance in enumerate(chances):
                after_lost = every[at - 1] if at else every[at]
                sweep = TimedSweep(
                    (self.task, self._attacks, self._nodes), chance, left, every[at], after_lost, is_upper=is_upper
                )
                sweep.confine(*self._spaces(left))
                every[at][left] = sweep.values
                sweep.solve()
                every[at].pop(left - self._farthest - self._step, None)
            tell((number + 1) / len(lefts))
        return every[-1]

    def _spaces(self, left: int) -> tuple[Collection[int], Collection[int]]:
        """The spaces on which turns start that matter, and those that such turns come over."""
        wanted = set(self._wanted(left))
        return wanted, {to for place in wanted for to, _ in self._nodes.turns[place]}


def for_time(task: Task) -> Task:
    """The task as it is solved for a time to beat: being out is no worse than being slower."""
    return replace(task, elimination=1.0, cap=2 * task.cap)


def _least(ways: Sequence[Sequence[tuple[int, int]]], start: int) -> list[float]:
    """The least sum on the way from one space to every other."""
    found = [math.inf] * len(ways)
    found[start] = 0
    todo: list[tuple[float, int]] = [(0, start)]
    while todo:
        spent, place = heapq.heappop(todo)
        for to, more in ways[place]:
            if spent + more < found[to]:
                found[to] = spent + more
                heapq.heappush(todo, (found[to], to))
    return found


class TimedSweep(Sweep):
    """The sweep for one amount of time that is left."""

    def __init__(
        self,
        ground: tuple[Task, Attacks, Nodes],
        chance: Chance,
        left: int,
        levels: Levels,
        after_lost: Levels,
        *,
        is_upper: bool = False,
    ) -> None:
        task, attacks, nodes = ground
        values = levels[left] if left in levels else dict(levels.hopeless)
        super().__init__(task, chance, None, 0.0, attacks, nodes, values, NOTHING)
        self._left = left
        self._levels = levels
        self._levels_after_lost = after_lost
        self._is_upper = is_upper
        self._wanted: Collection[int] = range(task.finish)
        self._passed: Collection[int] = range(task.finish)

    def confine(self, wanted: Collection[int], passed: Collection[int]) -> None:
        """Work out only turns that start on some spaces, and what they come over."""
        self._wanted, self._passed = wanted, passed

    def _starts(self, place: int) -> bool:
        return place in self._wanted

    def _passes(self, place: int) -> bool:
        return place in self._passed

    def _following(self, seconds: int) -> Values:
        return self._levels[self._left - seconds]

    @property
    def _after_lost(self) -> Values:
        return self._levels_after_lost[self._left - self.task.card[0]]

    def _crossed(self, gear: int, punctures: int, hands: tuple[Hand, ...], hurt: int = 0) -> Array:
        slow = self._left - self.task.card[gear] + np.arange(self.task.seconds) <= 0
        return np.broadcast_to(slow.astype(np.float64), (len(hands), *self._carried))

    def _earning(self, ended: Array, dice: int) -> Array:
        found = super()._earning(ended, dice)
        if self._is_upper:
            after = np.arange(self.task.seconds) + dice * SECONDS_PER_DIE
            found[..., (after > self.task.cap) & (self._left + after > 0)] = 0.0
        return found


class Chances(Best):
    """The chance to be faster than a time with each decision of one turn. The `task` of this turn has the other cars
    and the dirt in the way; after it the driver counts as `alone`."""

    def __init__(
        self, task: Task, alone: Task, state: State, time: int, tell: Callable[[float], None] = lambda share: None
    ) -> None:
        super().__init__(for_time(task), {})
        car = state.car
        self._time = time
        self._levels = Race(alone, time, car.place, car.clock).swept(tell=tell)
        self._timed: dict[int, TimedSweep] = {}
        self._sweeps = [self._at_clock(car.clock)]

    def by_move(self, state: State) -> Mapping[Move, float]:
        """The chance to be faster with every decision that may be made now, driven on for that."""
        return {move: _chance(slower) for move, (slower,) in self._priced(state, self._sweeps)}

    def _at_clock(self, clock: int) -> TimedSweep:
        left = self._time - clock
        if left not in self._timed:
            ground = self.task, self._attacks, self._nodes
            self._timed[left] = TimedSweep(ground, FRESH, left, self._levels, self._levels)
        return self._timed[left]

    def _value(self, state: State, sweep: Sweep) -> float:
        car = state.cars[0]
        if car.status == "finished":
            return float(car.clock - car.seconds >= self._time)
        return super()._value(state, self._at_clock(car.clock))


def chances(
    task: Task, alone: Task, state: State, seconds: int, tell: Callable[[float], None] = lambda share: None
) -> Mapping[Move, float]:
    """By each decision of a position: the chance to be faster than a time, driven on for that."""
    return Chances(task, alone, state, seconds, tell).by_move(state)
