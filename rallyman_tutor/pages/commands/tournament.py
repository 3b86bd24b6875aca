"""`drivers`: what drivers of each level take for a stage."""

from __future__ import annotations

import argparse
import json
import sys
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
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.workers import add_workers, bar, no_workers, stopped

if TYPE_CHECKING:
    from rallyman_tutor.coach.tournament import Lot

HELP = """\
Examples:

  rallyman-tutor drivers classic first --drives 50
      each level drives the stage 50 times, alone, with the same dice
  rallyman-tutor drivers classic "s2 R2/3x2 s1" --levels works --keep drives.json
      what is driven is kept in a file, and not driven again by the same command

A stage that was never solved here is worked out first. A drive that does not reach the finish counts 1000 seconds.

Exit: 0 with an answer, 1 when the stage cannot be driven, 2 when the line cannot be read, or Ctrl-C stops it.
"""
MOST_DRIVES = 1_000_000
LEVELS = (*racing.LEVELS, "random")


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("drivers", _drivers, "How strong the drivers of each level are.", HELP)
    made.add_argument("game", help=f"one of: {', '.join(RACES)}")
    made.add_argument("stage", metavar="STAGE", help="a name or a stage")
    made.add_argument("--drives", metavar="N", type=number_from(1, MOST_DRIVES), default=200, help="(default: 200)")
    levels = f"{', '.join(LEVELS)} (default: all of them)"
    made.add_argument("--levels", metavar="LEVEL", nargs="+", choices=LEVELS, default=LEVELS, help=levels)
    made.add_argument("--keep", metavar="FILE", type=Path, help="where what is driven is kept")
    add_workers(made)
    made.add_argument("--json", action="store_true", help="as data")


def _drivers(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(f"{game.name} has no drivers of several levels.", "", [key for key in SHELF if key in RACES])
    stage = race_coach(game).ready.get(asked.stage, asked.stage)
    try:
        with bar(asked.stage) as tell:
            named = race_coach(game).solution(stage, {}, tell).name
    except Refused as error:
        return unread(game, "stage", error, "drivers")
    except Unsolvable as error:
        sys.stderr.write(f"This cannot be driven: {error}.\nTry another one, or rallyman-tutor drivers --help\n")
        return ILLEGAL
    except KeyboardInterrupt:
        return stopped("nothing was kept")
    from rallyman_tutor.coach import batch, tournament

    kept = _Kept(asked.keep, named)
    if kept.fault:
        sys.stderr.write(f"{asked.keep} cannot keep drives: {kept.fault}.\nTry: --keep with a new file\n")
        return NOT_NOTATION
    lots = list(tournament.lots(game.key, stage, asked.levels, asked.drives))
    driven = {}
    drive = partial(tournament.drive, named=named, table=table_files.read(named) or b"")
    try:
        with bar(f"{asked.drives} drives of each level") as tell:
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
        return no_workers(asked, error)
    except KeyboardInterrupt:
        return stopped(
            f"what was driven is kept in {asked.keep}" if asked.keep else "nothing was kept, for want of --keep"
        )
    found = tournament.strengths(driven)
    if asked.json:
        print_json([{"level": level, **strength._asdict()} for level, strength in found.items()])
        return LEGAL
    for level, one in found.items():
        print(f"{level:8} {one.seconds:8.2f} s   give or take {one.give_or_take:.2f}   out {100 * one.out:.1f} %")
    return LEGAL


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
                    self.fault = f"line {number} tells of no drives"
                    return
        except (OSError, UnicodeDecodeError) as error:
            self.fault = getattr(error, "strerror", None) or "it is no text"

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
