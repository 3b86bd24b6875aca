"""House values that can be moved for one turn: how cards are mixed, and what being out of the rally counts.

A mix is a number for each `MixShare` of a game, in their order. The mix of the house has the numbers of `values.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from rallyman_tutor.coach.solver.costs import ELIMINATION

Mix: TypeAlias = tuple[int, ...]


class MixShare(NamedTuple):
    """One house value, and between which numbers it can be moved."""

    name: str
    least: int
    most: int
    step: int
    house: int

    @property
    def notches(self) -> range:
        return range(self.least, self.most + 1, self.step)


OUT = MixShare("out", int(ELIMINATION) // 5, int(ELIMINATION) * 9 // 5, int(ELIMINATION) // 5, int(ELIMINATION))


def moved(cards: Sequence[int], many: int, to: int, among: Sequence[int]) -> tuple[int, ...]:
    """A deck in which so many cards have become cards of the kind `to`, each from the fullest of other kinds as long as
    there are any; where `many` is below 0, cards of that kind have become others, the emptiest first."""
    left = list(cards)
    for _ in range(abs(many)):
        full, empty = max(among, key=lambda kind: left[kind]), min(among, key=lambda kind: left[kind])
        giver, taker = (full, to) if many > 0 else (to, empty)
        if left[giver]:
            left[giver] -= 1
            left[taker] += 1
    return tuple(left)
