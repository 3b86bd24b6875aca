"""Bounds of a stage's par that take no solving: quick to find, certain, and far apart.

The upper one is the time of a driver who is never at risk: in no turn as many dice as lose control, no limit
broken, no jump a gear too fast, no shortcut, no quick start. The lower one is the time of a driver whose dice never
show a hazard, who is paid for every die as flat out, and who may lose control wherever that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf

from rallyman_tutor.coach.dirt.solver.nodes import Node, Nodes
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.costs import QuickBounds
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.games.dirt.alone import thrown
from rallyman_tutor.games.dirt.state import BRAKE, GEARS, LIMIT
from rallyman_tutor.games.dirt.step import SECONDS_PER_DIE

Ends = frozenset[tuple[int, int]]


def bounds(task: Task) -> Steps[QuickBounds]:
    """The bounds of a stage from its start, in steps; `stops_at` names the furthest space that a careful driver comes
    to, where they cannot come to the finish."""
    nodes, road = Nodes(task), task.stage.road
    safe, clean = _Careful(task, nodes), _Lucky(task, nodes)
    for place in sorted(range(len(road.spaces)), key=lambda place: -road.ranks[place]):
        for gear in range(GEARS + 1):  # the far end first: nothing is then asked deeply
            safe.turn(place, gear)
            clean.turn(place, gear)
            yield
    high = min(safe.turn(place, 0) for place in road.starts)
    low = min(clean.turn(place, 0) for place in road.starts)
    return QuickBounds(low, high, "" if high < inf else _stop(task, safe))


def _stop(task: Task, safe: _Careful) -> str:
    """The furthest space that is reached without a risk."""
    road = task.stage.road
    todo = [(place, 0) for place in road.starts]
    known = set(todo)
    while todo:
        for end in safe.ends(*todo.pop()):
            if end not in known:
                known.add(end)
                todo.append(end)
    return road.spaces[max((place for place, _ in known), key=lambda place: road.ranks[place])].key


class _Careful:
    """A driver who takes no risk."""

    def __init__(self, task: Task, nodes: Nodes) -> None:
        self._task, self._nodes = task, nodes
        self.turn = cache(self._turn)
        self.ends = cache(self._ends)

    def _turn(self, place: int, gear: int) -> float:
        """The cost from the start of a turn; endless where there is no safe way."""
        task = self._task
        if task.stage.road.past[place]:
            return 0.0
        return min((task.card[at] + self.turn(to, at) for to, at in self.ends(place, gear)), default=inf)

    def _ends(self, place: int, gear: int) -> Ends:
        """Where a turn may be stopped, and in which gear."""
        return frozenset(self._driven(Node(place, gear)))

    def _driven(self, node: Node) -> Iterator[tuple[int, int]]:
        for step in self._nodes.steps(node):
            is_risk = step.lost or step.hard or step.quick or step.token or step.to.laid >= LIMIT
            if not is_risk:
                yield step.to.place, step.to.gear
                yield from self._driven(step.to)


class _Lucky:
    """A driver for whom all goes well, and more than that."""

    def __init__(self, task: Task, nodes: Nodes) -> None:
        self._task, self._nodes = task, nodes
        self._thrown = thrown(task.stage, task.options)
        self._most = task.gears + task.pushes
        self.turn = cache(self._turn)
        self._node = cache(self._from_node)

    def _turn(self, place: int, gear: int) -> float:
        """The cost from the start of a turn."""
        if self._task.stage.road.past[place]:
            return 0.0
        ways = list(self._driven(Node(place, gear)))
        if gear > 1:  # without dice to cross a ford the car slows down where it is
            ways.append(self._task.card[gear - 1] + self.turn(place, gear - 1))
        return min(ways, default=inf)

    def _from_node(self, node: Node) -> float:
        stopped = self._task.card[node.gear] + self.turn(node.place, node.gear)
        return min(stopped, self._lost(node), *self._driven(node))

    def _lost(self, node: Node) -> float:
        """The cost of losing control: a turned card, and on from there. All dice of the car may have been rolled."""
        unpaid = SECONDS_PER_DIE * (self._most - node.gears - node.pushes)
        if self._task.stage.road.past[node.place]:
            return self._task.card[node.gear] - unpaid
        return min(
            card.seconds - unpaid + (self.turn(node.place, card.gear) if card.gear < node.gear else 0.0)
            for card in self._thrown[node.place][node.gear]
        )

    def _driven(self, node: Node) -> Iterator[float]:
        for step in self._nodes.steps(node):
            earned = SECONDS_PER_DIE * sum(die != BRAKE for die in step.dice)
            yield (self._lost(step.to) if step.lost else self._node(step.to)) - earned
