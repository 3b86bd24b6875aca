"""`puzzles`: positions in which one decision is clearly the best."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date

from rallyman_tutor.coach.coaches import RACES, has_race_coach
from rallyman_tutor.coach.puzzles import MARGIN, Puzzle, number_of_the_day, puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import (
    LEGAL,
    NOT_NOTATION,
    Add,
    complain,
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import colon


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("puzzles", _puzzles, margin=f"{MARGIN:g}")
    made.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    which = made.add_mutually_exclusive_group()
    which.add_argument("--number", metavar="N", type=number_from(1, 100_000), help=say("options.number"))
    which.add_argument("--day", metavar="DATE", nargs="?", const="", help=say("options.puzzling-day"))
    made.add_argument("--json", action="store_true", help=say("options.json"))


def _puzzles(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(say("puzzles.none", game=game.name), "", [key for key in SHELF if key in RACES])
    listed = puzzles(game.key)
    number = asked.number
    if asked.day is not None:
        try:
            number = number_of_the_day(game.key, date.fromisoformat(asked.day) if asked.day else date.today())
        except ValueError:
            complain(say("top.no-date", it=repr(asked.day[:40])), "--day 2026-12-24")
            return NOT_NOTATION
    if number and number > len(listed):
        complain(say("puzzles.no-number", n=number), say("puzzles.such-a-number", most=len(listed)))
        return NOT_NOTATION
    shown = [(number, listed[number - 1])] if number else list(enumerate(listed, 1))
    if asked.json:
        print_json([_told(at, one) for at, one in shown])
    elif number:
        _print(number, listed[number - 1])
    else:
        for at, one in shown:
            print(f"{at:3}   {say('puzzles.missed', n=len(one.missed))}   {one.stage:8} {one.position}")
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
    print(colon(str(number), f"{one.stage}, {one.position}") + "\n")
    best = one.answers[0].cost
    for answer in one.answers:
        behind = decimal(answer.cost - best, 2, sign=True) if answer.cost > best else ""
        print(
            f"{decimal(answer.cost, 2):>8} s {behind:>7}   {_drafted(answer.moves):50} {', '.join(answer.drivers)}".rstrip()
        )
    print("\n" + say("puzzles.margin", margin=decimal(one.margin, 2)))


def _drafted(moves: Sequence[str]) -> str:
    """A decision, and what goes on from it where nothing goes wrong."""
    return moves[0] if len(moves) == 1 else say("puzzles.then", first=moves[0], rest=" ".join(moves[1:]))
