"""A visitor may bring back anything as a table or progress: it is read in a moment, or refused, and never breaks
anything."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import LONGEST_START, MOST_BYTES, MOST_MOVES, BadSave, load, pack, unpack
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.session import sharing
from tests.some import some

PATIENCE = 60  # seconds, on any machine: what is counted without a bound takes hours

MANY = 100_000
BIG = "999999999"


def ends(read: Callable[[Any], object], told: Any) -> bool:
    """Whether something is read or refused in time; what goes on for ever is broken off."""

    def over(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(PATIENCE)
    try:
        with suppress(Refused, Illegal, BadSave):
            read(told)
    except TimeoutError:
        return False
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return True


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of plain data with its place, lists themselves too."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
        return
    yield path, data
    if isinstance(data, list):
        for at, value in enumerate(data[:3]):
            yield from leaves(value, (*path, at))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Plain data with another value in one place."""
    copied = json.loads(json.dumps(data))
    within = copied
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = value
    return copied


def deep(levels: int) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


def worse(value: Any) -> Iterator[Any]:
    """Whatever decides how much is counted, larger than anybody needs."""
    yield from (None, [], {}, deep(900))
    match value:
        case bool():
            return
        case int() | float():
            yield from (10**9, -1, 10**5, 10**300, 0.5)
        case str():
            yield from (re.sub(r"\d+", BIG, value), re.sub(r"\d+", "99999", value))
            yield from ((value + " ") * 10_000, (value or "9") * 10_000)
        case list():
            yield value * (MANY // max(1, len(value)))
            yield [""] * MANY


@pytest.mark.parametrize("key", SHELF)
def test_a_table_put_back_with_anything_in_it_is_read_soon_or_refused(key: str) -> None:
    game = SHELF[key]
    saved = sharing.save(setups.begin_drive(game, setups.default_setup(game)))
    for path, value in some(leaves(saved)):
        for other in some(worse(value)):
            assert ends(partial(sharing.restore, game), put(saved, path, other)), path


def test_progress_put_back_with_anything_in_it_is_read_soon_or_refused() -> None:
    told = progress.plain(progress.Progress())
    for path, value in leaves(told):
        for other in some(worse(value)):
            assert ends(progress.read, put(told, path, other)), path
    for key in some(told):
        for other in (deep(900), {str(n): n for n in range(MANY)}, {BIG: {BIG: BIG}}, [BIG] * MANY):
            assert ends(progress.read, {**told, key: other}), key


@pytest.mark.parametrize("key", SHELF)
def test_a_save_that_is_longer_than_any_game_is_refused_before_it_is_played(key: str) -> None:
    game = SHELF[key]
    saved = setups.begin_drive(game, setups.default_setup(game)).replay.save()
    for long in (
        {**saved, "moves": [["w"]] * (MOST_MOVES + 1)},
        {**saved, "start": {**saved["start"], "more": "x" * LONGEST_START}},
    ):
        with pytest.raises(BadSave) as refused:
            load(game, long)
        assert refused.value.key == "too-long"


@pytest.mark.parametrize(
    "data", ["[" * 100_000, "x" * (MOST_BYTES + 1), [[0] * 1000] * 1_000], ids=["deep", "long", "wide"]
)
def test_a_code_that_swells_is_given_up_in_time(data: object) -> None:
    assert ends(unpack, pack(data))
