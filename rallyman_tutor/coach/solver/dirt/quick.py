"""What `fronts.py` and `at_once.py` reckon with numpy, by the loops that numba compiles (`loops.py`). Imported where it is used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.dirt import loops
from rallyman_tutor.coach.solver.dirt.at_once import UNKNOWN, Among, Reckoning
from rallyman_tutor.coach.solver.dirt.carried import Array, Block, Index
from rallyman_tutor.coach.solver.dirt.fronts import SAME, Blocks, Front, Way, parted


def merged(stop: Array, block: Block, ways: Sequence[Way], blocks: Blocks) -> Front:
    """As `merged` in `fronts.py`."""
    rows, numbers = list[Array](), list[Index]()
    for (first, more), inner in ways:
        within, _ = blocks.within(inner, block)
        rows.append(first)
        numbers.append(within)
        for layer in more:
            rows.append(layer.rows)
            numbers.append(within[layer.at])
    if not rows:
        return Front(stop)
    bounds = np.array([0, *accumulate(map(len, numbers))])
    flat = np.concatenate([one.reshape(-1) for one in rows])
    best, kept, there, bad = loops.merge(stop, flat, np.concatenate(numbers), bounds, SAME)
    return parted(best, bad, there, kept) if len(bad) else Front(best)


def compare(lost: Array, beats: NDArray[np.int8]) -> None:
    """As `compare` in `at_once.py`."""
    loops.compare(lost, beats, UNKNOWN)


def lower(value: Array, among: Among) -> None:
    """As `lower` in `at_once.py`."""
    flat_out, carried = among.flat_out, among.carried
    numbers, groups, many = list[Index](), list[tuple[int, ...]](), 0
    for group in flat_out.groups:
        here = carried.numbers(*group.laid)
        if len(here):
            falls, parts, first = group.falls, group.parts, many
            many += len(here)
            groups.append((falls.start, falls.stop, parts.start, parts.stop, first, many, group.stake))
            numbers.append(here)
    if groups:
        loops.drive_flat_out(
            value.reshape(-1),
            np.array(groups),
            np.concatenate(numbers),
            among.lost,
            among.led,
            np.append(0, np.cumsum(among.patterns.sum(axis=1))),
            np.ascontiguousarray(np.nonzero(among.patterns)[1]),
            flat_out.falls.sets,
            among.left,
            flat_out.falls.shares,
            *flat_out.led[1:],
            carried.shape.seconds,
            among.earned,
            among.is_lucky,
            carried.sisus > 1,
        )


COMPILED = Reckoning(loops.rolled, merged, compare, lower)
