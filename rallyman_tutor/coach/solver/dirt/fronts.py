"""The drafts that can go on from a node, as far as they matter: for each, what it costs by what the dice have shown.

A draft is laid in full before the first die is rolled. So at a node in its middle it is not enough to know what is best for
each number of hazards: one way on may be the best with none, another with one, and the driver has to choose before. Kept
are the *rows* of all ways on of which none is at least as good as another in every row; mostly that is one.

An array has the axes (hazards shown, punctures drawn in this turn, dice secured in this turn, what is carried). A front has
one way on in `first`; where more are needed, the others are in `more`, as layers over some of what is carried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.dirt.carried import Array, Block, Index, part

ROWS = 3
"""The axes in front of what is carried: hazards, punctures, dice secured."""
SAME = 1e-12
"""Seconds that make no difference."""


class Layer(NamedTuple):
    """Another way on, where one more is needed."""

    rows: Array  # the last axis as `at`
    at: Index  # numbers of what is carried, in ascending order


class Front(NamedTuple):
    """The ways on from a node that matter."""

    first: Array  # what is carried as one axis
    more: tuple[Layer, ...] = ()


class Way(NamedTuple):
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


def merged(stop: Array, block: Block, ways: Sequence[Way], blocks: Blocks) -> Front:
    """The ways on that matter, of all these and of stopping at once; the driver may stop before any die of a way. The ways
    are changed on the way."""
    best = stop.copy()
    for way in ways:
        _clip(stop, block, way, blocks)
        _lower(best, block, way, blocks)
    good = _reached(stop, best)
    for way in ways:
        _mark(good, best, block, way, blocks)
    bad = np.flatnonzero(~good)
    if not len(bad):
        return Front(best)
    return _parted(best, bad, _gathered(bad, block, ways, blocks))


def _many(block: Block) -> int:
    return int(np.prod(block))


def _part(array: Array, outer: Block, inner: Block) -> Array:
    """The part of an array that belongs to a smaller block, with an axis for everything that is carried."""
    spread = _spread(array, outer)
    found: Array = spread[(slice(None),) * ROWS + part(inner)]
    return found


def _spread(array: Array, block: Block) -> Array:
    return array.reshape(*array.shape[:ROWS], *block)


def _clip(stop: Array, block: Block, way: Way, blocks: Blocks) -> None:
    """The driver may stop instead of going this way on."""
    first = _spread(way.front.first, way.block)
    np.minimum(first, _part(stop, block, way.block), out=first)
    numbers, _ = blocks.within(way.block, block)
    for layer in way.front.more:
        np.minimum(layer.rows, stop[..., numbers[layer.at]], out=layer.rows)


def _lower(best: Array, block: Block, way: Way, blocks: Blocks) -> None:
    here = _part(best, block, way.block)
    np.minimum(here, _spread(way.front.first, way.block), out=here)
    numbers, _ = blocks.within(way.block, block)
    for layer in way.front.more:
        at = numbers[layer.at]
        best[..., at] = np.minimum(best[..., at], layer.rows)


def _reached(rows: Array, best: Array) -> NDArray[np.bool_]:
    """Where these rows are nowhere worse than the best."""
    found: NDArray[np.bool_] = np.all(rows <= best + SAME, axis=(0, 1, 2))
    return found


def _mark(good: NDArray[np.bool_], best: Array, block: Block, way: Way, blocks: Blocks) -> None:
    """Mark where one way on is as good as the best in every row."""
    reached = _reached(_spread(way.front.first, way.block), _part(best, block, way.block))
    here = good.reshape(block)
    here[part(way.block)] = np.logical_or(here[part(way.block)], reached)
    numbers, _ = blocks.within(way.block, block)
    for layer in way.front.more:
        at = numbers[layer.at]
        good[at] = np.logical_or(good[at], _reached(layer.rows, best[..., at]))


def _gathered(bad: Index, block: Block, ways: Sequence[Way], blocks: Blocks) -> Array:
    """All ways on for some of what is carried: one after the other on the first axis; endless where one is not open."""
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
                taken = rows[..., place]
                taken[..., ~there] = np.inf
                found.append(taken)
    return np.stack(found)


def _parted(best: Array, bad: Index, ways: Array) -> Front:
    """The front where several ways on matter: those that no other is at least as good as in every row."""
    flat = ways.reshape(len(ways), -1, len(bad))
    no_worse = np.all(flat[:, None] <= flat[None] + SAME, axis=2)
    order = np.arange(len(ways))
    earlier = (order[:, None] < order[None])[..., None]
    beaten = (no_worse & (~no_worse.transpose(1, 0, 2) | earlier)).any(axis=0)
    kept = ~beaten & (flat[:, 0] < np.inf)
    slot = np.cumsum(kept, axis=0) - 1
    many = slot[-1] + 1
    layers = []
    for number in range(int(many.max())):
        some = np.flatnonzero(many > number)
        which = np.argmax(kept[:, some] & (slot[:, some] == number), axis=0)
        rows = np.moveaxis(ways[which, ..., some], 0, -1)
        if number:
            layers.append(Layer(np.ascontiguousarray(rows), bad[some]))
        else:
            best[..., bad[some]] = rows
    return Front(best, tuple(layers))
