"""A drawn token is no longer in the bag: the chances of a token follow the tokens on dashboards and on the road."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.draws import damage, token
from rallyman_tutor.games.dirt.state import DAMAGES, SHORTCUTS


@pytest.mark.parametrize(
    ("cars", "left"),
    [
        ("A@L3 g3 ; B@R3", (11, 6, 7, 24)),
        ("A@L3 g3 G2 W1 ; B@R3 G1 B2 F4", (8, 4, 6, 20)),
    ],
)
def test_a_damage_token_on_a_dashboard_is_not_drawn_again(cars: str, left: tuple[int, ...]) -> None:
    state = GAME.read(f"FX-S | {cars}")
    drawn = {kind: share for share, (kind,), _ in every_outcome(lambda luck: damage(state, 1, "DI-DMG-01", [], luck))}
    assert [drawn[kind] for kind in DAMAGES] == [Fraction(count, sum(left)) for count in left]


@pytest.mark.parametrize(
    ("table", "left"),
    [
        ("A@L3 g3 ; B@R3", (24, 12, 12)),
        ("A@L3 g3 O2 ; B@R3 K1 | A | gravel 1:3", (22, 11, 9)),
    ],
)
def test_a_token_of_a_shortcut_that_lies_somewhere_is_not_drawn_again(table: str, left: tuple[int, ...]) -> None:
    state = GAME.read(f"FX-SL | {table}")
    drawn = {kind: share for share, (kind,), _ in every_outcome(lambda luck: token(state, 0, [], luck))}
    assert [drawn[kind] for kind in SHORTCUTS] == [Fraction(count, sum(left)) for count in left]
