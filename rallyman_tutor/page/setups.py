"""The choices for a free drive: the table, how many cars, who drives the others, and the luck."""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.page.intents import New
from rallyman_tutor.tutor.session import laying
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words import page_words


class Setup(NamedTuple):
    """A table as it was asked for."""

    table: str
    cars: int
    bots: bool = True
    seed: str = "1"
    level: str = LEVELS[1]


def default_setup(game: AnyGame, table: str = "") -> Setup:
    """The table a game begins with: the named one, by name or in notation; without a name the first of the game's
    own."""
    table = table or next(iter(game.ready_tables))
    return Setup(table, game.seats_at.get(table, game.seats)[0])


def requested_setup(game: AnyGame, new: New, before: Setup) -> Setup:
    """The table that was asked for; what the game does not allow is replaced by what it does."""
    return Setup(
        table=new.table[: laying.MOST_LETTERS] or before.table,
        cars=new.cars if new.cars in game.seats else game.seats[0],
        bots=new.bots,
        seed=new.seed[:40],
        level=new.level if new.level in LEVELS else LEVELS[1],
    )


def begin_drive(game: AnyGame, setup: Setup) -> Session:
    """A session at this table. The first car is the learner's; the others are bots, or the table is handed round."""
    drivers = page_words.driver_names(setup.cars, handed_round=game.has_hidden_hands and not setup.bots)
    bots = frozenset(range(1, _seats(game, setup.table, drivers))) if setup.bots else frozenset()
    return begin(game, setup.table, drivers, bots, setup.seed, setup.level)


def _seats(game: AnyGame, table: str, drivers: tuple[str, ...]) -> int:
    """How many sit there: a table told in notation may bring players of its own."""
    if table in game.ready_tables:
        return len(drivers)
    return len(game.result(game.new(game.spec(table, drivers)))["drivers"])
