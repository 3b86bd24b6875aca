"""Drives by somebody who often takes a decision that is not the best: the dearer it is, the more seldom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Any, NamedTuple

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from tests.games.opened import opened

WARMTH = 6.0
"""Seconds behind the best at which a decision is taken a third as often as the best one."""
TUNED = {
    "classic": ("bends", "jumps", "forest", "valley"),
    "dirt": ("R4-SS1",),
}
"""The stages on which principles were found, by their names."""
HELD_APART = {
    "classic": ("first", "winter", "short", "long"),
    "dirt": (
        "202a 214b 203a | A | A | leader=off",
        "202a 231b 206b 203a | A | A | leader=off",
        "R1-SS1",
        "R2-SS3",
        "R5-SS3",
        "R6-SS2",
    ),
}
"""Stages on which nothing was found, to see whether it holds elsewhere: by their names, or as positions before the
start, which are short."""


class WeakDecision(NamedTuple):
    """One decision of a weak drive, and what it costs more than the best one."""

    state: Any
    move: Any
    loss: float


def weak_decisions(key: str, stages: Sequence[str], seed: int) -> Iterator[WeakDecision]:
    """Decisions of one weak drive after another, without end."""
    game: Any = SHELF[key]
    coach, rng, luck = race_coach(game), Random(seed), Seeded(seed)
    ready = {
        name: game.read(name) if "|" in name else game.new(game.spec(coach.ready[name], ("A",))) for name in stages
    }
    while True:
        state = opened(ready[rng.choice(stages)])
        while coach.standing(state, 0).status in ("waiting", "road"):
            if not coach.is_driven(state):
                state, _ = game.play(state, rng.choice(game.moves(state)), luck)
                continue
            costs = coach.at_hand(state).best.costs(state)
            least = costs[0][0]
            cost, move = rng.choices(costs, [exp((least - cost) / WARMTH) for cost, _ in costs])[0]
            yield WeakDecision(state, move, cost - least)
            state, _ = game.play(state, move, luck)


def mistakes(key: str, stages: Sequence[str], seed: int, least: float = 2.0) -> Iterator[WeakDecision]:
    """Those of them that cost more than so many seconds."""
    return (one for one in weak_decisions(key, stages, seed) if one.loss > least)
