"""What a drive is charged for, in every solved game: values of ours, the parts of a cost, and how each part is found."""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.parts import values

_VALUES = values.read("rallyman_tutor.coach.solver")
ELIMINATION: float = _VALUES["cost.elimination"]
CAP: int = _VALUES["reckoning.seconds"]
FINE = 1e-5
"""Seconds charged for losing control, to see how often that happens: the expected time grows by its chance of them."""
NUDGE = 1e-6
"""By how much more a cost is charged to see how much of it there is."""


class Weight(NamedTuple):
    """How much of each cost of a turn is charged: all of it, or a little more to find out how much of it there is."""

    card: float = 1.0
    earned: float = 1.0
    spent: float = 1.0
    out: float = 1.0


WHOLE = Weight()


class Parts(NamedTuple):
    """Where a cost comes from. This turn: gear cards, seconds earned and spent, being out; then what is to go."""

    card: float
    earned: float
    spent: float
    out: float
    to_go: float
