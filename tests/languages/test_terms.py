"""One thing has one word in a language, whichever game speaks of it, where no box has a word of its own."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.language import LANGUAGES
from rallyman_tutor.tutor.words.texts import room_texts
from tests.some import some

OF_THE_BOX = {
    ("de", "drift"), ("de", "spare-wheel"), ("de", "spin"), ("es", "gas"),
    ("de", "attack"), ("de", "stage"), ("nl", "stage"),
}  # fmt: skip
"""Words that the printed book of a game has for itself: Rallyman's German and Spanish ones. An attack of Mil Millas is
another thing, and a stage of Crazy Rally a card of the course, which its Dutch book calls a turn."""
CRASH = {"en": ("crash",), "es": ("accidente",), "de": ("Unfall",), "nl": ("crash",), "fr": ("accident",)}


def headings(language: str) -> dict[str, set[str]]:
    """By what is told in a sentence, its headings in all games that tell it."""
    found: dict[str, set[str]] = {}
    for key in SHELF:
        for name, entry in room_texts(f"games.{key}", language).tables["words"]["glossary"].items():
            found.setdefault(name, set()).add(str(entry["forms"]).partition("|")[0])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_several_games_tell_is_the_same_in_all_of_them(language: str) -> None:
    several = {name: those for name, those in some(headings(language).items()) if len(those) > 1}
    assert {name: those for name, those in several.items() if (language, name) not in OF_THE_BOX} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crash_is_called_alike_in_both_games_that_have_one(language: str) -> None:
    for key in ("dirt", "crazy_rally"):
        told = str(room_texts(f"games.{key}", language).tables["words"]["events"]["crash"]).lower()
        assert all(word.lower() in told for word in some(CRASH[language])), key
