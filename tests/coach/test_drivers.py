"""Simple drivers reach the finish, never break a rule, and drive better when they take care."""

from __future__ import annotations

from random import Random

import pytest

from rallyman_tutor.coach import drivers
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.play import standings
from tests.games.opened import opened

GAME = SHELF["classic"]


def totals(driver: drivers.Driver) -> list[int]:
    found = []
    for seed in range(8):
        state = opened(drivers.drive_game(GAME, dict(GAME.demo_game(2)), Seeded(seed), seed, driver).replay.state)
        found += [total for total in standings(state.rally.times, 2) if total is not None]
    return found


def test_careful_drivers_are_faster_than_random_ones() -> None:
    careful, random = totals(drivers.careful_move), totals(drivers.random_move)
    assert sum(careful) / len(careful) < sum(random) / len(random)


def test_careful_drivers_seldom_leave_the_rally() -> None:
    assert len(totals(drivers.careful_move)) >= 12


@pytest.mark.parametrize(
    ("key", "position", "moves"),
    [
        ("classic", "s14 | A@s1 g3", {"2>s2", "3>s2", "4>s2", "w>s2"}),
        ("mil_millas", "A ; B | A 75x2 200x2 crash endlimit petrol", {"discard 75"}),
        ("classic", "START C8, C3-J6-J5-C4, FINISH C5 | A@s5 g5 | A | k 7-6-3[gggp]", {"4>s7"}),
        ("classic", "START C8, C3-J6-J5-C4, FINISH C5 | A@s12 g5 | A | k 7-6-3[gggp]", {"4>b4.d1", "4>b4.line"}),
    ],
)
def test_a_careful_driver_goes_on_while_it_is_harmless_else_ends_harmlessly_else_risks_as_little_as_can_be(
    key: str, position: str, moves: set[str]
) -> None:
    game = SHELF[key]
    state = game.read(position)
    driven = {game.write_move(drivers.careful_move(game, state, Random(seed))) for seed in range(20)}
    assert driven == moves
