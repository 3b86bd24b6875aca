"""Crazy Rally: one race, or a rally of three and more, in which the distances add up. The course is drawn in play."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from rallyman_tutor.core.game import Spec
from rallyman_tutor.games.crazy_rally.state import LEAST_RACES
from rallyman_tutor.rally.box import NOTHING_AGREED, USUAL, Box, Settings

MOST_RACES = 9


def spec(drivers: Sequence[str], stages: Sequence[str], many: int, agreed: Settings) -> Spec:
    """The races as plain data."""
    return {"drivers": list(drivers), "races": many, "rally": many != 1, "options": dict(agreed)}


BOX = Box(
    rallies=MappingProxyType({}),
    counts=(*range(LEAST_RACES, MOST_RACES + 1), 1),
    rules=MappingProxyType({USUAL: NOTHING_AGREED}),
    draw=None,
    spec=spec,
)
