"""Crazy Rally: one race, or a rally of three and more, in which the distances add up. The course is drawn in play."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import cast

from rallyman_tutor.core.game import AnyState, Spec
from rallyman_tutor.games.crazy_rally.state import LEAST_RACES, State
from rallyman_tutor.rally.box import NOTHING_AGREED, USUAL, Box, Lanes, Settings

MOST_RACES = 9


def spec(drivers: Sequence[str], stages: Sequence[str], many: int, agreed: Settings) -> Spec:
    """The races as plain data."""
    return {"drivers": list(drivers), "races": many, "rally": many != 1, "options": dict(agreed)}


def lanes(state: AnyState) -> Lanes:
    """The distance of each car in the race that is driven."""
    race = cast("State", state)
    noted = ((0,) * len(race.cars), *race.results)
    row = min(len(race.results), race.races - 1)
    driven = tuple(car.distance for car in race.cars)
    done = _since(noted[row - 1], noted[row]) if row else ()
    return Lanes(row, _since(noted[row], driven), 0, done)


def _since(before: Sequence[int], now: Sequence[int]) -> tuple[int, ...]:
    return tuple(one - other for one, other in zip(now, before, strict=True))


BOX = Box(
    rallies=MappingProxyType({}),
    counts=(*range(LEAST_RACES, MOST_RACES + 1), 1),
    rules=MappingProxyType({USUAL: NOTHING_AGREED}),
    draw=None,
    spec=spec,
    lanes=lanes,
)
