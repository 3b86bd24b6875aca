"""The coach of a game with cards: players at three levels, and moves weighed by playing them out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from rallyman_tutor.coach.contract import Move, Playing, State
from rallyman_tutor.core.game import AnyMove, AnyState


@dataclass(frozen=True, eq=False)
class CardCoach(Generic[State, Move]):
    """The answers of a game with cards about playing."""

    key: str
    playing: Callable[[], Playing[State, Move]]


AnyCardCoach: TypeAlias = CardCoach[AnyState, AnyMove]
