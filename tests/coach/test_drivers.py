"""Simple drivers reach the finish, never break a rule, and drive better when they take care."""

from __future__ import annotations

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
