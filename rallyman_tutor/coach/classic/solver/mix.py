"""Another mix of cards for one turn of Rallyman (2009): the backs of gear cards, and punctures among shortcut cards."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from rallyman_tutor.coach.classic.solver.task import FRESH_BACKS, FRESH_SHORTCUT, Task
from rallyman_tutor.coach.solver.mix import OUT, Mix, MixShare, moved
from rallyman_tutor.games.classic.state import PUNCTURE
from rallyman_tutor.parts.cards import Deck

SPIKED = dict(FRESH_SHORTCUT.unseen)[PUNCTURE]
HARMLESS = sum(count for _, count in FRESH_SHORTCUT.unseen) - SPIKED
SHARES = (
    MixShare("spins", -6, 6, 1, 0),  # so many cards of each gear spin instead of leaving the road
    MixShare("left", -5, 5, 1, 0),  # so many leave it on the left instead of the right
    MixShare("punctures", 0, 2 * SPIKED, 1, SPIKED),
    OUT,
)
SPIN, LEFT, RIGHT = range(3)


def backs_of(mix: Mix) -> tuple[tuple[int, ...], ...]:
    """By gear from 1: how many cards spin, and leave the road on the left and on the right."""
    spins, left, *_ = mix
    fresh = (tuple(count for _, count in deck.unseen) for deck in FRESH_BACKS)
    return tuple(moved(moved(deck, spins, SPIN, (LEFT, RIGHT)), left, LEFT, (RIGHT,)) for deck in fresh)


def mixed(task: Task, mix: Mix) -> Task:
    """A task with these cards."""
    *_, spiked, out = mix
    kinds = [[kind for kind, _ in deck.unseen] for deck in FRESH_BACKS]
    backs = tuple(Deck(tuple(zip(*deck, strict=True))) for deck in zip(kinds, backs_of(mix), strict=True))
    others = (SPIKED + HARMLESS - spiked) * SPIKED, spiked * HARMLESS
    weights = others[0] // gcd(*others), others[1] // gcd(*others)
    return replace(task, backs=backs, weights=weights, elimination=out)


def has_shortcut(task: Task) -> bool:
    """Whether shortcut cards are drawn on this stage."""
    return any(task.is_cut)
