"""`daily`: the stage of the day, and what shared drives of it took."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from rallyman_tutor.coach.coaches import RACES, has_race_coach, race_coach
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import is_packed
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, game_called, no_such, print_json
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.session.sharing import open_shared
from rallyman_tutor.tutor.words.explain import explain_refusal

HELP = """\
Examples:

  rallyman-tutor daily dirt
      the stage of today, and what the best driving takes
  rallyman-tutor daily dirt ana.txt ben.txt
      what the drives took whose share codes are in these files (or are typed here), the fastest first
  rallyman-tutor daily dirt --day 2026-12-24 --json
      of another day, as data

Each drive is driven again with the dice of that day before it counts. On the page the map leads to the stage of the day, and
"Share" gives the code of a drive. Days are those of Greenwich.

Exit: 0 with an answer, 1 when a drive does not count, 2 when the line cannot be read.
"""
LONGEST = 1_000_000
"""Letters of a file that are read."""


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("daily", _daily, "The stage of the day, and what shared drives of it took.", HELP)
    made.add_argument("game", help=f"one of: {', '.join(RACES)}")
    made.add_argument("drives", metavar="FILE|CODE", nargs="*", help="share codes, or files with one each")
    made.add_argument("--day", metavar="DATE", default="", help="such as 2026-12-24 (default: today)")
    made.add_argument("--json", action="store_true", help="as data")


def _daily(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(f"{game.name} has no stage of the day.", "", [key for key in SHELF if key in RACES])
    try:
        day = date.fromisoformat(asked.day) if asked.day else datetime.now(UTC).date()
    except ValueError:
        sys.stderr.write(f"{asked.day[:40]!r} is no date.\nTry: --day 2026-12-24\n")
        return NOT_NOTATION
    stage = daily.of_day(game.key, day).stage
    par = race_coach(game).told_stages()[stage].expected
    counted, refused = [], []
    for named in asked.drives:
        try:
            counted.append((daily.seconds(open_shared(SHELF, _code(named)), day), named[:40]))
        except OSError as error:
            refused.append((named[:40], error.strerror or "it cannot be read"))
        except Illegal as error:
            refused.append((named[:40], str(error)))
        except Refused as error:
            refused.append((named[:40], explain_refusal(game, error)))
    if asked.json:
        told = {"game": game.key, "day": day.isoformat(), "stage": stage, "par": round(par, 2)}
        print_json({**told, "drives": [{"drive": name, "seconds": found} for found, name in sorted(counted)]})
    else:
        print(f"{day}: {game.name}, {stage}. Par is {par:.1f} s.")
        for found, name in sorted(counted):
            print(f"{found:6} s  {found - par:+7.1f}   {name}")
    for name, why in refused:
        sys.stderr.write(f"{name} does not count. {why}\n")
    return ILLEGAL if refused else LEGAL


def _code(named: str) -> str:
    """The share code that was typed, or that a file holds."""
    if is_packed(named):
        return named
    with Path(named).open(encoding="utf-8", errors="replace") as file:
        return file.read(LONGEST).strip()
