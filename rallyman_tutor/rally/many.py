"""Many rallies of the same drivers, counted: the average of each, how much it varies, who wins from which place.

From one rally to the next the drivers move on by one place of the start, so that nobody owes a victory to their place.
The luck of a rally comes from its number: it can be driven anywhere, and in any order, with the same end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import mean, stdev
from typing import NamedTuple

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.garbage import garbage_waits
from rallyman_tutor.coach.tournament import SURE
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import begin, driven
from rallyman_tutor.rally.setup import RallySetup
from rallyman_tutor.rally.sheet import sheet_of

AT_ONCE = 10
"""The rallies of one lot."""


class RallyLot(NamedTuple):
    """Some rallies of a setup, by their numbers."""

    game: str
    setup: RallySetup
    numbers: tuple[int, ...]


class EndOfRally(NamedTuple):
    """One rally that is over, each list in the order of the start."""

    names: tuple[str, ...]
    sums: tuple[int | None, ...]
    places: tuple[int | None, ...]


class DriverCount(NamedTuple):
    """The rallies of one driver."""

    mean: float  # of the sums of those rallies that they were not out of
    error: float  # the true mean lies within so much of it, 95 times in 100
    spread: float  # the standard deviation of these
    won: float  # the share of all rallies, shared victories included
    out: float  # the share that they were out of


class RallyCount(NamedTuple):
    """Many rallies, counted by driver, and by place of the start."""

    rallies: int
    drivers: Mapping[str, DriverCount]
    won_from: tuple[float, ...]  # the share won from each place, shared victories included


def lots(game: str, setup: RallySetup, many: int) -> Iterator[RallyLot]:
    """So many rallies, in lots."""
    for first in range(0, many, AT_ONCE):
        yield RallyLot(game, setup, tuple(range(first, min(many, first + AT_ONCE))))


def tables_of(game: AnyGame, setup: RallySetup) -> Mapping[str, bytes]:
    """The tables of the stages, by name, as far as they are solved: other machines have none of their own."""
    if not has_race_coach(game):
        return {}
    coach = race_coach(game)
    names = [coach.name_of(coach.task_of(stage)) for stage in setup.stages]
    return {name: table for name in names if (table := table_files.read(name)) is not None}


def drive(lot: RallyLot, tables: Mapping[str, bytes]) -> tuple[EndOfRally, ...]:
    """The ends of the rallies of a lot; the tables are kept first, where they are missing."""
    for name, table in tables.items():
        if table_files.read(name) is None:
            table_files.keep(name, table)
            forget()
    return tuple(_drive(lot, number) for number in lot.numbers)


def _drive(lot: RallyLot, number: int) -> EndOfRally:
    game, entries = SHELF[lot.game], lot.setup.entries
    on = number % len(entries)
    setup = lot.setup._replace(entries=(*entries[on:], *entries[:on]), seed=f"{lot.setup.seed}:{number}")
    with garbage_waits():
        sheet = sheet_of(game, driven(begin(game, setup)).state)  # and not after each decision
    return EndOfRally(sheet.drivers, sheet.sums, sheet.places)


def counted(setup: RallySetup, ends: Iterable[EndOfRally]) -> RallyCount:
    """All these rallies, counted; there is at least one."""
    ended = list(ends)
    by_name = {
        entry.name: [(end.sums[end.names.index(entry.name)], end.places[end.names.index(entry.name)]) for end in ended]
        for entry in setup.entries
    }
    return RallyCount(
        rallies=len(ended),
        drivers={name: _count(found) for name, found in by_name.items()},
        won_from=tuple(
            sum(end.places[place] == 1 for end in ended) / len(ended) for place in range(len(setup.entries))
        ),
    )


def _count(found: list[tuple[int | None, int | None]]) -> DriverCount:
    sums = [total for total, _ in found if total is not None]
    spread = stdev(sums) if len(sums) > 1 else 0.0
    return DriverCount(
        mean=mean(sums) if sums else 0.0,
        error=SURE * spread / len(sums) ** 0.5 if sums else 0.0,
        spread=spread,
        won=sum(place == 1 for _, place in found) / len(found),
        out=sum(total is None for total, _ in found) / len(found),
    )
