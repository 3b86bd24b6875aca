"""The inner loops of the sweep over flat arrays, which numba compiles (`compiled.py`).

They reckon what `fronts.py` reckons with numpy; `flat_loops.py` has those for driving flat out. Without numba they
are ordinary Python, far slower than numpy; only tests run them so. Sums may be added up in another order, which changes values
by less than a billionth of a second.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.compiled import compiled

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.integer[Any]]
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Flags: TypeAlias = NDArray[np.bool_]


@compiled
def longer(some: Rows) -> Rows:
    """Rows with as many again after them."""
    found = np.empty((2 * len(some), some.shape[1]), np.int64)
    found[: len(some)] = some
    return found


@compiled
def connect(
    past: Flags,  # by space
    order: Ints,  # the spaces in the order of the road
    met: Flags,  # by space, dice laid, tokens and whether control is lost: no node was met yet
    starts: Ints,  # by gear: the number of no dice laid
    gears: Ints,  # by number of dice laid: the gear
    next_first: Ints,  # by number of dice laid: where the dice that can be next begin
    next_dice: Ints,  # the number of each, and of the dice laid then
    led_first: Ints,  # by space, gear and number of a next die: where the spaces begin that it leads to
    led: Ints,  # each of these, whether control is lost, by a hazard of the die itself, and whether a token is drawn
    moves: int,  # how many next dice there are
) -> tuple[Ints, Ints, Ints]:
    """All nodes in the order of the road, as places in `met`; where the steps of each begin; and of each step the node it leads to, its
    next die, whether a hazard of that die loses control, and whether a token is drawn."""
    _, laid_many, tokens_many, _ = met.shape
    keys, first, steps = np.empty((1000, 2), np.int64), 0, np.empty((1000, 4), np.int64)
    nodes = 0
    for place in order:
        if not past[place]:
            for start in starts:
                met[place, start, 0, 0] = True
        for laid in range(laid_many):
            for tokens in range(tokens_many):
                for lost in range(2):
                    if not met[place, laid, tokens, lost]:
                        continue
                    if nodes + 1 >= len(keys):
                        keys = longer(keys)
                    keys[nodes, 0] = ((place * laid_many + laid) * tokens_many + tokens) * 2 + lost
                    keys[nodes, 1] = first
                    nodes += 1
                    if lost or past[place]:
                        continue
                    for one in range(next_first[laid], next_first[laid + 1]):
                        move, after = next_dice[one]
                        way = (place * len(starts) + gears[laid]) * moves + move
                        for number in range(led_first[way], led_first[way + 1]):
                            to, is_lost, hard, token = led[number]
                            if tokens + token >= tokens_many:
                                raise ValueError("more shortcut tokens are drawn in a turn than there are shortcuts")
                            met[to, after, tokens + token, is_lost] = True
                            if first == len(steps):
                                steps = longer(steps)
                            steps[first, 0] = ((to * laid_many + after) * tokens_many + tokens + token) * 2 + is_lost
                            steps[first, 1], steps[first, 2], steps[first, 3] = move, hard, token
                            first += 1
    keys[nodes, 1] = first
    return keys[:nodes, 0], keys[: nodes + 1, 1], steps[:first]


@compiled
def rolled(
    ahead: Floats,
    ended: Floats,
    shares: Floats,
    prices: Floats,
    hazards: int,
    secured: int,
    dice: int,
    lucky_first: int,
    lucky_last: int,
) -> Floats:
    """As `rolled` in `fronts.py`."""
    after, tokens, _, many = ahead.shape
    found = np.zeros((len(shares), tokens, secured, many))
    for row in range(len(shares)):
        for token in range(tokens):
            for before in range(secured):
                here, end = found[row, token, before], ended[token, before]
                for at in range(many):
                    here[at] = shares[row, after] * end[at]
                for source in range(after):
                    share = shares[row, source]
                    if share:
                        there = ahead[source, token, before]
                        for at in range(many):
                            here[at] += share * there[at]
                for at in range(lucky_first, lucky_last):
                    least = end[at] if shares[row, after] else np.inf
                    for source in range(after):
                        if shares[row, source]:
                            least = min(least, ahead[source, token, before, at])
                    here[at] = least
                if row < hazards and before < len(prices):
                    paid, price = ahead[row, token, min(before + dice, ahead.shape[2] - 1)], prices[before]
                    for at in range(many):
                        here[at] = min(here[at], paid[at] + price[at])
    return found


@compiled
def no_worse(ways: Floats, one: int, other: int, at: int, same: float) -> bool:
    """Whether one way on is at least as good as another in every row, in a column."""
    row = 0
    while row < ways.shape[1] and ways[one, row, at] <= ways[other, row, at] + same:
        row += 1
    return bool(row == ways.shape[1])


@compiled
def kept(ways: Floats, same: float) -> Flags:
    """As `kept` in `fronts.py`."""
    many, _, columns = ways.shape
    found = ways[:, 0] < np.inf
    for at in range(columns):
        for one in range(many):
            for other in range(many):
                if other != one and found[one, at] and no_worse(ways, other, one, at, same):
                    found[one, at] = other > one and no_worse(ways, one, other, at, same)
    return found


@compiled
def merge(stop: Floats, ways: Floats, numbers: Ints, bounds: Ints, same: float) -> tuple[Floats, Flags, Floats, Ints]:
    """The best of stopping and of some ways on; and which of them are to be kept where several matter, their rows there, and in
    which columns that is. `ways` has the rows of all of them one after the other, `numbers` their columns, and `bounds` which of
    these belong to each way."""
    rows, columns = stop.shape
    best = stop.copy()
    for way in range(len(bounds) - 1):
        first, last = bounds[way], bounds[way + 1]
        here = ways[first * rows : last * rows].reshape(rows, last - first)
        for row in range(rows):
            for at in range(last - first):
                number = numbers[first + at]
                best[row, number] = min(best[row, number], here[row, at])
    bad = np.zeros(columns, np.bool_)  # stopping is not the best in every row
    for row in range(rows):
        for number in range(columns):
            bad[number] |= stop[row, number] > best[row, number] + same
    for way in range(len(bounds) - 1):
        first, last = bounds[way], bounds[way + 1]
        here = ways[first * rows : last * rows].reshape(rows, last - first)
        worse = np.zeros(last - first, np.bool_)
        for row in range(rows):
            for at in range(last - first):
                number = numbers[first + at]
                worse[at] |= min(here[row, at], stop[row, number]) > best[row, number] + same
        for at in range(last - first):
            bad[numbers[first + at]] &= worse[at]
    some = np.flatnonzero(bad)
    there = np.full((len(bounds) - 1, rows, len(some)), np.inf)
    if len(some):
        slots = np.full(columns, -1)
        slots[some] = np.arange(len(some))
        for way in range(len(bounds) - 1):
            first, last = bounds[way], bounds[way + 1]
            here = ways[first * rows : last * rows].reshape(rows, last - first)
            for at in range(last - first):
                slot = slots[numbers[first + at]]
                if slot >= 0:
                    for row in range(rows):
                        there[way, row, slot] = min(here[row, at], stop[row, some[slot]])
    return best, kept(there, same), there, some
