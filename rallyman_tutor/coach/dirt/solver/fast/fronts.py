"""The loops for what matters of the ways on from a node: as `fronts.py` beside this folder."""

from __future__ import annotations

import numpy as np

from rallyman_tutor.coach.solver.compiled import Flags, Floats, Ints, compiled


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
def columns_of(way: Ints, starts: Ints, numbers: Ints) -> Ints:
    """The columns of a way on, among those of the node that it goes on from."""
    _, many, first, runs, length = way
    found = np.empty(many, np.int64)
    for at in range(many):
        number = at if first < 0 else numbers[first + at]
        found[at] = starts[runs + number // length] + number % length
    return found


@compiled
def merge(
    stop: Floats, ways: Ints, starts: Ints, rows: Floats, numbers: Ints, same: float
) -> tuple[Floats, Ints, Ints, Floats]:
    """As `merged` in `fronts.py`: the first way on; and of the layers how many columns each has, the numbers of these, and the rows of
    all of them one after the other. `ways` tells of each way on where its rows begin in `rows`, how many columns it has,
    where their numbers begin (-1: it has all that are left after its step), where its runs begin, and how long one is."""
    many, columns = stop.shape
    best = stop.copy()
    for way in ways:
        first, width, layer, runs, length = way
        if layer < 0:
            for row in range(many):
                there = rows[first + row * width : first + (row + 1) * width]
                for run in range(width // length):
                    start = starts[runs + run]
                    here, new = best[row, start : start + length], there[run * length : (run + 1) * length]
                    for at in range(length):
                        here[at] = min(here[at], new[at])
        else:
            which = columns_of(way, starts, numbers)
            for row in range(many):
                for at in range(width):
                    best[row, which[at]] = min(best[row, which[at]], rows[first + row * width + at])
    nothing = np.empty(0, np.int64)
    if not len(ways) or (len(ways) == 1 and ways[0, 2] < 0):
        return best, nothing, nothing, np.empty(0)
    bad = not_best(best, stop, ways, starts, rows, numbers, same)
    some = np.flatnonzero(bad)
    if not len(some):
        return best, nothing, nothing, np.empty(0)
    there = np.full((len(ways), many, len(some)), np.inf)
    slots = np.full(columns, -1)
    slots[some] = np.arange(len(some))
    for number in range(len(ways)):
        which = columns_of(ways[number], starts, numbers)
        first, width = ways[number, 0], ways[number, 1]
        for at in range(width):
            slot = slots[which[at]]
            if slot >= 0:
                for row in range(many):
                    there[number, row, slot] = min(rows[first + row * width + at], stop[row, which[at]])
    return parted(best, some, there, kept(there, same))


@compiled
def not_best(best: Floats, stop: Floats, ways: Ints, starts: Ints, rows: Floats, numbers: Ints, same: float) -> Flags:
    """By column: whether neither stopping nor any one way on is the best in every row."""
    many, columns = stop.shape
    enough = best + same
    bad = np.zeros(columns, np.bool_)
    for row in range(many):
        for at in range(columns):
            if stop[row, at] > enough[row, at]:
                bad[at] = True
            else:
                enough[row, at] = np.inf
    for way in ways:
        first, width, layer, runs, length = way
        worse = np.zeros(width, np.bool_)
        if layer < 0:
            for row in range(many):
                there = rows[first + row * width : first + (row + 1) * width]
                for run in range(width // length):
                    start = starts[runs + run]
                    limit, new = enough[row, start : start + length], there[run * length : (run + 1) * length]
                    here = worse[run * length : (run + 1) * length]
                    for at in range(length):
                        here[at] |= new[at] > limit[at]
            for run in range(width // length):
                start = starts[runs + run]
                for at in range(length):
                    bad[start + at] &= worse[run * length + at]
        else:
            which = columns_of(way, starts, numbers)
            for row in range(many):
                for at in range(width):
                    worse[at] |= rows[first + row * width + at] > enough[row, which[at]]
            for at in range(width):
                bad[which[at]] &= worse[at]
    return bad


@compiled
def parted(best: Floats, some: Ints, ways: Floats, kept: Flags) -> tuple[Floats, Ints, Ints, Floats]:
    """As `parted` in `fronts.py`, with the layers as `merge` has them."""
    each = kept.sum(axis=0)
    layers = each.max() - 1
    widths = np.zeros(layers, np.int64)
    for layer in range(layers):
        widths[layer] = (each > layer + 1).sum()
    numbers, rows = np.empty(widths.sum(), np.int64), np.empty(widths.sum() * len(best))
    filled = np.zeros(layers, np.int64)
    firsts = np.cumsum(widths) - widths
    for slot in range(len(some)):
        number = 0
        for way in range(len(ways)):
            if not kept[way, slot]:
                continue
            if number:
                layer = number - 1
                numbers[firsts[layer] + filled[layer]] = some[slot]
                for row in range(len(best)):
                    rows[firsts[layer] * len(best) + row * widths[layer] + filled[layer]] = ways[way, row, slot]
                filled[layer] += 1
            else:
                best[:, some[slot]] = ways[way, :, slot]
            number += 1
    return best, widths, numbers, rows
