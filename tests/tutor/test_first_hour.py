"""The words of the first hour: each word of a game that its first six lessons say has its sentence a tap away."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.language import LANGUAGES
from rallyman_tutor.tutor.words.texts import room_texts
from tests.page.host import LESSONS
from tests.some import some
from tests.tutor.lessons_at_hand import ROOT

FIRST = 6
"""So many lessons are about an hour."""
PLAIN = {
    "classic": "brake limit",
    "dirt": "",
    "crazy_rally": "brake brakes gravel ford jump damage limit limits noted slide off+the+road",
    "mil_millas": "limit limits",
}
"""Words that another game tells in a sentence, and that mean in this one no more than in any newspaper, or stand in the
lesson's own sentence about them."""


def first_lessons(key: str) -> list[str]:
    return [lesson for lesson in LESSONS.named if lesson.startswith(f"{key}/")][:FIRST]


def forms(key: str, language: str) -> set[str]:
    """All forms of the words that a game tells in a sentence, in small letters."""
    entries = room_texts(f"games.{key}", language).tables["words"]["glossary"].values()
    return {form.lower() for entry in entries for form in entry["forms"].split("|")}


@cache
def read_in(key: str, language: str) -> str:
    """The texts of these lessons, without the names of steps and answers, which nobody reads."""
    texts = ((ROOT / lesson / f"{language}.md").read_text("utf-8") for lesson in first_lessons(key))
    return re.sub(r"(?m)^(## .*|- [\w-]+:)", "", "\n".join(texts)).lower()


def says(text: str, form: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text))


@pytest.mark.parametrize("key", SHELF)
def test_a_word_that_any_game_tells_is_told_where_the_first_lessons_of_another_say_it(key: str) -> None:
    told_somewhere = set[str]().union(*(forms(other, "en") for other in SHELF)) - forms(key, "en")
    plain = {word.replace("+", " ") for word in PLAIN[key].split()}
    assert {form for form in some(told_somewhere) if says(read_in(key, "en"), form)} <= plain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SHELF)
def test_a_word_told_in_english_is_told_in_the_lessons_of_every_language(key: str, language: str) -> None:
    english, own = (room_texts(f"games.{key}", one).tables["words"]["glossary"] for one in ("en", language))
    met = [name for name, entry in some(english.items()) if any_of(entry, key, "en")]
    assert [name for name in met if not any_of(own[name], key, language)] == []


def any_of(entry: dict[str, str], key: str, language: str) -> bool:
    return any(says(read_in(key, language), form.lower()) for form in entry["forms"].split("|"))
