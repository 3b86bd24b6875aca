"""The nodes of a turn: where a car can be while dice are laid, and where the next die leads from there.

A node is a space, a gear, the dice laid so far, and how many shortcut tokens were drawn on the way. How the dice were laid
does not matter for what can follow, so very many drafts share few nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.games.dirt.dice import Box
from rallyman_tutor.games.dirt.generate import Ahead, View, admitted, leads, view_of
from rallyman_tutor.games.dirt.state import BRAKE, GEARS, Roll, State
from rallyman_tutor.games.dirt.step import draws_token


class Node(NamedTuple):
    """Where a turn is."""

    place: int
    gear: int
    dice: int = 0  # the gear dice laid, as bits
    pushes: int = 0  # dice laid that hold the gear
    brakes: int = 0  # brake dice laid
    tokens: int = 0  # shortcut tokens drawn in this turn
    passed: tuple[int, ...] = ()  # seats of other cars that this one has been level with in this turn

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
    roll: Roll  # the same for the engine

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that are rolled together."""
        return (self.die, *(BRAKE,) * self.brakes)


class Nodes:
    """The nodes of one stage, and the steps from each."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._road = task.stage.road
        self._steps: dict[Node, tuple[Step, ...]] = {}

    def start(self, state: State) -> Node:
        """Where the turn of a position starts."""
        return Node(state.car.place, state.car.gear)

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

    def closed(self, node: Node) -> bool:
        """Whether no draft may go on from a node, though rolled dice may be laid on."""
        return False

    def _found(self, node: Node) -> Iterator[Step]:
        for die, brakes, quick in self._next_dice(node):
            seen = set()
            for ahead in self._ahead(node, die, brakes):
                place, lost = ahead.place, bool(ahead.lost)
                hard = ahead.over == 1 and not lost
                if (place, ahead.lost, hard) in seen:  # two jumps can lead to one landing
                    continue
                seen.add((place, ahead.lost, hard))
                token = draws_token(self._road, node.place, place)
                to = Node(
                    place,
                    ahead.gear,
                    node.dice | (1 << die if die > 0 else 0),
                    node.pushes + (die == self.task.push),
                    node.brakes + brakes + (die == BRAKE),
                    node.tokens + token,
                    self._passed(node, place),
                )
                past = self._road.past[place]
                yield Step(die, brakes, to, lost, ahead.lost == "limit", hard, quick, token, past, ahead.roll)

    def _ahead(self, node: Node, die: int, brakes: int) -> Iterable[Ahead]:
        """Each space a die leads to."""
        return leads(self._road, node.place, node.gear, die, brakes)

    def _passed(self, node: Node, place: int) -> tuple[int, ...]:
        """The other cars that this one has been level with, when it comes to a space."""
        return ()

    def _next_dice(self, node: Node) -> Iterator[tuple[int, int, bool]]:
        """Every die that can be next, its brake dice, and whether it is a quick start."""
        task, gear = self.task, node.gear
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


class NodesNow(Nodes):
    """The nodes of one turn among other cars and gravel, where they are now, for the dice that the driver in turn has."""

    def __init__(self, alone: Nodes, state: State) -> None:
        super().__init__(alone.task)
        self._alone = alone
        self._view = view_of(state)
        self._empty = self._view._replace(rivals=(), near=frozenset())
        self._closed: dict[Node, bool] = {}

    def start(self, state: State) -> Node:
        return super().start(state)._replace(passed=state.turn.passed)

    def steps(self, node: Node) -> tuple[Step, ...]:
        if node not in self._steps:
            alone = () if node.passed else self._alone.steps(node)
            if not alone or self._touched(node, alone):
                return super().steps(node)
            self._steps[node] = tuple([step for step in alone if _has(self._view.box, node, step.die, step.brakes)])
        return self._steps[node]

    def _touched(self, node: Node, steps: Sequence[Step]) -> bool:
        """Whether other cars or gravel may change one of the steps that a car alone has from a node."""
        return any(map(self._matters, {*self._road.next[node.place], *[step.to.place for step in steps]}))

    def _matters(self, place: int) -> bool:
        """Whether other cars or gravel may change a step onto a space, or over it."""
        gravel, bend = self._view.gravel, self._road.spaces[place].bend
        return place in self._view.near or (bend >= 0 and bool(gravel) and gravel[bend] > 0)

    def closed(self, node: Node) -> bool:
        """Whether other cars leave only steps that lose control, of which no draft may be made."""
        if not self._view.rivals:
            return False
        if node not in self._closed:
            steps = self.steps(node)
            self._closed[node] = bool(steps) and all(step.lost for step in steps) and self._could_go_on(node)
        return self._closed[node]

    def _could_go_on(self, node: Node) -> bool:
        """Whether some step keeps control without the other cars."""
        dice = self._next_dice(node)
        ahead = (one for die, brakes, _ in dice for one in self._admitted(self._empty, node, die, brakes))
        return any(not one.lost for one in ahead)

    def _next_dice(self, node: Node) -> Iterator[tuple[int, int, bool]]:
        box = self._view.box
        for die, brakes, quick in super()._next_dice(node):
            if _has(box, node, die, brakes):
                yield die, brakes, quick

    def _ahead(self, node: Node, die: int, brakes: int) -> Iterable[Ahead]:
        return self._admitted(self._view, node, die, brakes)

    def _admitted(self, view: View, node: Node, die: int, brakes: int) -> Iterator[Ahead]:
        for one in leads(self._road, node.place, node.gear, die, brakes):
            if told := admitted(view, node.place, node.passed, one):
                yield told

    def _passed(self, node: Node, place: int) -> tuple[int, ...]:
        if place not in self._view.near:
            return node.passed
        beside = self._road.alongside[place]
        return tuple(sorted({*node.passed, *(seat for seat, car in self._view.rivals if car.place in beside)}))


def _has(box: Box, node: Node, die: int, brakes: int) -> bool:
    """Whether a box holds one more die of this kind, and the brake dice beside it."""
    if node.brakes + brakes + (die == BRAKE) > box.brakes:
        return False
    if die > 0:
        return node.gears < box.gears
    return die == BRAKE or node.pushes < box.pushes
