"""A sentence is told right in five languages: cases, contractions, lists, genders, numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.tutor.words.cldr import DECIMAL
from rallyman_tutor.tutor.words.language import LANGUAGES
from rallyman_tutor.tutor.words.sentence import Choice, Grammar, Sentence, places_in
from tests.languages import cldr

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "data" / "hard_sentences.toml").read_text("utf-8"))


def fact(given: object, language: str) -> object:
    """A fact as the engine hands it over: a number, a name, a noun of the language, or a list of them."""
    if isinstance(given, list):
        return Choice.of([str(fact(one, language)) for one in given], ", ", DATA["nouns"]["or"][language])
    if isinstance(given, str) and given.startswith("@"):
        return DATA["nouns"][given[1:]][language]
    return given.replace(".", DECIMAL[language]) if given == "1.5" and isinstance(given, str) else given


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", range(len(DATA["sentences"])))
def test_the_hardest_sentences_are_told_right(language: str, at: int) -> None:
    hard = DATA["sentences"][at]
    text, told = hard[language]
    sentence = Sentence.of(text, Grammar(language, DATA["grammar"][language]), "told in English")
    assert sentence.format_map({name: fact(given, language) for name, given in hard["facts"].items()}) == told


def test_what_cannot_be_told_is_told_in_english() -> None:
    grammar = Grammar("de", {"wem": {"der": "dem"}})
    for broken in ("{n:wen}", "{m}", "{n", "{n:a=b|c=d}"):
        assert Sentence.of(broken, grammar, "English {n}").format(n=3) == "English 3"
    assert Sentence.of("{n:wem}", grammar, "English {n}").format(n="der Start") == "dem Start"


def test_a_sentence_stays_one_however_it_is_handed_on() -> None:
    sentence = Sentence.of("{n:one|many}", Grammar("en"), "")
    assert str(sentence).format(n=2) == sentence.format_map({"n": 2}) == "many"


def test_a_form_changes_a_word_and_not_the_beginning_of_a_longer_one() -> None:
    grammar = Grammar("de", {"wem": {"du": "dir", "der": "dem"}})
    assert [grammar.told(one, "wem") for one in ("du", "Dunja", "dunkel", "der Start", "derart")] == [
        "dir",
        "Dunja",
        "dunkel",
        "dem Start",
        "derart",
    ]


def test_the_places_of_a_sentence_are_found_in_its_branches_too() -> None:
    assert list(places_in("{a} {n:0=none|{n} {die:wem}}")) == [
        ("a", ""),
        ("n", "0=none|{n} {die:wem}"),
        ("n", ""),
        ("die", "wem"),
    ]


def test_how_languages_count_is_what_cldr_says() -> None:
    assert cldr.FILE.read_text("utf-8") == cldr.module()
