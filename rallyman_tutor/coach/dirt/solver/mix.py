"""Another mix of cards and tokens for one turn of Rallyman: DIRT: backs of time cards, and punctures among shortcut
tokens."""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.coach.dirt.solver.task import BACKS_OF_CARDS, SHORTCUT_TOKENS, Task
from rallyman_tutor.coach.solver.mix import OUT, Mix, MixShare, moved

FINE, PUNCTURE, GRAVEL = SHORTCUT_TOKENS
SHARES = (
    MixShare("spins", -10, 10, 2, 0),  # so many cards of each gear spin instead of being a crash
    MixShare("hard", -8, 8, 2, 0),  # so many crashes are hard ones
    MixShare("punctures", 0, 2 * PUNCTURE, 2, PUNCTURE),
    OUT,
)
SPIN, CRASH, HARD = range(3)


def backs_of(mix: Mix) -> tuple[tuple[int, ...], ...]:
    """By gear from 1: how many cards have each of the backs."""
    spins, hard, *_ = mix
    return tuple(moved(moved(deck, spins, SPIN, (CRASH,)), hard, HARD, (CRASH,)) for deck in BACKS_OF_CARDS)


def mixed(task: Task, mix: Mix) -> Task:
    """A task with these cards and tokens."""
    *_, spiked, out = mix
    return replace(task, backs=backs_of(mix), tokens=(FINE + PUNCTURE - spiked, spiked, GRAVEL), elimination=out)


def has_shortcut(task: Task) -> bool:
    """Whether shortcut tokens are drawn on this stage."""
    return any(bend.shortcut for bend in task.stage.road.bends)
