"""`play`: a whole game by simple drivers, as a table or as a save."""

from __future__ import annotations

import argparse

from rallyman_tutor.coach import drivers
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.answers import ILLEGAL, LEGAL, Add, game_called, print_explanation, print_json
from rallyman_tutor.tutor.explain import explain_sheet


def add(command: Add) -> None:
    """The commands of this family."""
    play = command(
        "play", _play, "A whole game by simple drivers.", "example: rallyman-tutor play classic --seed 7 --players 3"
    )
    play.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    play.add_argument("--seed", type=int, default=1, help="the same seed, the same game (default 1)")
    play.add_argument("--players", type=int, default=2, help="how many drivers (default 2)")
    play.add_argument("--json", action="store_true", help="as an object, with the whole game as a save")


def _play(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    try:
        played = drivers.drive(game, dict(game.demo(asked.players)), Seeded(asked.seed), asked.seed)
    except Illegal as refused:
        for violation in refused.violations:
            print_explanation(explain_sheet(game, violation))
        return ILLEGAL
    result = game.result(played.replay.state)
    if asked.json:
        print_json({
            "game": game.key, "seed": asked.seed, "players": asked.players, "decisions": played.decisions,
            **result, "save": played.replay.save(),
        })  # fmt: skip
        return LEGAL
    print(f"{game.name}, seed {asked.seed}: {played.decisions} decisions\n")
    print("   ".join(["driver  ", *(f"stage {n}" for n in range(1, len(result["times"]) + 1)), "  total", "place"]))
    for seat, name in enumerate(result["drivers"]):
        row = [_clock(times[seat]) for times in result["times"]]
        print("   ".join([f"{name:<8}", *row, _clock(result["sums"][seat]), f"{result['places'][seat] or '-':>5}"]))
    print(f"\nShare code ({len(played.replay.past)} moves): {played.replay.code()}")
    return LEGAL


def _clock(seconds: int | None) -> str:
    return "    out" if seconds is None else f"{seconds // 60:>4}:{seconds % 60:02}"
