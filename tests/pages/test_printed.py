"""The quick reference: one sheet a game, its faces those that the game rolls, every rule that can be broken once."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from string import ascii_uppercase

import pytest
from playwright.sync_api import Browser

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.pictures import faces
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.printed import sheet
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.quick_reference import BOARDS, NAMED, quick_reference
from rallyman_tutor.tutor.words.rulebook import legend
from rallyman_tutor.tutor.words.words import text_tables
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


def test_each_game_is_printed_on_one_sheet(browser: Browser, capsys: pytest.CaptureFixture[str], wide: bool) -> None:
    """In an ordinary run one of dice and one of cards, those with most on it."""
    page = browser.new_page()
    for key in some(SHELF if wide else ("dirt", "mil_millas")):
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


@pytest.mark.parametrize("key", SHELF)
def test_every_space_that_has_a_name_is_lettered_on_the_board_shown_and_told(key: str) -> None:
    game = SHELF[key]
    page, found = unescape(sheet(game)), quick_reference(game)
    assert len(found.spaces) >= 4
    for letter, space in zip(ascii_uppercase, found.spaces, strict=False):
        assert f">{letter}</text>" in page and f"</svg> <b>{letter} {space.name}</b> {space.text}" in page


@pytest.mark.parametrize("key", RACES)
def test_every_sign_on_the_road_has_a_picture_of_a_place_where_it_stands(key: str) -> None:
    game, found = SHELF[key], quick_reference(SHELF[key])
    assert found.spots.keys() == {sign["sign"] for sign in legend(game) if not sign["face"]}
    for x, y in some(found.spots.values()):
        assert found.board.left < x < found.board.left + found.board.width
        assert found.board.top < y < found.board.top + found.board.height


def test_every_kind_of_card_has_a_picture() -> None:
    found = quick_reference(SHELF["mil_millas"])
    shown = {face for one in found.signs for face in (one["face"], *found.beside.get(one["sign"], ()))}
    assert shown == SHELF["mil_millas"].faces().keys() - {"back", "wrong", "endwrong"}  # of a variant


def test_every_sign_on_a_card_has_its_picture_beside_its_name() -> None:
    game, found = SHELF["crazy_rally"], quick_reference(SHELF["crazy_rally"])
    signs = [one["sign"] for one in legend(game) if not one["face"]]
    assert {*signs} == found.drawn.keys() and len(signs) == 7
    page = sheet(game)
    for sign, picture in some(faces(found.drawn).items()):
        assert f"{picture} <b>{sign}:</b>" in page, sign
    assert len({str(one) for one in found.drawn.values()}) == 7, "no two look alike"


def test_nothing_on_it_is_for_the_command_line() -> None:
    pages = [sheet(game) for game in SHELF.values()]
    assert not any("rallyman-tutor" in page for page in some(pages))


@pytest.mark.parametrize("key", sorted(SHELF.keys() - set(RACES)))
def test_every_place_on_a_table_where_something_can_be_laid_is_named(key: str) -> None:
    game, told = SHELF[key], text_tables(f"games.{key}")["words"]["table-places"]
    state = game.read(BOARDS[key])
    own = {re.sub(r":(?!You)\w+", ":You", place.key) for place in game.places(state)} - {"table"}  # while tuning
    assert own == set(told) == {*NAMED[key]}
