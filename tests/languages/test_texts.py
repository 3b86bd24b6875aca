"""Texts of another language, and the group "figures": what they lack is told in English and named, and a language is
that of one visitor."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from rallyman_tutor.tutor.words import figures, texts
from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, kept_by_language, known, speaking, spoken
from rallyman_tutor.tutor.words.pseudo import pseudo
from rallyman_tutor.tutor.words.sentence import Grammar
from rallyman_tutor.tutor.words.texts import ROOMS, Texts, room_texts, sentences_in
from rallyman_tutor.tutor.words.words import _words, span_in_words, text_tables, words

GERMAN = """
[grammar.wem]
der = "dem"

[page]
theme = "Hell oder dunkel"
advice-head = ["Platz", "Zug", "hinter dem besten", "auf oder ab"]
ways = ["a list", "where English has a sentence"]
review-table = "{round}. Runde"

[stuck]
unknown = "what English does not have"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Texts]:
    """Half-written texts of the tutor in German, beside its English ones."""
    english = files("rallyman_tutor.tutor").joinpath("texts/en.toml").read_text("utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.toml").write_text(english, "utf-8")
    (tmp_path / "texts" / "de.toml").write_text(GERMAN, "utf-8")
    for known_before in (texts.room_texts, _words):
        known_before.cache_clear()
    monkeypatch.setattr(texts, "files", lambda room: tmp_path if room == "rallyman_tutor.tutor" else files(room))
    yield room_texts("tutor", "de")
    for known_then in (texts.room_texts, _words):
        known_then.cache_clear()


def test_what_a_language_lacks_is_told_in_english_and_named(german: Texts) -> None:
    page, english = german.tables["page"], text_tables("tutor")["page"]
    assert page["theme"] == "Hell oder dunkel" and page["advice-head"][0] == "Platz"
    assert page["close"] == english["close"] and page["ways"] == english["ways"]
    assert "unknown" not in german.tables["stuck"] and "grammar" not in german.tables
    assert {"page.close", "page.ways", "stuck.nothing-works"} <= set(german.in_english)
    assert not {"page.theme", "page.advice-head.0"} & set(german.in_english)
    assert german.many == len(german.in_english) + 5
    assert german.faulty == ("page.ways", "page.review-table"), "another kind, and a place that nobody fills"
    assert page["review-table"] == english["review-table"]
    assert german.tables["remedies"]["or"].format(it="Lay it") == "Or lay it."  # English has a form there


def test_a_file_that_cannot_be_read_leaves_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "xx.toml").write_text("page = {", "utf-8")
    (tmp_path / "texts" / "en.toml").write_text('[page]\ntheme = "Theme"\n', "utf-8")
    monkeypatch.setattr(texts, "files", lambda room: tmp_path)
    monkeypatch.setattr(texts, "room_texts", room_texts.__wrapped__)  # which keeps nothing
    assert texts.room_texts("tutor", "xx") == Texts({"page": {"theme": "Theme"}}, ("page.theme",), (), Grammar("xx"))


def test_english_lacks_nothing_and_a_language_without_files_everything() -> None:
    for room in ROOMS:
        assert room_texts(room, ENGLISH).in_english == ()
        assert room_texts(room, "xx").many == len(room_texts(room, "xx").in_english) > 40


def test_a_language_is_spoken_for_a_while() -> None:
    assert spoken() == ENGLISH
    with speaking(PSEUDO):
        assert words("classic").fact("die", 3) == "⟦thé 3·⟧"
        with speaking(ENGLISH):
            assert words("classic").fact("die", 3) == "the 3"
        assert text_tables("tutor")["page"]["close"] == "⟦Çlöšé·⟧"
    assert spoken() == ENGLISH and text_tables("tutor")["page"]["close"] == "Close"


def test_figures_have_the_sign_of_their_language() -> None:
    with speaking("de"):
        assert (figures.decimal(2.345), figures.decimal(-2.35, 2, sign=True)) == ("2,3", "-2,35")
        assert words("classic").fact("by", "2.3") == "2,3" and figures.exactly(Fraction(1, 8)) == "12,5 %"
        assert span_in_words(2.345) == "2,3 s" and figures.in_seconds(0.25, 2) == "0,25 s"
    shares = [figures.percent(Fraction(*share), 1) for share in ((0, 1), (1, 9999), (1, 3), (9999, 10000), (1, 1))]
    assert shares == ["0.0 %", "<0.1 %", "33.3 %", ">99.9 %", "100.0 %"]


def test_what_is_kept_is_kept_for_one_language() -> None:
    made: list[str] = []

    @kept_by_language(4)
    def greeting(name: str) -> str:
        made.append(spoken())
        return f"{spoken()} {name}"

    told = [greeting("Ana"), greeting("Ana")]
    with speaking("de"):
        told.append(greeting("Ana"))
    assert told == ["en Ana", "en Ana", "de Ana"] and made == ["en", "de"]


def test_a_language_is_known_as_terminals_and_browsers_write_it() -> None:
    asked = ("de", "de-CH", "de_AT.UTF-8", "FR", "C.UTF-8", "POSIX", "pt-BR", "", "english", "en-XA")
    assert [known(one) for one in asked] == ["de", "de", "de", "fr", "", "", "", "", "", "en-XA"]


def test_pseudo_is_longer_and_keeps_the_places_of_facts() -> None:
    assert pseudo("Lay {die} on {n:space|spaces}") == "⟦Läý {die} öñ {n:špäçé|špäçéš}··⟧"
    assert pseudo("{who:You=your {car:wem}|{who}}") == "⟦{who:You=ýöür {car:wem}|{who}}⟧"
    assert pseudo("12:30") == "12:30"
    assert sum(1 for _ in sentences_in(text_tables("tutor"))) == room_texts("tutor", ENGLISH).many
