"""The sweep: from the finish backwards over the road, for each space what a turn that starts there costs until the finish.

A value is an array over what is carried (`carried.py`). Within a turn there are fronts (`fronts.py`), one for each node
(`nodes.py`). Every die leads further along the road, so all of them are worked out once, the last space first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import pairwise
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.costs import WHOLE, Weight
from rallyman_tutor.coach.solver.dirt.carried import MOST_MARKS, Array, Block, Carried, Index, kinds, part, shares
from rallyman_tutor.coach.solver.dirt.flat_out import FlatOut, FlatOuts, Spot, counted, distinct, spread
from rallyman_tutor.coach.solver.dirt.fronts import Blocks, Front, Layer, Way, merged
from rallyman_tutor.coach.solver.dirt.nodes import Node, Nodes, Step
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.alone import Thrown, thrown
from rallyman_tutor.games.dirt.state import GEARS, LIMIT, VALUES

Values: TypeAlias = dict[tuple[int, int], Array]
"""By space and gear: what a turn that starts there costs until the finish."""


WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
STUCK = 1e9
"""The cost where no dice can be driven."""
UNKNOWN = -1
"""Two spots that were not compared yet."""


KNOWN = 1
"""How many cards that were turned before are followed, until any deck and any bag are taken to be possible."""


class Beyond(NamedTuple):
    """The values of turns that begin after control was lost, from another sweep."""

    values: Values
    carried: Carried
    chance: int = 0  # which of its ways to take chance


@dataclass(frozen=True, eq=False)
class Chance:
    """How chance is taken."""

    lucky: bool = False  # everything falls as it suits the driver
    decks: Literal["fair", "best", "worst"] = "fair"  # decks and bag: full ones, or the best or worst there can be
    turned: int = (
        0  # for the best and the worst: how often control was lost before; more than `KNOWN` times, any decks at all
    )
    unlimited: bool = False  # who has as many seconds as are told apart never runs out of them
    fine: float = 0.0  # what is charged for losing control before the finish
    then: Beyond | int | None = None  # turns after control is lost: of another sweep, or of another chance in this one


FAIR = Chance()


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
        self._fronts: dict[Node, Front] = {}
        self._ends: dict[tuple[int, bool, int, int, int, Block], Array] = {}
        self._prices: dict[tuple[Block, int, int, int], tuple[Index, Array]] = {}
        self._spots: dict[tuple[Spot, bool], Array] = {}
        self._numbers: dict[Spot, int] = {}
        self._after = lru_cache(maxsize=64)(self._worked_out_after)
        self._beats = np.zeros((len(chances), 0, 0), dtype=np.int8)

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

    def solve(self, tell: Callable[[int, int], None] = lambda done, total: None, down_to: int | None = None) -> Values:
        """The values of all turn starts, or of those from the space `down_to` on."""
        reached = self.nodes.reached()
        order = self._order(down_to)
        last_use = self._last_uses(order)
        past = self.task.stage.road.past
        for number, place in enumerate(order):
            if not past[place]:
                self._start_turns(place)
            for node in reached[place]:
                self._fronts[node] = self._worked_out(node)
            self._forget({at for at, last in last_use.items() if last == number})
            tell(number + 1, len(order))
        return self.values

    def _order(self, down_to: int | None) -> list[int]:
        """Spaces from the last to the first."""
        ranks = self.task.stage.road.ranks
        least = 0 if down_to is None else ranks[down_to]
        return sorted((place for place, rank in enumerate(ranks) if rank >= least), key=lambda place: -ranks[place])

    def _last_uses(self, order: Sequence[int]) -> dict[int, int]:
        """By space: where in the order it is led to for the last time."""
        found = {place: number for number, place in enumerate(order)}
        for number, place in enumerate(order):
            for gear in range(GEARS + 1):
                found.update((step.to.place, number) for step in self.nodes.steps(Node(place, gear)))
        return found

    def _forget(self, places: set[int]) -> None:
        for node in [node for node in self._fronts if node.place in places]:
            del self._fronts[node]
        for key in [key for key in self._ends if key[0] in places]:
            del self._ends[key]

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
            found = self._ends[key] = self._within_turn(array, block, tokens, secured)
        return found

    def _within_turn(self, array: Array, block: Block, tokens: int, secured: int) -> Array:
        """Values by punctures drawn and dice secured in this turn; 0 where there are too few seconds for that."""
        found = np.zeros((tokens + 1, secured + 1, *block))
        push = np.arange(self.carried.shape.push)
        for drawn in range(tokens + 1):
            source = array[..., push, :][part(block)] if drawn else array[part(block)]
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

    def _columns(self, block: Block, at: Index) -> list[slice]:
        """By chance: where it stands among these numbers of what is carried."""
        many = len(self._chances)
        if many == 1:
            return [slice(0, len(at))]
        ends = np.searchsorted(at, np.arange(many + 1) * (_many(block) // many))
        return [slice(first, last) for first, last in pairwise(ends)]

    # -- One by one ---------------------------------------------------------------------------------------------------

    def _secured(self, laid: int) -> int:
        """How many of so many dice can be secured at most."""
        return min(laid, self._most_secured)

    def block(self, node: Node) -> Block:
        """What a car may carry that has laid the dice of a node."""
        return self.carried.block(node.gears, node.pushes, node.brakes)

    def stop(self, node: Node) -> Array:
        """What it costs to stop at a node, as rows."""
        block, secured = self.block(node), self._secured(node.laid)
        stopped = self._end(node.place, node.gear, block, node.tokens, secured, lost=False)
        rows = np.repeat(stopped[None], self._rows(node), axis=0)
        if self.task.has_sisu:
            rows[-1] = self._token_played(stopped, block)
        return rows

    def _worked_out(self, node: Node) -> Front:
        """The ways on from a node in the middle of a turn."""
        stop = self.stop(node)
        if self.task.stage.road.past[node.place]:
            return Front(stop)
        return merged(stop, self.block(node), list(self._ways(node)), self._blocks)

    def _rows(self, node: Node) -> int:
        """How many rows a node has: the numbers of hazards that can be shown, and one for the SISU token played."""
        return min(LIMIT - 1, node.laid) + 1 + self.task.has_sisu

    def _token_played(self, values: Array, block: Block) -> Array:
        """The values of a car that has played its SISU token, where it was carried at the start of the turn."""
        sisus = self.carried.sisus
        split = values.reshape(*values.shape[:-1], -1, sisus, _many(block) // block.cases)
        found: Array = np.repeat(split[..., :1, :], sisus, axis=-2).reshape(values.shape)
        return found

    def _has_token(self, block: Block, at: Index) -> NDArray[np.bool_]:
        """Which of these numbers of what is carried have the SISU token."""
        found: NDArray[np.bool_] = at // (_many(block) // block.cases) % self.carried.sisus == 1
        return found

    def _ways(self, node: Node) -> Iterator[Way]:
        """The ways on from a node, by the next step."""
        for step in self.nodes.steps(node):
            block = self.block(step.to)
            if min(block) > 0:
                yield Way(self._led(node, step, block), block)

    def _led(self, node: Node, step: Step, block: Block) -> Front:
        """The ways on with a step from a node: what they cost before its dice are rolled."""
        everything = np.arange(_many(block))
        if step.lost:
            return Front(self._rolled(node, step, block, None, everything))
        ahead = self._fronts[step.to]
        first = self._rolled(node, step, block, ahead.first, everything)
        return Front(first, tuple(Layer(self._rolled(node, step, block, rows, at), at) for rows, at in ahead.more))

    def _rolled(self, node: Node, step: Step, block: Block, ahead: Array | None, at: Index) -> Array:
        """One way on: its rows before the dice of the step are rolled or, if that is better, secured, from those after it."""
        secured = self._secured(node.laid) + 1
        lost = self._lost_at(step, block, at)
        rows = self._rows(node)
        rolled = rows - self.task.has_sisu
        found = np.zeros((rows, step.to.tokens + 1, secured, len(at)))
        gone = lost[:, :secured]
        if self.task.has_sisu and ahead is not None:
            gone = np.where(self._has_token(block, at), np.minimum(gone, ahead[-1][:, :secured]), gone)
            found[-1] = ahead[-1][:, :secured]
        elif self.task.has_sisu:
            found[-1] = gone
        columns = self._columns(block, at)
        parts = list(self._thrown_dice(step, block, ahead, at, gone, rolled, secured))
        for share, which, value in parts:
            found[which] += share * value
        for column in self._lucky(columns):
            found[:rolled, ..., column] = np.inf
            for share, which, value in parts:
                if share:
                    here = found[which, ..., column]
                    np.minimum(here, value[..., column], out=here)
        if ahead is not None:
            self._secure(found[:rolled], ahead, 1 + step.brakes, block, at)
        return self._token(found[:, :-1], found[:, 1:], columns) if step.token else found

    def _lucky(self, columns: Sequence[slice]) -> list[slice]:
        return [column for chance, column in zip(self._chances, columns, strict=True) if chance.lucky]

    def _lost_at(self, step: Step, block: Block, at: Index) -> Array:
        to = step.to
        lost: Array = self._end(to.place, to.gear, block, to.tokens, self._secured(to.laid), lost=True)[..., at]
        return lost

    def _thrown_dice(
        self, step: Step, block: Block, ahead: Array | None, at: Index, gone: Array, rows: int, secured: int
    ) -> Iterator[tuple[float, slice, Array]]:
        """What may come of a step whose dice are rolled: a chance, and what it then costs, for some numbers of hazards shown
        before."""
        hazard, all_rows = self.task.hazard[step.die], slice(0, rows)
        if step.quick:
            yield hazard, all_rows, self._stalled(step, block, ahead, at)[:, :secured]
            yield 1 - hazard, all_rows, gone if ahead is None else ahead[:rows, :, :secured]
            return
        if ahead is None:
            yield 1.0, all_rows, gone
            return
        if step.hard:
            yield hazard, all_rows, gone
        for hazards, chance in enumerate(spread(self.task, step.dice[1:] if step.hard else step.dice)):
            share = chance * (1 - hazard) if step.hard else chance
            arrive = max(0, min(rows, LIMIT - hazards))
            if arrive:
                yield share, slice(0, arrive), ahead[hazards : hazards + arrive, :, :secured]
            if arrive < rows:
                yield share, slice(arrive, rows), gone

    def _stalled(self, step: Step, block: Block, ahead: Array | None, at: Index) -> Array:
        """What a failed quick start costs: the turn ends; unless the SISU token is played."""
        to = step.to
        stalled = self._end(to.place, to.gear, block, to.tokens, self._secured(to.laid), lost=False)[..., at]
        if self.task.has_sisu and ahead is not None:
            saved: Array = np.where(self._has_token(block, at), np.minimum(stalled, ahead[-1]), stalled)
            return saved
        return stalled

    def _secure(self, found: Array, ahead: Array, dice: int, block: Block, at: Index) -> None:
        """Lower what is found where it is better to secure all dice of a step than to roll them."""
        after, prices = self._prices_of(block, found.shape[2], dice, ahead.shape[2] - 1)
        np.minimum(found, ahead[: len(found), :, after] + prices[:, at], out=found)

    def _prices_of(self, block: Block, many: int, dice: int, most: int) -> tuple[Index, Array]:
        """By number of dice secured before: how many are secured after so many more, and what these cost; endless where that
        cannot be paid."""
        key = block, many, dice, most
        found = self._prices.get(key)
        if found is None:
            before = np.arange(many)
            after = before + dice
            total = after * (after + 1) // 2
            price = self.weight.spent * (total - before * (before + 1) // 2)
            seconds = np.arange(block.seconds)
            pays = (total[:, None] <= seconds) & (after <= most)[:, None]
            prices = np.empty((many, *block))
            prices[:] = np.where(pays, price[:, None], np.inf)[:, None, None, None, None]
            for own in self._unlimited:
                prices[:, own, ..., -1] = price[:, None, None, None, None]
            found = self._prices[key] = np.minimum(after, most), prices.reshape(many, -1)
        return found

    # -- Turns --------------------------------------------------------------------------------------------------------

    def _start_turns(self, place: int) -> None:
        """Work out every turn that starts on a space."""
        for gear in range(GEARS + 1):
            value = np.full(self.carried.shape, STUCK)
            self._one_by_one(Node(place, gear), value)
            self._flat_out(place, gear, value)
            if value.max() >= STUCK:
                self._blocked(place, gear, value)
            self.values[place, gear] = value

    def _one_by_one(self, node: Node, value: Array) -> None:
        """Lower `value` where it is better to drive one by one."""
        for way in self._ways(node):
            here = value[part(way.block)]
            np.minimum(here, way.front.first[0, 0, 0].reshape(way.block), out=here)
            for layer in way.front.more:
                at = np.unravel_index(layer.at, way.block)
                value[at] = np.minimum(value[at], layer.rows[0, 0, 0])

    def _blocked(self, place: int, gear: int, value: Array) -> None:
        """A car that has no dice to cross a ford slows down where it is."""
        slower = max(1, gear - 1)
        if gear <= 1:
            raise Unsolvable("a car can come to a stop for good")
        stuck = value >= STUCK
        value[stuck] = self.stopped(place, slower)[stuck]

    # -- Flat out -----------------------------------------------------------------------------------------------------

    def _flat_out(self, place: int, gear: int, value: Array) -> None:
        """Lower `value` where it is better to drive flat out. Sets with many dice are open to a car with little damage only, and
        they can fall in the most ways; so sets with as many dice of each kind are reckoned together, for what may be carried."""
        columns = self._columns(self.carried.shape, np.arange(value.size))
        for flat_out in self.flat_outs.sets(place, gear):
            for number, (chance, column) in enumerate(zip(self._chances, columns, strict=True)):
                patterns, alike = self._choices(flat_out, number, column)
                shape = self.carried.shape._replace(cases=self.carried.sisus)
                lost, led = (
                    np.array([self.spot(spot, lost=is_lost)[column] for spot, is_lost in spots]).reshape(-1, *shape)
                    for spots in ([(spot, True) for spot in flat_out.spots], flat_out.plain.spots)
                )
                for laid, sets in flat_out.groups:
                    block = self.carried.block(*laid)._replace(cases=self.carried.sisus)
                    if min(block) > 0:
                        among = _Among(self, flat_out, sets, column, block)
                        fallen, shares = among.fallen(patterns, alike, lost)
                        if chance.lucky:
                            ended = among.luckiest(fallen, shares)
                        else:
                            ended = among.driven(led) + shares @ fallen
                            if self.task.has_sisu:
                                among.play_token(fallen, shares, ended)
                        here = value[self.carried.own(number)][part(block)]
                        stake = flat_out.sets[sets.start].stake
                        after = np.minimum(np.arange(block.seconds) + stake, block.seconds - 1)
                        least = ended.min(axis=0).reshape(block)[..., after]
                        np.minimum(here, least - self.weight.earned * stake, out=here)

    def _choices(self, flat_out: FlatOut, number: int, column: slice) -> tuple[NDArray[np.bool_], Index]:
        """The choices that dice leave which are laid again, and by pattern the number of its choice. Of two spots of which one is
        better whatever is carried, the other does not count."""
        patterns = flat_out.patterns
        if not len(patterns):
            return patterns, np.zeros(0, np.intp)
        beaten = self._beaten(flat_out.spots, number, column).astype(np.float32)
        patterns &= ~(patterns.astype(np.float32) @ beaten > 0)
        which, alike = distinct(np.packbits(patterns, axis=1))
        return patterns[which], alike

    def _beaten(self, spots: Sequence[Spot], number: int, column: slice) -> NDArray[np.bool_]:
        """Of spots in order, for each and each other: whether it is better to lose control on the one, whatever is carried; of two
        that are the same, on the earlier."""
        at = np.array([self._numbers.setdefault(spot, len(self._numbers)) for spot in spots])
        more = len(self._numbers) - self._beats.shape[1]
        if more > 0:
            self._after = lru_cache(maxsize=64)(self._worked_out_after)
        self._beats = np.pad(self._beats, ((0, 0), (0, more + 100), (0, more + 100)), constant_values=UNKNOWN)
        beats = self._beats[number]
        unknown = np.triu(beats[np.ix_(at, at)] == UNKNOWN, 1)
        for one in map(int, np.flatnonzero(unknown.any(axis=1))):
            others = np.flatnonzero(unknown[one])
            mine = self.spot(spots[one], lost=True)[column]
            theirs = np.stack([self.spot(spots[other], lost=True)[column] for other in others.tolist()])
            no_worse, no_better = (mine <= theirs).all(axis=1), (mine >= theirs).all(axis=1)
            beats[at[one], at[others]] = no_worse
            beats[at[others], at[one]] = no_better & ~no_worse
        found: NDArray[np.bool_] = beats[np.ix_(at, at)] == 1
        return found

    def spot(self, spot: Spot, *, lost: bool) -> Array:
        """What it costs that a turn ends there, before the shortcut tokens of this turn are drawn."""
        key = spot, lost
        found = self._spots.get(key)
        if found is None:
            array = self.lost(spot.place, spot.gear) if lost else self.stopped(spot.place, spot.gear)
            columns = self._columns(self.carried.shape, np.arange(array.size)) if spot.tokens else ()
            for _ in range(spot.tokens):
                punctured = array[..., self.carried.punctured, :]
                array = self._token(array.reshape(-1), punctured.reshape(-1), columns).reshape(array.shape)
            found = self._spots[key] = array.reshape(-1)
        return found


class _Among:
    """Sets of dice that are driven flat out from one space with as many dice of each kind, for what a car may carry that has
    laid them, and for one way to take chance."""

    def __init__(self, sweep: Sweep, flat_out: FlatOut, sets: range, column: slice, block: Block) -> None:
        self._flat_outs, self._flat_out = sweep.flat_outs, flat_out
        self._sets = sets
        self._ends = [(flat_out.sets[number], flat_out.ends[number]) for number in sets]
        self._sweep, self._column, self._block = sweep, column, block
        self._shape = sweep.carried.shape._replace(cases=block.cases)

    def _spot(self, spot: Spot, *, lost: bool) -> Array:
        return self._sweep.spot(spot, lost=lost)[self._column].reshape(self._shape)[part(self._block)].reshape(-1)

    def _open(self, values: Array) -> Array:
        """Of values over all that is carried: those that are kept."""
        found: Array = values[(slice(None), *part(self._block))]
        return found.reshape(len(values), -1)

    def fallen(self, patterns: NDArray[np.bool_], alike: Index, lost: Array) -> tuple[Array, Array]:
        """What each choice comes to that dice leave which are laid again, and by set of dice the chance of each; from what it costs
        to lose control on each spot."""
        falls = self._flat_out.falls
        some = slice(*np.searchsorted(falls.sets, [self._sets.start, self._sets.stop]))
        if some.start == some.stop:
            return np.zeros((0, _many(self._block))), np.zeros((len(self._sets), 0))
        met, at = np.unique(alike[falls.patterns[some]], return_inverse=True)
        number = (falls.sets[some] - self._sets.start) * len(met) + at
        shares = counted(number, falls.shares[some], len(self._sets) * len(met)).reshape(-1, len(met))
        rows, spots = np.nonzero(patterns[met])
        return _least_in_rows(self._open(lost)[spots], rows), shares

    def driven(self, led: Array) -> Array:
        """By set of dice: what it comes to, times its chance, if the dice are not laid again; the best of its drafts. `led` has
        what it costs to come to each plain end."""
        plain = self._flat_out.plain
        some = slice(*np.searchsorted(plain.sets, [self._sets.start, self._sets.stop]))
        found = np.full((len(self._sets), _many(self._block)), np.inf)
        if some.start < some.stop:
            owners = plain.sets[some] - self._sets.start
            arrive = np.array([self._flat_outs.arrives(dice) for dice, _ in self._ends])
            least = _least_in_rows(self._open(led)[plain.at[some]], owners)
            which = np.unique(owners)
            found[which] = arrive[which, None] * least
        for number, (dice, ends) in enumerate(self._ends):
            for end in ends:
                if not end.is_plain:
                    parts = self._flat_outs.parts(dice, end)
                    way = reduce(np.add, (share * self._spot(spot, lost=lost) for share, spot, lost, _ in parts))
                    np.minimum(found[number], way, out=found[number])
        return found

    def play_token(self, fallen: Array, shares: Array, ended: Array) -> None:
        """Set `ended`, for a car with a SISU token, to what each set of dice comes to: the driver may play it when they see how
        the dice fell, and then they drive the draft to its end."""
        half = ended.shape[1] // 2
        for number, (dice, ends) in enumerate(self._ends):
            some = shares[number] > 0
            found = []
            for end in ends:
                played = self._spot(end.spot, lost=end.lost)[:half]
                total = shares[number][some] @ np.minimum(fallen[some, half:], played)
                for share, spot, lost, is_spoilt in self._flat_outs.parts(dice, end):
                    value = self._spot(spot, lost=lost)[half:]
                    total += share * (np.minimum(value, played) if is_spoilt else value)
                found.append(total)
            ended[number, half:] = _least(found)

    def luckiest(self, fallen: Array, shares: Array) -> Array:
        """By set of dice: the luckiest that it can come to."""
        found = []
        for number, (dice, ends) in enumerate(self._ends):
            parts = [part for end in ends for part in self._flat_outs.parts(dice, end)]
            among = [self._spot(spot, lost=lost) for share, spot, lost, _ in parts if share]
            found.append(_least([*among, *fallen[shares[number] > 0]]))
        return np.stack(found)


def _least(arrays: Iterable[Array]) -> Array:
    """The least of several arrays, number by number."""
    return reduce(np.minimum, arrays)


def _least_in_rows(values: Array, rows: Index) -> Array:
    """The least of all values with the same number of row; these ascend."""
    return np.minimum.reduceat(values, np.flatnonzero(np.diff(rows, prepend=-1)), axis=0)


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
