"""The part of numpy that reads the tables of solved stages and reckons the rest of a turn; in plain Python.

For the browser's Python there is no numpy in the package that it comes from. Most of what the coach reckons in one turn
are decisions, and its arrays are short, so this is fast enough. What is missing here (all that solving a whole stage
takes) says so when it is called.
"""

from __future__ import annotations

import math
import operator
from array import array as machine_array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import accumulate, chain
from typing import Any

from rallyman_tutor.coach.solver.unsolvable import Unsolvable

# These lie beside it wherever it is: in this room, and in the browser at the top of all packages.
from .arrays import Array, OfTwo, array, common, moveaxis, spread, stack
from .places import Shape, stretched

inf = math.inf
float64 = float32 = float
intp = int64 = int32 = uint64 = uint8 = int8 = int
bool_ = bool
__all__ = ["Array", "array", "moveaxis", "stack"]  # and all that is below

add = OfTwo(lambda one, other: map(operator.add, one, other))
multiply = OfTwo(lambda one, other: map(operator.mul, one, other))
bitwise_or = OfTwo(lambda one, other: map(operator.or_, one, other))
minimum = OfTwo(lambda one, other: [a if a <= b else b for a, b in zip(one, other, strict=True)])
maximum = OfTwo(lambda one, other: [a if a >= b else b for a, b in zip(one, other, strict=True)])


# -- Making arrays ----------------------------------------------------------------------------------------------------


def full(shape: Any, value: Any) -> Array:
    sizes = tuple(shape) if isinstance(shape, Iterable) else (shape,)
    return Array([value] * math.prod(sizes), sizes)


def zeros(shape: Any, dtype: Callable[[Any], Any] = float) -> Array:
    return full(shape, dtype(0))


empty = zeros


def full_like(like: Array, value: Any) -> Array:
    return full(like.shape, value)


def empty_like(like: Array) -> Array:
    return zeros(like.shape)


def arange(many: int) -> Array:
    return Array([*range(many)], (many,))


def indices(shape: Shape) -> tuple[Array, ...]:
    return tuple(
        ascontiguousarray(broadcast_to(arange(many).reshape(-1, *(1,) * (len(shape) - axis - 1)), shape))
        for axis, many in enumerate(shape)
    )


def frombuffer(data: bytes, kind: str, many: int, start: int) -> Array:
    assert kind == "<i4"  # as the machine has it, which is WebAssembly
    numbers = machine_array("i")
    numbers.frombytes(data[start : start + 4 * many])
    return Array(numbers.tolist(), (many,))


def broadcast_to(value: Any, shape: Shape) -> Array:
    if not isinstance(value, Array):
        return full(shape, value)
    picks = stretched(value.shape, tuple(shape))
    return value if picks is None else Array(value.flat(), tuple(shape), picks)


def ascontiguousarray(value: Array) -> Array:
    return value if value.at is None else value.copy()


def concatenate(values: Sequence[Array], axis: int = 0) -> Array:
    if axis:
        return moveaxis(concatenate([moveaxis(one, axis, 0) for one in values]), 0, axis)
    many = sum(map(len, values))
    return Array([*chain.from_iterable(one.flat() for one in values)], (many, *values[0].shape[1:]))


def repeat(value: Array, many: int, axis: int) -> Array:
    axis %= len(value.shape)
    places = [at for at in range(value.shape[axis]) for _ in range(many)]
    found: Array = value[(slice(None),) * axis + (places,)]
    return found


# -- Reckoning with them ----------------------------------------------------------------------------------------------


def where(condition: Array, one: Any, other: Any) -> Array:
    shape = common(condition, one, other)
    of_three = zip(spread(condition, shape), spread(one, shape), spread(other, shape), strict=True)
    return Array([a if is_so else b for is_so, a, b in of_three], shape)


def cumsum(value: Array, axis: int, dtype: object = int) -> Array:
    assert axis == -1
    flat, many = value.flat(), value.shape[-1]
    rows = (accumulate(flat[at : at + many]) for at in range(0, len(flat), many))
    return Array([*chain.from_iterable(rows)], value.shape)


def tensordot(one: Array, other: Array, axes: int) -> Array:
    assert axes == 1 and len(one.shape) == 2
    return stack([reduce(add, (share * way for share, way in zip(row, other, strict=True))) for row in one])


def prod(values: Iterable[int]) -> int:
    return math.prod(values)


def ravel_multi_index(places: Sequence[Any], shape: Shape) -> Any:
    found: Any = 0
    for at, many in zip(places, shape, strict=True):
        found = found * many + at
    return found


def searchsorted(values: Array, wanted: Sequence[Any]) -> Array:
    flat = values.flat()
    return array([bisect_left(flat, one) for one in wanted])


def flatnonzero(values: Any) -> Array:
    flat = values.flat() if isinstance(values, Array) else values
    return array([at for at, one in enumerate(flat) if one])


def bincount(numbers: Array, weights: Array, many: int) -> Array:
    found = [0.0] * many
    for number, weight in zip(numbers.flat(), weights.flat(), strict=True):
        found[number] += weight
    return Array(found, (many,))


def unique(values: Array, return_index: bool = False, return_inverse: bool = False) -> Any:
    first: dict[Any, int] = {}
    flat = values.flat()
    for at, one in enumerate(flat):
        first.setdefault(one, at)
    kept = sorted(first)
    number = {one: at for at, one in enumerate(kept)}
    found: list[Array] = [Array([*kept], (len(kept),))]
    if return_index:
        found.append(array([first[one] for one in kept]))
    if return_inverse:
        found.append(array([number[one] for one in flat]))
    return found[0] if len(found) == 1 else tuple(found)


def packbits(bits: Array, axis: int) -> Array:
    """Eight bits as one number, the first of them the highest."""
    if axis == 0:
        return packbits(bits.columns(), 1).columns()
    flat, many = bits.flat(), bits.shape[1]
    rows = [[*flat[at : at + many], *(0,) * (-many % 8)] for at in range(0, len(flat), many)]
    packed = [[reduce(_and_a_bit, row[at : at + 8], 0) for at in range(0, many, 8)] for row in rows]
    return Array([*chain.from_iterable(packed)], (len(bits), -(-many // 8)))


def _and_a_bit(number: int, bit: bool) -> int:
    return 2 * number + bool(bit)


def unpackbits(packed: Array, axis: int, count: int) -> Array:
    assert axis == 1
    flat, many = packed.flat(), packed.shape[1]
    bits = [[number >> at & 1 for at in range(7, -1, -1)] for number in flat]
    rows = (chain.from_iterable(bits[at : at + many]) for at in range(0, len(flat), many or 1))
    return Array([*chain.from_iterable([*row][:count] for row in rows)], (len(packed), count))


class _Missing:
    """A function that there is not."""

    def __call__(self, *_: object, **__: object) -> object:
        raise Unsolvable("browser")

    def __getattr__(self, name: str) -> object:
        return _Missing()


def __getattr__(name: str) -> _Missing:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Missing()
