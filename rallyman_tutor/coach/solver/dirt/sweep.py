"""The sweep: from the finish backwards over the road, for each space what a turn that starts there costs until the finish.

A value is an array over what is carried (`carried.py`). Within a turn there are fronts (`fronts.py`), one for each node
(`nodes.py`). Every die leads further along the road, so all of them are worked out once, the last space first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from rallyman_tutor.coach.solver.costs import WHOLE, Weight
from rallyman_tutor.coach.solver.dirt.carried import Array, Block, Carried, Index, part
from rallyman_tutor.coach.solver.dirt.flat_out import Dice, End, FlatOut, FlatOuts, Spot, spread
from rallyman_tutor.coach.solver.dirt.fronts import Blocks, Front, Layer, Way, merged
from rallyman_tutor.coach.solver.dirt.nodes import Node, Nodes, Step
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.alone import Thrown, thrown
from rallyman_tutor.games.dirt.state import GEARS, LIMIT, VALUES

Values: TypeAlias = dict[tuple[int, int], Array]
"""By space and gear: what a turn that starts there costs until the finish."""


class Beyond(NamedTuple):
    """The values of turns that begin after control was lost. They may have one number for all seconds."""

    values: Values
    carried: Carried


WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
STUCK = 1e9
"""The cost where no dice can be driven."""


@dataclass(frozen=True)
class Chance:
    """How chance is taken, if not as it is."""

    lucky: bool = False  # everything falls as it suits the driver
    cards: Literal["fair", "best", "worst"] = "fair"  # what is turned over when control is lost
    tokens: Literal["fair", "first", "none", "worst"] = "fair"  # damage: "first" from a full bag, "none" does nothing
    punctures: tuple[float, ...] = ()  # chances that a shortcut token is a puncture, if it is not sure which; by
    # `takes_worst` the best or the worst of them is taken
    takes_worst: bool = False
    unlimited: bool = False  # who has as many seconds as are told apart never runs out of them


FAIR = Chance()


class Sweep:
    """One stage, solved with chance taken in one way. `beyond` has the values of turns after control is lost, if they are
    not those of this sweep; `fine` is charged for losing control before the finish."""

    def __init__(
        self,
        task: Task,
        flat_outs: FlatOuts | None = None,
        *,
        chance: Chance = FAIR,
        damaged: bool = True,
        beyond: Beyond | None = None,
        fine: float = 0.0,
        values: Values | None = None,
        weight: Weight = WHOLE,
    ) -> None:
        self.task = task
        self.weight = weight
        self.carried = Carried(task, damaged=damaged)
        self.values: Values = {} if values is None else values
        self.flat_outs = flat_outs or FlatOuts(task, Nodes(task))
        self.nodes = self.flat_outs.nodes
        self._chance = chance
        self._beyond = beyond or Beyond(self.values, self.carried)
        self._fine = fine
        self._thrown = thrown(task.stage, task.options)
        self._most_secured = max(count for count in range(99) if count * (count + 1) // 2 <= task.cap)
        self._blocks = Blocks()
        self._stopped: Values = {}
        self._losses: Values = {}
        self._fronts: dict[Node, Front] = {}
        self._ends: dict[tuple[int, bool, int, int, int, Block], Array] = {}
        self._spots: dict[tuple[Spot, bool], Array] = {}
        self._better: dict[tuple[Spot, Spot], bool] = {}

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
            if self.task.stage.road.past[place]:  # it costs nothing there
                found = self.stopped(place, gear)
            else:
                found = self._turned(place, gear) + self._fine
            self._losses[place, gear] = found
        return found

    def _turned(self, place: int, gear: int) -> Array:
        deck = self.task.backs[gear - 1]
        shares = [count / sum(deck) for count in deck]
        ways = [(share, self._thrown[place][gear][back]) for back, share in enumerate(shares) if share]
        values = [(share, self._after(place, card)) for share, card in ways]
        if self._chance.cards == "worst":
            return _most(value for _, value in values)
        if self._chance.cards == "best":
            return _least(value for _, value in values)
        return self._average(values)

    def _after(self, place: int, card: Thrown) -> Array:
        """What it costs from a turned card on."""
        value = self._beyond.values[place, card.gear]
        if card.marks and self._chance.tokens != "none" and not self._chance.lucky:
            value = self._damaged(value, card.marks)
        value = np.broadcast_to(value, self._beyond.carried.shape[:-1] + value.shape[-1:])
        found: Array = (
            self.weight.card * card.seconds + value[part(self.carried.shape._replace(seconds=value.shape[-1]))]
        )
        return np.broadcast_to(found, self.carried.shape).copy()

    def _damaged(self, value: Array, marks: int) -> Array:
        """What it costs after so many tokens were drawn for damage."""
        carried = self._beyond.carried
        out = self.weight.out * self.task.elimination
        if self._chance.tokens == "worst":
            for _ in range(marks):
                value = carried.worst_token(value, out)
            return value
        sisu, gears, brakes, push, seconds = value.shape
        chances, gone = (carried.first_damaged if self._chance.tokens == "first" else carried.damaged)[marks]
        flat = chances @ value.reshape(sisu, gears * brakes * push, seconds) + out * gone[:, None]
        found: Array = flat.reshape(value.shape)
        return found

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
                if self._chance.unlimited:
                    found[drawn, dice, ..., -1] = source[..., -1]
            push = self.carried.punctured[push]
        return found.reshape(tokens + 1, secured + 1, -1)

    def _token(self, harmless: Array, punctured: Array) -> Array:
        """What a shortcut token comes to, from what follows a harmless one and a puncture."""
        shares = self._chance.punctures or (self.task.puncture,)
        found = [self._average([(1 - share, harmless), (share, punctured)]) for share in shares]
        return _most(found) if self._chance.takes_worst else _least(found)

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
        with_token = values.reshape(*values.shape[:-1], *block)
        played = np.repeat(with_token[..., :1, :, :, :, :], block.sisu, axis=-5)
        found: Array = played.reshape(values.shape)
        return found

    def _ways(self, node: Node) -> Iterator[Way]:
        """The ways on from a node, by the next step."""
        for step in self.nodes.steps(node):
            block = self.block(step.to)
            if min(block) > 0:
                yield Way(self._led(node, step, block), block)

    def _led(self, node: Node, step: Step, block: Block) -> Front:
        """The ways on with a step from a node: what they cost before its dice are rolled."""
        everything = np.arange(np.prod(block))
        if step.lost:
            return Front(self.rolled(node, step, block, None, everything))
        ahead = self._fronts[step.to]
        first = self.rolled(node, step, block, ahead.first, everything)
        return Front(first, tuple(Layer(self.rolled(node, step, block, rows, at), at) for rows, at in ahead.more))

    def rolled(
        self, node: Node, step: Step, block: Block, ahead: Array | None, at: Index, *, secures: bool = True
    ) -> Array:
        """One way on: its rows before the dice of the step are rolled or, if that is better, secured, from those after it."""
        secured = self._secured(node.laid) + 1
        lost = self._lost_at(step, block, at)
        rows = self._rows(node)
        found = np.empty((rows, step.to.tokens + 1, secured, len(at)))
        gone = lost[:, :secured]
        if self.task.has_sisu and ahead is not None:
            has_token = at >= len(self._everything(block)) // 2
            gone = np.where(has_token, np.minimum(gone, ahead[-1][:, :secured]), gone)
            found[-1] = ahead[-1][:, :secured]
        elif self.task.has_sisu:
            found[-1] = gone
        for shown in range(rows - self.task.has_sisu):
            found[shown] = self._average(list(self._thrown_dice(step, block, ahead, at, gone, shown, secured)))
        if ahead is not None and secures:
            self._secure(found, ahead, 1 + step.brakes, at % block.seconds)
        return self._token(found[:, :-1], found[:, 1:]) if step.token else found

    def secured_step(self, node: Node, step: Step, block: Block, ahead: Array | None, at: Index) -> Array:
        """As `rolled` for the first step of a turn, if its dice are secured."""
        dice = 1 + step.brakes
        then = self._lost_at(step, block, at)[None] if ahead is None else ahead
        found = self.weight.spent * (dice * (dice + 1) // 2) + then[:, :, dice : dice + 1]
        return self._token(found[:, :-1], found[:, 1:]) if step.token else found

    def _lost_at(self, step: Step, block: Block, at: Index) -> Array:
        to = step.to
        lost: Array = self._end(to.place, to.gear, block, to.tokens, self._secured(to.laid), lost=True)[..., at]
        return lost

    def _everything(self, block: Block) -> range:
        return range(int(np.prod(block)))

    def _thrown_dice(
        self, step: Step, block: Block, ahead: Array | None, at: Index, gone: Array, shown: int, secured: int
    ) -> Iterator[tuple[float, Array]]:
        """What may come of a step whose dice are rolled: chances, and what it then costs."""
        hazard = self.task.hazard[step.die]
        if step.quick:
            yield hazard, self._stalled(step, block, ahead, at)[:, :secured]
            yield 1 - hazard, gone if ahead is None else ahead[shown, :, :secured]
            return
        if ahead is None:
            yield 1.0, gone
            return
        if step.hard:
            yield hazard, gone
        chances = spread(self.task, step.dice[1:] if step.hard else step.dice)
        for hazards, chance in enumerate(chances):
            share = chance * (1 - hazard) if step.hard else chance
            yield share, ahead[shown + hazards, :, :secured] if shown + hazards < LIMIT else gone

    def _stalled(self, step: Step, block: Block, ahead: Array | None, at: Index) -> Array:
        """What a failed quick start costs: the turn ends; unless the SISU token is played."""
        to = step.to
        stalled = self._end(to.place, to.gear, block, to.tokens, self._secured(to.laid), lost=False)[..., at]
        if self.task.has_sisu and ahead is not None:
            has_token = at >= len(self._everything(block)) // 2
            saved: Array = np.where(has_token, np.minimum(stalled, ahead[-1]), stalled)
            return saved
        return stalled

    def _secure(self, found: Array, ahead: Array, dice: int, seconds: Index) -> None:
        """Lower what is found where it is better to secure all dice of a step than to roll them."""
        for before in range(found.shape[2]):
            after = before + dice
            if self._chance.unlimited:
                after = min(after, ahead.shape[2] - 1)
            if after >= ahead.shape[2] or after <= before < ahead.shape[2] - 1:
                return
            price = self.weight.spent * ((after * (after + 1) - before * (before + 1)) // 2)
            pays = seconds >= after * (after + 1) // 2
            costs = np.where(pays, price, np.inf)
            here = found[: len(found) - self.task.has_sisu, :, before]
            np.minimum(here, ahead[: len(here), :, after] + costs, out=here)

    def _average(self, parts: Sequence[tuple[float, Array]]) -> Array:
        """The average of what can happen, with the chance of each; or the luckiest of it."""
        if self._chance.lucky:
            return _least(value for share, value in parts if share)
        found = np.zeros(parts[0][1].shape)
        for share, value in parts:
            found += share * value
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
        """Lower `value` where it is better to drive flat out."""
        for flat_out in self.flat_outs.sets(place, gear):
            choices, shares = self._laid_again(flat_out)
            if self._chance.lucky:
                self._luckiest(flat_out, choices, shares, value)
                continue
            failed = shares @ choices
            for number, dice in enumerate(flat_out.sets):
                block = self.carried.block(dice.gears.bit_count(), dice.pushes, dice.brakes)
                if min(block) > 0:
                    ends, stake = flat_out.ends[number], flat_out.stakes[number]
                    self._earn(value, block, self._driven(dice, ends) + failed[number], stake)
                    if self.task.has_sisu:
                        total = self._with_token(dice, ends, choices[shares[number] > 0], shares[number])
                        self._earn(value[1:], block._replace(sisu=1), total, stake)

    def _luckiest(self, flat_out: FlatOut, choices: Array, shares: Array, value: Array) -> None:
        """Lower `value` to the luckiest that a flat out can come to."""
        for number, dice in enumerate(flat_out.sets):
            block = self.carried.block(dice.gears.bit_count(), dice.pushes, dice.brakes)
            parts = [part for end in flat_out.ends[number] for part in self.flat_outs.parts(dice, end)]
            among = [self.spot(spot, lost=lost) for share, spot, lost, _ in parts if share]
            self._earn(value, block, _least([*among, *choices[shares[number] > 0]]), flat_out.stakes[number])

    def _earn(self, value: Array, block: Block, ended: Array, stake: int) -> None:
        """Lower `value` to what a set of dice comes to, given by the seconds in hand after it has earned its own."""
        after = np.minimum(np.arange(block.seconds) + stake, block.seconds - 1)
        here = value[part(block)]
        whole = ended.reshape(value.shape)
        np.minimum(here, whole[part(block)][..., after] - self.weight.earned * stake, out=here)

    def _driven(self, dice: Dice, ends: Sequence[End]) -> Array:
        """What a set of dice comes to, times its chance, if the dice are not laid again: the best of its drafts."""
        found = [self._average_of(dice, end) for end in ends if end.hard or end.stall]
        if plain := [self.spot(end.spot, lost=end.lost) for end in ends if not (end.hard or end.stall)]:
            found.append(self.flat_outs.arrives(dice) * _least(plain))
        return _least(found)

    def _average_of(self, dice: Dice, end: End) -> Array:
        """What a draft comes to, times its chance, if its dice are not laid again."""
        found = np.zeros(int(np.prod(self.carried.shape)))
        for share, spot, lost, _ in self.flat_outs.parts(dice, end):
            found += share * self.spot(spot, lost=lost)
        return found

    def _with_token(self, dice: Dice, ends: Sequence[End], choices: Array, shares: Array) -> Array:
        """What a set of dice comes to for a car with a SISU token, which it may play when it sees how the dice fell: then they
        drive the draft to its end."""
        half = int(np.prod(self.carried.shape)) // 2
        shares = shares[shares > 0]
        found = []
        for end in ends:
            played = self.spot(end.spot, lost=end.lost)[:half]
            total = shares @ np.minimum(choices[:, half:], played) if len(shares) else np.zeros(half)
            for share, spot, lost, is_spoilt in self.flat_outs.parts(dice, end):
                value = self.spot(spot, lost=lost)[half:]
                total += share * (np.minimum(value, played) if is_spoilt else value)
            found.append(total)
        return _least(found)

    def _laid_again(self, flat_out: FlatOut) -> tuple[Array, Array]:
        """What dice that are laid again can come to, and by set of dice the chance of each. The driver takes the best of the
        spots that a pattern leaves; of two spots of which one is better whatever is carried, the other does not count."""
        if not len(flat_out.patterns):
            return np.zeros((0, int(np.prod(self.carried.shape)))), flat_out.shares
        spots = flat_out.spots
        better = np.array([[self._beats(one, other) for other in spots] for one in spots], dtype=np.float32)
        patterns = flat_out.patterns & ~(flat_out.patterns.astype(np.float32) @ better > 0)
        packed = np.packbits(patterns, axis=1)
        keys = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
        _, which, alike = np.unique(keys, return_index=True, return_inverse=True)
        values = np.stack(
            [_least(self.spot(spots[spot], lost=True) for spot in np.flatnonzero(patterns[at])) for at in which]
        )
        shares = np.zeros((len(which), len(flat_out.sets)))
        np.add.at(shares, alike, flat_out.shares.T)
        found: Array = shares.T
        return values, found

    def _beats(self, one: Spot, other: Spot) -> bool:
        """Whether it is better to lose control on one spot than on another, whatever is carried; of two that are the same,
        on the lower one."""
        key = one, other
        found = self._better.get(key)
        if found is None:
            mine, theirs = self.spot(one, lost=True), self.spot(other, lost=True)
            no_worse, no_better = bool((mine <= theirs).all()), bool((mine >= theirs).all())
            self._better[one, other] = found = no_worse and (not no_better or one < other)
            self._better[other, one] = no_better and (not no_worse or other < one)
        return found

    def spot(self, spot: Spot, *, lost: bool) -> Array:
        """What it costs that a turn ends there, before the shortcut tokens of this turn are drawn."""
        key = spot, lost
        found = self._spots.get(key)
        if found is None:
            array = self.lost(spot.place, spot.gear) if lost else self.stopped(spot.place, spot.gear)
            for _ in range(spot.tokens):
                array = self._token(array, array[..., self.carried.punctured, :])
            found = self._spots[key] = array.reshape(-1)
        return found


def _least(arrays: Iterable[Array]) -> Array:
    """The least of several arrays, number by number."""
    return reduce(np.minimum, arrays)


def _most(arrays: Iterable[Array]) -> Array:
    return reduce(np.maximum, arrays)
