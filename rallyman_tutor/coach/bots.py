"""Who plays for the tutor, and who advises the learner: for each game, at three levels.

A bot knows what its seat sees and nothing else, and says why it does what it does: a key of the game's words under
`bots`, with facts. Race games have one careful driver for all levels; where hands are hidden, levels differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from random import Random

from rallyman_tutor.coach.decision import Advised, Decision
from rallyman_tutor.coach.drivers import careful
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event

LEVELS = ("novice", "club", "works")
COACHED = ("crazy_rally", "mil_millas")
"""The games that have a coach of their own, by the name of its module."""


def choose(game: AnyGame, state: AnyState, events: Iterable[Event], level: str, rng: Random) -> Decision[AnyMove]:
    """What a bot of this level does for the player in turn, behind these events of the past."""
    if game.key in COACHED:
        own = import_module(f"{__package__}.{game.key}")
        decision: Decision[AnyMove] = own.play_for(state, tuple(events), level, rng)
        return decision._replace(secret=decision.reason in own.SECRETS)
    return Decision(careful(game, state, rng))


def advise(
    game: AnyGame, state: AnyState, events: Iterable[Event], seed: str, tries: int
) -> tuple[Advised[AnyMove], ...]:
    """The moves of the player in turn, by rank, from what they can know; nothing where the game has no such coach."""
    if game.key not in COACHED:
        return ()
    own = import_module(f"{__package__}.{game.key}")
    return tuple(own.advise_for(state, tuple(events), seed, tries))
