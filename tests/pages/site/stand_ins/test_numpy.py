"""The stand-in for numpy in the browser does as numpy does, in all that the coach asks of it there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy
import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.pages.site.stand_ins import numpy as plain
from tests.golden.visits import WALKS, file_of
from tests.pages.site.advised import advised
from tests.pages.site.coached import asked_of
from tests.pages.site.sites import ROOT
from tests.some import some

CUBE, ROW, WORDS = [2, 3, 4], [3, 1], [5, 11]
"""Shapes."""


def numbers(np: Any, shape: list[int], whole: bool = False) -> Any:
    """Numbers drawn by lot, alike for numpy and for what stands in its place."""
    luck, many = Random(str(shape)), numpy.prod(shape)
    return np.array([luck.randrange(9) if whole else luck.uniform(-9, 9) for _ in range(many)]).reshape(shape)


def changed(array: Any, key: Any, value: Any) -> Any:
    array[key] = value
    return array


def added(array: Any, more: Any) -> Any:
    part = array[1, ..., 1:3]
    part += more
    return array


def written(np: Any) -> Any:
    """An array into parts of which something was written."""
    found = np.zeros((2, 3, 4))
    np.minimum(numbers(np, CUBE)[0], numbers(np, ROW), out=found[1])
    np.multiply(2, numbers(np, ROW), out=found[0, :, :1])
    return found


ASKED: dict[str, Callable[[Any], Any]] = {
    "sum": lambda np: numbers(np, CUBE) + numbers(np, ROW) * 2 - 1,
    "the other way round": lambda np: 1 - 3 * numbers(np, CUBE) / 7,
    "whole numbers": lambda np: numbers(np, CUBE, True) // 3 % 2 + (np.array([9, 4]) >> 1)[:, None, None],
    "comparing": lambda np: (numbers(np, CUBE) <= 1) & ~(numbers(np, CUBE) > numbers(np, ROW)),
    "equal": lambda np: (numbers(np, CUBE, True) == 3) & (numbers(np, CUBE) >= -3) & (numbers(np, CUBE) < 3),
    "least": lambda np: np.minimum(numbers(np, CUBE), numbers(np, ROW)),
    "most": lambda np: np.maximum(0.5, numbers(np, CUBE)),
    "written": written,
    "a part": lambda np: numbers(np, CUBE)[1, :, 1:3],
    "from the end": lambda np: numbers(np, CUBE)[..., -1],
    "every second": lambda np: numbers(np, CUBE)[:, ::2],
    "a new axis": lambda np: numbers(np, CUBE)[:, None, 1],
    "listed": lambda np: numbers(np, CUBE)[..., np.array([3, 0, 0])],
    "listed in rows": lambda np: numbers(np, CUBE)[:, np.array([[2, 0], [1, 1]])],
    "listed, and a new axis": lambda np: numbers(np, [7])[np.array([3, 5]), None],
    "those that": lambda np: numbers(np, [7])[numbers(np, [7]) > 0],
    "changed": lambda np: changed(numbers(np, CUBE), (slice(None), 1), numbers(np, [4])),
    "changed where listed": lambda np: changed(numbers(np, CUBE), (..., np.array([2, 0]), slice(None, 2)), 0),
    "changed in a part of a part": lambda np: added(numbers(np, CUBE), numbers(np, [3, 2])),
    "in another shape": lambda np: numbers(np, CUBE)[:, 1:].reshape(-1, 2),
    "columns": lambda np: numbers(np, WORDS).T,
    "an axis moved": lambda np: np.moveaxis(numbers(np, CUBE), 2, 0),
    "repeated": lambda np: np.repeat(numbers(np, CUBE)[:, :1], 3, axis=1),
    "put together": lambda np: np.concatenate([numbers(np, CUBE), np.full((2, 1, 4), 7)], axis=1),
    "one below the other": lambda np: np.concatenate([numbers(np, CUBE), numbers(np, CUBE)]),
    "stacked": lambda np: np.stack([numbers(np, ROW), numbers(np, ROW)]),
    "stacked behind one another": lambda np: np.stack([numbers(np, CUBE), numbers(np, CUBE) * 2], axis=2),
    "arrays as rows": lambda np: np.array([numbers(np, ROW), numbers(np, ROW)]),
    "stretched": lambda np: np.broadcast_to(numbers(np, ROW), (2, 3, 4)),
    "alike": lambda np: np.empty_like(np.full_like(numbers(np, CUBE), 3)) * 0,
    "by a condition": lambda np: np.where(numbers(np, CUBE) > 0, numbers(np, ROW), np.inf),
    "step by step": lambda np: np.cumsum(numbers(np, CUBE, True), axis=-1, dtype=np.int64),
    "places": lambda np: np.array([one.reshape(-1) for one in np.indices((2, 3))]),
    "places as numbers": lambda np: np.ravel_multi_index((np.array([1, 0]), np.array([2, 1])), (2, 3)),
    "counted": lambda np: np.bincount(np.array([1, 1, 3]), np.array([0.5, 0.25, 4.0]), 5),
    "where it belongs": lambda np: np.searchsorted(np.array([1, 1, 4, 6]), [0, 1, 5, 9]),
    "where it is so": lambda np: np.flatnonzero([True, False, True]),
    "different ones": lambda np: np.unique(np.array([3, 1, 3, 2])),
    "where different ones stand": lambda np: np.array(
        np.unique(np.array([3, 1, 3, 2]), return_index=True, return_inverse=True)[1:][1]
    ),
    "least of every row": lambda np: numbers(np, WORDS).min(axis=1),
    "where the most of every row stands": lambda np: numbers(np, WORDS).argmax(axis=1),
    "in order": lambda np: numbers(np, [7]).argsort(),
    "products": lambda np: np.tensordot(numbers(np, [3, 2]), numbers(np, CUBE), 1),
    "a product": lambda np: np.array([numbers(np, [7]) @ numbers(np, [7])]),
    "bits": lambda np: np.packbits(numbers(np, WORDS) > 0, axis=1),
    "bits of columns": lambda np: np.packbits(numbers(np, WORDS) > 0, axis=0).T,
    "bits again": lambda np: np.unpackbits(np.packbits(numbers(np, WORDS) > 0, axis=1), axis=1, count=11).astype(bool),
    "bits together": lambda np: np.bitwise_or.reduceat(numbers(np, [5, 2], True), np.array([0, 3]), axis=0),
    "bits together in rows": lambda np: np.bitwise_or.reduceat(numbers(np, [2, 5], True), np.array([0, 3]), axis=1),
    "as bytes": lambda np: np.frombuffer(b"\1\0\0\0\xff\xff\xff\xff\2\0\0\0", "<i4", 2, 4),
    "nothing": lambda np: np.zeros(0, np.intp),
}


@pytest.mark.parametrize("asked", ASKED)
def test_it_does_as_numpy_does(asked: str) -> None:
    theirs, ours = ASKED[asked](numpy), ASKED[asked](plain)
    assert ours.shape == theirs.shape
    assert ours.reshape(-1).tolist() == pytest.approx(theirs.reshape(-1).tolist())


def test_rows_of_bits_are_told_apart_as_numpy_does() -> None:
    from rallyman_tutor.coach.dirt.solver import flat_out

    rows = [[1, 0, 255, *(0,) * 13], [0, 9, 9, *(0,) * 13], [1, 0, 255, *(0,) * 13], [1, 0, 255, *(0,) * 12, 3]]
    packed: Any = plain.array(rows)
    which, alike = flat_out.distinct(numpy.array(rows, numpy.uint8))
    assert len(which) == 3 and [rows[which[one]] for one in alike] == rows
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(flat_out, "np", plain)
        which, alike = flat_out.distinct(packed)
    assert len(which) == 3 and [rows[which[one]] for one in alike] == rows


def test_parts_share_their_numbers_and_what_is_listed_does_not() -> None:
    whole = plain.zeros((2, 3))
    part, listed = whole[1], whole[:, plain.array([0, 1])]
    part[0], listed[0, 0] = 5, 9
    assert whole.tolist() == [[0, 0, 0], [5, 0, 0]]


def test_what_is_missing_says_so() -> None:
    with pytest.raises(Unsolvable, match="browser"):
        plain.triu([[1]])


REPLACE = """
import json, sys
from importlib import import_module
for name in ("numpy", "numpy.typing"):
    sys.modules[name] = import_module("rallyman_tutor.pages.site.stand_ins." + name)
from tests.golden.visits import told
from tests.golden.visits import WALKS, file_of
from tests.pages.site.advised import advised
from tests.pages.site.coached import asked_of
from tests.pages.site.coached import asked_of
races, visits, whole = json.loads(sys.argv[1])
for key in races:
    print(advised(key, 1, 2))
    print(asked_of(key, whole))
print(json.dumps([told(name) for name in visits]))
"""
"""Asks the coach in a process that has no numpy."""
Without = Mapping[str, str]


def told_without(visits: Sequence[str], whole: bool) -> Without:
    """All that the coach tells without numpy: by game, by game and "asked", and by the name of a visit."""
    given = json.dumps([[*RACES], visits, whole])
    done = subprocess.run([sys.executable, "-c", REPLACE, given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    *lines, gone = done.stdout.splitlines()
    names = [name for key in RACES for name in (key, f"{key} asked")]
    return {**dict(zip(names, lines, strict=True)), **dict(zip(visits, json.loads(gone), strict=True))}


@pytest.fixture(scope="module")
def without() -> Without:
    return told_without(["classic-reviews", "mil_millas-practice"], whole=False)


def test_decisions_cost_the_same_without_numpy(without: Without) -> None:
    for key in RACES:
        here = json.loads(advised(key, 1, 2))
        assert len(here) == 2 and json.loads(without[key]) == here, key


@pytest.mark.parametrize("key", RACES)
def test_all_that_a_page_asks_of_the_coach_is_told_the_same_without_numpy(without: Without, key: str) -> None:
    here, there = json.loads(asked_of(key)), json.loads(without[f"{key} asked"])
    assert there.keys() == here.keys() > {"a puzzle", "advice"}
    for name, told in some(here.items()):
        assert there[name] == told, name


def test_somebody_who_looks_back_and_practises_cards_is_told_the_same_without_numpy(without: Without) -> None:
    for name in ("classic-reviews", "mil_millas-practice"):
        assert without[name] == file_of(name).read_text("utf-8"), name


@pytest.mark.wide
def test_every_visitor_of_a_race_is_told_the_same_without_numpy() -> None:
    names = [name for name in WALKS if name.startswith(tuple(RACES))]
    found = told_without(names, whole=True)
    for name in some(names):
        assert found[name] == file_of(name).read_text("utf-8"), name
    for key in RACES:
        assert json.loads(found[f"{key} asked"]) == json.loads(asked_of(key, whole=True)), key
