"""The strength of drivers: the time of each level on the same stage, driven alone many times.

The dice of a drive come from its number, so that it can be driven anywhere, and in any order, with the same end.
Drivers of a level who make different mistakes take turns. Beside them, moves by lot.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import mean, stdev
from typing import NamedTuple

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.drivers import random_move
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import DRIVERS, SHELF

AT_ONCE = 25
"""The drives of one lot."""
SURE = 1.96
"""Standard errors within which the true mean lies 95 times in 100."""


class Lot(NamedTuple):
    """Some drives of one level on a stage."""

    game: str
    stage: str  # in notation
    level: str  # of the drivers; "random" for moves by lot
    numbers: tuple[int, ...]


class Strength(NamedTuple):
    """The average of a level's drivers. A drive that does not reach the finish counts as much as the solver charges
    it."""

    drives: int
    seconds: float
    give_or_take: float  # the true mean lies within so many seconds of it, 95 times in 100
    out: float  # the share of drives that do not reach the finish


def lots(game: str, stage: str, levels: Iterable[str], many: int) -> Iterator[Lot]:
    """So many drives of each level, in lots; all levels drive the same numbers."""
    for level in levels:
        for first in range(0, many, AT_ONCE):
            yield Lot(game, stage, level, tuple(range(first, min(many, first + AT_ONCE))))


def drive(lot: Lot, named: str, table: bytes) -> tuple[int | None, ...]:
    """The seconds of each drive of a lot; None for one that does not reach the finish. The drivers know the stage by
    its table, which comes along, since this may run on a machine that has none."""

    if table_files.read(named) is None:
        table_files.keep(named, table)
        forget()
    return tuple(_drive(lot, number) for number in lot.numbers)


def _drive(lot: Lot, number: int) -> int | None:
    game = SHELF[lot.game]
    state, luck, rng = game.new(game.spec(lot.stage, DRIVERS[:1])), Seeded(number), random.Random(number)
    drivers = racing.LEVELS.get(lot.level)
    while not game.over(state):
        move = (
            racing.drive(game, state, drivers[number % len(drivers)]).move if drivers else random_move(game, state, rng)
        )
        state, _ = game.play(state, move, luck)
    (seconds,) = game.result(state)["sums"]
    return seconds if game.still_in(state, 0) else None


def strengths(driven: Mapping[Lot, Sequence[int | None]]) -> dict[str, Strength]:
    """The strength of each level, the fastest first."""
    found = {}
    for level in dict.fromkeys(lot.level for lot in driven):
        times = [time for lot, drives in driven.items() if lot.level == level for time in drives]
        counted = [ELIMINATION if time is None else time for time in times]
        error = stdev(counted) / len(counted) ** 0.5 if len(counted) > 1 else 0.0
        found[level] = Strength(len(times), mean(counted), SURE * error, times.count(None) / len(times))
    return dict(sorted(found.items(), key=lambda one: one[1].seconds))
