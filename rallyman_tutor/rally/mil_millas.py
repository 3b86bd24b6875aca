"""Mil Millas: a match of hands until somebody has 5000 points, or of so many hands as are agreed. Nothing is laid out
before the first card."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import cast

from rallyman_tutor.core.game import AnyState, Spec
from rallyman_tutor.core.spec import number_of
from rallyman_tutor.games.mil_millas.desk import DEMO_TEAMS
from rallyman_tutor.games.mil_millas.state import GOAL, State
from rallyman_tutor.rally.box import USUAL, Box, Lanes, Settings

TARGET = 5000
TEAMS = "teams"
MOST_HANDS = 9


def spec(drivers: Sequence[str], stages: Sequence[str], many: int, agreed: Settings) -> Spec:
    """The match as plain data. Eight and nine players sit in teams, if nothing else is agreed."""
    options = {name: value for name, value in agreed.items() if name != TEAMS}
    length = {"rounds": str(many)} if many else {"target": str(TARGET)}
    written = agreed.get(TEAMS, str(DEMO_TEAMS.get(len(drivers), 0)))
    teams = number_of({TEAMS: int(written) if written.isdecimal() else written}, TEAMS, 0)
    return {"drivers": list(drivers), "teams": teams, "options": {**options, **length}}


def lanes(state: AnyState) -> Lanes:
    """The kilometres of each player's side in the hand that is played."""
    hand = cast("State", state)
    far = tuple(hand.sides[seat % len(hand.sides)].km for seat in range(len(hand.names)))
    return Lanes(hand.round - 1, far, GOAL)


BOX = Box(
    rallies=MappingProxyType({}),
    counts=tuple(range(MOST_HANDS + 1)),
    rules=MappingProxyType(
        {
            USUAL: MappingProxyType({"reshuffle": "on"}),
            "basic": MappingProxyType({"reshuffle": "off"}),
            "advanced": MappingProxyType({"reshuffle": "on", "stacking": "on", "wrong-way": "on"}),
        }
    ),
    draw=None,
    spec=spec,
    lanes=lanes,
)
