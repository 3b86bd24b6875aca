"""Random games of every kind, for tests that ask the same of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from tests.games.classic import rallies as classic
from tests.games.crazy_rally import races as crazy_rally
from tests.games.dirt import rallies as dirt
from tests.games.driving import Decision
from tests.games.mil_millas import rounds as mil_millas

RANDOM: dict[str, ModuleType] = {
    "classic": classic,
    "dirt": dirt,
    "crazy_rally": crazy_rally,
    "mil_millas": mil_millas,
}


def seeds(every: int = 1, **told: Iterable[int]) -> pytest.MarkDecorator:
    """Runs a test with some random games of each kind, by their seeds: an ordinary run with the first of every so
    many, and a wide run with all."""
    assert list(told) == list(SHELF)
    pairs = [(at, key, seed) for key, some in told.items() for at, seed in enumerate(some)]
    return pytest.mark.parametrize(
        ("key", "seed"),
        [pytest.param(key, seed, marks=pytest.mark.wide if at % every else []) for at, key, seed in pairs],
    )


def decisions(key: str, seed: int) -> Iterator[Decision[Any, Any]]:
    found: Iterator[Decision[Any, Any]] = RANDOM[key].drive(seed)
    return found
