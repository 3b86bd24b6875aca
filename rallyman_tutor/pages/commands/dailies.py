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
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    NOT_NOTATION,
    Add,
    complain,
    game_called,
    no_such,
    print_json,
)
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.session.sharing import open_shared
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import semicolons

LONGEST = 1_000_000
"""Letters of a file that are read."""


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("daily", _daily)
    made.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    made.add_argument("drives", metavar="FILE|CODE", nargs="*", help=say("options.drives"))
    made.add_argument("--day", metavar="DATE", default="", help=say("options.day"))
    made.add_argument("--json", action="store_true", help=say("options.json"))


def _daily(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(say("daily.none", game=game.name), "", [key for key in SHELF if key in RACES])
    try:
        day = date.fromisoformat(asked.day) if asked.day else datetime.now(UTC).date()
    except ValueError:
        complain(say("top.no-date", it=repr(asked.day[:40])), "--day 2026-12-24")
        return NOT_NOTATION
    stage = daily.of_day(game.key, day).stage
    par = race_coach(game).told_stages()[stage].expected
    counted, refused = [], []
    for named in asked.drives:
        try:
            counted.append((daily.seconds(open_shared(SHELF, _code(named)), day), named[:40]))
        except OSError as error:
            refused.append((named[:40], error.strerror or say("saved.unreadable")))
        except Illegal as error:
            refused.append((named[:40], semicolons([rule_title(game, one.code) for one in error.violations])))
        except Refused as error:
            refused.append((named[:40], explain_refusal(game, error)))
    if asked.json:
        told = {"game": game.key, "day": day.isoformat(), "stage": stage, "par": round(par, 2)}
        print_json({**told, "drives": [{"drive": name, "seconds": found} for found, name in sorted(counted)]})
    else:
        print(say("daily.par", day=day, game=game.name, stage=stage, par=decimal(par)))
        for found, name in sorted(counted):
            print(f"{found:6} s  {decimal(found - par, sign=True):>7}   {name}")
    for name, why in refused:
        sys.stderr.write(say("daily.refused", name=name, why=why) + "\n")
    return ILLEGAL if refused else LEGAL


def _code(named: str) -> str:
    """The share code that was typed, or that a file holds."""
    if is_packed(named):
        return named
    with Path(named).open(encoding="utf-8", errors="replace") as file:
        return file.read(LONGEST).strip()
