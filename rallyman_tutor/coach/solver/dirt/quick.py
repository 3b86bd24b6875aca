"""What `fronts.py` reckons with numpy, by the loops that numba compiles (`loops.py`). Imported where it is used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from rallyman_tutor.coach.solver.dirt import loops
from rallyman_tutor.coach.solver.dirt.at_once import Reckoning
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


COMPILED = Reckoning(loops.rolled, merged)
