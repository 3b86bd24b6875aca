"""`play`: a whole game by simple drivers, as a table or as a save."""

from __future__ import annotations

import argparse

from rallyman_tutor.coach import drivers
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    Add,
    game_called,
    number_from,
    print_explanation,
    print_json,
    whole_number,
)
from rallyman_tutor.pages.commands.sheets import print_sheet
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.words.explain import explain_sheet

MOST = 9
"""The most drivers there can be: each needs a name."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    play = command("play", _play)
    play.add_argument("game", help=say("options.game", list=", ".join(SHELF)))
    play.add_argument("--seed", type=whole_number, default=1, help=say("options.seed"))
    play.add_argument("--players", type=number_from(1, MOST), help=say("options.players"))
    play.add_argument("--json", action="store_true", help=say("options.playing-json"))


def _play(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    players = asked.players or next(seats for seats in game.seats if seats > 1)
    try:
        played = drivers.drive_game(game, dict(game.demo_game(players)), Seeded(asked.seed), asked.seed)
    except Illegal as refused:
        for violation in refused.violations:
            print_explanation(explain_sheet(game, violation))
        return ILLEGAL
    result = game.result(played.replay.state)
    if asked.json:
        print_json({
            "game": game.key, "seed": asked.seed, "players": players, "decisions": played.decisions,
            **result, "save": played.replay.save(),
        })  # fmt: skip
        return LEGAL
    print(say("play.head", game=game.name, seed=asked.seed, n=played.decisions) + "\n")
    print_sheet(sheet_of(game, played.replay.state))
    print("\n" + say("play.code", n=len(played.replay.past), code=played.replay.code()))
    return LEGAL
