"""Training: driving without bad luck."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.state import Attack, State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-TRAIN-02",
    cite("Chantaje", basis=RULING, ruling="R-37"),
    Attack,
    Step,
    ok=("s14 | A@s1 g2 | A | training=on :: 3! 4! w!",),
    broken=("s14 | A@s1 g2 | A | training=on :: A[3 4]",),
)
def reward_in_training(state: State, move: Attack | Step) -> Facts | None:
    if not state.options.training:
        return None
    return {} if isinstance(move, Attack) or move.roll.pay else None


RULES = (
    fact("CL-TRAIN-01", "training", cite("Chantaje"), ok=("s14 | A@s1 g2 | A | training=on :: 3! 4! w!",)),
    reward_in_training,
)
