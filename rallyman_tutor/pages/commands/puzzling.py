"""`puzzles`: positions in which one decision is clearly the best."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date

from rallyman_tutor.coach.coaches import RACES, has_race_coach
from rallyman_tutor.coach.puzzles import MARGIN, Puzzle, number_of_the_day, puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Add, game_called, no_such, number_from, print_json

HELP = f"""\
Examples:

  rallyman-tutor puzzles classic
      all puzzles of Rallyman (2009), in order of grade: how many of four simple drivers miss it, and the position
  rallyman-tutor puzzles dirt --number 17
      one of them, with its answers and what each costs to the finish
  rallyman-tutor puzzles dirt --day 2026-12-24
      the puzzle of a day; without a date that of today
  rallyman-tutor puzzles classic --json
      all of them as data

The best answer saves at least {MARGIN:g} second on average against everything else that could be decided there; the same dice on other spaces
at the same cost count as the same.

Exit: 0 with an answer, 2 when the line cannot be read.
"""


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("puzzles", _puzzles, "Positions in which one decision is clearly the best.", HELP)
    made.add_argument("game", help=f"one of: {', '.join(RACES)}")
    which = made.add_mutually_exclusive_group()
    which.add_argument("--number", metavar="N", type=number_from(1, 100_000), help="this one alone, with its answers")
    which.add_argument(
        "--day", metavar="DATE", nargs="?", const="", help="that of a day, such as 2026-12-24, or of today"
    )
    made.add_argument("--json", action="store_true", help="as data")


def _puzzles(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(f"{game.name} has no puzzles.", "", [key for key in SHELF if key in RACES])
    listed = puzzles(game.key)
    number = asked.number
    if asked.day is not None:
        try:
            number = number_of_the_day(game.key, date.fromisoformat(asked.day) if asked.day else date.today())
        except ValueError:
            sys.stderr.write(f"{asked.day[:40]!r} is no date.\nTry: --day 2026-12-24\n")
            return NOT_NOTATION
    if number and number > len(listed):
        sys.stderr.write(f"There is no puzzle {number}.\nTry: a number from 1 to {len(listed)}\n")
        return NOT_NOTATION
    shown = [(number, listed[number - 1])] if number else list(enumerate(listed, 1))
    if asked.json:
        print_json([_told(at, one) for at, one in shown])
    elif number:
        _print(number, listed[number - 1])
    else:
        for at, one in shown:
            print(f"{at:3}   missed by {len(one.missed)} of 4   {one.stage:8} {one.position}")
    return LEGAL


def _told(number: int, one: Puzzle) -> dict[str, object]:
    return {
        "number": number,
        **one._asdict(),
        "answers": [answer._asdict() for answer in one.answers],
        "grade": one.grade,
        "missed": one.missed,
    }


def _print(number: int, one: Puzzle) -> None:
    """A puzzle with its answers: what each costs, and which simple drivers give it."""
    print(f"{number}: {one.stage}, {one.position}\n")
    best = one.answers[0].cost
    for answer in one.answers:
        behind = f"+{answer.cost - best:.2f}" if answer.cost > best else ""
        print(f"{answer.cost:8.2f} s {behind:>7}   {_drafted(answer.moves):50} {', '.join(answer.drivers)}".rstrip())
    print(f"\nEvery other answer costs at least {one.margin:.2f} s more.")


def _drafted(moves: Sequence[str]) -> str:
    """A decision, and what goes on from it where nothing goes wrong."""
    return moves[0] if len(moves) == 1 else f"{moves[0]}, then {' '.join(moves[1:])}"
