"""Where the elements of an array stand: those of a part, of an array that is stretched, and of one that is turned.

All of it follows from shapes alone, so it is found once and remembered.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import Any

Shape = tuple[int, ...]
Picks = tuple[int, ...]


@lru_cache(maxsize=1024)
def part(shape: Shape, keys: tuple[Any, ...]) -> tuple[Picks, Shape, bool]:
    """The places of a part's elements, its shape, and whether it is a copy, as where elements are listed. A key is a
    number, None for a new axis, (0, start, stop, step), or (1, a shape, a list of numbers)."""
    axes, found, sizes, is_copied = iter(shape), [0], list[int](), False
    stride = math.prod(shape)
    for key in keys:
        if key is None:
            sizes.append(1)
            continue
        many = next(axes)
        stride = stride // many if many else 0
        if isinstance(key, int):
            assert -many <= key < many, f"there is no {key} of {many}"
            there: Iterable[int] = (key % many,)
        elif key[0]:
            is_copied = True
            there = [at % many for at in key[2]]
            sizes += key[1]
        else:
            there = range(*slice(*key[1:]).indices(many))
            sizes.append(len(there))
        steps = [at * stride for at in there]
        found = [before + step for before in found for step in steps]
    return tuple(found), tuple(sizes), is_copied


@lru_cache(maxsize=1024)
def stretched(shape: Shape, to: Shape) -> Picks | None:
    """Where the elements stand that fill an array of another shape; None: they are the same."""
    whole = (1,) * (len(to) - len(shape)) + shape
    if whole == to:
        return None
    found, stride = [0], math.prod(shape)
    for many, wanted in zip(whole, to, strict=True):
        assert many in (1, wanted), f"{shape} does not fill {to}"
        stride = stride // many if many else 0
        steps = [0] * wanted if many == 1 else [at * stride for at in range(many)]
        found = [before + step for before in found for step in steps]
    return tuple(found)


@lru_cache(maxsize=64)
def turned(shape: Shape, axis: int, to: int) -> tuple[Picks, Shape]:
    """Where the elements stand after one axis was moved, and the new shape."""
    order = [at for at in range(len(shape)) if at != axis]
    order.insert(to, axis)
    strides = [*accumulate(shape[:0:-1], operator.mul, initial=1)][::-1]
    found = [0]
    for at in order:
        found = [before + step * strides[at] for before in found for step in range(shape[at])]
    return tuple(found), tuple(shape[at] for at in order)
