"""Whose an event is: lessons and hints count those of the learner and those of nobody, and the words must agree."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words import text_tables
from tests.games.random_games import decisions
from tests.tutor.test_words import fields

OF_THE_SAME = {"swept"}
"""What needs no name, since the event before it has told whose it is."""


@pytest.mark.parametrize(("key", "seeds"), {"classic": 3, "dirt": 3, "crazy_rally": 6, "mil_millas": 6}.items())
def test_an_event_is_somebodys_just_where_its_words_name_them(key: str, seeds: int) -> None:
    game, texts = SHELF[key], text_tables(f"games.{key}")["words"]["events"]
    met = set()
    for seed in range(seeds):
        for decision in decisions(key, seed):
            for event in decision.events:
                what, _ = game.describe_event(decision.after, event)
                named = what in OF_THE_SAME or bool(fields(str(texts[what])) & {"driver", "side"})
                assert (event.seat != -1) == named, event
                met.add(what)
    assert len(met) > 20
