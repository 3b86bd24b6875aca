"""Exact odds of a row of dice: where along it will control be lost?

Pure fractions over independent dice, one pass from left to right; small enough to be checked by listing every throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Throw(NamedTuple):
    """One die about to be rolled: the chance of a hazard, and the count of hazards that loses control on this die."""

    chance: Fraction
    limit: int


def losses(throws: Sequence[Throw], shown: int = 0) -> tuple[Fraction, ...]:
    """For each die, the chance that control is lost exactly there; what is missing to one is the chance to get through.

    A hazard is judged when it appears: the count, this hazard included, has then reached this die's limit.
    """
    alive = {shown: Fraction(1)}
    lost = []
    for chance, limit in throws:
        here = Fraction(0)
        still: dict[int, Fraction] = {}
        for count, share in alive.items():
            still[count] = still.get(count, Fraction(0)) + share * (1 - chance)
            if count + 1 >= limit:
                here += share * chance
            else:
                still[count + 1] = still.get(count + 1, Fraction(0)) + share * chance
        lost.append(here)
        alive = still
    return tuple(lost)


def loss(throws: Sequence[Throw], shown: int = 0) -> Fraction:
    """The chance to lose control anywhere along these dice."""
    return sum(losses(throws, shown), Fraction(0))
