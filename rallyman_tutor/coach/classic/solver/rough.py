"""Values of turn starts that take no solving, for drivers on a stage without a table, or who do not look ahead.

`rough` takes every die as clean, and charges a turn for the chance that too many hazards show; what a car carries is
worth nothing. `flat` does not look at the road at all: every space to go costs the same, whatever comes. Both are
quick, and neither is a bound of anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

import numpy as np

from rallyman_tutor.coach.classic.solver.nodes import Node, Nodes
from rallyman_tutor.coach.classic.solver.par import shapes
from rallyman_tutor.coach.classic.solver.sweep import Values
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.games.classic.ending import SECONDS_PER_DIE
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import GAS_DICE
from rallyman_tutor.games.classic.step import LEAST_DICE

A_SPACE = 5.0
"""Seconds that one space more to go counts for who does not look at the road."""


def flat(task: Task) -> Values:
    """The value of every turn start for a driver to whom all roads ahead are alike."""
    spaces = task.stage.road.spaces
    end = spaces[task.finish].front
    return {
        key: np.broadcast_to(np.float64(A_SPACE * float(end - spaces[key[0]].front)), shape)
        for key, shape in shapes(task)
    }


def rough(task: Task) -> Values:
    """About what every turn start costs until the finish."""
    worth = _Clean(task)
    for place in range(task.finish - 1, START - 1, -1):  # the far end first: nothing is then asked deeply
        for gear in range(len(task.card)):
            worth.turn(place, gear)
    return {key: np.broadcast_to(np.float64(worth.turn(*key[:2])), shape) for key, shape in shapes(task)}


class _Clean:
    """The cost of the road when dice show no hazards."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._dice = Nodes(task).dice
        self._worse = task.card[0] - min(task.card)  # what a turned card costs beyond the best one
        self.turn = cache(self._turn)
        self._node = cache(self._from_node)

    def _turn(self, place: int, gear: int) -> float:
        """A turn that starts on a space in a gear."""
        ways = list(self._driven(place, Node(gear, 0, 0, GAS_DICE)))
        if ways:
            return min(ways)
        then = self._task.thrown[place][0]  # no die keeps control
        return self._task.card[0] + (self.turn(then.place, 0) if (then.place, gear) != (place, 0) else self._worse)

    def _from_node(self, place: int, node: Node) -> float:
        """The rest of a turn: stop, or one die more."""
        stopped = self._task.card[node.gear] + self._rolled(place, node)
        if place == self._task.finish:
            return stopped
        return min([stopped + self.turn(place, node.gear), *self._driven(place, node)])

    def _driven(self, place: int, node: Node) -> Iterator[float]:
        for _, lead, after in self._dice(place, node):
            if not (lead.lost or lead.out):
                yield self._node(lead.to, after) + lead.hard * self._task.hazard[1] * self._worse

    def _rolled(self, place: int, node: Node) -> float:
        """The cost of the dice of a turn that ends here: an attack if it earns more than it risks, else nothing."""
        many, task = node.laid, self._task
        if many < LEAST_DICE or not task.options.attack or task.options.training:
            return 0.0
        chance, limit = task.hazard[1], task.limit[place]
        lost = sum(comb(many, bad) * chance**bad * (1 - chance) ** (many - bad) for bad in range(limit, many + 1))
        return min(0.0, lost * self._worse - many * SECONDS_PER_DIE)
