"""The coach of Crazy Rally."""

from __future__ import annotations

from rallyman_tutor.coach.card_coach import CardCoach
from rallyman_tutor.coach.contract import Playing
from rallyman_tutor.games.crazy_rally.state import Move, State


def _playing() -> Playing[State, Move]:
    from rallyman_tutor.coach.crazy_rally import playing

    return playing


COACH = CardCoach("crazy_rally", _playing)
