"""Help beside the board, set by keys and by touch, and told at the finish."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.sharing import share
from tests.pages.visits import Open
from tests.tutor.test_ghost import at_finish
from tests.widgets.page.hands import hears
from tests.widgets.page.test_ghost import sits

pytestmark = pytest.mark.usefixtures("own_tables")


def test_it_is_switched_off_by_keys_and_on_by_touch_and_told_at_the_finish(opened: Open) -> None:
    page = opened("drive", 390, has_touch=True, is_mobile=True)
    page.locator(".rt-handle").tap()
    setting, ask = page.get_by_label("Help", exact=True), page.get_by_role("button", name="Ask for advice")
    expect(ask).to_be_visible()
    setting.focus()
    page.keyboard.press("Home")
    hears(page, "Help is off.")
    expect(ask).to_be_hidden()
    expect(setting).to_be_focused()
    setting.select_option("request")
    hears(page, "Help comes on request.")
    ask.tap()
    expect(page.locator(".rt-advice")).to_contain_text("Look at space 1")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    sits(page, share(at_finish()))
    expect(page.locator(".rt-result")).to_contain_text("Driven without help.")
