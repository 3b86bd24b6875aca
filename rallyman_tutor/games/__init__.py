"""The shelf: one room a game. Games share parts, never rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import cast

from rallyman_tutor.core.game import AnyGame

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "classic": "Rallyman (2009)",
        "dirt": "Rallyman: DIRT",
        "crazy_rally": "Crazy Rally",
        "mil_millas": "Mil Millas",
    }
)
"""The games there are, by the names of their rooms."""

DRIVERS = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gala", "Hugo", "Ines")
"""Who plays where nobody is named. More than any game seats: for the rule that refuses the last of them."""


class _Shelf(Mapping[str, AnyGame]):
    """A game is taken from the shelf when it is asked for: who plays one need not wait for the others."""

    def __getitem__(self, key: str) -> AnyGame:
        if key not in NAMES:
            raise KeyError(key)
        return cast("AnyGame", import_module(f"{__name__}.{key}").GAME)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


SHELF = _Shelf()
