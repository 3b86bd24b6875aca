"""The charges of a drive: what the seconds of a cost are for, from every start of a turn to the finish.

    charges_of(gears)              all of them: a gear card of each gear, the card turned when control is lost, a wheel
                                   put on, seconds earned and spent, and being out of the rally
    weigh(solve, charges)          the charges of every start of a turn, from sweeps of the stage
    pack(...), Charges(...)        a stage's charges as bytes, and read again, space by space

A cost is a sum of charges, and the best driving depends on how much each of them counts. If every charge counts a
little more, the cost grows by just as many times what of it is driven: so one sweep more for each charge tells how much
there is of it. These parts are of one driving only if no two ways to drive are worth exactly the same: `APART` makes
every charge count a trifle more or less, the same in all sweeps, and so decides between them.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.solver.costs import Weight
from rallyman_tutor.coach.solver.tables import STEPS, Key, RefusedTable, Shapes

Array: TypeAlias = NDArray[np.float64]
Values: TypeAlias = Mapping[Any, Array]

CARDS = ("lost", *(f"gear {gear}" for gear in range(1, 7)))
"""By gear: the charge of its card; 0 is the card that is turned when control is lost."""


def charges_of(gears: int) -> tuple[str, ...]:
    """All charges in a game of so many gears."""
    return ("wheel", "earned", "spent", "out", *CARDS[: gears + 1])


_TRIFLE = 1e-6
APART = Weight(
    gears=tuple(1 + _TRIFLE * much for much in (-1.0, 7.0, -4.0, 2.0, -6.0, 1.5, -2.5)),
    wheel=1 + 4.5 * _TRIFLE,
    earned=1 + 3 * _TRIFLE,
    spent=1 - 2 * _TRIFLE,
    out=1 + 5 * _TRIFLE,
)
"""Decides between ways to drive that are worth the same. All of it together is far less than a table keeps."""
NUDGE = 1e-8
"""By how much more a charge counts, to see how much of it there is: a hundredth of what lies between two ways."""

MARK = b"rallyman-tutor charges 2\n"
NEAR = 4
"""How many spaces a piece has, by their numbers: rows of spaces side by side are often the same."""


def nudged(charge: str) -> Weight:
    """`APART`, where this charge counts a little more."""
    if charge in CARDS:
        at = CARDS.index(charge)
        gears = (much * (1 + NUDGE) if gear == at else much for gear, much in enumerate(APART.gears))
        return APART._replace(gears=tuple(gears))
    return APART.more(charge, NUDGE)


def weigh(solve: Callable[[Weight], Values], charges: Sequence[str]) -> dict[str, dict[Any, Array]]:
    """How much of each charge there is from every start of a turn, but for the last: all together are the cost, which
    the table of the stage has. `solve` is one sweep of the stage."""
    costs = solve(APART)
    found = {}
    for charge in charges[:-1]:
        more = solve(nudged(charge))
        found[charge] = {key: (more[key] - cost) / NUDGE for key, cost in costs.items()}
    return found


def pack(named: str, charges: Sequence[str], weighed: Mapping[str, Values], shapes: Shapes) -> bytes:
    """The charges of a stage as bytes: a piece for each few spaces. A *row* has all charges for each number of seconds
    in hand, of which the differences are kept. Beside each other there are many that are the same; each is kept
    once."""
    pieces = []
    for keys in _pieces_of(shapes):
        rows = np.concatenate([_rows([weighed[charge][key] for charge in charges[:-1]]) for key, _ in keys])
        different, which = np.unique(rows, axis=0, return_inverse=True)
        pieces.append(zlib.compress(_planes(which.reshape(-1)) + _planes(different.reshape(-1)), 9))
    body = b"".join(pieces)
    head = {
        "name": named,
        "sum": hashlib.sha256(body).hexdigest(),
        "charges": list(charges),
        "pieces": [len(piece) for piece in pieces],
    }
    return MARK + json.dumps(head).encode() + b"\n" + body


class Charges:
    """The charges of a stage, as they were packed; a piece is unpacked when it is asked for."""

    def __init__(self, data: bytes, named: str, shapes: Shapes) -> None:
        if not data.startswith(MARK):
            raise RefusedTable("these are no charges")
        line, _, self._body = data[len(MARK) :].partition(b"\n")
        try:
            head = json.loads(line)
        except ValueError as error:
            raise RefusedTable("the charges are damaged") from error
        if head.get("name") != named:
            raise RefusedTable("the charges were worked out from something else")
        if hashlib.sha256(self._body).hexdigest() != head["sum"]:
            raise RefusedTable("the charges are damaged")
        self.charges: tuple[str, ...] = tuple(head["charges"])
        ends = [0, *accumulate(head["pieces"])]
        self._parts = [slice(first, last) for first, last in pairwise(ends)]
        self._shapes = shapes
        self._known: dict[int, tuple[bytes, bytes, int]] = {}

    @cached_property
    def _places(self) -> dict[Key, tuple[int, int, tuple[int, ...]]]:
        """By key: the number of its piece, where its rows begin there, and its shape."""
        found = {}
        for number, keys in enumerate(_pieces_of(self._shapes)):
            at = 0
            for key, shape in keys:
                found[key] = number, at, shape
                at += prod(shape[:-1])
        return found

    def at(self, key: Key, row: tuple[int, ...], cost: float) -> dict[str, float]:
        """The charges from one start of a turn, which add up to its cost."""
        number, first, shape = self._places[key]
        if number not in self._known:
            self._known[number] = self._unpacked(number)
        which, different, wide = self._known[number]
        *told, last = self.charges
        at = 0
        for place, size in zip(row[:-1], shape[:-1], strict=True):
            at = at * size + place
        (line,) = _numbers(which, first + at, 1)
        steps = _numbers(different, line * wide, (row[-1] + 1) * len(told))
        found = {charge: sum(steps[n :: len(told)]) / STEPS for n, charge in enumerate(told)}
        return {**found, last: cost - sum(found.values())}

    def _unpacked(self, number: int) -> tuple[bytes, bytes, int]:
        """By row its number among those that differ, these, and how many numbers a row has."""
        try:
            data = zlib.decompress(self._body[self._parts[number]])
        except zlib.error as error:
            raise RefusedTable("the charges are damaged") from error
        shapes = [shape for of, _, shape in self._places.values() if of == number]
        many = 4 * sum(prod(shape[:-1]) for shape in shapes)
        return data[:many], data[many:], shapes[0][-1] * (len(self.charges) - 1)


def _pieces_of(shapes: Shapes) -> Iterator[list[tuple[Key, tuple[int, ...]]]]:
    """The arrays of each piece."""
    for _, keys in groupby(shapes, key=lambda one: one[0][0] // NEAR):
        yield list(keys)


def _rows(charges: Sequence[Array]) -> NDArray[np.int32]:
    """The rows of one array of starts."""
    steps = np.rint(np.stack(charges, axis=-1) * STEPS).astype(np.int32)
    return np.diff(steps, axis=-2, prepend=0).reshape(-1, steps.shape[-2] * steps.shape[-1])


def _planes(numbers: NDArray[Any]) -> bytes:
    """Numbers near 0 as bytes: small whichever sign they have, their first bytes together, then their second ones."""
    whole = numbers.astype(np.int32)
    small = (whole << 1 ^ (whole >> 31)).astype("<u4")
    return small.view(np.uint8).reshape(-1, 4).T.tobytes()


def _numbers(planes: bytes, first: int, many: int) -> list[int]:
    """Some of the numbers of `_planes`: so few at once that this takes no numpy, which a browser has not."""
    high = len(planes) // 4
    parts = (planes[high * plane + first : high * plane + first + many] for plane in range(4))
    small = (a | b << 8 | c << 16 | d << 24 for a, b, c, d in zip(*parts, strict=True))
    return [one >> 1 ^ -(one & 1) for one in small]
