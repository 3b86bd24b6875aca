"""The sweep: from the finish backwards over the road, for each space what a turn that starts there costs until the finish.

A value is an array over what is carried (`carried.py`). Within a turn there are fronts (`fronts.py`), one for each node
(`nodes.py`). Every die leads further along the road, so all of them are worked out once, the last space first.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache, reduce
from itertools import chain, pairwise
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.compiled import can_compile
from rallyman_tutor.coach.solver.costs import WHOLE, Weight
from rallyman_tutor.coach.solver.dirt.at_once import NUMPY, AtOnce
from rallyman_tutor.coach.solver.dirt.carried import MOST_MARKS, Array, Block, Carried, Index, kinds, part, shares
from rallyman_tutor.coach.solver.dirt.chances import FAIR, KNOWN, Beyond, Chance, Values
from rallyman_tutor.coach.solver.dirt.falling import spread
from rallyman_tutor.coach.solver.dirt.flat_out import FlatOuts, Spot
from rallyman_tutor.coach.solver.dirt.fronts import Blocks, Front, Layer, Way
from rallyman_tutor.coach.solver.dirt.nodes import Node, Nodes, Step
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.alone import Thrown, thrown
from rallyman_tutor.games.dirt.state import GEARS, LIMIT, VALUES

Rolled: TypeAlias = tuple[int, int, bool, bool, bool, bool, Node]
"""What matters of a step once it is known where it leads. Steps from several spaces are the same in this."""
WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
MUCH = 100_000
"""From how many values on it pays to load the compiled loops."""
STUCK = 1e9
"""The cost where no dice can be driven."""


class Sweep:
    """One stage, solved; with chance taken in several ways at once, one after the other on the first axis of each array."""

    def __init__(
        self,
        task: Task,
        flat_outs: FlatOuts | None = None,
        *,
        chances: Sequence[Chance] = (FAIR,),
        damaged: bool = True,
        values: Values | None = None,
        weight: Weight = WHOLE,
    ) -> None:
        self.task = task
        self.weight = weight
        self.carried = Carried(task, damaged=damaged, chances=len(chances))
        self.values: Values = {} if values is None else values
        self.flat_outs = flat_outs or FlatOuts(task, Nodes(task))
        self.nodes = self.flat_outs.nodes
        self._chances = chances
        self._unlimited = [self.carried.own(number) for number, chance in enumerate(chances) if chance.unlimited]
        self._thrown = thrown(task.stage, task.options)
        self._most_secured = max(count for count in range(99) if count * (count + 1) // 2 <= task.cap)
        self._blocks = Blocks()
        self._stopped: Values = {}
        self._losses: Values = {}
        self._fronts: dict[Rolled, Front] = {}
        self._to_come: dict[Rolled, int] = {}  # how often a front is still asked for
        self._ends: dict[tuple[int, bool, int, int, int, Block], Array] = {}
        self._prices: dict[tuple[Block, int, int, int], Array] = {}
        self._chances_of: dict[tuple[int, int, bool, bool, int], Array] = {}
        self._spots: dict[tuple[Spot, bool], Array] = {}
        self._after = lru_cache(maxsize=64)(self._worked_out_after)
        self._turns = cache(self._within_turn)
        self._by = NUMPY
        self._drive_flat_out = AtOnce(self.flat_outs, self.carried, chances, weight, self.spot).lower

    def otherwise(self, task: Task) -> Sweep:
        """A sweep for a task that differs in its cards alone, by the same values. What does not hang on how they are mixed is worked
        out once for all of these."""
        found = Sweep(task, self.flat_outs, values=self.values, weight=self.weight)
        found._stopped = self._stopped
        if task.elimination == self.task.elimination:
            found._after = self._after_of_all
        return found

    @cached_property
    def _after_of_all(self) -> Any:
        return lru_cache(maxsize=256)(self._worked_out_after)

    # -- The order of work --------------------------------------------------------------------------------------------

    def solve(
        self,
        tell: Callable[[int, int], None] = lambda done, total: None,
        down_to: int | None = None,
        *,
        compiled: bool | None = None,
    ) -> Values:
        """The values of all turn starts, or of those from the space `down_to` on; by compiled loops or by numpy, as `uses_loops` tells."""
        if self.uses_loops(compiled):
            from rallyman_tutor.coach.solver.dirt.flat_quick import AtOnceCompiled  # numba takes much memory
            from rallyman_tutor.coach.solver.dirt.quick import COMPILED

            self._by = COMPILED
            by_loops = AtOnceCompiled(self.flat_outs, self.carried, self._chances, self.weight, self.spot)
            self._drive_flat_out = by_loops.lower
        with _collector_paused():
            self._go_over_the_road(tell, down_to)
        return self.values

    def _go_over_the_road(self, tell: Callable[[int, int], None], down_to: int | None) -> None:
        reached = self.nodes.reached()
        order = self._order(down_to)
        into = self._into(reached)
        past = self.task.stage.road.past
        for number, place in enumerate(order):
            if not past[place]:
                self._start_turns(place)
            for node in reached[place]:
                self._work_out(node, into.pop(node))
            self._ends.clear()
            tell(number + 1, len(order))

    def uses_loops(self, compiled: bool | None) -> bool:
        """Whether compiled loops reckon; if that is not said, where numba is installed and there is much to do."""
        starts = len(self.task.stage.road.spaces) * (GEARS + 1)
        return can_compile() and starts * _many(self.carried.shape) > MUCH if compiled is None else compiled

    def _into(self, reached: Mapping[int, Sequence[Node]]) -> dict[Node, list[Step]]:
        """By node in the middle of a turn: the steps that lead there, one of each that are the same once they are rolled. How often
        these are laid is counted."""
        found: dict[Node, list[Step]] = {}
        starts = (Node(place, gear) for place in reached for gear in range(GEARS + 1))
        for node in chain(starts, *reached.values()):
            for step in self.nodes.steps(node):
                rolled = _as_rolled(step)
                if not step.lost and rolled not in self._to_come:
                    found.setdefault(step.to, []).append(step)
                self._to_come[rolled] = self._to_come.get(rolled, 0) + 1
        return found

    def _order(self, down_to: int | None) -> list[int]:
        """Spaces from the last to the first."""
        ranks = self.task.stage.road.ranks
        least = 0 if down_to is None else ranks[down_to]
        return sorted((place for place, rank in enumerate(ranks) if rank >= least), key=lambda place: -ranks[place])

    # -- How a turn ends ----------------------------------------------------------------------------------------------

    def stopped(self, place: int, gear: int) -> Array:
        """What it costs to stop: the card, and the next turn; in 1st a wheel may be changed first."""
        found = self._stopped.get((place, gear))
        if found is None:
            found = self._stopped[place, gear] = self._after_card(place, gear)
        return found

    def _after_card(self, place: int, gear: int) -> Array:
        card = self.weight.card * self.task.card[gear]
        if self.task.stage.road.past[place]:
            return np.full(self.carried.shape, card)
        found = self.values[place, gear].copy()
        if gear == 1:
            before, after = self.carried.can_change, self.carried.changed
            changed = self.weight.card * WHEEL_SECONDS + self.values[place, 0][..., after, :]
            found[..., before, :] = np.minimum(found[..., before, :], changed)
        found += card
        return found

    def lost(self, place: int, gear: int) -> Array:
        """What it costs to lose control: the average over the cards that may be turned."""
        found = self._losses.get((place, gear))
        if found is None:
            past = self.task.stage.road.past[place]  # it costs nothing there
            found = self._losses[place, gear] = self.stopped(place, gear) if past else self._turned(place, gear)
        return found

    def _turned(self, place: int, gear: int) -> Array:
        found = np.empty(self.carried.shape)
        for number, chance in enumerate(self._chances):
            deck = self.task.backs[gear - 1]
            cards = zip(deck, self._thrown[place][gear], strict=True)
            ways = [self._after(number, place, card) if count else None for count, card in cards]
            there = [way for way in ways if way is not None]
            if chance.lucky:
                worth = _least(there)
            elif chance.turned > KNOWN:
                worth = _picked(chance, there)
            else:
                missing = kinds(deck, chance.turned)
                decks = ([full - gone for full, gone in zip(deck, one, strict=True)] for one in missing)
                worth = _picked(chance, [_from_deck(left, ways) for left in decks])
            found[self.carried.own(number)] = worth + chance.fine
        return found

    def _worked_out_after(self, number: int, place: int, card: Thrown) -> Array:
        """What it costs from a turned card on, with chance taken in one of the ways."""
        chance, shape = self._chances[number], self.carried.shape
        then = number if chance.then is None else chance.then
        beyond = Beyond(self.values, self.carried, then) if isinstance(then, int) else then
        value = beyond.values[place, card.gear][beyond.carried.own(beyond.chance)]
        if card.marks and not chance.lucky:
            value = self._damaged(beyond.carried, value, card.marks, chance)
        if value.shape[-1] != shape.seconds:
            value = value[..., np.minimum(np.arange(shape.seconds), value.shape[-1] - 1)]
        found: Array = self.weight.card * card.seconds + value[:, : shape.gears, : shape.brakes]
        return found

    def _damaged(self, carried: Carried, value: Array, marks: int, chance: Chance) -> Array:
        """What it costs after so many tokens were drawn for damage."""
        drawn = carried.damaged(value, marks, self.weight.out * self.task.elimination)
        if chance.turned > KNOWN:
            return _picked(chance, drawn)
        missing = None if chance.decks == "fair" else chance.turned * MOST_MARKS
        return _picked(chance, np.tensordot(shares(marks, missing), drawn, 1))

    def _end(self, place: int, gear: int, block: Block, tokens: int, secured: int, *, lost: bool) -> Array:
        """What it costs that a turn ends, with control lost or without, by punctures drawn and dice secured in this turn."""
        key = place, lost, gear, tokens, secured, block
        found = self._ends.get(key)
        if found is None:
            array = self.lost(place, gear) if lost else self.stopped(place, gear)
            found = self._ends[key] = np.append(array, 0.0)[self._turns(block, tokens, secured)]
        return found

    def _within_turn(self, block: Block, tokens: int, secured: int) -> Index:
        """By punctures drawn and dice secured in this turn: where among all that is carried those values stand that count then; one
        more than there are where there are too few seconds for that."""
        numbers = np.arange(_many(self.carried.shape)).reshape(self.carried.shape)
        found = np.full((tokens + 1, secured + 1, *block), numbers.size)
        push = np.arange(self.carried.shape.push)
        for drawn in range(tokens + 1):
            source = numbers[..., push, :][part(block)]
            for dice in range(secured + 1):
                price = dice * (dice + 1) // 2
                found[drawn, dice, ..., price:] = source[..., : block.seconds - price]
                for own in self._unlimited:
                    found[drawn, dice, own, ..., -1] = source[own, ..., -1]
            push = self.carried.punctured[push]
        return found.reshape(tokens + 1, secured + 1, -1)

    def _token(self, harmless: Array, punctured: Array, columns: Sequence[slice]) -> Array:
        """What a shortcut token comes to, from what follows a harmless one and a puncture. `columns`: by chance, its part of the
        last axis."""
        found = np.empty_like(harmless)
        for chance, column in zip(self._chances, columns, strict=True):
            fine, flat = harmless[..., column], punctured[..., column]
            if chance.lucky:
                found[..., column] = np.minimum(fine, flat)
                continue
            shares = (self.task.puncture,) if chance.decks == "fair" else self._punctures
            found[..., column] = _picked(chance, [(1 - share) * fine + share * flat for share in shares])
        return found

    @cached_property
    def _punctures(self) -> tuple[float, float]:
        """Between which chances a shortcut token is a puncture: on a stage each shortcut is taken once."""
        counts = self.task.tokens
        before = max(0, sum(bool(bend.shortcut) for bend in self.task.stage.road.bends) - 1)
        return max(0, counts[1] - before) / (sum(counts) - before), counts[1] / (sum(counts) - before)

    def _columns(self, block: Block, at: Index | None = None) -> list[slice]:
        """By chance: where it stands among these numbers of what is carried, or among all of them."""
        many = len(self._chances)
        ends = np.arange(many + 1) * (_many(block) // many)
        if at is not None:
            ends = np.searchsorted(at, ends)
        return [slice(first, last) for first, last in pairwise(ends.tolist())]

    # -- One by one ---------------------------------------------------------------------------------------------------

    def _secured(self, laid: int) -> int:
        """How many of so many dice can be secured at most."""
        return min(laid, self._most_secured)

    def _stop(self, node: Node, block: Block, laid: int) -> Array:
        """What it costs to stop at a node, as rows."""
        stopped = self._end(node.place, node.gear, block, node.tokens, self._secured(laid), lost=False)
        rows = [stopped] * _hazards(laid)
        if self.task.has_sisu:
            rows.append(self._token_played(stopped, block))
        return np.concatenate(rows).reshape(-1, _many(block))

    def _work_out(self, node: Node, into: Iterable[Step]) -> None:
        """The ways on from a node in the middle of a turn, as they are before each of the steps that lead there."""
        block, laid = self._block(node), node.laid
        front = Front(self._stop(node, block, laid))
        if not self.task.stage.road.past[node.place]:
            front = self._by.merged(front.first, block, list(self._ways(node)), self._blocks)
        for step in into:
            first = self._rolled(step, block, laid, front.first, None)
            more = tuple(Layer(self._rolled(step, block, laid, rows, at), at) for rows, at in front.more)
            self._fronts[_as_rolled(step)] = Front(first, more)

    def _block(self, node: Node) -> Block:
        """What a car may carry that has laid the dice of a node."""
        return self.carried.block(node.dice.bit_count(), node.pushes, node.brakes)

    def _token_played(self, values: Array, block: Block) -> Array:
        """The values of a car that has played its SISU token, where it was carried at the start of the turn."""
        sisus = self.carried.sisus
        split = values.reshape(*values.shape[:-1], -1, sisus, _many(block) // block.cases)
        found: Array = np.repeat(split[..., :1, :], sisus, axis=-2).reshape(values.shape)
        return found

    def _has_token(self, block: Block, at: Index | None) -> NDArray[np.bool_]:
        """Which of these numbers of what is carried have the SISU token."""
        numbers = np.arange(_many(block)) if at is None else at
        found: NDArray[np.bool_] = numbers // (_many(block) // block.cases) % self.carried.sisus == 1
        return found

    def _ways(self, node: Node) -> Iterator[Way]:
        """The ways on from a node, by the next step: what they cost before its dice are rolled."""
        for step in self.nodes.steps(node):
            block = self._block(step.to)
            if min(block) > 0:
                yield Way(self._front(step, block), block)

    def _front(self, step: Step, block: Block) -> Front:
        """The ways on with a step. They are forgotten when they are asked for the last time."""
        rolled = _as_rolled(step)
        found = self._fronts.get(rolled) or Front(self._missed(step, block))
        left = self._to_come.pop(rolled) - 1
        if left:
            self._to_come[rolled], self._fronts[rolled] = left, found
        else:
            self._fronts.pop(rolled, None)
        return found

    def _missed(self, step: Step, block: Block) -> Array:
        """A way on that surely loses control: its rows before the dice of the step are rolled."""
        to, after = step.to, step.to.laid
        laid = after - len(step.dice)
        some = slice(0, self._secured(laid) + 1)
        ended = self._end(to.place, to.gear, block, to.tokens, self._secured(after), lost=True)[:, some]
        rows = np.stack([ended] * (_hazards(laid) + self.task.has_sisu))
        if step.quick:
            hazard = self.task.hazard[step.die]
            stalled = self._end(to.place, to.gear, block, to.tokens, self._secured(after), lost=False)[:, some]
            rows[: _hazards(laid)] = hazard * stalled + (1 - hazard) * ended
            lucky = self._lucky(block, None)
            rows[: _hazards(laid), ..., lucky] = np.minimum(stalled, ended)[..., lucky]
        return self._drawn(step, rows, block, None)

    def _rolled(self, step: Step, block: Block, after: int, ahead: Array, at: Index | None) -> Array:
        """One way on: its rows before the dice of the step are rolled or, if that is better, secured, from those after it. `at` are
        the numbers of what is carried, if it is not all of the block; `after` the step so many dice are laid."""
        to, dice = step.to, 1 + step.brakes
        laid, most = after - dice, self._secured(after)
        secured = self._secured(laid) + 1
        rows = ahead.reshape(-1, to.tokens + 1, most + 1, ahead.shape[-1])
        ended = self._end(to.place, to.gear, block, to.tokens, most, lost=not step.quick)
        prices = self._prices_of(block, secured, dice, most)
        if at is not None:
            ended, prices = ended.take(at, axis=-1), prices.take(at, axis=1)
        if self.task.has_sisu:
            ended = np.where(self._has_token(block, at), np.minimum(ended, rows[-1]), ended)
        lucky = self._lucky(block, at)
        shares = self._shares(step, laid)
        found = self._by.rolled(rows, ended, shares, prices, _hazards(laid), secured, dice, lucky.start, lucky.stop)
        return self._drawn(step, found, block, at)

    def _shares(self, step: Step, laid: int) -> Array:
        """For each row before the dice of a step are rolled, the chance of each row after it, and in the last column of the end of
        the turn: where control is lost, or where a quick start fails."""
        key = step.die, step.brakes, step.hard, step.quick, laid
        found = self._chances_of.get(key)
        if found is None:
            before, after = _hazards(laid), _hazards(step.to.laid)
            dice, goes_on = step.dice, 1.0
            if step.quick or step.hard:
                dice, goes_on = dice[1:], 1 - self.task.hazard[step.die]
            found = np.zeros((before + self.task.has_sisu, after + self.task.has_sisu + 1))
            for row in range(before):
                found[row, -1] = 1 - goes_on
                for hazards, chance in enumerate(spread(self.task, dice)):
                    to = row + hazards if row + hazards < LIMIT else -1
                    found[row, to] += chance * goes_on
            if self.task.has_sisu:
                found[-1, after] = 1.0
            self._chances_of[key] = found
        return found

    def _drawn(self, step: Step, rows: Array, block: Block, at: Index | None) -> Array:
        """The rows before the shortcut token of a step is drawn, from those after it."""
        if step.token:
            rows = self._token(rows[:, :-1], rows[:, 1:], self._columns(block, at))
        return rows.reshape(-1, rows.shape[-1])

    def _lucky(self, block: Block, at: Index | None) -> slice:
        """The columns of a driver to whom everything falls as it suits them."""
        for number, chance in enumerate(self._chances):
            if chance.lucky:
                return self._columns(block, at)[number]
        return slice(0, 0)

    def _prices_of(self, block: Block, secured: int, dice: int, most: int) -> Array:
        """By number of dice secured before: what so many more cost; endless where that cannot be paid, or would be more than are told
        apart. Who has endless seconds secures as many as they like, and has the most then."""
        many = secured if self._unlimited else max(0, min(secured, most - dice + 1))
        key = block, many, dice, most
        found = self._prices.get(key)
        if found is None:
            before = np.arange(many)
            total = (before + dice) * (before + dice + 1) // 2
            price = self.weight.spent * (total - before * (before + 1) // 2)
            prices = np.empty((many, *block))
            pays = (total[:, None] <= np.arange(block.seconds)) & (before + dice <= most)[:, None]
            prices[:] = np.where(pays, price[:, None], np.inf)[:, None, None, None, None]
            for own in self._unlimited:
                prices[:, own, ..., -1] = price[:, None, None, None, None]
            found = self._prices[key] = prices.reshape(many, _many(block))
        return found

    # -- Turns --------------------------------------------------------------------------------------------------------

    def _start_turns(self, place: int) -> None:
        """Work out every turn that starts on a space."""
        for gear in range(GEARS + 1):
            value = np.full(self.carried.shape, STUCK)
            self._one_by_one(Node(place, gear), value)
            self._drive_flat_out(place, gear, value)
            if value.max() >= STUCK:
                self._blocked(place, gear, value)
            self.values[place, gear] = value

    def _one_by_one(self, node: Node, value: Array) -> None:
        """Lower `value` where it is better to drive one by one."""
        for way in self._ways(node):
            here = value[part(way.block)]
            np.minimum(here, way.front.first[0].reshape(way.block), out=here)
            for layer in way.front.more:
                at = np.unravel_index(layer.at, way.block)
                value[at] = np.minimum(value[at], layer.rows[0])

    def _blocked(self, place: int, gear: int, value: Array) -> None:
        """A car that has no dice to cross a ford slows down where it is."""
        slower = max(1, gear - 1)
        if gear <= 1:
            raise Unsolvable("a car can come to a stop for good")
        stuck = value >= STUCK
        value[stuck] = self.stopped(place, slower)[stuck]

    def spot(self, spot: Spot, lost: bool) -> Array:
        """What it costs that a turn ends there, before the shortcut tokens of this turn are drawn."""
        key = spot, lost
        found = self._spots.get(key)
        if found is None:
            array = self.lost(spot.place, spot.gear) if lost else self.stopped(spot.place, spot.gear)
            columns = self._columns(self.carried.shape) if spot.tokens else ()
            for _ in range(spot.tokens):
                punctured = array[..., self.carried.punctured, :]
                array = self._token(array.reshape(-1), punctured.reshape(-1), columns).reshape(array.shape)
            found = self._spots[key] = array.reshape(-1)
        return found


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Python's collector looks again and again through all the tuples that a sweep keeps; that takes an eighth of its time, and there
    is nothing to collect."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _hazards(laid: int) -> int:
    """How many numbers of hazards can be shown by so many dice, with control kept."""
    return min(LIMIT - 1, laid) + 1


def _as_rolled(step: Step) -> Rolled:
    return step.die, step.brakes, step.lost, step.hard, step.quick, step.token, step.to


def _least(arrays: Iterable[Array]) -> Array:
    """The least of several arrays, number by number."""
    return reduce(np.minimum, arrays)


def _picked(chance: Chance, arrays: Sequence[Array] | Array) -> Array:
    """The best or the worst of several arrays, number by number; of a fair one there is but one."""
    return reduce(np.maximum if chance.decks == "worst" else np.minimum, arrays)


def _from_deck(deck: Sequence[int], ways: Sequence[Array | None]) -> Array:
    """The average over the cards of a deck."""
    total = sum(deck)
    return reduce(
        np.add, (count / total * way for count, way in zip(deck, ways, strict=True) if way is not None and count)
    )


def _many(block: Block) -> int:
    return prod(block)
