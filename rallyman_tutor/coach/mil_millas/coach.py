"""The coach of Mil Millas."""

from __future__ import annotations

from rallyman_tutor.coach.card_coach import CardCoach
from rallyman_tutor.coach.contract import Playing
from rallyman_tutor.games.mil_millas.state import Move, State


def _playing() -> Playing[State, Move]:
    from rallyman_tutor.coach.mil_millas import playing

    return playing


COACH = CardCoach("mil_millas", _playing)
