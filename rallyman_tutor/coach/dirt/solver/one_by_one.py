"""Rolling dice one by one, for one sweep: for each node the ways on that matter, from the last space to the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import prod
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Block, Index, LoadAxes, part
from rallyman_tutor.coach.dirt.solver.chance import Chance
from rallyman_tutor.coach.dirt.solver.falling import spread
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts, Spot
from rallyman_tutor.coach.dirt.solver.fronts import Blocks, Continuation, Front, Layer, merged, rolled
from rallyman_tutor.coach.dirt.solver.nodes import Node, Nodes, NodeStep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.dirt.solver.tokens import Tokens
from rallyman_tutor.coach.solver.costs import Weight
from rallyman_tutor.games.dirt.state import BRAKE, GEARS, LIMIT

Rolled: TypeAlias = tuple[int, int, bool, bool, bool, bool, Node]
"""All that matters of a step once it is known where it leads. Steps from several spaces are the same in this."""


class SweepView(Protocol):
    """All that driving needs to know of a sweep."""

    task: Task
    weight: Weight
    carried: LoadAxes
    flat_outs: FlatOuts
    nodes: Nodes
    chances: Sequence[Chance]
    tokens: Tokens

    def stopped(self, place: int, gear: int) -> Array:
        """The cost of stopping."""

    def lost(self, place: int, gear: int) -> Array:
        """The cost of losing control."""

    def spot(self, spot: Spot, lost: bool) -> Array:
        """The cost of a turn that ends there, before the shortcut tokens of this turn are drawn."""


class OneByOne:
    """Rolling dice one by one, for one sweep. Spaces come from the last to the first."""

    def __init__(self, sweep: SweepView) -> None:
        self._sweep = sweep
        self._task = sweep.task
        self._weight = sweep.weight
        self._carried = sweep.carried
        self._nodes = sweep.nodes
        self._chances = sweep.chances
        self._tokens = sweep.tokens
        self._unlimited = [self._carried.own(number) for number, chance in enumerate(self._chances) if chance.unlimited]
        self._most_secured = most_secured(self._task.cap)
        self._blocks = Blocks()
        self._fronts: dict[Rolled, Front] = {}
        self._to_come: dict[Rolled, int] = {}  # how often a front is still asked for
        self._ends: dict[tuple[int, bool, int, int, int, Block], Array] = {}
        self._prices: dict[tuple[Block, int, int, int], Array] = {}
        self._chances_of = cache(chances_of)
        self._turns = cache(self._within_turn)
        self._reached = self._nodes.reached()
        self._into = self._steps_into()

    def lower(self, place: int, gear: int, value: Array) -> None:
        """Lower `value`, what a turn that starts there costs, where it is better to roll dice one by one."""
        for way in self._ways(Node(place, gear)):
            here = value[part(way.block)]
            np.minimum(here, way.front.first[0].reshape(way.block), out=here)
            for layer in way.front.more:
                at = np.unravel_index(layer.at, way.block)
                value[at] = np.minimum(value[at], layer.rows[0])

    def work_out(self, places: Sequence[int]) -> None:
        """Work out the ways on from some spaces, once it is known what a turn costs that ends there."""
        for place in places:
            for node in self._reached[place]:
                self._work_out(node, self._into.pop(node))
        self._ends.clear()

    def _secured(self, laid: int) -> int:
        """How many of so many dice can be secured at most."""
        return min(laid, self._most_secured)

    def _stop(self, node: Node, block: Block, laid: int) -> Array:
        """The cost of stopping at a node, as rows."""
        stopped = self._end(node.place, node.gear, block, node.tokens, self._secured(laid), lost=False)
        rows = [stopped] * hazards_of(laid)
        if self._task.has_sisu:
            rows.append(self._token_played(stopped, block))
        return np.concatenate(rows).reshape(-1, prod(block))

    def _work_out(self, node: Node, into: Iterable[NodeStep]) -> None:
        """The ways on from a node in the middle of a turn, as they are before each of the steps that lead there."""
        block, laid = self._block(node), node.laid
        front = Front(self._stop(node, block, laid))
        if not self._task.stage.road.past[node.place]:
            front = merged(front.first, block, list(self._ways(node)), self._blocks)
        for step in into:
            first = self._rolled(step, block, laid, front.first, None)
            more = tuple(Layer(self._rolled(step, block, laid, rows, at), at) for rows, at in front.more)
            self._fronts[_as_rolled(step)] = Front(first, more)

    def _block(self, node: Node) -> Block:
        """The block of a car that has laid the dice of a node."""
        return self._carried.block(node.dice.bit_count(), node.pushes, node.brakes)

    def _token_played(self, values: Array, block: Block) -> Array:
        """The values of a car that has played its SISU token, where it was carried at the start of the turn."""
        sisus = self._carried.sisus
        split = values.reshape(*values.shape[:-1], -1, sisus, prod(block) // block.cases)
        found: Array = np.repeat(split[..., :1, :], sisus, axis=-2).reshape(values.shape)
        return found

    def _has_token(self, block: Block, at: Index | None) -> NDArray[np.bool_]:
        """Which of these numbers of what is carried have the SISU token."""
        numbers = np.arange(prod(block)) if at is None else at
        found: NDArray[np.bool_] = numbers // (prod(block) // block.cases) % self._carried.sisus == 1
        return found

    def _ways(self, node: Node) -> Iterator[Continuation]:
        """The ways on from a node, by the next step: what they cost before its dice are rolled."""
        for step in self._nodes.steps(node):
            block = self._block(step.to)
            if min(block) > 0:
                yield Continuation(self._front(step, block), block)

    def _front(self, step: NodeStep, block: Block) -> Front:
        """The ways on with a step. They are forgotten when they are asked for the last time."""
        rolled = _as_rolled(step)
        found = self._fronts.get(rolled) or Front(self._missed(step, block))
        left = self._to_come.pop(rolled) - 1
        if left:
            self._to_come[rolled], self._fronts[rolled] = left, found
        else:
            self._fronts.pop(rolled, None)
        return found

    def _missed(self, step: NodeStep, block: Block) -> Array:
        """A way on that surely loses control: its rows before the dice of the step are rolled."""
        to, after = step.to, step.to.laid
        laid = after - len(step.dice)
        some = slice(0, self._secured(laid) + 1)
        ended = self._end(to.place, to.gear, block, to.tokens, self._secured(after), lost=True)[:, some]
        rows = np.stack([ended] * (hazards_of(laid) + self._task.has_sisu))
        if step.quick:
            hazard = self._task.hazard[step.die]
            stalled = self._end(to.place, to.gear, block, to.tokens, self._secured(after), lost=False)[:, some]
            rows[: hazards_of(laid)] = hazard * stalled + (1 - hazard) * ended
            lucky = self._lucky(block, None)
            rows[: hazards_of(laid), ..., lucky] = np.minimum(stalled, ended)[..., lucky]
        return self._drawn(step, rows, block, None)

    def _rolled(self, step: NodeStep, block: Block, after: int, ahead: Array, at: Index | None) -> Array:
        """One way on: its rows before the dice of the step are rolled or, if that is better, secured, from those after
        it. `at` are the numbers of all that is carried, if it is not the whole block; `after` the step so many dice are
        laid."""
        to, dice = step.to, 1 + step.brakes
        laid, most = after - dice, self._secured(after)
        secured = self._secured(laid) + 1
        rows = ahead.reshape(-1, to.tokens + 1, most + 1, ahead.shape[-1])
        ended = self._end(to.place, to.gear, block, to.tokens, most, lost=not step.quick)
        prices = self._prices_of(block, secured, dice, most)
        if at is not None:
            ended, prices = ended.take(at, axis=-1), prices.take(at, axis=1)
        if self._task.has_sisu:
            ended = np.where(self._has_token(block, at), np.minimum(ended, rows[-1]), ended)
        lucky = self._lucky(block, at)
        shares = self._chances_of(self._task, step.die, step.brakes, step.hard or step.quick, laid)
        found = self._drawn(step, rolled(rows, ended, shares, secured, lucky.start, lucky.stop), block, at)
        # whether to secure is decided before a token is drawn
        hazards, many = hazards_of(laid), len(prices)
        ahead = self._drawn(step, rows[:hazards, :, np.minimum(np.arange(many) + dice, most)], block, at)
        here = found.reshape(len(shares), -1, secured, found.shape[-1])[:hazards, :, :many]
        np.minimum(here, ahead.reshape(here.shape) + prices, out=here)
        return found

    def _drawn(self, step: NodeStep, rows: Array, block: Block, at: Index | None) -> Array:
        """The rows before the shortcut token of a step is drawn, from those after it."""
        if step.token:
            rows = self._tokens.drawn(rows[:, :-1], rows[:, 1:], self._tokens.columns(block, at))
        return rows.reshape(-1, rows.shape[-1])

    def _lucky(self, block: Block, at: Index | None) -> slice:
        """The columns of a driver to whom everything falls as it suits them."""
        for number, chance in enumerate(self._chances):
            if chance.lucky:
                return self._tokens.columns(block, at)[number]
        return slice(0, 0)

    def _prices_of(self, block: Block, secured: int, dice: int, most: int) -> Array:
        """By number of dice secured before: the price of so many more; endless where that cannot be paid, or would be
        more than are told apart. A car with endless seconds secures as many as it likes, and has the most then."""
        many = secured if self._unlimited else max(0, min(secured, most - dice + 1))
        key = block, many, dice, most
        found = self._prices.get(key)
        if found is None:
            before = np.arange(many)
            total = (before + dice) * (before + dice + 1) // 2
            price = self._weight.spent * (total - before * (before + 1) // 2)
            prices = np.empty((many, *block))
            pays = (total[:, None] <= np.arange(block.seconds)) & (before + dice <= most)[:, None]
            prices[:] = np.where(pays, price[:, None], np.inf)[:, None, None, None, None]
            for own in self._unlimited:
                prices[:, own, ..., -1] = price[:, None, None, None, None]
            found = self._prices[key] = prices.reshape(many, prod(block))
        return found

    def _steps_into(self) -> dict[Node, list[NodeStep]]:
        """By node in the middle of a turn: the steps that lead there, one of each that are the same once they are
        rolled. How often these are laid is counted."""
        found: dict[Node, list[NodeStep]] = {}
        starts = (Node(place, gear) for place in self._reached for gear in range(GEARS + 1))
        for node in chain(starts, *self._reached.values()):
            for step in self._nodes.steps(node):
                rolled = _as_rolled(step)
                if not step.lost and rolled not in self._to_come:
                    found.setdefault(step.to, []).append(step)
                self._to_come[rolled] = self._to_come.get(rolled, 0) + 1
        return found

    def _end(self, place: int, gear: int, block: Block, tokens: int, secured: int, *, lost: bool) -> Array:
        """The cost of ending a turn, with control lost or without, by punctures drawn and dice secured in this turn."""
        key = place, lost, gear, tokens, secured, block
        found = self._ends.get(key)
        if found is None:
            array = self._sweep.lost(place, gear) if lost else self._sweep.stopped(place, gear)
            found = self._ends[key] = np.append(array, 0.0)[self._turns(block, tokens, secured)]
        return found

    def _within_turn(self, block: Block, tokens: int, secured: int) -> Index:
        """By punctures drawn and dice secured in this turn: where among all that is carried those values stand that
        count then; one more than there are where there are too few seconds for that."""
        numbers = np.arange(prod(self._carried.shape)).reshape(self._carried.shape)
        found = np.full((tokens + 1, secured + 1, *block), numbers.size)
        push = np.arange(self._carried.shape.push)
        for drawn in range(tokens + 1):
            source = numbers[..., push, :][part(block)]
            for dice in range(secured + 1):
                price = dice * (dice + 1) // 2
                found[drawn, dice, ..., price:] = source[..., : block.seconds - price]
                for own in self._unlimited:
                    found[drawn, dice, own, ..., -1] = source[own, ..., -1]
            push = self._carried.punctured[push]
        return found.reshape(tokens + 1, secured + 1, -1)


def hazards_of(laid: int) -> int:
    """How many numbers of hazards can be shown by so many dice, with control kept."""
    return min(LIMIT - 1, laid) + 1


def _as_rolled(step: NodeStep) -> Rolled:
    return step.die, step.brakes, step.lost, step.hard, step.quick, step.token, step.to


def most_secured(seconds: int) -> int:
    """How many dice can be secured at most in one turn with so many seconds."""
    return max(count for count in range(99) if count * (count + 1) // 2 <= seconds)


def chances_of(task: Task, die: int, beside: int, is_odd: bool, laid: int) -> Array:
    """For each row before a die and brake dice beside it are rolled, after so many others, the chance of each row after
    it; and in the last column of the end of the turn: where control is lost, or where a quick start fails. `is_odd`: a
    hazard of the die ends it."""
    dice, goes_on = (die, *(BRAKE,) * beside), 1.0
    before, after = hazards_of(laid), hazards_of(laid + len(dice))
    if is_odd:
        dice, goes_on = dice[1:], 1 - task.hazard[die]
    found = np.zeros((before + task.has_sisu, after + task.has_sisu + 1))
    for row in range(before):
        found[row, -1] = 1 - goes_on
        for hazards, chance in enumerate(spread(task, dice)):
            to = row + hazards if row + hazards < LIMIT else -1
            found[row, to] += chance * goes_on
    if task.has_sisu:
        found[-1, after] = 1.0
    return found
