"""A draft driven a thousand times: thrown dice and counted odds, found in different ways, agree within chance."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from rallyman_tutor.coach.cloud import MANY, Cloud, cloud
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF

STRAIGHT = "202a 205a 203a | A@1.L1 g1"
DRAFTS = [
    ("classic", "s4 R3 s3 L3 s3 | A@s1 g1", "2 3 w w 4"),
    ("classic", "s4 R3/4x3K4 s5 | A@s2 g3", "A[3 4 w w]"),
    ("classic", "s4 R3 s3 L3 s3 | A@s1 g1", "2>s2 3>s3 4>s4 5>b1.line"),
    ("dirt", STRAIGHT, "go 2>1.L2 3>1.L3 4>2.L1 5>2.L2 6>2.L3"),
    ("dirt", STRAIGHT, "flat 2>1.L2 3>1.L3 4>2.L1 5>2.L2"),
]


def thrown(key: str, position: str, draft: str, seed: str = "7") -> Cloud:
    game = SHELF[key]
    return to_the_end(cloud(game, game.read(position), game.read_draft(draft).moves, seed))


def agrees(count: int, share: Fraction) -> bool:
    """Whether a count of a thousand is one that this chance could bring: within four standard errors."""
    return abs(count - MANY * share) <= 4 * sqrt(MANY * share * (1 - share)) + 1e-9


@pytest.mark.parametrize(("key", "position", "draft"), DRAFTS)
def test_a_thousand_drives_end_where_the_exact_odds_say(key: str, position: str, draft: str) -> None:
    game, found = SHELF[key], thrown(key, position, draft)
    exact = odds(game, game.read(position), game.read_draft(draft).moves)
    assert sum(end.many for end in found.ends) == MANY and sum(end.lost for end in found.ends) == found.lost
    counts = {end.place: end.many for end in found.ends}
    assert counts.keys() <= exact.ends.keys() and len(counts) > 1
    assert all(agrees(counts.get(place, 0), share) for place, share in exact.ends.items())
    assert agrees(found.lost, exact.lose)
    assert {end.place: end.exact for end in found.ends}.items() <= exact.ends.items()


def test_the_same_seed_throws_the_same_dice_and_another_one_others() -> None:
    first, again, other = (thrown(*DRAFTS[0], seed) for seed in ("7", "7", "8"))
    assert first == again and [end.many for end in first.ends] != [end.many for end in other.ends]
