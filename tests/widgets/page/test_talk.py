"""The tutor in words: a line that is written, what was announced, the keys; behind one button, at every width."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.pages.learner import settings, to_the_map
from tests.pages.visits import Open
from tests.widgets.page.hands import hears, lays
from tests.widgets.page.host import address, answered, ready, sent


@pytest.fixture
def opened(opened: Open) -> Open:
    """The page of free driving."""
    return partial(opened, "drive")


def writes(page: Page, *lines: str) -> None:
    """Write lines, each with Enter, where the focus is."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        answered(page)


def test_dice_are_laid_and_questions_answered_by_lines_and_all_that_was_said_is_listed(opened: Open) -> None:
    page = opened()
    page.keyboard.press("/")
    expect(page.locator(".rt-talk input").first).to_be_focused()
    writes(page, "1", "2 5", "why", "3>", "clock")
    lays(page, "the 1 on space 1", "the 2 on space 2", "the 5 on space 3")
    heard = page.locator(".rt-heard li")
    expect(heard.first).to_have_text("Clock: 0:00. Seconds in hand: 0.")
    expect(heard.nth(1)).to_contain_text("column 1, at '3>'")
    expect(heard.nth(2)).to_contain_text("Gears are changed one at a time")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".rt-talk input").first).to_have_value("3>")
    page.keyboard.press("Escape")
    expect(page.locator(".rt-talk")).to_be_hidden()
    expect(page.locator(".rt-list")).to_be_focused()
    for before in ("Clock: 0:00", "column 1", "The gearbox takes one step"):
        page.keyboard.press(",")
        hears(page, before)
    page.keyboard.press(".")
    hears(page, "column 1")


def test_a_phone_asks_by_touch_and_nothing_is_wider_than_the_page(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    settings(page).get_by_role("button", name="In words").tap()
    page.locator(".rt-talk summary").tap()
    page.get_by_role("button", name="Read me the road").tap()
    hears(page, "Straight for")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    low = page.locator(".rt-talk button, .rt-talk input:not([type=checkbox])").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40).length"
    )
    assert low == 0
    settings(page).get_by_role("button", name="In words").tap()
    expect(page.locator(".rt-talk")).to_be_hidden()


def test_how_much_is_read_out_is_written_chosen_or_turned_by_a_key_and_kept(opened: Open) -> None:
    page = opened()
    page.keyboard.press("/")
    writes(page, "Brief", "1")
    hears(page, "the 1 on space 1.")
    expect(page.locator(".rt-heard li").first).to_have_text("the 1 on space 1.")
    expect(page.get_by_label("How much is read out")).to_have_value("brief")
    page.goto(address("drive"))
    ready(page)
    lays(page, "the 1 on space 1")  # the drive is back
    page.keyboard.press("4")
    heard = hears(page, "in hand")
    page.keyboard.press("v")
    hears(page, "Speech: normal.")
    page.keyboard.press("v")
    hears(page, "Speech: full.")
    assert "The gearbox" not in heard


def test_keys_open_the_list_of_keys_only_where_letters_play(opened: Open) -> None:
    page = opened()
    page.keyboard.press("k")
    expect(page.locator(".rt-talk summary")).to_be_focused()
    expect(page.locator(".rt-talk kbd").first).to_be_visible()
    page.locator(".rt-talk").get_by_label("Letters and digits").uncheck()
    page.keyboard.press("Escape")
    for key in "k/c1":
        page.keyboard.press(key)
    expect(page.locator(".rt-talk")).to_be_hidden()
    assert {intent["do"] for intent in sent(page)} <= {"hello"}
    page.goto(address("index"))
    ready(page)
    to_the_map(page)
    expect(page.locator(".rt-home").get_by_label("Letters and digits")).not_to_be_checked()
    expect(page.get_by_role("button", name="In words")).to_be_hidden()
