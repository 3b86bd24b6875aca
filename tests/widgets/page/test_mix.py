"""Sliders for the mix of cards: opened by touch, moved by mouse and by keys, told by ear, put back with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.session.sharing import share
from tests.pages.visits import Open
from tests.tutor.test_mix import SHORTCUT
from tests.tutor.test_view import sat
from tests.widgets.page.hands import hears
from tests.widgets.page.host import sent
from tests.widgets.page.test_ghost import sits

pytestmark = pytest.mark.usefixtures("same_tables")

FOLD = ".rt-mix summary"


def advised(page: Page) -> None:
    """The whole draft is told."""
    for name in ("Ask for advice", "Which die?", "The whole draft, and why?"):
        page.get_by_role("button", name=name).press("Enter")


def test_a_slider_is_moved_by_keys_and_by_mouse_and_says_where_the_advice_holds(opened: Open) -> None:
    page = opened("drive")
    sits(page, share(sat(SHORTCUT)))
    expect(page.locator(FOLD)).to_be_hidden()
    advised(page)
    expect(page.locator(FOLD)).to_have_text("What if the decks held other cards?")
    page.locator(FOLD).press("Enter")
    hears(page, "These are our decks.")
    slider = page.get_by_label("Punctures among shortcut cards")
    expect(slider).to_have_attribute("aria-valuetext", "4 of 20")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "0 of 20")
    hears(page, "Something else is a little better.", "The advice holds from 1 of 20 to 4 of 20.")
    expect(page.locator(".rt-stones .fails")).not_to_have_count(0)
    expect(slider).to_be_focused()
    slider.scroll_into_view_if_needed()
    middle = slider.bounding_box()
    assert middle
    before = len(sent(page))
    page.mouse.move(middle["x"] + 11, middle["y"] + middle["height"] / 2)
    page.mouse.down()
    for share_of_way in (0.2, 0.4, 0.5):
        page.mouse.move(middle["x"] + share_of_way * middle["width"], middle["y"] + middle["height"] / 2)
    expect(page.locator("output").nth(2)).to_have_text("4 of 20")
    assert len(sent(page)) == before, "nothing is reckoned before it is let go"
    page.mouse.up()
    expect(page.locator(".rt-mix .rt-cost")).to_contain_text("These are our decks")
    page.keyboard.press("End")
    hears(page, "Something else is better.")
    page.get_by_role("button", name="Back to our decks").press("Enter")
    expect(page.locator(".rt-mix .rt-cost")).to_contain_text("These are our decks")
    expect(page.get_by_label("Cards that spin")).to_be_focused()
    sits(page, share(sat(SHORTCUT)))
    advised(page)
    expect(page.locator(FOLD)).to_be_visible()
    expect(slider).to_be_hidden()  # nobody has opened it in this drive


def test_on_a_phone_it_opens_by_touch_and_fits(opened: Open) -> None:
    page = opened("drive", 390, has_touch=True, is_mobile=True)
    page.locator(".rt-handle").tap()
    advised(page)
    page.locator(FOLD).tap()
    spins = page.get_by_label("Cards that spin")
    expect(page.locator(".rt-slider small").last).to_have_text("The advice holds at every notch.")
    spins.scroll_into_view_if_needed()
    box = spins.bounding_box()
    assert box and box["height"] >= 40 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    page.touchscreen.tap(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    expect(spins).to_have_attribute("aria-valuetext", "6 more of 12")
    hears(page, "Still the best.")
    expect(page.get_by_role("row", name="1 12 (6) 0 (3) 0 (3)")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for _ in range(2):
        page.get_by_role("listbox").press("1")
    expect(page.locator(FOLD)).to_be_hidden()
