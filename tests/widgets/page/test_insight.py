"""The page of what costs most: found from the map and the summary, read by eyes and ears, by mouse, touch and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.tutor.test_insight import LOST, drives, guessing
from tests.widgets.page.hands import hears


def test_the_map_leads_there_and_a_new_learner_is_told_where_to_begin(opened: Open) -> None:
    page = opened()
    all_that_is_here(page).get_by_role("button", name="What costs you most").click()
    expect(page.locator(".rt-insight")).to_contain_text("This page grows with you")
    expect(page.locator(".rt-insight img")).to_have_count(0)
    page.locator(".rt-insight").get_by_role("button", name="What you have learned").focus()
    page.keyboard.press("Enter")
    page.locator(".rt-summary").get_by_role("button", name="What costs you most").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Guess how risky a draft is").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rt-chips")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_plots_are_seen_read_out_and_told_as_tables(opened: Open, width: int) -> None:
    touch = {"has_touch": True, "is_mobile": True} if width == 390 else {}
    page = opened("index", width, at="insight", stars=drives(LOST), **touch)
    part = page.locator("[data-part=stages-classic]")
    part.get_by_text("As a table").click()
    expect(part.locator("tbody tr")).to_have_count(len(LOST))
    hears(page, "On your last 5 stages")
    drawn = part.locator("img").evaluate("async (one) => (await one.decode(), one.naturalWidth)")
    assert drawn > 0
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("[data-part=stages-classic] img")).to_be_visible()


def test_figures_of_a_plot_are_large_enough_on_a_phone(opened: Open) -> None:
    page = opened("index", 390, at="insight", stars=guessing((0, 1), (2, 2)))
    image = page.locator("[data-part=risk] img")
    scale = image.evaluate("async (one) => (await one.decode(), one.getBoundingClientRect().width / one.naturalWidth)")
    assert scale * 16 >= 14
