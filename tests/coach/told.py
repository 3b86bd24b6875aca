"""Looks through what is told of mistakes of weak drives.

    python -m tests.coach.told check classic --many 7000    checks so many reasons, and prints those that are false
    python -m tests.coach.told list classic --seed 5        fifteen reasons drawn by lot, and mistakes without one

Reasons are checked on all stages, as the tests of principles do. Those that are listed are from stages held apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from rallyman_tutor.coach.principles.principle import LEAST
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.explaining import parts_in_lines
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.words.words import words
from tests.coach.test_principles import check
from tests.coach.weak_drives import HELD_APART, TUNED, weak_decisions

MISTAKE = 2.0
"""Seconds from which on a decision has to have a reason."""
AMONG = 600
"""Of so many mistakes of each game those that are listed are drawn."""
LISTED = 15
UNNAMED = 18


class Told(NamedTuple):
    """A decision, and why it costs more than the best one."""

    position: str
    move: str
    why: Any


def told(key: str, stages: Sequence[str], seed: int, least: float) -> Iterator[Told]:
    """The decisions of weak drives that cost at least so many seconds."""
    game: Any = SHELF[key]
    for one in weak_decisions(key, stages, seed):
        if one.loss >= least:
            reason = why_decided(game, one.state, one.move)
            yield Told(game.write(one.state), game.write_move(one.move), reason)


def checked(key: str, many: int, seed: int) -> int:
    """How many of so many reasons are false; each of these is printed."""
    named = without = false = 0
    for one in told(key, (*TUNED[key], *HELD_APART[key]), seed, LEAST):
        if one.why.named is None:
            without += 1
            continue
        named += 1
        try:
            check(key, one.why.seen, one.why.named)
        except AssertionError as error:
            false += 1
            print(f"false: {one.position} :: {one.move}, {one.why.named.principle.code}: {error}", flush=True)
        if named % 250 == 0 or named == many:
            print(f"{key}: {named} reasons, {false} false; {without} decisions without one", flush=True)
        if named == many:
            break
    return false


def listed(key: str, seed: int) -> Iterator[str]:
    """Reasons drawn by lot with the account beside each, and mistakes without one."""
    game, language = SHELF[key], words(key)
    found = list(islice(told(key, HELD_APART[key], seed, MISTAKE), AMONG))
    named = [one for one in found if one.why.named is not None]
    without = [one for one in found if one.why.named is None]
    yield f"## {game.name}"
    yield f"{len(named)} of {len(found)} mistakes of {MISTAKE:.0f} s and more have a reason. Of these, drawn by lot:"
    for number, one in enumerate(Random(seed).sample(named, LISTED), 1):
        yield f"{number}. {why_in_words(game, language, one.why)}"
        yield f"   `{one.position}`\n   `{one.move}`, {one.why.named.principle.code}"
        yield "\n".join(("   ```", *(f"   {line}" for line in parts_in_lines(one.why)), "   ```"))
    yield f"Of the {len(without)} without a reason, the first {min(UNNAMED, len(without))}:"
    for one in without[:UNNAMED]:
        best = " ".join(map(game.write_move, one.why.best))
        yield f"- `{one.position}`\n  `{one.move}`: {one.why.behind:.1f} s behind `{best}`"


def main() -> int:
    """Check reasons, or list some."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("what", choices=("check", "list"))
    asked.add_argument("game", choices=HELD_APART)
    asked.add_argument("--many", type=int, default=1000, help="reasons that are checked")
    asked.add_argument("--seed", type=int, default=5)
    told_by = asked.parse_args()
    if told_by.what == "list":
        print("\n\n".join(listed(told_by.game, told_by.seed)))
        return 0
    return int(checked(told_by.game, told_by.many, told_by.seed) > 0)


if __name__ == "__main__":
    sys.exit(main())
