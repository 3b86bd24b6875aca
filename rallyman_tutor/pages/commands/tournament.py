"""`drivers`: what drivers of each level take for a stage."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import RACES, has_race_coach, race_coach
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.judging import unread
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    NOT_NOTATION,
    Add,
    complain,
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.workers import add_workers, bar, no_workers, stopped
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.explain import why_unsolvable
from rallyman_tutor.tutor.words.figures import decimal

if TYPE_CHECKING:
    from rallyman_tutor.coach.tournament import Lot

MOST_DRIVES = 1_000_000
LEVELS = (*racing.LEVELS, "random")


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("drivers", _drivers)
    made.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    made.add_argument("stage", metavar="STAGE", help=say("options.stage"))
    made.add_argument(
        "--drives", metavar="N", type=number_from(1, MOST_DRIVES), default=200, help=say("options.tournament-drives")
    )
    levels = say("options.levels", list=", ".join(LEVELS))
    made.add_argument("--levels", metavar="LEVEL", nargs="+", choices=LEVELS, default=LEVELS, help=levels)
    made.add_argument("--keep", metavar="FILE", type=Path, help=say("options.keep"))
    add_workers(made)
    made.add_argument("--json", action="store_true", help=say("options.json"))


def _drivers(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(say("drivers.none", game=game.name), "", [key for key in SHELF if key in RACES])
    stage = race_coach(game).ready.get(asked.stage, asked.stage)
    try:
        with bar(asked.stage) as tell:
            named = race_coach(game).solution(stage, {}, tell).name
    except Refused as error:
        return unread(game, "stage", error, "drivers")
    except Unsolvable as error:
        complain(
            say("drivers.not-driven", why=why_unsolvable(error)), say("race.another"), "rallyman-tutor drivers --help"
        )
        return ILLEGAL
    except KeyboardInterrupt:
        return stopped(say("work.nothing-kept"))
    from rallyman_tutor.coach import batch, tournament

    kept = _Kept(asked.keep, named)
    if kept.fault:
        complain(say("drivers.not-kept", file=asked.keep, why=kept.fault), say("drivers.new-file"))
        return NOT_NOTATION
    lots = list(tournament.lots(game.key, stage, asked.levels, asked.drives))
    driven = {}
    drive = partial(tournament.drive, named=named, table=table_files.read(named) or b"")
    try:
        with bar(say("drivers.bar", n=asked.drives)) as tell:
            for lot, times in batch.done(
                drive,
                lots,
                known=kept.get,
                keep=kept.add,
                processes=asked.processes,
                scheduler=asked.scheduler,
            ):
                driven[lot] = times
                tell(len(driven) / len(lots))
    except batch.NoWorkers as error:
        return no_workers(asked, error, _what_is_kept(asked))
    except KeyboardInterrupt:
        return stopped(_what_is_kept(asked))
    found = tournament.strengths(driven)
    if asked.json:
        print_json([{"level": level, **strength._asdict()} for level, strength in found.items()])
        return LEGAL
    for level, one in found.items():
        facts = {"error": decimal(one.give_or_take, 2), "out": decimal(100 * one.out)}
        print(f"{level:8} {decimal(one.seconds, 2):>8} s   {say('drivers.line', **facts)}")
    return LEGAL


def _what_is_kept(asked: argparse.Namespace) -> str:
    return say("drivers.kept", file=asked.keep) if asked.keep else say("drivers.no-keep")


class _Kept:
    """The lots that a file keeps, a line each, by the name of the table that they were driven with. A last line that
    was cut off is taken away; a file that holds something else is left as it is, and `fault` says why."""

    def __init__(self, file: Path | None, table: str) -> None:
        self._file, self._table, self._known, self.fault = file, table, dict[str, tuple[int | None, ...]](), ""
        if not file or not file.exists():
            return
        try:
            lines = file.read_text("utf-8").splitlines(keepends=True)
            for number, line in enumerate(lines, 1):
                if number == len(lines) > 1 and not line.endswith("\n"):
                    file.write_text("".join(lines[:-1]), "utf-8")
                elif not self._read(line):
                    self.fault = say("drivers.no-drives", n=number)
                    return
        except (OSError, UnicodeDecodeError) as error:
            self.fault = getattr(error, "strerror", None) or say("drivers.no-text")

    def _read(self, line: str) -> bool:
        try:
            one = json.loads(line)
            self._known[str(one["lot"])] = tuple(None if time is None else int(time) for time in one["times"])
        except (ValueError, KeyError, TypeError):
            return False
        return True

    def _name(self, lot: Lot) -> str:
        return f"{self._table} {lot.level} {lot.numbers[0]} {len(lot.numbers)}"

    def get(self, lot: Lot) -> tuple[int | None, ...] | None:
        return self._known.get(self._name(lot))

    def add(self, lot: Lot, times: tuple[int | None, ...]) -> None:
        if self._file:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"lot": self._name(lot), "times": times}) + "\n")
