"""`play`: a whole game by simple drivers, as a table or as a save."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Literal, TypeAlias

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
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.explain import explain_sheet

MOST = 9
"""The most drivers there can be: each needs a name."""
Parts: TypeAlias = Literal["times", "distances", "rounds"]
PARTS: Mapping[Parts, str] = {"times": "play.stage", "distances": "play.race", "rounds": "play.round"}
"""The key under which a game's result lists its parts, and the text of what one part is called."""


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
    parts, called = next((result[key], part) for key, part in PARTS.items() if key in result)
    tell = _clock if "times" in result else _count
    print(
        "   ".join(
            [
                f"{say('play.driver'):<8}",
                *(f"{say(called, n=n):>7}" for n in range(1, len(parts) + 1)),
                f"{say('play.total'):>7}",
                f"{say('play.place'):>5}",
            ]
        )
    )
    for seat, name in enumerate(result["drivers"]):
        side = result.get("sides", range(len(result["drivers"])))[seat]  # partners share what a round brings
        row = [tell(one[at]) for one, at in (*((part, side) for part in parts), (result["sums"], seat))]
        print("   ".join([f"{name:<8}", *row, f"{result['places'][seat] or '-':>5}"]))
    print("\n" + say("play.code", n=len(played.replay.past), code=played.replay.code()))
    return LEGAL


def _clock(seconds: int | None) -> str:
    return f"{say('play.out'):>7}" if seconds is None else f"{seconds // 60:>4}:{seconds % 60:02}"


def _count(many: int | None) -> str:
    return f"{say('play.out'):>7}" if many is None else f"{many:>7}"
