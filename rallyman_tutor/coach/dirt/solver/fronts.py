"""The drafts that can go on from a node, as far as they matter: for each, its cost by the faces shown.

A draft is laid in full before the first die is rolled. So at a node in its middle it is not enough to know what is best
for each number of hazards: one way on may be the best with none, another with one, and the driver has to choose before.
Kept are the *rows* of all ways on of which none is at least as good as another in every row; mostly that is one.

An array has a row for each number of hazards shown, punctures drawn in this turn and dice secured in this turn, one
after the other, and a column for each number of what is carried. A front has one way on in `first`; where more are
needed, the others are in `more`, as layers over some of what is carried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Block, Index, part

SAME = 1e-12
"""Seconds that make no difference."""


class Layer(NamedTuple):
    """Another way on, where one more is needed."""

    rows: Array  # its columns as `at`
    at: Index  # numbers of what is carried, in ascending order


class Front(NamedTuple):
    """The ways on from a node that matter."""

    first: Array
    more: tuple[Layer, ...] = ()


class Continuation(NamedTuple):
    """The ways on from a node with one certain step; open to a car that carries what is in a block."""

    front: Front
    block: Block


class Blocks:
    """Where the numbers of a smaller block stand in a larger one."""

    def __init__(self) -> None:
        self._within: dict[tuple[Block, Block], tuple[Index, Index]] = {}

    def within(self, inner: Block, outer: Block) -> tuple[Index, Index]:
        """For each number of the inner block its number in the outer one, and the other way round (-1: it has none)."""
        key = inner, outer
        found = self._within.get(key)
        if found is None:
            numbers = np.arange(_many(outer)).reshape(outer)[part(inner)].reshape(-1)
            back = np.full(_many(outer), -1)
            back[numbers] = np.arange(len(numbers))
            found = self._within[key] = numbers, back
        return found


def rolled(ahead: Array, ended: Array, shares: Array, secured: int, lucky_first: int, lucky_last: int) -> Array:
    """One way on before the dice of a step are rolled, from the costs `ahead` after it. The axes are the rows for
    hazards (and one for the SISU token played), punctures drawn, dice secured, and all that is carried. `ended` is the
    cost if the turn ends. By row before and after the step, `shares` are chances, the last column those that the turn
    ends. `secured` tells how many rows for dice secured there are before it. Some columns are those of a driver to whom
    everything falls as it suits them."""
    sources = np.concatenate([ahead[:, :, :secured], ended[None, :, :secured]])
    found: Array = (shares @ sources.reshape(len(sources), -1)).reshape(len(shares), *sources.shape[1:])
    if lucky_first < lucky_last:
        for row, of in enumerate(shares):
            found[row, ..., lucky_first:lucky_last] = sources[of > 0][..., lucky_first:lucky_last].min(axis=0)
    return found


def merged(stop: Array, block: Block, ways: Sequence[Continuation], blocks: Blocks) -> Front:
    """The ways on that matter, of all these and of stopping at once; the driver may stop before any die of a way."""
    best = stop.copy()
    for way in ways:
        _lower(best, block, way, blocks)
    enough = best + SAME
    enough[stop <= enough] = np.inf
    good: NDArray[np.bool_] = np.all(enough == np.inf, axis=0)
    for way in ways:
        _mark(good, enough, block, way, blocks)
    bad = np.flatnonzero(~good)
    if not len(bad):
        return Front(best)
    there = gathered(bad, stop[:, bad], block, ways, blocks)
    return parted(best, bad, there, kept(there))


def _many(block: Block) -> int:
    return int(np.prod(block))


def _part(array: Array, outer: Block, inner: Block) -> Array:
    """The part of an array that belongs to a smaller block, with an axis for everything that is carried."""
    found: Array = array.reshape(-1, *outer)[(slice(None), *part(inner))]
    return found


def _lower(best: Array, block: Block, way: Continuation, blocks: Blocks) -> None:
    """Lower the best where one way on is better."""
    here = _part(best, block, way.block)
    np.minimum(here, way.front.first.reshape(here.shape), out=here)
    numbers, _ = blocks.within(way.block, block)
    for layer in way.front.more:
        at = numbers[layer.at]
        best[:, at] = np.minimum(best[:, at], layer.rows)


def _mark(good: NDArray[np.bool_], enough: Array, block: Block, way: Continuation, blocks: Blocks) -> None:
    """Mark where one way on is as good as the best in every row."""
    here = good.reshape(block)[part(way.block)]
    there = _part(enough, block, way.block)
    here |= np.all(way.front.first.reshape(there.shape) <= there, axis=0)
    numbers, _ = blocks.within(way.block, block)
    for layer in way.front.more:
        at = numbers[layer.at]
        good[at] |= np.all(layer.rows <= enough[:, at], axis=0)


def gathered(bad: Index, stop: Array, block: Block, ways: Sequence[Continuation], blocks: Blocks) -> Array:
    """Each way on for some of what is carried; endless where it is not open."""
    found = []
    for way in ways:
        _, back = blocks.within(way.block, block)
        inside = back[bad]
        for at, rows in (
            (np.arange(way.front.first.shape[-1]), way.front.first),
            *((layer.at, layer.rows) for layer in way.front.more),
        ):
            place = np.searchsorted(at, inside)
            place[place == len(at)] = 0
            there = at[place] == inside
            if there.any():
                found.append(np.where(there, np.minimum(rows[:, place], stop), np.inf))
    return np.stack(found)


def kept(ways: Array) -> NDArray[np.bool_]:
    """The ways on that matter, by column: those that no other equals or beats in every row. Of equal ones it is the
    first."""
    no_worse = np.all(ways[:, None] <= ways[None] + SAME, axis=2)
    order = np.arange(len(ways))
    earlier = (order[:, None] < order[None])[..., None]
    beaten = (no_worse & (~no_worse.transpose(1, 0, 2) | earlier)).any(axis=0)
    found: NDArray[np.bool_] = ~beaten & (ways[:, 0] < np.inf)
    return found


def parted(best: Array, bad: Index, ways: Array, some: NDArray[np.bool_]) -> Front:
    """The front where several ways on matter in some columns, from those that are to be kept there."""
    slot = np.cumsum(some, axis=0) - 1
    many = slot[-1] + 1
    layers = []
    for number in range(int(many.max())):
        there = np.flatnonzero(many > number)
        which = np.argmax(some[:, there] & (slot[:, there] == number), axis=0)
        rows = ways[which, :, there].T
        if number:
            layers.append(Layer(np.ascontiguousarray(rows), bad[there]))
        else:
            best[:, bad[there]] = rows
    return Front(best, tuple(layers))
