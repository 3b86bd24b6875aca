"""Whose an event is: lessons and hints count those of the learner and those of nobody, and the words must agree."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import drive_example
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor.test_words import fields

OF_THE_SAME = {"swept"}
"""Events without a name, since the event before has told whose they are."""


@pytest.mark.parametrize("key", SHELF)
def test_an_event_is_somebodys_just_where_its_words_name_them(key: str) -> None:
    game, texts = SHELF[key], text_tables(f"games.{key}")["words"]["events"]
    facts = (rule for rule in game.rules() if rule.kind is Kind.FACT)
    examples = (text for rule in facts for text in rule.ok if " :: " in text)
    moves = (moved for text in examples for moved in drive_example(game, text))
    for after, event in some((moved.state, event) for moved in moves for event in moved.events):
        what, _ = game.describe_event(after, event)
        named = what in OF_THE_SAME or bool(fields(str(texts[what])) & {"driver", "side"})
        assert (event.seat != -1) == named, event
