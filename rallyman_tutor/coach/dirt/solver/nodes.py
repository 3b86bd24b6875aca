"""The nodes of a turn: where a car can be while dice are laid, and where the next die leads from there.

A node is a space, a gear, the dice laid so far, and how many shortcut tokens were drawn on the way. How the dice were
laid does not matter for what can follow, so very many drafts share few nodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.games.dirt.generate import StepAhead, View, admitted, leads, view_of, without_other_cars
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


class NodeStep(NamedTuple):
    """One die from a node, with the brake dice beside it."""

    die: int
    brakes: int
    lost: bool  # control is lost, whatever the dice show
    fast: bool  # by the limit of the space
    hard: bool  # a hazard of the die itself loses control
    quick: bool  # a quick start: a hazard ends the turn
    token: bool  # a shortcut token is drawn
    past: bool  # behind the finish
    roll: Roll  # the same for the engine
    to: Node

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that are rolled together."""
        return (self.die, *(BRAKE,) * self.brakes)


class NextDie(NamedTuple):
    """A die that can be laid next."""

    die: int
    beside: int  # brake dice
    quick: bool  # a quick start
    dice: int  # laid then, as in `Node`
    pushes: int
    brakes: int


def what_follows(node: Node, brakes: int) -> Hashable:
    """All that decides how everything goes on from a node, for a car with all gear dice and so many brake dice: of the
    gear dice only those that can still be laid."""
    place, gear, dice, pushes, braked, tokens, passed = node
    return place, gear, _can_follow(gear, dice, brakes - braked), pushes, braked, tokens, passed


@lru_cache(maxsize=1 << 12)
def _can_follow(gear: int, dice: int, brakes: int) -> int:
    """The gear dice, as bits, that can be laid sooner or later after these, with so many brake dice left."""
    found = 0
    for die in range(max(1, gear - 1 - brakes), min(gear + 1, GEARS) + 1):
        if not dice >> die & 1:
            found |= 1 << die | _can_follow(die, dice | 1 << die, brakes - max(0, gear - 1 - die))
    return found


class Nodes:
    """The nodes of one stage, and the steps from each."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._road = task.stage.road
        self._steps: dict[Node, tuple[NodeStep, ...]] = {}
        self._known: dict[Node, Node] = {}  # many steps lead to the same node
        self.next_dice = cache(self._found_dice)
        self.led = cache(self._found_led)

    def start(self, state: State) -> Node:
        """Where the turn of a position starts."""
        return Node(state.car.place, state.car.gear)

    def steps(self, node: Node) -> tuple[NodeStep, ...]:
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

    def _found(self, node: Node) -> Iterator[NodeStep]:
        place, gear, *laid, tokens, passed = node
        for die, beside, quick, dice, pushes, brakes in self.next_dice(gear, *laid):
            for step in self.led(place, gear, passed, die, beside, quick):
                at = step.to
                to = Node(at.place, at.gear, dice, pushes, brakes, tokens + at.tokens, at.passed)
                yield NodeStep(*step[:-1], self._known.setdefault(to, to))

    def _found_led(
        self, here: int, gear: int, passed: tuple[int, ...], die: int, brakes: int, quick: bool
    ) -> list[NodeStep]:
        """Where a die leads from a space, as if it were the first one laid."""
        found: dict[tuple[int, str, bool], NodeStep] = {}  # two jumps can lead to one landing
        for ahead in self._ahead(here, gear, passed, die, brakes):
            place, lost = ahead.place, bool(ahead.lost)
            hard = ahead.over == 1 and not lost
            token = draws_token(self._road, here, place)
            to = Node(place, ahead.gear, tokens=int(token), passed=self._passed(passed, place))
            fast, past = ahead.lost == "limit", self._road.past[place]
            step = NodeStep(die, brakes, lost, fast, hard, quick, token, past, ahead.roll, to)
            found.setdefault((place, ahead.lost, hard), step)
        return list(found.values())

    def _ahead(self, here: int, gear: int, passed: tuple[int, ...], die: int, brakes: int) -> Iterable[StepAhead]:
        """Each space a die leads to."""
        return leads(self._road, here, gear, die, brakes)

    def _passed(self, passed: tuple[int, ...], place: int) -> tuple[int, ...]:
        """The other cars that this one has been level with, when it comes to a space."""
        return passed

    def _found_dice(self, gear: int, dice: int, pushes: int, brakes: int) -> list[NextDie]:
        """Every die that can be next after those laid."""
        task, found = self.task, list[NextDie]()
        braked = [(gear - 1 - many, many) for many in range(1, task.brakes - brakes + 1)]
        gears = [(gear - 1, 0), (gear, 0), (gear + 1, 0), *braked]
        if not gear:
            gears = [(1, 0), (2, 0)] if task.options.quickstart else [(1, 0)]
        for die, beside in gears:
            if 0 < die <= GEARS and not dice >> die & 1:
                found.append(NextDie(die, beside, die > gear + 1, dice | 1 << die, pushes, brakes + beside))
        if gear and pushes < task.pushes:
            found.append(NextDie(task.push, 0, False, dice, pushes + 1, brakes))
        if gear == GEARS and task.options.redzone and brakes < task.brakes:
            found.append(NextDie(BRAKE, 0, False, dice, pushes, brakes + 1))
        return found


class NodesNow(Nodes):
    """The nodes of one turn among other cars and gravel, where they are now, for the dice of the driver in turn."""

    def __init__(self, task: Task, state: State) -> None:
        super().__init__(task)
        self._view = view_of(state)
        self._empty = without_other_cars(self._view)
        self._closed: dict[Node, bool] = {}

    def start(self, state: State) -> Node:
        return super().start(state)._replace(passed=state.turn.passed)

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
        here, gear, *laid, _, passed = node
        dice = self.next_dice(gear, *laid)
        ahead = (one for by in dice for one in self._admitted(self._empty, here, gear, passed, by.die, by.beside))
        return any(not one.lost for one in ahead)

    def _found_dice(self, gear: int, dice: int, pushes: int, brakes: int) -> list[NextDie]:
        """Every die that can be next, of those in the box."""
        box = self._view.box
        return [
            by
            for by in super()._found_dice(gear, dice, pushes, brakes)
            if by.dice.bit_count() <= box.gears and by.pushes <= box.pushes and by.brakes <= box.brakes
        ]

    def _ahead(self, here: int, gear: int, passed: tuple[int, ...], die: int, brakes: int) -> Iterable[StepAhead]:
        return self._admitted(self._view, here, gear, passed, die, brakes)

    def _admitted(
        self, view: View, here: int, gear: int, passed: tuple[int, ...], die: int, brakes: int
    ) -> Iterator[StepAhead]:
        for one in leads(self._road, here, gear, die, brakes):
            if told := admitted(view, here, passed, one):
                yield told

    def _passed(self, passed: tuple[int, ...], place: int) -> tuple[int, ...]:
        if not self._view.near >> place & 1:
            return passed
        beside = self._road.alongside[place]
        return tuple(sorted({*passed, *(seat for seat, car in self._view.rivals if car.place in beside)}))
