"""Random rallies for the tests: every stage, edition and number of drivers that matter, driven at random.

The drivers take any legal move, attacks included, but seldom throw themselves out of the rally, so that games get far
enough to meet rare positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.desk import DEMO_STAGES
from rallyman_tutor.games.classic.generate import attack_sets, can_be_driven
from rallyman_tutor.games.classic.state import Attack, Move, Roll, State, Word
from rallyman_tutor.games.classic.step import aim
from tests.games import driving
from tests.games.driving import at_random

TWISTY = "forest/rock s2 R1/2x3K2 R3/4x2 s1 j1 s2 L2/4x2K3 j2 s1 village/water L3/3x3K1 s3"
NARROW = "c1 s2 j3 j3 R3/4x3 s2 j2 R2/3x3K3 L4/5x2 s2 snow s3 j4 R1K4 s3 dry s3"
STAGES = (TWISTY, NARROW, *DEMO_STAGES, "START C8, C3-J6-J5-C4, FINISH C5 snow C")
EDITIONS = ("classic", "es", "de")
Decision: TypeAlias = driving.Decision[State, Move]


def spec(seed: int) -> dict[str, Any]:
    """A rally or a single stage, different for every seed."""
    rng = random.Random(seed)
    options: dict[str, str] = {"edition": EDITIONS[seed % 3]}
    whole = seed % 4 == 0
    german = options["edition"] == "de"
    if rng.random() < 0.5 and (whole or not german):
        options["weather"] = "variable" if whole else "fixed"
    if rng.random() < 0.1 and not german:
        options["training"] = "on"
    stages = rng.sample(DEMO_STAGES, 3) if whole else [rng.choice(STAGES)]
    service = [rng.random() < 0.5 for _ in stages[1:]]
    points = [2, 5] if rng.random() < 0.5 else []
    drivers = list("ABCD"[: 1 + seed // 4 % 4])
    return {"drivers": drivers, "stages": stages, "service": service, "options": options, "points": points}


def choose(state: State, rng: random.Random) -> Move:
    """Any legal move; what throws a driver out only when there is nothing else, and now and then an attack."""
    if state.turn.phase == "roll" and not state.turn.used and rng.random() < 0.15 and (attack := an_attack(state, rng)):
        return attack
    moves = [move for move in GAME.moves(state) if move is not Word.RETIRE]
    safe = [move for move in moves if not isinstance(move, Roll) or not aim(state, move).out]
    lasting = [move for move in safe if not isinstance(move, Roll) or not aim(state, move).lost]
    return rng.choice(lasting if lasting and rng.random() < 0.8 else safe or moves)


def an_attack(state: State, rng: random.Random) -> Attack | None:
    """Any attack that is open now. They are tried in random order: listing all is slow."""
    sets = list(attack_sets(state))
    rng.shuffle(sets)
    return next((Attack(dice) for dice in sets if can_be_driven(state, dice)), None)


SHARED = 48
"""The random rallies of an ordinary run: in so many every edition meets every number of drivers, whole rallies and
single stages."""


def drive(seed: int) -> Iterator[Decision]:
    """A random rally, decision by decision, to its end."""
    return iter(_driven(seed % SHARED)) if seed < driving.shared_below else at_random(GAME, spec(seed), choose, seed)


@cache
def _driven(seed: int) -> Sequence[Decision]:
    """To drive takes longer than most of what tests ask of it: each is driven once for all of them."""
    return tuple(at_random(GAME, spec(seed), choose, seed))
