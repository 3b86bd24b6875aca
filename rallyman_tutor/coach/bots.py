"""Who plays for the tutor, and who advises the learner: for each game, at three levels.

A bot knows what its seat sees and nothing else, and says why it does what it does: a key of the game's words under
`bots`, with facts. Race games have one careful driver for all levels; where hands are hidden, levels differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from rallyman_tutor.coach.drivers import careful
from rallyman_tutor.core.game import Game

LEVELS = ("novice", "club", "works")
COACHED = ("crazy_rally", "mil_millas")
"""The games that have a coach of their own, by the name of his module."""
NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Choice(NamedTuple):
    """A move, and why; no reason is given where there is nothing to explain."""

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


def choose(game: Game[Any, Any], state: Any, events: Iterable[Any], level: str, rng: Random) -> Choice:
    """What a bot of this level does for the player in turn, behind these events of the past."""
    if game.key in COACHED:
        own = import_module(f"{__package__}.{game.key}")
        made = own.play_for(state, tuple(events), level, rng)
        return Choice(made.move, made.reason, made.facts, made.reason in own.SECRETS)
    return Choice(careful(game, state, rng))


def advise(game: Game[Any, Any], state: Any, events: Iterable[Any], seed: str, tries: int) -> tuple[Advised, ...]:
    """The moves of the player in turn, best first, from what he can know; nothing where the game has no such coach."""
    if game.key not in COACHED:
        return ()
    found = import_module(f"{__package__}.{game.key}").advise_for(state, tuple(events), seed, tries)
    return tuple(Advised(*one) for one in found)
