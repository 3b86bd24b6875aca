"""Bots that play for the tutor at three levels, and advice for the learner.

A bot knows only what its seat sees. It gives its reason as a key of the game's words under `bots`, with facts. A race
game without values at hand has one careful driver for all levels.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from random import Random

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.card_coach import CardCoach
from rallyman_tutor.coach.coaches import card_coach, coach_of, has_card_coach, has_race_coach
from rallyman_tutor.coach.decision import Advice, Decision, PlayOutInParts
from rallyman_tutor.coach.drivers import careful_move
from rallyman_tutor.coach.race_coach import RaceCoach
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event

LEVELS = ("novice", "club", "works")


def level_in_lessons(game: AnyGame) -> str:
    """How the others play in lessons. In a race game they are careful drivers, of no level: a lesson goes the same way
    whatever the tables of its road say."""
    return "" if has_race_coach(game) else LEVELS[1]


def choose(game: AnyGame, state: AnyState, events: Iterable[Event], level: str, rng: Random) -> Decision[AnyMove]:
    """The decision of a bot of this level for the player in turn; `events` are all events so far. A driver of no level
    is careful."""
    match coach_of(game):
        case CardCoach(playing=playing):
            decision = playing().play_for(state, tuple(events), level, rng)
            return decision._replace(secret=decision.reason in playing().SECRETS)
        case RaceCoach() if level in LEVELS:
            with suppress(Unsolvable):  # such as a choice of tyres
                return racing.play_for(game, state, level)
    return Decision(careful_move(game, state, rng))


def advise(
    game: AnyGame, state: AnyState, events: Iterable[Event], seed: str, tries: int
) -> tuple[Advice[AnyMove], ...]:
    """The moves of the player in turn by rank, as far as that player can know; empty where moves are not played out."""
    if not has_card_coach(game):
        return ()
    return card_coach(game).playing().advise_for(state, tuple(events), seed, tries)


def taken_apart(game: AnyGame, seen: AnyState, seed: str) -> PlayOutInParts[AnyMove]:
    """The worth of moves in each imagined game that fits the view of the player in turn, in a game with cards, in
    parts that add up to it."""
    return card_coach(game).playing().taken_apart(seen, seed)


def dealt(game: AnyGame, seen: AnyState, rng: Random) -> AnyState:
    """A whole game that fits the view of the player in turn, in a game with cards."""
    return card_coach(game).playing().dealt(seen, rng)


def can_be_weighed(game: AnyGame, seen: AnyState) -> bool:
    """Whether playing out tells what a decision of this moment cost, in a game with cards."""
    return card_coach(game).playing().can_be_weighed(seen)
