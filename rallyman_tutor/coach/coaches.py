"""The coaches there are, one a game, listed by hand; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import cast

from rallyman_tutor.coach.card_coach import AnyCardCoach, CardCoach
from rallyman_tutor.coach.contract import AnyTask, AnyValues
from rallyman_tutor.coach.race_coach import AnyRaceCoach, RaceCoach
from rallyman_tutor.core.game import AnyGame, Game, Move, State


def _classic() -> AnyRaceCoach:
    from rallyman_tutor.coach.classic.coach import COACH

    return cast("AnyRaceCoach", COACH)


def _dirt() -> AnyRaceCoach:
    from rallyman_tutor.coach.dirt.coach import COACH

    return cast("AnyRaceCoach", COACH)


def _crazy_rally() -> AnyCardCoach:
    from rallyman_tutor.coach.crazy_rally.coach import COACH

    return cast("AnyCardCoach", COACH)


def _mil_millas() -> AnyCardCoach:
    from rallyman_tutor.coach.mil_millas.coach import COACH

    return cast("AnyCardCoach", COACH)


RACES: Mapping[str, Callable[[], AnyRaceCoach]] = MappingProxyType({"classic": _classic, "dirt": _dirt})
"""The games with dice, in which driving is reckoned."""
CARDS: Mapping[str, Callable[[], AnyCardCoach]] = MappingProxyType(
    {"crazy_rally": _crazy_rally, "mil_millas": _mil_millas}
)
"""The games with cards, in which moves are played out."""


def work_out(key: str, stage: str, settings: Mapping[str, float]) -> bytes:
    """The table of a stage, worked out anew. It can be asked for in another process, where a coach cannot be sent."""
    coach = RACES[key]()
    return coach.work_out(coach.task_of(stage, settings))


def coach_of(game: AnyGame) -> AnyRaceCoach | AnyCardCoach | None:
    """The coach of a game; None for a game that has none."""
    found = RACES.get(game.key) or CARDS.get(game.key)
    return found() if found else None


def race_coach(game: Game[State, Move]) -> RaceCoach[State, Move, AnyTask, AnyValues]:
    """The coach of a game with dice."""
    return cast("RaceCoach[State, Move, AnyTask, AnyValues]", RACES[game.key]())


def card_coach(game: Game[State, Move]) -> CardCoach[State, Move]:
    """The coach of a game with cards."""
    return cast("CardCoach[State, Move]", CARDS[game.key]())


def has_race_coach(game: Game[State, Move]) -> bool:
    """Whether driving is reckoned in a game."""
    return game.key in RACES


def has_card_coach(game: Game[State, Move]) -> bool:
    """Whether moves are played out in a game."""
    return game.key in CARDS
