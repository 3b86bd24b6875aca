"""A page speaks the language of its address or its switch, and sentences of scripts have forms as those of Python."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.page.lessons import lessons_in
from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, speaking
from rallyman_tutor.tutor.words.pseudo import pseudo
from rallyman_tutor.tutor.words.sentence import Grammar, Sentence
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit
from tests.pages.visits import Open
from tests.tutor.lessons_at_hand import ROOT, a_lesson
from tests.widgets.page import host
from tests.widgets.page.host import address, answered

FORMS = {
    "wem": {"der": "dem", "die": "der", "du": "dir"},
    "de": {"le": "du", "[aeiouh]": "d’", "": "de "},
}
SENTENCES = [
    ("{n:{n} Fehler|{n} Fehler}: {n:0=keiner|einer|viele}", {"n": "1"}),
    ("{n:0=keiner|einer|viele}", {"n": "0"}),
    ("{n:einer|viele}", {"n": "1,5"}),
    ("{n:einer|viele}", {"n": "−3"}),
    ("{it:wem} und {it:wem^}, {it:^}, {it:_}", {"it": "der Start"}),
    ("{it:wem}", {"it": "Dunja"}),
    ("{it:wem}", {"it": "dunkel"}),
    ("{it:de}, {other:de}, {third:de}", {"it": "le virage", "other": "Ana", "third": "la case"}),
    ("{it:du=du bist|{it:_} ist}", {"it": "Ana"}),
]

HYPHENS = """() => [...document.querySelectorAll(".rt p, .rt button, .rt code")].map((node) => [
  node.matches(".rt-cite") ? "cite" : node.matches(".rt-goal, .rt-first-said") ? "heading" : node.tagName,
  getComputedStyle(node).hyphens])"""
"""How each part of the page that is a paragraph, a button or notation is hyphenated."""


def lang(page: Page) -> str | None:
    return page.locator("[data-game]").get_attribute("lang")


def test_the_address_names_a_language_and_the_page_is_all_of_it(opened: Open) -> None:
    page = opened(address=f"{address('drive')}?lang={PSEUDO}")
    expect(page.get_by_label(pseudo("Your co-driver")).first).to_be_attached()
    assert lang(page) == PSEUDO
    expect(page.locator(".rt-language")).to_be_hidden()


def test_a_language_that_is_not_spoken_is_said_to_be_none(opened: Open) -> None:
    page = opened(address=f"{address('drive')}?lang=tlh")
    said = text_tables("tutor")["page"]["no-language"].format(
        found="tlh", list="English, Español, Deutsch, Nederlands, Français"
    )
    expect(page.get_by_text(said).first).to_be_attached()
    assert lang(page) == ENGLISH


@pytest.mark.parametrize("width", [1280, 390])
def test_a_switch_changes_the_language_and_stays(opened: Open, width: int) -> None:
    page = opened("drive", width)
    page.locator("[data-piece='1']").first.click()
    page.locator("[data-piece='1']").first.click()
    answered(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(".rt-language")).to_be_visible()
    page.get_by_label(text_tables("tutor")["page"]["choose-language"]).select_option("Deutsch")
    answered(page)
    page.wait_for_function("() => document.querySelector('[data-game]').lang === 'de'")
    assert page.evaluate(
        "() => [localStorage['rallyman-tutor:language'], new URL(location).searchParams.get('lang')]"
    ) == [
        "de",
        "de",
    ]
    expect(page.locator(".rt-draft .rt-what")).to_have_text(["die 1 auf Feld 1"])


SPOKEN = """(node) => node.closest("[lang]").lang"""
"""The language in which a screen reader says a part of the page."""
LESSON = """game = "classic"
teaches = []

[[steps]]
id = "one"
kind = "goal"
start = "s8 | A@s1 g2"
goals = ["reach s2"]
solution = "3"

[[steps]]
id = "two"
kind = "quiz"
start = "s8 | A@s1 g2"
answers = ["yes", "no"]
right = "yes"
"""
WORDS = """# Mine

All of it.

## one
Drive on.

There is a road.

> Take the 3.

## two
Is it so?

- yes: It is.
- no: It is not.

! It is.

! no: But it is.
"""


def test_a_teachers_lesson_in_another_language_than_the_page_is_read_out_in_its_own(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_lesson(tmp_path, LESSON, WORDS, "99-mine")
    monkeypatch.setattr(host, "Visit", partial(Visit, lessons=lessons_in(ROOT, (tmp_path,))))
    page = opened(address=f"{address('index')}?at=classic/99-mine&lang=de")
    expect(page.locator(".rt-todo")).to_have_text("Drive on.")
    assert page.evaluate("() => document.querySelector('title').lang") == "en"
    heard = page.locator("[aria-live] span[lang=en]")
    expect(heard).to_have_count(0)  # why the lesson is told in English, in German
    page.get_by_role("button", name=_said("hint-0")).click()
    answered(page)
    expect(heard).to_have_text("Take the 3.")
    own = (".rt-todo", ".rt-todo + p", ".rt-told-hint", ".rt-title")
    assert [page.locator(one).first.evaluate(SPOKEN) for one in own] == ["en"] * len(own)
    page.get_by_role("button", name=_said("hint-1")).click()
    answered(page)
    ours = (".rt-task", ".rt-told-hint >> nth=1", ".rt-brand")
    assert [page.locator(one).first.evaluate(SPOKEN) for one in ours] == ["de"] * len(ours)
    expect(heard).to_have_count(0)
    page.get_by_label(_said("step-n").format(n=2)).click()
    answered(page)
    assert page.locator(".rt-answer span").first.evaluate(SPOKEN) == "en"
    page.locator(".rt-brand").first.click()
    page.wait_for_function("() => document.querySelector('title').lang === 'de'")
    page.locator(".rt-brand").click()
    answered(page)
    titles = page.locator(".rt-map b")
    assert titles.last.evaluate(SPOKEN) == "en" and titles.first.evaluate(SPOKEN) == "de"


def _said(key: str) -> str:
    with speaking("de"):
        return str(text_tables("tutor")["page"][key])


@pytest.mark.parametrize(
    ("at", "language", "headings", "book"),
    [
        ("rules/CL-GEAR-02", "de", 1, "es"),
        ("rules/CL-GEAR-02", "fr", 1, "es"),
        ("rules/CL-GEAR-02", "nl", 1, "es"),
        ("rules/CR-GOAL-01", "en", 1, "nl"),
        ("rules/MM-DEF-01", "es", 1, "es"),
    ],
)
def test_a_heading_of_a_printed_book_is_read_out_in_its_language(
    opened: Open, at: str, language: str, headings: int, book: str
) -> None:
    page = opened(address=f"{address('rules')}?at={at}&lang={language}")
    cited = page.locator(".rt-cite").first.locator("span[lang]")
    expect(cited).to_have_count(headings)
    assert cited.first.get_attribute("lang") == book
    text = page.locator(".rt-cite > span").first.inner_text()
    heading = cited.first.inner_text()
    assert heading and heading.strip() == heading and "(" not in heading and heading in text != heading


def test_running_text_is_parted_as_its_language_does_and_names_and_notation_are_not(opened: Open) -> None:
    page = opened(address=f"{address('rules')}?at=rules/CL-GEAR-02&lang=de")
    expect(page.locator(".rt-cite").first).to_be_attached()
    found = page.evaluate(HYPHENS)
    assert {how for kind, how in found if kind == "P"} == {"auto"}
    assert {how for kind, how in found if kind != "P"} == {"manual"}
    assert {kind for kind, _ in found} >= {"P", "BUTTON", "CODE", "cite"}


def test_a_script_tells_a_sentence_as_python_does(opened: Open) -> None:
    page = opened("drive")
    grammar = Grammar("de", FORMS)
    told = page.evaluate(
        """async ([sentences, forms]) => {
          const { fill, speak } = await import("/text.js");
          speak("de", forms);
          return sentences.map(([text, facts]) => fill(text, facts));
        }""",
        [SENTENCES, FORMS],
    )
    assert told == [Sentence.of(text, grammar, "").format_map(facts) for text, facts in SENTENCES]
