"""One hash a game over many random games: every move, every outcome of dice and cards, every event, and the end.

    make fingerprint                                     400 games of each
    python -m tests.games.fingerprint dirt --many 20     fewer, of one game

Whoever rebuilds the engine and means to change no game takes the hashes before and after: they must be the same. They
are stored nowhere, since mending a rule changes them.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Mapping, Sequence

from rallyman_tutor.games import SHELF
from tests.games.random_games import decisions

MANY = 400


def plain(value: object) -> str:
    """A fact as text that does not depend on the name of its type."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{plain(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ",".join(map(plain, value)) + "]"
    return str(value)


def fingerprint(key: str, many: int) -> tuple[str, int]:
    """The hash of so many games from the seeds 0, 1, 2 …, and how many decisions they had."""
    game, digest, count = SHELF[key], hashlib.sha256(), 0
    for seed in range(many):
        for decision in decisions(key, seed):
            events = [f"{event.what} {event.code} {event.seat} {plain(event.facts)}" for event in decision.events]
            digest.update("\n".join((game.write_move(decision.move), *decision.shown, *events, "")).encode())
            count += 1
        digest.update(f"{game.write(decision.after)}\n{plain(game.result(decision.after))}\n".encode())
    return digest.hexdigest()[:16], count


def main() -> None:
    parser = argparse.ArgumentParser(description="One hash a game over many random games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(SHELF)}; all of them where none is named")
    parser.add_argument("--many", type=int, default=MANY, help=f"games of each; {MANY} where nothing is said")
    asked = parser.parse_args()
    for key in asked.games or SHELF:
        found, count = fingerprint(key, asked.many)
        print(f"{key:<12} {found}  {asked.many} games, {count:,} decisions", flush=True)


if __name__ == "__main__":
    main()
