"""The tray's parts are told in a sentence: each die and card, each dial, each button that games come to show."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import islice

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.prose import count_sentences
from rallyman_tutor.tutor.words.page_words import told_of_tray
from rallyman_tutor.tutor.words.words import words
from tests.games.random_games import decisions
from tests.some import some

MOST = 120
"""Decisions of a random game that are looked at."""


@pytest.mark.parametrize("key", SHELF)
def test_everything_that_a_game_comes_to_show_in_its_tray_is_told(key: str) -> None:
    game, told, met = SHELF[key], told_of_tray(key), set[tuple[str, str]]()
    for decision in islice(decisions(key, 3), MOST):
        desk = game.desk(game.seen_by(decision.before, game.turn(decision.before)), ())
        met |= {("pieces", piece.key) for piece in desk.pieces}
        met |= {("dials", dial.name) for dial in desk.readouts}
        met |= {("offers", offer.name) for offer in desk.offers if offer.name != "retire"}
    assert len(met) > 8
    assert {(kind, name) for kind, name in met if name not in told[kind]} == set()


@pytest.mark.parametrize("key", SHELF)
def test_a_sentence_is_short_and_belongs_to_something(key: str) -> None:
    language, groups = words(key), {"pieces": "pieces", "dials": "readouts", "offers": "offers"}
    for kind, pattern, said in some((name, *one) for name in groups for one in language.tray(name).items()):
        known = {*language.group(groups[kind]), "pile"}
        assert all(any(fnmatchcase(name, one) for name in known) for one in pattern.split("|")), pattern
        assert said.endswith(".") and count_sentences(said) <= 2 and len(said.split()) <= 26, said


@pytest.mark.parametrize(
    ("key", "kind", "name", "said"),
    [
        ("classic", "pieces", "w", "takes you one space on"),
        ("classic", "pieces", "3", "number of a black die"),
        ("classic", "dials", "hazards", "A triangle on a die"),
        ("classic", "offers", "secure", "before the roll"),
        ("dirt", "pieces", "b", "one for each gear that you skip"),
        ("dirt", "dials", "gas", "takes dice from every turn"),
        ("crazy_rally", "dials", "handling", "Below 0 the car crashes"),
        ("mil_millas", "pieces", "limit", "25 or 50"),
    ],
)
def test_what_has_no_sentence_of_its_own_is_told_by_the_glossary(key: str, kind: str, name: str, said: str) -> None:
    assert said in told_of_tray(key)[kind][name]
