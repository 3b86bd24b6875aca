"""`letter`: whether letters of a rally among friends hold, and what the newest of them says."""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, complain, print_json
from rallyman_tutor.pages.commands.saved import LONGEST
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally import letters
from rallyman_tutor.rally.letters import LetterGame
from rallyman_tutor.tutor.learner import letter_view
from rallyman_tutor.tutor.words.explain import explain_refusal

UNREAD = ("not-a-letter", "letter-cut", "letter-version")
"""Refusals of something that is no letter, or no whole one, or none of ours."""


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("letter", _letter)
    made.add_argument("letters", metavar="LETTER", nargs="+", help=say("options.letter"))
    made.add_argument("--json", action="store_true", help=say("options.json"))


def _letter(asked: argparse.Namespace) -> int:
    try:
        games = sorted((_read(text) for text in asked.letters), key=lambda game: len(game.sent))
        for known, later in pairwise(games):
            letters.compare(known, later)
    except OSError as error:
        complain(error.strerror or say("saved.unreadable"), "rallyman-tutor letter --help")
        return NOT_NOTATION
    except Refused as error:
        complain(explain_refusal(SHELF["classic"], error), "rallyman-tutor letter --help")
        return NOT_NOTATION if error.key in UNREAD else ILLEGAL
    _tell(games[-1], as_json=asked.json)
    return LEGAL


def _read(text: str) -> LetterGame:
    """The game of a letter that is written out, or stands in a file; `-` is the input."""
    if text == "-":
        text = sys.stdin.read(LONGEST)
    elif not letters.is_there(text):
        with Path(text).open(encoding="utf-8", errors="replace") as opened:
            text = opened.read(LONGEST)
    return letters.read(SHELF, text)


def _tell(game: LetterGame, *, as_json: bool) -> None:
    writer = "" if game.writer == letters.NOBODY else game.drivers[game.writer]
    if as_json:
        print_json({
            "game": game.game.key, "id": game.id, "drivers": game.drivers, "levels": list(game.rally.levels),
            "letters": len(game.sent), "writer": writer, "dice": game.waits_for_dice, "over": game.rally.is_over,
            "moves": len(game.rally.replay.past), "save": game.rally.replay.save(),
        })  # fmt: skip
        return
    said, notes, lines = letter_view.in_words(game)
    print(say("letter.holds", game=game.game.name, n=len(game.sent)))
    print("\n".join((said, *notes)))
    if lines:
        print("\n" + "\n".join(lines))
