"""Facts that stand alone, on a dial or beside a car's name, have no article in any language; in a sentence they do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from rallyman_tutor.core.game import FactReadout
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.desk_view import dial_shown
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import words
from tests.some import some

MOVES = 60
ARTICLES = {
    "es": ("el ", "la ", "los ", "las "),
    "de": ("der ", "die ", "das "),
    "nl": ("de ", "het "),
    "fr": ("le ", "la ", "les ", "l’"),
}


@cache
def alone(key: str) -> frozenset[tuple[str, object]]:
    """The facts of dials and cars in a game by chance."""
    game, rng, luck = SHELF[key], random.Random(key), Seeded(key)
    state, found = game.new(game.demo_game(3)), set[tuple[str, object]]()
    for _ in range(MOVES):
        if game.over(state):
            break
        desk = game.desk(state, ())
        found |= {(dial.name, dial.value) for dial in desk.readouts if isinstance(dial, FactReadout)}
        found |= {fact for stand in desk.standings for fact in stand.facts.items()}
        going_on = [move for move in game.moves(state) if game.form(move).ends != "game"]
        state, _ = game.play(state, rng.choice(going_on or game.moves(state)), luck)
    return frozenset(found)


def told(key: str) -> Iterator[str]:
    """All of them as they are shown."""
    for name, value in alone(key):
        yield dial_shown(words(key), FactReadout(name, value))["text"]


@pytest.mark.parametrize("language", ARTICLES)
@pytest.mark.parametrize("key", SHELF)
def test_a_fact_that_stands_alone_has_no_article(key: str, language: str) -> None:
    with speaking(language):
        shown = [*some(told(key))]
    assert [text for text in shown if text.startswith(ARTICLES[language])] == []


@pytest.mark.parametrize(
    ("language", "dial", "sentence"),
    [
        ("de", "Leerlauf", "der Leerlauf"),
        ("nl", "neutraalstand", "de neutraalstand"),
        ("fr", "point mort", "le point mort"),
        ("es", "punto muerto", "punto muerto"),
    ],
)
def test_neutral_on_a_dial_and_in_a_sentence(language: str, dial: str, sentence: str) -> None:
    with speaking(language):
        assert (words("dirt").alone("gear", 0), words("dirt").fact("gear", 0)) == (dial, sentence)
