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
from itertools import groupby
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

MARK = b"rallyman-tutor charges 1\n"


def nudged(charge: str) -> Weight:
    """`APART`, where this charge counts a little more."""
    if charge in CARDS:
        at = CARDS.index(charge)
        gears = (much * (1 + NUDGE) if gear == at else much for gear, much in enumerate(APART.gears))
        return APART._replace(gears=tuple(gears))
    return APART.more(charge, NUDGE)


def weigh(solve: Callable[[Weight], Values], charges: Sequence[str]) -> dict[str, dict[Any, Array]]:
    """How much of each charge there is from every start of a turn; `solve` is one sweep of the stage."""
    costs = solve(APART)
    found = {}
    for charge in charges:
        more = solve(nudged(charge))
        found[charge] = {key: (more[key] - cost) / NUDGE for key, cost in costs.items()}
    return found


def pack(named: str, charges: Mapping[str, Values], shapes: Shapes) -> bytes:
    """The charges of a stage as bytes: a piece for each space. The last charge is left out, since all of them together
    are the cost, which the table of the stage has."""
    *told, _ = charges
    pieces, places = [], []
    for place, keys in _by_place(shapes):
        rows = [
            [np.diff(np.rint(charges[one][key] * STEPS).astype(np.int32), axis=-1, prepend=0) for key, _ in keys]
            for one in told
        ]
        flat = np.concatenate([array.reshape(-1) for row in rows for array in row])
        piece = zlib.compress(_planes(flat), 9)
        pieces.append(piece)
        places.append((place, len(piece)))
    body = b"".join(pieces)
    head = {"name": named, "sum": hashlib.sha256(body).hexdigest(), "charges": list(charges), "places": places}
    return MARK + json.dumps(head).encode() + b"\n" + body


class Charges:
    """The charges of a stage, as they were packed; a space is unpacked when it is asked for."""

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
        self._places = head["places"]
        self._shapes = shapes
        self._known: dict[int, dict[Key, NDArray[np.int64]]] = {}

    @cached_property
    def _pieces(self) -> dict[int, slice]:
        found, at = {}, 0
        for place, many in self._places:
            found[place] = slice(at, at + many)
            at += many
        return found

    @cached_property
    def _keys(self) -> dict[int, list[tuple[Key, tuple[int, ...]]]]:
        return dict(_by_place(self._shapes))

    def at(self, key: Key, row: tuple[int, ...], cost: float) -> dict[str, float]:
        """The charges from one start of a turn, which add up to its cost."""
        place = key[0]
        if place not in self._known:
            self._known[place] = self._unpacked(place)
        *told, last = self.charges
        arrays = self._known[place][key]
        found = {charge: float(array[row]) / STEPS for charge, array in zip(told, arrays, strict=True)}
        return {**found, last: cost - sum(found.values())}

    def _unpacked(self, place: int) -> dict[Key, NDArray[np.int64]]:
        try:
            data = zlib.decompress(self._body[self._pieces[place]])
        except zlib.error as error:
            raise RefusedTable("the charges are damaged") from error
        flat = _whole(data)
        found, at, many = {}, 0, len(self.charges) - 1
        sizes = [int(np.prod(shape)) for _, shape in self._keys[place]]
        rows = flat.reshape(many, sum(sizes))
        for (key, shape), size in zip(self._keys[place], sizes, strict=True):
            found[key] = np.cumsum(rows[:, at : at + size].reshape(many, *shape), axis=-1, dtype=np.int64)
            at += size
        return found


def _by_place(shapes: Shapes) -> Iterator[tuple[int, list[tuple[Key, tuple[int, ...]]]]]:
    for place, keys in groupby(shapes, key=lambda one: one[0][0]):
        yield place, list(keys)


def _planes(numbers: NDArray[np.int32]) -> bytes:
    """Numbers near 0 as bytes: small whichever sign they have, their first bytes together, then their second ones."""
    small = (numbers << 1 ^ (numbers >> 31)).astype("<u4")
    return small.view(np.uint8).reshape(-1, 4).T.tobytes()


def _whole(data: bytes) -> NDArray[np.int32]:
    """The numbers of `_planes`."""
    small = np.frombuffer(data, np.uint8).reshape(4, -1).T.copy().view("<u4").reshape(-1)
    return (small >> 1).astype(np.int32) ^ -(small & 1).astype(np.int32)
