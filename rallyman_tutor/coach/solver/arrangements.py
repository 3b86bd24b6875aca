"""Expressions for what rolled dice can still be driven to, over all ways to lay them; each is worked out once.

A driver who lays rolled dice chooses the best among ends: spaces in a gear, with control or without. Many hands of dice
lead to the same ends, so an expression is made once and known by its number: two hands with the same number are worth
the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any


class Expressions:
    """Expressions by number: an end, the least of several, or a card that is drawn on the way."""

    def __init__(self) -> None:
        self.made: list[tuple[str, tuple[Any, ...]]] = []
        self._least: dict[frozenset[int], int] = {}
        self._numbers: dict[tuple[str, tuple[Any, ...]], int] = {}

    def end(self, *told: Hashable) -> int:
        return self._number("end", told)

    def drawn(self, place: int, harmless: int, puncture: int) -> int:
        """A shortcut card drawn on a space: what follows a harmless one, and what follows a puncture."""
        return self._number("drawn", (place, harmless, puncture))

    def least(self, among: Iterable[int]) -> int:
        """The best of these, for the driver to choose."""
        same = frozenset(among)
        found = self._least.get(same)
        if found is None:
            found = self._least[same] = self._flat(same)
        return found

    def written(self, number: int) -> tuple[Any, ...]:
        """An expression in full. Its number tells when it was made; this tells those apart that are worth the same."""
        kind, told = self.made[number]
        if kind == "least":
            return kind, *sorted(map(self.written, told))
        if kind == "drawn":
            return kind, told[0], *map(self.written, told[1:])
        return kind, *told

    def forget(self) -> None:
        """Forget which choices were met before; their expressions stay."""
        self._least.clear()

    def _flat(self, among: Iterable[int]) -> int:
        flat: set[int] = set()
        for number in among:
            kind, told = self.made[number]
            flat.update(told if kind == "least" else (number,))
        if len(flat) == 1:
            return flat.pop()
        return self._number("least", tuple(sorted(flat)))

    def _number(self, kind: str, told: tuple[Any, ...]) -> int:
        found = self._numbers.get((kind, told))
        if found is None:
            found = self._numbers[kind, told] = len(self.made)
            self.made.append((kind, told))
        return found
