"""The nodes of a turn: where a car can be while dice are laid, and where the next die leads from there.

A node is a space, a gear, the dice laid so far, and how many shortcut tokens were drawn on the way. How the dice were laid
does not matter for what can follow, so very many drafts share few nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.games.dirt.generate import leads
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import BRAKE, GEARS


class Node(NamedTuple):
    """Where a turn is."""

    place: int
    gear: int
    dice: int = 0  # the gear dice laid, as bits
    pushes: int = 0  # dice laid that hold the gear
    brakes: int = 0  # brake dice laid
    tokens: int = 0  # shortcut tokens drawn in this turn

    @property
    def gears(self) -> int:
        """How many gear dice are laid."""
        return self.dice.bit_count()

    @property
    def laid(self) -> int:
        """How many dice are laid."""
        return self.gears + self.pushes + self.brakes


class Step(NamedTuple):
    """One die from a node, with the brake dice beside it."""

    die: int
    brakes: int
    to: Node
    lost: bool  # control is lost, whatever the dice show
    fast: bool  # by the limit of the space
    hard: bool  # a hazard of the die itself loses control
    quick: bool  # a quick start: a hazard ends the turn
    token: bool  # a shortcut token is drawn
    past: bool  # behind the finish

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that are rolled together."""
        return (self.die, *(BRAKE,) * self.brakes)


class Nodes:
    """The nodes of one stage, and the steps from each."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._road = task.stage.road
        self._steps: dict[Node, tuple[Step, ...]] = {}

    def steps(self, node: Node) -> tuple[Step, ...]:
        """Every next die on every space it leads to, for a whole car."""
        found = self._steps.get(node)
        if found is None:
            found = self._steps[node] = () if self._road.past[node.place] else tuple(self._found(node))
        return found

    def reached(self) -> dict[int, list[Node]]:
        """By space: every node in the middle of a turn."""
        places = range(len(self._road.spaces))
        todo = [Node(place, gear) for place in places for gear in range(GEARS + 1) if not self._road.past[place]]
        found: dict[int, list[Node]] = {place: [] for place in places}
        seen = set[Node]()
        while todo:
            for step in self.steps(todo.pop()):
                if not step.lost and step.to not in seen:
                    seen.add(step.to)
                    found[step.to.place].append(step.to)
                    todo.append(step.to)
        return found

    def _found(self, node: Node) -> Iterator[Step]:
        for die, brakes, quick in self._next_dice(node):
            for ahead in dict.fromkeys(_ahead(self._road, node, die, brakes)):
                place, gear, lost, hard = ahead
                token = _draws(self._road, node.place, place)
                to = Node(
                    place,
                    gear,
                    node.dice | (1 << die if die > 0 else 0),
                    node.pushes + (die == self._task.push),
                    node.brakes + brakes + (die == BRAKE),
                    node.tokens + token,
                )
                past = self._road.past[place]
                yield Step(die, brakes, to, bool(lost), lost == "limit", hard, quick, token, past)

    def _next_dice(self, node: Node) -> Iterator[tuple[int, int, bool]]:
        """Every die that can be next, its brake dice, and whether it is a quick start."""
        task, gear = self._task, node.gear
        if not gear:
            yield 1, 0, False
            if task.options.quickstart:
                yield 2, 0, True
            return
        for die in (gear - 1, gear, gear + 1):
            if 0 < die <= GEARS and not node.dice >> die & 1:
                yield die, 0, False
        left = task.brakes - node.brakes
        for brakes in range(1, min(left, gear - 2) + 1):
            if not node.dice >> (gear - 1 - brakes) & 1:
                yield gear - 1 - brakes, brakes, False
        if node.pushes < task.pushes:
            yield task.push, 0, False
        if gear == GEARS and task.options.redzone and left > 0:
            yield BRAKE, 0, False


def _ahead(road: Road, node: Node, die: int, brakes: int) -> Iterator[tuple[int, int, str, bool]]:
    """Each space a die leads to, the gear there, why control is lost, and whether a hazard of the die loses it."""
    for one in leads(road, node.place, node.gear, die, brakes):
        yield one.place, one.gear, one.lost, one.over == 1 and not one.lost


def _draws(road: Road, here: int, there: int) -> bool:
    """Whether a car that comes from one space to another draws a token for a shortcut."""
    was, now = road.spaces[here], road.spaces[there]
    return now.kind == "shortcut" and (was.kind != "shortcut" or was.bend != now.bend)
