"""Bounds of a stage's par that take no solving: quick to find, certain, and far apart.

The upper one is the time of a driver who is never at risk: in no turn more dice than can show too many hazards, no
bend above its note, no jump a gear too fast, no shortcut. The lower one is the time of a driver whose dice never show a
hazard, who is paid for every die as in an attack, and who may lose control wherever that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf

from rallyman_tutor.coach.classic.solver.nodes import Node, Nodes
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import QuickBounds
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.games.classic.ending import SECONDS_PER_DIE
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import GAS_DICE, GEAR_DICE


def bounds(task: Task) -> Steps[QuickBounds]:
    """The bounds of a stage from its start, in steps; `stops_at` names the furthest space that a careful driver comes
    to, where they cannot come to the finish."""
    safe, clean = _Careful(task), _Lucky(task)
    for place in range(task.finish - 1, START - 1, -1):  # the far end first: nothing is then asked deeply
        for gear in range(len(task.card)):
            safe.turn(place, gear)
            clean.turn(place, gear)
        yield
    high = safe.turn(START, 0)
    return QuickBounds(clean.turn(START, 0), high, "" if high < inf else _stop(task, safe))


def _stop(task: Task, safe: _Careful) -> str:
    """The furthest space that is reached without a risk."""
    reached, todo = {START}, [(START, 0)]
    known = set(todo)
    while todo:
        place, gear = todo.pop()
        for to, at in safe.ends(place, gear):
            reached.add(to)
            if (to, at) not in known:
                known.add((to, at))
                todo.append((to, at))
    spaces = task.stage.road.spaces
    return spaces[max(reached, key=lambda place: spaces[place].front)].key


class _Careful:
    """A driver who takes no risk."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._dice = Nodes(task).dice
        self.turn = cache(self._turn)
        self.ends = cache(self._ends)

    def _turn(self, place: int, gear: int) -> float:
        """The cost from the start of a turn; endless where there is no safe way."""
        task = self._task
        return min(
            (task.card[at] + (0.0 if to == task.finish else self.turn(to, at)) for to, at in self.ends(place, gear)),
            default=inf,
        )

    def _ends(self, place: int, gear: int) -> frozenset[tuple[int, int]]:
        """Where a turn may be stopped, and in which gear."""
        return frozenset(self._driven(place, Node(gear, 0, 0, GAS_DICE)))

    def _driven(self, place: int, node: Node) -> Iterator[tuple[int, int]]:
        task = self._task
        for _, lead, after in self._dice(place, node):
            is_risk = lead.lost or lead.out or lead.hard or task.is_cut[lead.to] or after.laid >= task.limit[lead.to]
            if not is_risk:
                yield lead.to, after.gear
                if lead.to != task.finish:
                    yield from self._driven(lead.to, after)


class _Lucky:
    """A driver for whom all goes well, and more than that."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._dice = Nodes(task).dice
        self.turn = cache(self._turn)
        self._node = cache(self._from_node)

    def _turn(self, place: int, gear: int) -> float:
        return min(self._driven(place, Node(gear, 0, 0, GAS_DICE)), default=inf)

    def _from_node(self, place: int, node: Node) -> float:
        task = self._task
        if place == task.finish:
            return task.card[node.gear]
        stopped = task.card[node.gear] + self.turn(place, node.gear)
        return min(stopped, self._lost(place, node), *self._driven(place, node))

    def _lost(self, place: int, node: Node) -> float:
        """The cost of losing control: the worst card, and on from where the car then stands. All dice may have been
        rolled."""
        task = self._task
        worst = task.card[0] - SECONDS_PER_DIE * (GEAR_DICE + GAS_DICE - node.laid)
        if place == task.finish:
            return worst
        return worst + min(self._onward(then.place, place) for then in task.thrown[place])

    def _onward(self, place: int, lost_at: int) -> float:
        return self.turn(place, 0) if place >= lost_at else 0.0  # thrown back: no more is claimed of what follows

    def _driven(self, place: int, node: Node) -> Iterator[float]:
        for _, lead, after in self._dice(place, node):
            if not lead.out:
                yield (self._lost(lead.to, after) if lead.lost else self._node(lead.to, after)) - SECONDS_PER_DIE
