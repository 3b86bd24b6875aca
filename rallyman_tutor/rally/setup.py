"""A rally as it is asked for: who drives, on which stages, by which rules, with which luck.

    setup = RallySetup("dirt", entries(SHELF["dirt"], 3), stages_of("dirt", "R2"))
    drawn(SHELF["dirt"], 3, "short", "hard", "7")        stages drawn by chance: the same seed, the same stages

The games themselves say what of it is allowed: `rally.begin` hands the description to their `new`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.core.game import AnyGame, Spec
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import DRIVERS
from rallyman_tutor.rally.box import NOTHING_AGREED, Difficulty, Length, Settings
from rallyman_tutor.rally.boxes import box_of

PERSON = ""
"""Stands for the level of a driver for whom somebody decides."""
CAREFUL = "careful"
"""The level of a driver who looks one move ahead, in games with dice only."""


class Entry(NamedTuple):
    """A driver, and the level of the bot that decides for them, or PERSON."""

    name: str
    level: str = PERSON


class RallySetup(NamedTuple):
    """A rally before it begins."""

    entries: tuple[Entry, ...]
    stages: tuple[str, ...] = ()  # none in a game of cards
    many: int = 0  # how many races or hands, in a game of cards; 0: as many as it takes
    agreed: Settings = NOTHING_AGREED
    seed: str = "1"


def levels_of(game: AnyGame) -> tuple[str, ...]:
    """The levels of bots in a game, the weakest first."""
    return (CAREFUL, *LEVELS) if has_race_coach(game) else LEVELS


def entries(many: int, level: str = LEVELS[1], persons: Sequence[str] = ()) -> tuple[Entry, ...]:
    """So many drivers: these persons, and bots of a level with the usual names that are left."""
    names = [name for name in DRIVERS if name not in persons]
    bots = tuple(Entry(name, level) for name in names[: max(0, many - len(persons))])
    return (*map(Entry, persons), *bots)


def drawn(game: AnyGame, many: int, length: Length, difficulty: Difficulty, seed: str) -> tuple[str, ...]:
    """Stages drawn by chance, no two alike. A game of cards has none."""
    rng, draw = Random(f"{seed}:stages"), box_of(game).draw
    found: dict[str, None] = {}
    while draw is not None and len(found) < many:
        found[draw(rng, length, difficulty, len(found) + 1 == many)] = None
    return tuple(found)


def spec_of(game: AnyGame, setup: RallySetup) -> Spec:
    """The description of the game that is to be played."""
    for entry in setup.entries:
        if entry.level not in (PERSON, *levels_of(game)):
            raise Refused("not-offered", {"found": entry.level})
    names = [entry.name for entry in setup.entries]
    return box_of(game).spec(names, setup.stages, setup.many, setup.agreed)
