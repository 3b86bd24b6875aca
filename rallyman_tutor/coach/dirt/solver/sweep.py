"""The sweep: from the finish backwards over the road, for each space the cost until the finish of a turn that starts
there.

A value is an array over what is carried (`carried.py`). Within a turn there are fronts (`fronts.py`), one for each node
(`nodes.py`). Every die leads further along the road, so all of them are worked out once, the last space first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import groupby
from typing import Any

import numpy as np

from rallyman_tutor.coach.dirt.solver.at_once import AtOnce
from rallyman_tutor.coach.dirt.solver.carried import MOST_MARKS, Array, LoadAxes, kinds, shares
from rallyman_tutor.coach.dirt.solver.chance import FAIR, KNOWN, Chance, Values, ValuesBeyond, picked
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts, Spot
from rallyman_tutor.coach.dirt.solver.nodes import Nodes
from rallyman_tutor.coach.dirt.solver.one_by_one import OneByOne
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.dirt.solver.tokens import Tokens
from rallyman_tutor.coach.solver.costs import WHOLE, Weight
from rallyman_tutor.coach.solver.garbage import garbage_waits
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.alone import ControlLoss, thrown
from rallyman_tutor.games.dirt.state import GEARS, VALUES

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
STUCK = 1e9
"""The cost where no dice can be driven."""


class Sweep:
    """One stage, solved; with chance taken in several ways at once, side by side on the first axis of each array."""

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
        self.carried = LoadAxes(task, damaged=damaged, chances=len(chances))
        self.values: Values = {} if values is None else values
        self.flat_outs = flat_outs or FlatOuts(task, Nodes(task))
        self.nodes = self.flat_outs.nodes
        self.chances = chances
        self.tokens = Tokens(task, chances)
        self._thrown = thrown(task.stage, task.options)
        self._stopped: Values = {}
        self._losses: Values = {}
        self._spots: dict[tuple[Spot, bool], Array] = {}
        self._after = lru_cache(maxsize=64)(self._worked_out_after)

    def otherwise(self, task: Task) -> Sweep:
        """A sweep for a task that differs in its cards alone, by the same values. Everything that does not depend on
        their mix is worked out once for all of these."""
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
        with garbage_waits():
            order, past = self._order(down_to), self.task.stage.road.past
            one_by_one, at_once = OneByOne(self), AtOnce(self)
            for number, places in enumerate(order):
                for place in places:
                    if not past[place]:
                        self._start_turns(place, one_by_one, at_once)
                one_by_one.work_out(places)
                tell(number + 1, len(order))
        return self.values

    def _order(self, down_to: int | None) -> list[list[int]]:
        """Spaces from the last to the first; those that are equally far along the road stand together, and no die leads
        from one of these to another."""
        ranks = self.task.stage.road.ranks
        least = 0 if down_to is None else ranks[down_to]
        places = sorted((place for place, rank in enumerate(ranks) if rank >= least), key=lambda place: -ranks[place])
        return [list(same) for _, same in groupby(places, key=ranks.__getitem__)]

    # -- How a turn ends ----------------------------------------------------------------------------------------------

    def stopped(self, place: int, gear: int) -> Array:
        """The cost of stopping: the card, and the next turn; in 1st a wheel may be changed first."""
        found = self._stopped.get((place, gear))
        if found is None:
            found = self._stopped[place, gear] = self._after_card(place, gear)
        return found

    def _after_card(self, place: int, gear: int) -> Array:
        card = self.weight.of_card(gear, self.task.card[gear])
        if self.task.stage.road.past[place]:
            return np.full(self.carried.shape, card)
        found = self.values[place, gear].copy()
        if gear == 1:
            before, after = self.carried.can_change, self.carried.changed
            changed = self.weight.of_wheel(WHEEL_SECONDS) + self.values[place, 0][..., after, :]
            found[..., before, :] = np.minimum(found[..., before, :], changed)
        found += card
        return found

    def lost(self, place: int, gear: int) -> Array:
        """The cost of losing control: the average over the cards that may be turned."""
        found = self._losses.get((place, gear))
        if found is None:
            past = self.task.stage.road.past[place]  # it costs nothing there
            found = self._losses[place, gear] = self.stopped(place, gear) if past else self._turned(place, gear)
        return found

    def _turned(self, place: int, gear: int) -> Array:
        found = np.empty(self.carried.shape)
        for number, chance in enumerate(self.chances):
            deck = self.task.backs[gear - 1]
            cards = zip(deck, self._thrown[place][gear], strict=True)
            ways = [self._after(number, place, card) if count else None for count, card in cards]
            there = [way for way in ways if way is not None]
            if chance.lucky:
                worth = _least(there)
            elif chance.turned > KNOWN:
                worth = picked(chance, there)
            else:
                missing = kinds(deck, chance.turned)
                decks = ([full - gone for full, gone in zip(deck, one, strict=True)] for one in missing)
                worth = picked(chance, [_from_deck(left, ways) for left in decks])
            found[self.carried.own(number)] = worth + chance.fined(place)
        return found

    def _worked_out_after(self, number: int, place: int, card: ControlLoss) -> Array:
        """The cost from a turned card on, with chance taken in one of the ways."""
        chance, shape = self.chances[number], self.carried.shape
        then = number if chance.then is None else chance.then
        beyond = ValuesBeyond(self.values, self.carried, then) if isinstance(then, int) else then
        value = beyond.values[place, card.gear][beyond.carried.own(beyond.chance)]
        if card.marks and not chance.lucky:
            value = self._damaged(beyond.carried, value, card.marks, chance)
        if value.shape[-1] != shape.seconds:
            value = value[..., np.minimum(np.arange(shape.seconds), value.shape[-1] - 1)]
        found: Array = self.weight.of_card(0, card.seconds) + value[:, : shape.gears, : shape.brakes]
        return found

    def _damaged(self, carried: LoadAxes, value: Array, marks: int, chance: Chance) -> Array:
        """The cost after so many tokens were drawn for damage."""
        drawn = carried.damaged(value, marks, self.weight.out * self.task.elimination)
        if chance.turned > KNOWN:
            return picked(chance, drawn)
        missing = None if chance.decks == "fair" else chance.turned * MOST_MARKS
        return picked(chance, np.tensordot(shares(marks, missing), drawn, 1))

    # -- Turns --------------------------------------------------------------------------------------------------------

    def _start_turns(self, place: int, one_by_one: OneByOne, at_once: AtOnce) -> None:
        """Work out every turn that starts on a space."""
        for gear in range(GEARS + 1):
            value = np.full(self.carried.shape, STUCK)
            one_by_one.lower(place, gear, value)
            at_once.lower(place, gear, value)
            if value.max() >= STUCK:
                self._blocked(place, gear, value)
            self.values[place, gear] = value

    def _blocked(self, place: int, gear: int, value: Array) -> None:
        """A car that has no dice to cross a ford slows down where it is."""
        slower = max(1, gear - 1)
        if gear <= 1:
            raise Unsolvable("stops")
        stuck = value >= STUCK
        value[stuck] = self.stopped(place, slower)[stuck]

    def spot(self, spot: Spot, lost: bool) -> Array:
        """The cost of a turn that ends there, before the shortcut tokens of this turn are drawn."""
        key = spot, lost
        found = self._spots.get(key)
        if found is None:
            array = self.lost(spot.place, spot.gear) if lost else self.stopped(spot.place, spot.gear)
            columns = self.tokens.columns(self.carried.shape) if spot.tokens else ()
            for _ in range(spot.tokens):
                punctured = array[..., self.carried.punctured, :]
                array = self.tokens.drawn(array.reshape(-1), punctured.reshape(-1), columns).reshape(array.shape)
            found = self._spots[key] = array.reshape(-1)
        return found


def _least(arrays: Iterable[Array]) -> Array:
    """The least of several arrays, number by number."""
    return reduce(np.minimum, arrays)


def _from_deck(deck: Sequence[int], ways: Sequence[Array | None]) -> Array:
    """The average over the cards of a deck."""
    total = sum(deck)
    return reduce(
        np.add, (count / total * way for count, way in zip(deck, ways, strict=True) if way is not None and count)
    )
