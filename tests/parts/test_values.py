"""Numbers with their sources: complete, and honest about our own."""

from __future__ import annotations

import pytest

from rallyman_tutor.games.classic.state import SECONDS, VALUES
from rallyman_tutor.parts.values import Values
from tests.some import some


def test_every_figure_says_where_it_comes_from_and_how_sure_that_is() -> None:
    for value in some(VALUES):
        assert value.source and value.confidence in ("high", "medium", "low", "house"), value
        assert value.placeholder == (value.confidence == "house"), value


def test_an_incomplete_figure_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"turn\.limit needs value, source"):
        Values("[turn]\nlimit = { value = 3 }")


def test_the_backs_of_every_gear_are_twelve_cards() -> None:
    assert all(sum(counts) == 12 for counts in VALUES["cards.backs"])


def test_first_gear_costs_fifty_seconds_and_a_turned_card_sixty() -> None:
    assert SECONDS == (60, 50, 40, 30, 20, 10)
    assert VALUES.about("cards.backs").placeholder
