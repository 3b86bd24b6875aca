"""Random rallies for the tests: official stages, stretches with every feature, all options, one to six drivers.

The drivers build their drafts step by step from any legal next step, so that rare ways, rare dice and losses of control
are met; they seldom throw themselves off the road on purpose, so that games get far.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.road import OFFICIAL
from rallyman_tutor.games.dirt.state import Arrange, Drive, FlatOut, Move, Roll, State
from rallyman_tutor.games.dirt.step import aim, follow
from tests.games import driving
from tests.games.driving import at_random

STRETCHES = ("FX-SL", "FX-CC", "FX-JC", "FX-JJ", "FX-WW", "FX-G", "FX-A", "FX-F", "FX-LS", "FX-D")
Decision: TypeAlias = driving.Decision[State, Move]


def spec(seed: int) -> dict[str, Any]:
    """A rally or a single stage, different for every seed."""
    rng = random.Random(seed)
    switches = {name: rng.choice(("on", "off")) for name in ("leader", "quickstart", "redzone", "timecontrol")}
    options = {**switches, "sisu": rng.choice(("off", "stage", "rally", "service")), "brakes": rng.choice("1123")}
    if seed % 3 == 0:
        stages = [OFFICIAL[seed // 3 % len(OFFICIAL)]]
    else:
        stages = [rng.choice((*STRETCHES, *OFFICIAL)) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.4:
        stages[0] += " 201a" if "FX" in stages[0] and stages[0] not in ("FX-A", "FX-D") else ""
    return {"drivers": list("ABCDEF"[: 1 + seed % 6]), "stages": stages, "options": options}


def choose(state: State, rng: random.Random) -> Move:
    """Any legal move; a draft grows step by step, and mostly ends before it is sure to be lost."""
    phase = state.turn.phase
    if phase == "draft" and (steps := draft(state, rng)):
        if any(roll.pay for roll in steps) or rng.random() < 0.5:
            return Drive(steps) if rng.random() < 0.9 else steps[0]
        return FlatOut(steps)
    if phase == "arrange" and rng.random() < 0.7:
        return Arrange(rng.choice(arrangements(state)).steps)
    moves = GAME.moves(state)
    return rng.choice(moves)


def draft(state: State, rng: random.Random) -> tuple[Roll, ...]:
    """A random draft."""
    steps: tuple[Roll, ...] = ()
    now = state
    for _ in range(rng.randint(1, 8)):
        following = next_steps(now)
        lasting = [roll for roll in following if not aim(now, roll).lost]
        if not following or (steps and not lasting and rng.random() < 0.9):
            break
        roll = rng.choice(lasting if lasting and rng.random() < 0.95 else following)
        now = follow(now, roll)
        steps = (*steps, roll)
        if now.turn.ended:
            break
    return steps


SHARED = 54
"""The random rallies of an ordinary run: in so many every official stage is driven, and by every number of drivers."""


def drive(seed: int) -> Iterator[Decision]:
    """A random rally, decision by decision, to its end."""
    return iter(_driven(seed % SHARED)) if seed < driving.shared_below else at_random(GAME, spec(seed), choose, seed)


@cache
def _driven(seed: int) -> Sequence[Decision]:
    """To drive takes longer than most of what tests ask of it: each is driven once for all of them."""
    return tuple(at_random(GAME, spec(seed), choose, seed))
