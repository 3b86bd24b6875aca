"""Help beside the board, set by keys and by touch, and told at the finish."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.session.sharing import share
from tests.pages.learner import settings
from tests.pages.visits import Open
from tests.tutor.test_ghost import at_finish
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered, sent
from tests.widgets.page.test_ghost import sits
from tests.widgets.page.test_messages import HOLD_BACK, RELEASE

pytestmark = pytest.mark.usefixtures("same_tables")


def test_it_is_switched_off_by_keys_and_on_by_touch_and_told_at_the_finish(opened: Open) -> None:
    page = opened("drive", 390, has_touch=True, is_mobile=True)
    page.locator(".rt-handle").tap()
    setting = settings(page).get_by_label("The co-driver speaks", exact=True)
    ask = page.get_by_role("button", name="Ask for advice")
    expect(ask).to_be_visible()
    setting.focus()
    page.keyboard.press("Home")
    hears(page, "The co-driver is silent.")
    expect(ask).to_be_hidden()
    expect(setting).to_be_focused()
    setting.select_option("request")
    hears(page, "The co-driver helps when you ask.")
    ask.tap()
    expect(page.locator(".rt-advice")).to_contain_text("Look at space 1")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    sits(page, share(at_finish()))
    expect(page.locator(".rt-result")).to_contain_text("Driven without help.")


def test_while_it_is_reckoned_the_page_says_so_and_hears_what_is_done(opened: Open) -> None:
    page = opened("drive")
    ask, told = page.get_by_role("button", name="Ask for advice"), page.locator(".rt-panel .rt-beside").first
    page.evaluate(HOLD_BACK)
    ask.click()
    page.wait_for_function("() => host.late.length >= 3")
    page.evaluate(RELEASE, 1)  # the view, and not yet what was asked for
    expect(told).to_contain_text("Reckoning")
    hears(page, "Reckoning")
    many = len(sent(page))
    ask.focus()
    page.keyboard.press("Enter")
    assert len(sent(page)) == many, "what is on its way is not asked for again"
    page.evaluate(RELEASE, 9)
    expect(told).not_to_contain_text("Reckoning")
    which = page.get_by_role("button", name="Which die?")
    expect(which).to_be_focused()
    hears(page, "Look at space 1")
    page.evaluate(HOLD_BACK)
    which.click()
    page.wait_for_function("() => host.late.length >= 3")
    late = page.evaluate("() => host.late.splice(0)")
    page.evaluate("() => { host.late = null; host.model.send({ do: 'draft', moves: ['1'] }); }")
    answered(page)
    page.evaluate("late => late.filter((one) => one.behind?.name === 'advised').forEach(host.take)", late)
    expect(told).not_to_contain_text("Look at")
    expect(ask).to_be_visible()


def test_reckoning_that_takes_long_is_stopped_by_a_press(opened: Open) -> None:
    page = opened("drive")
    ask, stop = (page.get_by_role("button", name=name) for name in ("Ask for advice", "Stop reckoning"))
    expect(stop).to_be_hidden()
    page.evaluate(HOLD_BACK)
    ask.click()
    page.wait_for_function("() => host.late.length >= 3")
    page.evaluate(RELEASE, 1)  # the view, and not yet what was asked for
    stop.focus()
    page.evaluate("() => { host.late = null; }")
    page.keyboard.press("Enter")
    hears(page, "Stopped. Ask again whenever you like.")
    expect(stop).to_be_hidden()
    expect(ask).to_be_focused()
    expect(page.locator(".rt-panel")).not_to_contain_text("Reckoning")
    page.keyboard.press("Enter")
    hears(page, "Look at space 1")


def test_always_on_each_die_that_is_laid_is_followed_by_what_the_draft_costs(opened: Open) -> None:
    page = opened("drive", 390, has_touch=True, is_mobile=True)
    page.locator(".rt-handle").tap()
    settings(page).get_by_label("The co-driver speaks", exact=True).select_option("always")
    hears(page, "Before you roll")
    page.locator(".rt-handle").tap()
    brief = page.locator(".rt-top .rt-cost")
    expect(brief).to_have_count(0)
    page.get_by_role("listbox").press("1")
    page.get_by_role("listbox").press("1")
    expect(brief).to_contain_text("s to the finish on average")
    expect(brief).to_be_in_viewport()
    hears(page, "the 1 on space 1. May be laid. ", " s behind the best. Control is kept.")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Backspace")
    expect(brief).to_have_count(0)
