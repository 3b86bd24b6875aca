"""Arrays: numbers in rows, their parts, and several of them together.

An array is a list of Python's own numbers, and where in it the array's elements stand. Parts of an array that are cut
out by slices share its list, as with numpy.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from itertools import repeat as again
from typing import Any, NoReturn

from .places import Picks, Shape, part, stretched, turned


class Array:
    """Numbers in rows. `at` tells where in `data` they stand, in order; None: they are all of it."""

    __slots__ = ("at", "data", "shape")

    def __init__(self, data: list[Any], shape: Shape, at: Picks | None = None) -> None:
        self.data, self.shape, self.at = data, shape, at

    # -- What it holds ------------------------------------------------------------------------------------------------

    def flat(self) -> list[Any]:
        """Its elements in order; to be read, not changed."""
        if self.at is None:
            return self.data
        return [*map(self.data.__getitem__, self.at)]

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def columns(self) -> Array:
        """Its columns as rows."""
        picks, shape = turned(self.shape, 0, 1)
        return Array(self.data, shape, picks if self.at is None else tuple(map(self.at.__getitem__, picks)))

    T = property(columns)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data) if len(self.shape) == 1 and self.at is None else (self[at] for at in range(len(self)))

    def __float__(self) -> float:
        (one,) = self.flat()
        return float(one)

    def tolist(self) -> list[Any]:
        return [one.tolist() if isinstance(one, Array) else one for one in self]

    def copy(self) -> Array:
        return Array([*self.flat()], self.shape)

    def astype(self, kind: Callable[[Any], Any], copy: bool = True) -> Array:
        return Array([*map(kind, self.flat())], self.shape)

    def reshape(self, *shape: Any) -> Array:
        wanted: Shape = tuple(shape[0]) if isinstance(shape[0], Iterable) else shape
        if -1 in wanted:
            rest = math.prod(many for many in wanted if many >= 0)
            wanted = tuple(self.size // (rest or 1) if many < 0 else many for many in wanted)
        assert math.prod(wanted) == self.size, f"{self.shape} is not {wanted}"
        return Array(self.data if self.at is None else self.flat(), wanted)

    def view(self, kind: object) -> Array:
        """Its rows as single elements."""
        flat, many = self.flat(), self.shape[-1]
        rows = [tuple(flat[at : at + many]) for at in range(0, len(flat), many)] if many else [()] * len(self)
        return Array(rows, (*self.shape[:-1], 1))

    # -- Parts of it --------------------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and len(self.shape) == 1:
            return self.data[key if self.at is None else self.at[key]]
        picks, shape, is_copied = _part_of(self.shape, key)
        if shape == () and not is_copied:
            return self.data[picks[0] if self.at is None else self.at[picks[0]]]
        at = picks if self.at is None else tuple(map(self.at.__getitem__, picks))
        found = Array(self.data, shape, at)
        return Array(found.flat(), shape) if is_copied else found

    def __setitem__(self, key: Any, value: Any) -> None:
        picks, shape, _ = _part_of(self.shape, key)
        if self.at is not None:
            picks = tuple(map(self.at.__getitem__, picks))
        Array(self.data, shape, picks).put(value)

    def put(self, value: Any) -> Array:
        """Change all its elements."""
        values = spread(value, self.shape)
        if self.at is None:
            self.data[:] = [*values] if values is not self.data else values
        else:
            for at, one in zip(self.at, [*values], strict=True):
                self.data[at] = one
        return self

    # -- Reckoning ----------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Array:
        return each(operator.add, self, other)

    def __sub__(self, other: Any) -> Array:
        return each(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Array:
        return each(operator.sub, other, self)

    def __mul__(self, other: Any) -> Array:
        return each(operator.mul, self, other)

    def __truediv__(self, other: Any) -> Array:
        return each(operator.truediv, self, other)

    def __floordiv__(self, other: Any) -> Array:
        return each(operator.floordiv, self, other)

    def __mod__(self, other: Any) -> Array:
        return each(operator.mod, self, other)

    def __rshift__(self, other: Any) -> Array:
        return each(operator.rshift, self, other)

    def __and__(self, other: Any) -> Array:
        return each(operator.and_, self, other)

    def __invert__(self) -> Array:
        flips = operator.not_ if self.size and isinstance(self.flat()[0], bool) else operator.invert
        return Array([*map(flips, self.flat())], self.shape)

    def __eq__(self, other: object) -> Any:
        return each(operator.eq, self, other)

    def __hash__(self) -> NoReturn:
        raise TypeError("an array changes, so it is no key")

    def __le__(self, other: Any) -> Array:
        return each(operator.le, self, other)

    def __lt__(self, other: Any) -> Array:
        return each(operator.lt, self, other)

    def __ge__(self, other: Any) -> Array:
        return each(operator.ge, self, other)

    def __gt__(self, other: Any) -> Array:
        return each(operator.gt, self, other)

    def __iadd__(self, other: Any) -> Array:
        return self.put(each(operator.add, self, other))

    def __matmul__(self, other: Array) -> Any:
        assert len(self.shape) == len(other.shape) == 1
        return math.fsum(map(operator.mul, self.flat(), other.flat()))

    __radd__, __rmul__ = __add__, __mul__

    def any(self) -> bool:
        return any(self.flat())

    def all(self) -> bool:
        return all(self.flat())

    def max(self) -> Any:
        return max(self.flat())

    def min(self, axis: int | None = None) -> Any:
        if axis is None:
            return min(self.flat())
        assert axis == 1
        return Array([*map(min, self._rows())], (len(self),))

    def argmax(self, axis: int) -> Array:
        assert axis == 1
        return Array([row.index(max(row)) for row in self._rows()], (len(self),))

    def argsort(self) -> Array:
        flat = self.flat()
        return Array(sorted(range(len(flat)), key=flat.__getitem__), self.shape)

    def _rows(self) -> Iterator[list[Any]]:
        flat, (_, many) = self.flat(), self.shape
        return (flat[at : at + many] for at in range(0, len(flat), many))


# -- Parts, and several arrays together --------------------------------------------------------------------------------


def _part_of(shape: Shape, key: Any) -> tuple[Picks, Shape, bool]:
    """The places of a part's elements, its shape, and whether it is a copy, as where elements are listed."""
    keys = key if isinstance(key, tuple) else (key,)
    own = sum(one is not None and one is not Ellipsis for one in keys)
    told: list[Any] = []
    for one in keys:
        if one is Ellipsis:
            told += [(0, None, None, None)] * (len(shape) - own)
        elif isinstance(one, slice):
            told.append((0, one.start, one.stop, one.step))
        elif isinstance(one, Array | list):
            told.append(_listed(one))
        else:
            told.append(one)  # a number, or None for a new axis
    told += [(0, None, None, None)] * (len(shape) - sum(one is not None for one in told))
    return part(shape, tuple(told))


def _listed(one: Array | list[int]) -> tuple[int, Shape, Picks]:
    listed = one if isinstance(one, Array) else array(one)
    flat = listed.flat()
    if flat and isinstance(flat[0], bool):
        assert len(listed.shape) == 1
        flat = [at for at, is_in in enumerate(flat) if is_in]
        return 1, (len(flat),), tuple(flat)
    return 1, listed.shape, tuple(flat)


def spread(value: Any, to: Shape) -> Any:
    """The elements that fill an array of this shape."""
    if isinstance(value, list | tuple):
        value = array(value)
    if not isinstance(value, Array):
        return again(value, math.prod(to))
    picks = stretched(value.shape, to)
    return value.flat() if picks is None else [*map(value.flat().__getitem__, picks)]


def common(*values: Any) -> Shape:
    """The shape that several values fill together."""
    shapes = [value.shape for value in values if isinstance(value, Array)]
    most = max(map(len, shapes))
    whole = [(1,) * (most - len(shape)) + shape for shape in shapes]
    return tuple(max(many) if min(many) else 0 for many in zip(*whole, strict=True))


def each(act: Callable[[Any, Any], Any], one: Any, other: Any) -> Array:
    shape = common(one, other)
    return Array([*map(act, spread(one, shape), spread(other, shape))], shape)


class OfTwo:
    """A function of two numbers, for arrays."""

    def __init__(self, act: Callable[[Any, Any], Iterable[Any]]) -> None:
        self._act = act

    def __call__(self, one: Any, other: Any, out: Array | None = None) -> Any:
        if not isinstance(one, Array) and not isinstance(other, Array):
            return next(iter(self._act([one], [other])))
        shape = common(one, other)
        found = Array([*self._act(spread(one, shape), spread(other, shape))], shape)
        return found if out is None else out.put(found)

    def reduce(self, arrays: Iterable[Any]) -> Any:
        return reduce(self, arrays)

    def reduceat(self, values: Array, starts: Array, axis: int = 0) -> Array:
        if axis:
            return moveaxis(self.reduceat(moveaxis(values, axis, 0), starts), 0, axis)
        ends = [*starts.tolist()[1:], len(values)]
        return stack([reduce(self, values[first:last]) for first, last in zip(starts.tolist(), ends, strict=True)])


def array(values: Any, dtype: Callable[[Any], Any] | None = None) -> Array:
    if isinstance(values, Array):
        found = values.copy()
    elif not isinstance(values, list | tuple) or not values:
        found = Array([*values], (0,)) if isinstance(values, list | tuple) else Array([values], ())
    elif isinstance(values[0], list | tuple | Array):
        found = stack([array(one) for one in values])
    else:
        found = Array([*values], (len(values),))
    return found if dtype is None else found.astype(dtype)


def stack(values: Sequence[Array], axis: int = 0) -> Array:
    rows = [array(one) for one in values]
    found = Array([*chain.from_iterable(one.flat() for one in rows)], (len(rows), *rows[0].shape))
    return moveaxis(found, 0, axis) if axis else found


def moveaxis(value: Array, axis: int, to: int) -> Array:
    picks, shape = turned(value.shape, axis % len(value.shape), to % len(value.shape))
    return Array(value.data, shape, picks if value.at is None else tuple(map(value.at.__getitem__, picks)))
