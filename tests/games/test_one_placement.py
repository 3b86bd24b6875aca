"""One piece on one place is judged as it is among all pieces on all places."""

from __future__ import annotations

from random import Random

import pytest

from rallyman_tutor.coach.drivers import random_move
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF

MOVES = 12


@pytest.mark.parametrize("key", SHELF)
def test_one_piece_and_one_place_are_judged_as_among_all(key: str) -> None:
    game, luck, met = SHELF[key], Random(3), 0
    state = game.new(game.demo_game(max(game.seats)))
    for _ in range(MOVES):
        placements = game.placements(state, ())
        met += len(placements)
        for piece in {one.piece for one in placements}:
            assert list(game.placements(state, (), piece)) == [one for one in placements if one.piece == piece]
        for one in luck.sample(placements, min(4, len(placements))):
            assert game.placements(state, (), one.piece, one.place) == [one]
        state, _ = game.play(state, random_move(game, state, luck), Seeded(str(luck.random())))
    assert met
