"""Whole rallies of bots with two readings of the rules side by side; see `side_by_side.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import Rally, begin, driven
from tests.games.driving import with_car
from tests.rally.side_by_side import READINGS, faults, setup_of
from tests.some import some

FIRST = {"classic": 4, "dirt": 4, "crazy_rally": 6, "mil_millas": 4}
"""A rally of each game that is soon driven. That of Rallyman (2009) has service after its first stage only."""


@cache
def a_rally(key: str) -> Rally:
    return driven(begin(SHELF[key], setup_of(key, FIRST[key])))


@pytest.mark.parametrize("key", SHELF)
def test_two_readings_of_the_rules_agree_on_every_state_of_a_rally(key: str) -> None:
    assert list(READINGS) == list(SHELF)
    assert [*faults(a_rally(key))] == []


@pytest.mark.wide
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", SHELF)
def test_two_readings_of_the_rules_agree_on_every_state_of_two_hundred_rallies(key: str, part: int) -> None:
    for number in some(range(part * 20, part * 20 + 20)):
        assert [*faults(driven(begin(SHELF[key], setup_of(key, number))))] == [], number


def thrown(state: Any) -> Any:
    card = next(card for card in state.hands[0] if card)
    return state._replace(pile=(*state.pile, card))


WRONG: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "classic": ("clock and seconds of", lambda state: with_car(state, clock=state.cars[0].clock + 10)),
    "dirt": ("tokens of", lambda state: with_car(state, gas=state.cars[0].gas + 1)),
    "crazy_rally": ("car of", lambda state: with_car(state, top=state.cars[0].top + 1)),
    "mil_millas": ("deck and what was thrown", thrown),
}
"""A state of each game with one thing wrong in it, and what is told of that."""


@pytest.mark.parametrize("key", SHELF)
def test_a_state_that_is_not_as_the_rules_have_it_is_told(key: str) -> None:
    says, spoil = WRONG[key]
    rally = a_rally(key)
    past = [*rally.replay.past]
    at = len(past) // 3
    past[at] = replace(past[at], state=spoil(past[at].state))
    told = [*faults(replace(rally, replay=replace(rally.replay, past=tuple(past))), legality=False)]
    assert told and told[0].startswith(f"move {at}, ") and says in told[0]


def test_a_sheet_that_the_adding_machine_does_not_find_is_told() -> None:
    rally = a_rally("mil_millas")
    past = [*rally.replay.past]
    at, row = next((at, one.events) for at, one in enumerate(past) if any(event.what == "sum" for event in one.events))
    less = tuple(
        event._replace(facts={**event.facts, "count": 0}) if event.what == "points-01" else event for event in row
    )
    past[at] = replace(past[at], events=less)
    (told,) = faults(replace(rally, replay=replace(rally.replay, past=tuple(past))), legality=False)
    assert "the adding machine" in told
