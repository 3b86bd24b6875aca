"""The quick reference: one sheet a game, its faces those that the game rolls, every rule that can be broken once."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Browser

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.printed import sheet
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.quick_reference import quick_reference
from rallyman_tutor.tutor.words.rulebook import legend
from tests.some import some

RACES = ("classic", "dirt")


class Seen(HTMLParser):
    """The words of a page, and what it asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.asked: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.asked += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]


def printed(capsys: pytest.CaptureFixture[str], key: str) -> str:
    assert main(["sheet", key]) == 0
    return capsys.readouterr().out


OFF = """() => [...document.querySelectorAll(".dice text, .cards text")].map((text) => {
  const [all, one] = [text.ownerSVGElement.getBoundingClientRect(), text.getBoundingClientRect()];
  return Math.abs(all.x + all.width / 2 - one.x - one.width / 2) / all.width;
})"""
"""How far figures are beside the middle of their dice and cards, as shares of the width."""


def test_each_game_is_printed_on_one_sheet(browser: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    page = browser.new_page()
    for key in SHELF:
        page.set_content(printed(capsys, key))
        told = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", told)) == 1, key
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (key, width)
        if key in RACES:
            assert max(page.evaluate(OFF)) < 0.15
    page.close()


@pytest.mark.parametrize("key", SHELF)
def test_every_rule_that_can_be_broken_stands_on_it_once_and_it_asks_nobody_for_anything(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, seen = SHELF[key], Seen(printed(capsys, key))
    titles = [rule_title(game, rule.code) for rule in game.rules() if rule.kind is not Kind.FACT]
    assert all(seen.words.count(title) == titles.count(title) for title in some(titles))
    assert seen.asked == ["data:,"], "no icon is asked for either"


@pytest.mark.parametrize("key", RACES)
def test_the_legend_says_of_every_note_on_the_road_that_it_holds_on_arrival(key: str) -> None:
    notes = [sign for sign in legend(SHELF[key]) if sign["sign"].startswith(("number", "K"))]
    assert len(notes) >= 2 and all("It holds on arrival" in note["text"] for note in notes)


def test_a_game_that_nobody_knows_is_answered_with_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "clasic"]) == 2
    assert "Try: classic" in capsys.readouterr().err


@pytest.mark.parametrize("key", RACES)
def test_every_space_that_has_a_name_is_lettered_on_the_road_and_told(key: str) -> None:
    game = SHELF[key]
    page, found = sheet(game), quick_reference(game)
    for letter, space in zip("ABCD", found.spaces, strict=True):
        assert f">{letter}</text>" in page and f"<b>{letter} {space.name}</b> {space.text}" in page


def test_nothing_on_it_is_for_the_command_line() -> None:
    pages = [sheet(game) for game in SHELF.values()]
    assert not any("rallyman-tutor" in page for page in some(pages))
