"""A draft driven a thousand times: where the car stands in the end, and how often, beside the draft's exact odds.

The dice are thrown, not counted, so the two are found in different ways and must agree within what chance allows. The
same seed throws the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.coach.draft_worth import MOST_MOVES
from rallyman_tutor.coach.odds import Odds, driven, weighed
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Seeded

MANY = 1000
AT_ONCE = 10
"""Drives in one step of the work."""


class End(NamedTuple):
    """A space on which drives ended: how many, how many of them out of control, their exact share; and how one
    stands."""

    place: str
    many: int
    lost: int
    exact: Fraction
    state: AnyState


class Cloud(NamedTuple):
    """A thousand drives: where they ended, the most frequent end first, and the exact odds."""

    ends: tuple[End, ...]
    lost: int
    odds: Odds


def cloud(game: AnyGame, state: AnyState, draft: Sequence[AnyMove], seed: str) -> Steps[Cloud]:
    """A thousand drives of a legal draft. Raises `TooMany` where more can happen than is followed."""
    exact, _ = yield from weighed(game, state, draft, lambda *_: 0.0, MOST_MOVES)
    counts: dict[str, list[int]] = {}
    stands: dict[tuple[str, bool], AnyState] = {}
    done = 0
    for drive in driven(game, state, draft, (Seeded(f"{seed}:{number}") for number in range(MANY))):
        if drive is None:
            yield
            continue
        end, place, is_lost = drive
        tally = counts.setdefault(place, [0, 0])
        tally[0] += 1
        tally[1] += is_lost
        stands.setdefault((place, is_lost), end)
        done += 1
        if done % AT_ONCE == 0:
            yield
    ends = []
    for place, (count, lost) in counts.items():
        stand = stands[place, 2 * lost > count]  # as most of them stand
        ends.append(End(place, count, lost, exact.ends.get(place, Fraction(0)), stand))
    ends.sort(key=lambda one: (-one.many, one.place))
    return Cloud(tuple(ends), sum(one.lost for one in ends), exact)
