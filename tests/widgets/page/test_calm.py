"""A table at rest: how little stands there, and what is a press away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.learner import further, settings
from tests.pages.visits import Open
from tests.widgets.page.host import answered
from tests.widgets.page.test_first import COUNTED

PAGE = text_tables("tutor")["page"]
MOST_WORDS, MOST_CONTROLS = 60, 12


@pytest.mark.parametrize("width", [1280, 390])
def test_little_stands_at_a_table_at_rest(opened: Open, width: int) -> None:
    words, controls = opened("drive", width).evaluate(COUNTED)
    assert 0 < words <= MOST_WORDS and 0 < controls <= MOST_CONTROLS, (words, controls)


def test_the_sheet_of_settings_opens_by_one_press_and_closes_by_keys_and_by_a_press_beside_it(opened: Open) -> None:
    page = opened("drive", reduced_motion="reduce")
    opener, sheet = page.get_by_role("button", name=PAGE["tools"]), page.locator(".rt-tools")
    expect(sheet).to_be_hidden()
    opener.press("Enter")
    for name in ("zoom-fit", "talk", "theme", "ghost-ask"):
        expect(sheet.get_by_role("button", name=PAGE[name])).to_be_visible()
    sheet.get_by_role("button", name=PAGE["zoom-in"]).press("Escape")
    expect(sheet).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.locator(".rt-board").click(position={"x": 5, "y": 5})
    expect(sheet).to_be_hidden()
    settings(page).get_by_role("button", name=PAGE["talk"]).click()
    expect(sheet).to_be_hidden()
    expect(page.locator(".rt-talk input").first).to_be_focused()


def test_signs_are_told_while_a_die_is_held_and_more_about_a_draft_is_a_press_away(opened: Open) -> None:
    page = opened("drive", reduced_motion="reduce")
    legend, more = page.locator(".rt-legend"), page.locator(".rt-further")
    expect(legend).to_be_hidden()
    page.keyboard.press("1")
    expect(legend).to_be_visible()
    expect(more).to_be_hidden()
    page.keyboard.press("1")
    answered(page)
    expect(more.get_by_role("button", name=PAGE["copy"])).to_be_hidden()
    further(page).get_by_role("button", name=PAGE["copy"]).click()
    answered(page)
    page.keyboard.press("2")
    page.keyboard.press("2")
    answered(page)
    expect(more.locator("table").first).to_be_visible()  # it stays as it was left


def test_a_draft_stands_in_one_line_and_its_dice_a_press_behind_it(opened: Open) -> None:
    page = opened("drive", reduced_motion="reduce")
    for key in "1122":
        page.keyboard.press(key)
    answered(page)
    line, dice = page.locator(".rt-laid > summary"), page.locator(".rt-draft li")
    expect(dice).to_have_count(2)
    expect(dice.first).to_be_hidden()
    line.click()
    expect(dice.first).to_be_visible()
    page.keyboard.press("3")
    page.keyboard.press("3")
    answered(page)
    expect(dice.nth(2)).to_be_visible()  # it stays as it was left


def test_a_puzzle_of_one_step_is_not_begun_again(opened: Open) -> None:
    page = opened("index", reduced_motion="reduce")
    again = page.get_by_role("button", name=PAGE["start-over"])
    for at, count in (("classic/01-first-die", 1), ("puzzles/classic/3", 0)):
        page.evaluate("at => host.model.send({ do: 'go', to: at })", at)
        answered(page)
        expect(page.locator(".rt-lesson-sheet")).to_be_visible()
        expect(again).to_have_count(count)
