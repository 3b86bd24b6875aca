"""Figures of the principles of playing cards: of each example, and of mistakes in imagined evenings.

    figures_of("mil_millas")[code]

Playing out takes longer than a page may, so the figures are shipped. `tests/coach/card_evenings.py` finds them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import hypot, sqrt
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.coach.decision import CardPart, is_surely_worse

SHIPPED = Path(__file__).parent / "shipped" / "cards.json"


class PlayedOut(NamedTuple):
    """A move beside another one: by how much it is worse, below 0 better; the standard error of that; and of what is
    surely worse the largest part, if that is surely there."""

    behind: float
    error: float
    part: CardPart | None


class MeanCost(NamedTuple):
    """The mean cost of some mistakes, the standard error of it, and how many they are."""

    behind: float
    error: float
    many: int


class PrincipleFigures(NamedTuple):
    """The figures of one principle: of the examples that hold; of those that only look so, where the other move is
    surely worse; and of mistakes that went against it, each with its cost and the standard error."""

    holds: tuple[PlayedOut, ...]
    not_so: tuple[PlayedOut, ...]
    met: tuple[tuple[float, float], ...]

    @property
    def mean(self) -> MeanCost | None:
        """The mean cost of the mistakes, as sure as the mistakes differ, and each of them is; None where that is
        nothing for certain."""
        if not self.met:
            return None
        many = len(self.met)
        mean = sum(behind for behind, _ in self.met) / many
        spread = sum((behind - mean) ** 2 for behind, _ in self.met) / max(1, many - 1) / many
        error = max(sqrt(spread), hypot(*(error for _, error in self.met)) / many)
        return MeanCost(mean, error, many) if is_surely_worse(mean, error) else None


@cache
def figures_of(key: str) -> Mapping[str, PrincipleFigures]:
    """The figures of all principles of a game, by their codes."""
    kept = json.loads(SHIPPED.read_text("utf-8"))[key]
    return {
        code: PrincipleFigures(
            tuple(map(_read, one["holds"])),
            tuple(map(_read, one["not_so"])),
            tuple((behind, error) for behind, error in one["met"]),
        )
        for code, one in kept.items()
    }


def _read(kept: list[object]) -> PlayedOut:
    match kept:
        case [float(behind), float(error)]:
            return PlayedOut(behind, error, None)
        case [float(behind), float(error), str(what), float(of), float(off)]:
            return PlayedOut(behind, error, CardPart(what, of, off))
    raise ValueError(kept)
