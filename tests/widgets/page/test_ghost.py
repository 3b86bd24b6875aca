"""The ghost beside a drive on its page: called and sent away by mouse, touch and keys, seen on the road and heard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from rallyman_tutor.tutor.session.sharing import share
from tests.pages.learner import settings
from tests.pages.visits import Open
from tests.tutor.test_ghost import at_finish, beside
from tests.widgets.page.hands import hears, still
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def sits(page: Page, code: str) -> Page:
    """The page at the table of a share code."""
    page.evaluate("(code) => host.model.send({ do: 'new', table: code })", code)
    answered(page)
    return page


def pale(page: Page) -> Locator:
    return page.locator(".rt-ghost > g")


def test_it_is_asked_for_by_keys_heard_after_a_turn_and_sent_away(opened: Open) -> None:
    page = opened("drive")
    ask = settings(page).get_by_role("button", name="Drive with a ghost")
    expect(page.locator(".rt-tools .rt-beside", has_text="ghost")).to_contain_text("as well as can be")
    ask.focus()
    page.keyboard.press("Enter")
    hears(page, "Ghost: the start, in neutral, 0:00. You: 0:00.")
    away = page.get_by_role("button", name="Send the ghost away")
    expect(away).to_be_focused()
    expect(pale(page)).to_have_count(1)
    before = pale(page).bounding_box()
    for press in ("1", "Enter"):
        page.get_by_role("listbox").press(press)
    answered(page)
    page.get_by_role("button", name="Roll the 1").click()
    page.get_by_role("button", name="End the turn").click()
    hears(page, "You: 1st at the end", "Ghost: space", "You: 0:50.")
    still(page)
    assert pale(page).bounding_box() != before
    spaces = page.get_by_role("option", name="the ghost")
    expect(spaces).to_have_count(1)
    settings(page)
    away.click()
    expect(pale(page)).to_have_count(0)
    expect(ask).to_be_attached()
    expect(spaces).to_have_count(0)


def test_a_phone_tells_where_it_is_above_the_dice_and_its_time_at_the_finish(opened: Open) -> None:
    page = sits(opened("drive", 390, has_touch=True, is_mobile=True), share(beside(moves=6)))
    told = page.locator(".rt-top .rt-beside")
    expect(told).to_contain_text("Ghost: ")
    expect(told).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    sits(page, share(at_finish()))
    row = page.locator(".rt-result tr.rt-pale")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Ghost of the best driving")
    expect(row).to_be_in_viewport()
    settings(page).get_by_role("button", name="Send the ghost away").tap()
    expect(row).to_have_count(0)


def test_it_is_not_beside_what_is_opened_after_the_drive(opened: Open) -> None:
    page = sits(opened("drive"), share(beside(moves=6)))
    expect(pale(page)).to_have_count(1)
    page.evaluate("() => host.model.send({ do: 'go', to: 'rules' })")
    answered(page)
    expect(pale(page)).to_have_count(0)
    expect(page.locator(".rt-inside .rt-beside", has_text="ghost")).to_be_hidden()
