"""The things that a test goes through: at least one, or the test has looked at nothing.

for rule in some(game.rules()): assert ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> Iterator[T]:
    """Each of them; an assertion fails where there is none."""
    empty = True
    for thing in things:
        empty = False
        yield thing
    assert not empty, "there was nothing to look at"
