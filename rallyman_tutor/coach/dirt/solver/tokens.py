"""The cost of a shortcut token, by how chance is taken."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np

from rallyman_tutor.coach.dirt.solver.carried import Array, Block, Index
from rallyman_tutor.coach.dirt.solver.chance import Chance, picked
from rallyman_tutor.coach.dirt.solver.task import Task


class Tokens:
    """The shortcut tokens of one sweep."""

    def __init__(self, task: Task, chances: Sequence[Chance]) -> None:
        self._task = task
        self._chances = chances

    def drawn(self, harmless: Array, punctured: Array, columns: Sequence[slice]) -> Array:
        """The cost of a shortcut token, from the costs after a harmless one and a puncture. `columns`: by chance, its
        part of the last axis."""
        found = np.empty_like(harmless)
        for chance, column in zip(self._chances, columns, strict=True):
            fine, flat = harmless[..., column], punctured[..., column]
            if chance.lucky:
                found[..., column] = np.minimum(fine, flat)
            else:
                ways = [(1 - share) * fine + share * flat for share in self.shares(chance)]
                found[..., column] = picked(chance, ways)
        return found

    def shares(self, chance: Chance) -> tuple[float, ...]:
        """The chance that a token is a puncture, or the two between which it is."""
        return (self._task.puncture,) if chance.decks == "fair" else self._punctures

    @cached_property
    def _punctures(self) -> tuple[float, float]:
        """Between which chances a shortcut token is a puncture: on a stage each shortcut is taken once. It is asked
        only where there is one."""
        counts = self._task.tokens
        before = sum(bool(bend.shortcut) for bend in self._task.stage.road.bends) - 1
        return max(0, counts[1] - before) / (sum(counts) - before), counts[1] / (sum(counts) - before)

    def columns(self, block: Block, at: Index | None = None) -> list[slice]:
        """By chance: where it stands among these numbers of what is carried, or among all of them."""
        many = len(self._chances)
        ends = np.arange(many + 1) * (prod(block) // many)
        if at is not None:
            ends = np.searchsorted(at, ends)
        return [slice(first, last) for first, last in pairwise(ends.tolist())]
