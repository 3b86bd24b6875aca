"""Tells which principle explains how much of what each kind of driver loses.

    python -m tests.coach.explained classic --many 200

Drives so many mistakes of each driver on stages with charges, held apart from those on which principles were found, and
names the principle of each.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import words
from tests.coach.weak_drives import HELD_APART, WeakDecision, weak_decisions
from tests.games.opened import drive, opened

DRIVERS = {driver.mistake: driver for drivers in racing.LEVELS.values() for driver in drivers if driver.mistake}
LEAST = 0.5
"""Seconds from which on a decision is a mistake."""


def decisions(key: str, stages: Sequence[str], mistake: str, seed: int) -> Iterator[WeakDecision]:
    """Decisions of one drive after another of the driver who makes this mistake, without end."""
    game: Any = SHELF[key]
    coach, rng, luck = race_coach(game), Random(seed), Seeded(seed)
    while True:
        name = rng.choice(stages)
        state = opened(game.read(name) if "|" in name else game.new(game.spec(coach.ready[name], ("A",))))
        while coach.standing(state, 0).status in ("waiting", "road"):
            if coach.is_driven(state):
                best = coach.at_hand(state).best
                move = drive(game, state, DRIVERS[mistake]).move
                yield WeakDecision(state, move, best.cost_of(state, move) - best.costs(state)[0][0])
            else:
                move = rng.choice(game.moves(state))
            state, _ = game.play(state, move, luck)


def main() -> None:
    """Print a table: by driver, the share of the loss that each principle explains."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("game", choices=HELD_APART)
    asked.add_argument("--many", type=int, default=200, help="mistakes of each driver")
    asked.add_argument("--seed", type=int, default=5)
    told = asked.parse_args()
    game, stages = SHELF[told.game], HELD_APART[told.game]
    table: dict[str, dict[str, float]] = {}
    for name in (*DRIVERS, "weak"):
        found: defaultdict[str, float] = defaultdict(float)
        all_of_them = (
            weak_decisions(told.game, stages, told.seed)
            if name == "weak"
            else decisions(told.game, stages, name, told.seed)
        )
        for one in islice((one for one in all_of_them if one.loss >= LEAST), told.many):
            named = why_decided(game, opened(one.state), opened(one.move)).named
            found[named.principle.code if named else ""] += one.loss
        whole = sum(found.values())
        table[name] = {code: loss / whole for code, loss in found.items()}
        print(f"{name}: {whole:.0f} s lost by {told.many} mistakes", flush=True)
    codes = sorted(
        {code for found in table.values() for code in found},
        key=lambda code: -max(one.get(code, 0) for one in table.values()),
    )
    print("| principle | " + " | ".join(table) + " |\n|---|" + "---|" * len(table))
    for code in codes:
        title = words(told.game).driving(code)["name"] if code else "none"
        print(
            f"| {title} ({code or '-'}) | " + " | ".join(f"{found.get(code, 0):.0%}" for found in table.values()) + " |"
        )


if __name__ == "__main__":
    main()
