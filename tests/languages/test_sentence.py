"""A sentence is told right in five languages: cases, contractions, lists, genders, numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.tutor.words.cldr import DECIMAL
from rallyman_tutor.tutor.words.language import LANGUAGES
from rallyman_tutor.tutor.words.sentence import Choice, Grammar, Joins, Sentence, places_in
from rallyman_tutor.tutor.words.texts import grammar_of, room_texts
from tests.languages import cldr

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "data" / "hard_sentences.toml").read_text("utf-8"))


def joins(language: str) -> Joins:
    """How the tutor joins the parts of a list in a language."""
    return Joins.of(room_texts("tutor", language).tables["joins"])


def fact(given: object, language: str) -> object:
    """A fact as the engine hands it over: a number, a name, a noun of the language, or a list of them."""
    if isinstance(given, list):
        return Choice.of([str(fact(one, language)) for one in given], joins(language))
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


LISTS = {
    "en": ("Ana, Ben or Iris", "Ana, Ben and Iris"),
    "es": ("Ana, Ben o Iris", "Ana, Ben e Iris"),
    "de": ("Ana, Ben oder Iris", "Ana, Ben und Iris"),
    "nl": ("Ana, Ben of Iris", "Ana, Ben en Iris"),
    "fr": ("Ana, Ben ou Iris", "Ana, Ben et Iris"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_told_with_or_and_where_the_sentence_means_all_of_it_with_and(language: str) -> None:
    names, grammar = Choice.of(["Ana", "Ben", "Iris"], joins(language)), grammar_of(language)
    told = [Sentence.of(text, grammar, "").format(names=names) for text in ("{names}", "{names:+}")]
    assert tuple(told) == LISTS[language]
    alone = Choice.of(["Ana"], joins(language))
    assert Sentence.of("{names} {names:+} {n:+}", grammar, "").format(names=alone, n=3) == "Ana Ana 3"


def test_a_list_of_which_all_is_meant_is_told_in_a_form_part_by_part() -> None:
    told = [
        Sentence.of(text, grammar_of(language), "").format(names=Choice.of(parts, joins(language)))
        for language, text, parts in (
            ("de", "für {names:+wen^}", ["der Wagen A", "du"]),
            ("es", "{names:+de}", ["el coche A", "Ana"]),
            ("es", "{names}", ["el 7", "8"]),
            ("fr", "{names:+de}", ["Ana", "le pilote"]),
        )
    ]
    assert told == ["für Den Wagen A und dich", "del coche A y de Ana", "el 7 u 8", "d’Ana et du pilote"]


def test_the_places_of_a_sentence_are_found_in_its_branches_too() -> None:
    assert list(places_in("{a} {n:0=none|{n} {die:wem}}")) == [
        ("a", ""),
        ("n", "0=none|{n} {die:wem}"),
        ("n", ""),
        ("die", "wem"),
    ]


def test_how_languages_count_is_what_cldr_says() -> None:
    assert cldr.FILE.read_text("utf-8") == cldr.module()
