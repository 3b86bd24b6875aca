"""A chance is told of what it is the chance of, and of the card that is laid last."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rallyman_tutor.core.game import Chances
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.chances import in_words

GAME = SHELF["crazy_rally"]


def chances(position: str, draft: str) -> Chances:
    state, script = GAME.read(position), GAME.read_draft(draft)
    assert not GAME.judge(state, script)
    return GAME.chances(state, script)


@pytest.mark.parametrize(
    ("position", "draft", "told"),
    [
        (
            "C09 rest | A m8 v8 s1 E1 B01 ; B v5 | event A : A B",
            "event faster>A",
            "1 that your car is out",
        ),
        ("C09 rest | A v5 P01 s1 ; B v5 B01 | choose A", "play P01+", "1 that your car is out"),
        (
            "C09 rest | A m8 v8 s1 E1 B01 ; B v5 | event A : A B",
            "pass",
            "2/7 to be too fast or too slow for the next course card",
        ),
        (
            "C01 C02 > rest | A m9 v9 s1 h5/8 ; B v5 | event A : A B",
            "pass",
            "1/4 that your car is out, 1/2 to be too fast or too slow for the next course card",
        ),
    ],
)
def test_a_car_that_is_out_offends_nothing_more(position: str, draft: str, told: str) -> None:
    found = chances(position, draft)
    assert in_words(GAME, found.lose, found.end, str) == told
    assert found.lose + found.end + found.arrive == 1


def test_the_chance_of_a_card_is_told_behind_the_card_that_is_drawn() -> None:
    alone = chances("C09 rest | A v7 B08 ; B v5 B09 Y01 | choose A", "play B08+")
    assert alone.lose > 0
    position = "C09 rest | A v7 B08 ; B v5 B09 | draw B"
    for script in ("draw play B08+", "draw play B08+>A"):
        assert chances(position, script).lost == (Fraction(0), alone.lose)


def test_at_a_practice_table_whose_next_card_is_hidden_any_of_them_may_come() -> None:
    hidden, open_ = (chances(f"{road} | A v7 B08 ; B v5 B09 | choose A{more}", "play B08+") for road, more in (
        ("?14", " | practice"), ("C09 rest", "")
    ))  # fmt: skip
    assert hidden == open_
