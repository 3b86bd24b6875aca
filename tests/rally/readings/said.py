"""All that a second reading of the rules may hear: moves, dice and cards as they are said aloud at a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rallyman_tutor.core.game import Event


class Said(NamedTuple):
    """One move: whose decision it was, in notation, what dice and cards showed, and what was called out of it."""

    seat: int
    move: str
    shown: tuple[str, ...]
    called: Sequence[Event]
    road: Sequence[str] = ()  # the spaces of the stage on the table, by name, in order


class Reading(Protocol):
    """A second reading of a game's rules, written from the catalogue."""

    def hear(self, said: Said) -> Iterator[str]:
        """Carries one more move out; gives what the rules say against it."""

    def table(self, state: Any) -> Iterator[tuple[str, object, object]]:
        """Names all that should lie on the table by this reading, each with what lies there by the engine's state."""


Spec = Mapping[str, Any]
