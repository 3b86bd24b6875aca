"""What every coach answers with: a decision with its reason, and a move with what it is worth.

They are here, below the coaches of single games, so that each is one thing by one name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Decision(NamedTuple):
    """A move, and why: a key of the game's words under `bots`, with facts; nothing where there is nothing to explain."""

    move: Any
    reason: str = ""
    facts: Mapping[str, object] = NO_FACTS
    secret: bool = False  # the reason tells what the others may not know before the game is over


class Advised(NamedTuple):
    """A move with what came of it when it was played out many times, and how sure that is."""

    move: Any
    mean: float
    error: float  # the standard error of the mean
    tries: int
