"""Coming from another game: each claim about a position is the engines', and every pair is worth looking at."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import comparison
from rallyman_tutor.tutor.learner.comparison import FROM, LEGAL, TO, Difference, Side
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.lesson_folders import covers
from rallyman_tutor.tutor.lesson.prose import count_sentences, read_prose
from rallyman_tutor.tutor.words.language import ENGLISH
from tests.games.opened import opened
from tests.tutor.lessons_at_hand import ROOT

PAIRS = comparison.read_differences(ROOT)
EVERY = pytest.mark.parametrize("pair", PAIRS, ids=[pair.id for pair in PAIRS])
SHORT = 10
"""Rows of road that can still be read where two pictures share a page."""


@pytest.mark.parametrize("side", [side for pair in PAIRS for side in pair.sides], ids=lambda side: side.start)
def test_what_is_claimed_is_what_the_engine_says_first(side: Side) -> None:
    said = comparison.codes_said(side)
    assert (said[0] if said else LEGAL) == side.says


@EVERY
def test_both_sides_differ_in_what_they_say_or_in_how_they_look(pair: Difference) -> None:
    was, now = pair.sides
    assert (was.game, now.game) == (FROM, TO)
    shown = comparison.comparison(PAIRS, pair.id, "light")["sides"]
    assert was.says != now.says or shown[0]["picture"] != shown[1]["picture"]
    assert LEGAL in (was.says, now.says) or shown[0]["verdict"] != shown[1]["verdict"]


@EVERY
def test_the_page_is_plain_data_with_two_pictures(pair: Difference) -> None:
    shown = comparison.comparison(PAIRS, pair.id, "dark")
    assert json.loads(json.dumps(shown)) == shown
    assert shown["id"] == pair.id and shown["title"] == pair.title and shown["text"] == list(pair.text)
    assert len(shown["sides"]) == 2
    for told, side in zip(shown["sides"], pair.sides, strict=True):
        assert told["picture"].startswith("<svg") and told["title"]
        assert told["verdict"] in ("legal", "refused", "price") and "{" not in told["said"] + told["why"]
        assert told["said"].endswith(".") == told["why"].endswith(".") == bool(told["code"])
        assert told["code"] == ("" if side.says == LEGAL else side.says)


def test_the_differences_are_those_that_lie_with_the_lessons() -> None:
    assert comparison.differences_of(covers(ROOT)) == PAIRS and comparison.differences_of(()) == ()


def test_one_leads_to_the_next_and_an_unknown_one_to_the_first() -> None:
    assert comparison.comparison(PAIRS, "what?", "light")["id"] == PAIRS[0].id
    pages = [comparison.comparison(PAIRS, pair.id, "light") for pair in PAIRS]
    ids = [pair.id for pair in PAIRS]
    assert [page["next"] for page in pages] == [*ids[1:], ""]
    assert [page["before"] for page in pages] == ["", *ids[:-1]]


def test_every_pair_has_words_and_no_words_are_left_over() -> None:
    told = tomllib.loads((ROOT / TO / "coming.toml").read_text("utf-8"))["pairs"]
    file, faults = ROOT / TO / f"coming.{ENGLISH}.md", list[Fault]()
    words = read_prose(file.read_text("utf-8"), str(file), faults)
    assert faults == [] and words.title and count_sentences(words.about) == 1
    assert list(words.steps) == [pair["id"] for pair in told]
    for pair in comparison.read_differences(ROOT):
        assert count_sentences(pair.title) == 1 and 1 <= sum(map(count_sentences, pair.text)) <= 2, pair.id


def test_about_ten_differences_are_told_and_each_once() -> None:
    assert 8 <= len(PAIRS) <= 16
    assert len({pair.id for pair in PAIRS}) == len({pair.title for pair in PAIRS}) == len(PAIRS)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", pair.id) for pair in PAIRS)


@EVERY
def test_the_road_of_a_pair_is_short_enough_to_be_read(pair: Difference) -> None:
    now = pair.sides[1]
    game = SHELF[now.game]
    road = opened(game.new(game.spec(now.start, ()))).road
    assert sum(len(tile.rows) for tile in road.tiles) <= SHORT
