"""Cases of this game that random games seldom meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rallyman_tutor.core.notation import ScriptedDraft

HELD: frozenset[int] = frozenset()
"""The numbers of the laws that hold of this game. In the end these are all."""


def positions(rng: random.Random) -> Iterator[Any]:
    """Positions that are seldom met."""
    return iter(())


def drafts(state: Any, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Drafts that are seldom laid."""
    return iter(())


def scripts(state: Any, rng: random.Random) -> Iterator[ScriptedDraft[Any]]:
    """Scripts that are seldom written."""
    return iter(())
