"""Tables of solved stages, as bytes: the cost of every start of a turn until the finish. `table_files.py` has their
places.

Whoever reads a table says what it is for; one with another name, or one that does not hold what its name says, is
refused. Values are kept to a hundredth of a second.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Key: TypeAlias = tuple[int, ...]
Shapes: TypeAlias = Sequence[tuple[Key, tuple[int, ...]]]
"""The arrays of a table, in its order: the key of each, and its shape."""

MARK = b"rallyman-tutor table 1\n"
STEPS = 100
"""Into how many parts a second is divided."""


class RefusedTable(Exception):
    """A file that is not the table it should be."""


class Table(NamedTuple):
    """A table as it was read."""

    told: Mapping[str, Any]
    values: Mapping[Key, NDArray[np.float64]]


def pack(named: str, told: Mapping[str, Any], values: Mapping[Any, NDArray[np.float64]], shapes: Shapes) -> bytes:
    """A table as bytes. Along the last axis (seconds) values differ little, so their differences are kept."""
    parts = []
    for key, shape in shapes:
        array = values[key]
        assert array.shape == shape, "a table holds what its task says"
        steps = np.rint(array * STEPS).astype(np.int64)
        assert abs(steps).max() < 2**31, "no value is beyond what a table can hold"
        parts.append(np.diff(steps, axis=-1, prepend=0).astype("<i4").tobytes())
    body = b"".join(parts)
    head = {"name": named, "sum": hashlib.sha256(body).hexdigest(), "told": told}
    return MARK + json.dumps(head, sort_keys=True).encode() + b"\n" + lzma.compress(body, preset=6)


def read_told(data: bytes, named: str) -> Mapping[str, Any]:
    """The facts that were packed with a table, without its values."""
    told: Mapping[str, Any] = _head(data, named)[0]["told"]
    return told


def unpack(data: bytes, named: str, shapes: Shapes) -> Table:
    """The table of this name; anything else is refused."""
    head, rest = _head(data, named)
    try:
        body = lzma.decompress(rest)
    except lzma.LZMAError as error:
        raise RefusedTable("the table is damaged") from error
    if hashlib.sha256(body).hexdigest() != head["sum"]:
        raise RefusedTable("the table is damaged")
    if len(body) != 4 * sum(int(np.prod(shape)) for _, shape in shapes):
        raise RefusedTable("the table holds something else")
    values, at = {}, 0
    for key, shape in shapes:
        many = int(np.prod(shape))
        steps = np.frombuffer(body, "<i4", many, 4 * at).reshape(shape)
        values[key] = np.cumsum(steps, axis=-1, dtype=np.int64) / STEPS
        at += many
    return Table(head["told"], values)


def _head(data: bytes, named: str) -> tuple[Any, bytes]:
    if not data.startswith(MARK):
        raise RefusedTable("this is no table")
    line, _, rest = data[len(MARK) :].partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError as error:
        raise RefusedTable("the table is damaged") from error
    if head.get("name") != named:
        raise RefusedTable("the table was worked out from something else")
    return head, rest
