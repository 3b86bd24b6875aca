"""A draft driven a thousand times, looked at: one press, a crowd of pale cars on the road, a table, a sentence for
ears."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.pages.learner import further
from tests.pages.visits import Open
from tests.widgets.page.hands import hears


def test_one_press_brings_the_crowd_the_table_and_the_sentence_and_another_draft_takes_them_away(opened: Open) -> None:
    page = opened("drive")
    for key in "1122ww":
        page.keyboard.press(key)
    further(page).get_by_role("button", name="Drive it a thousand times").press("Enter")
    hears(page, "Of 1000 drives")
    assert page.locator(".rt-cloud > g").count() > 7
    expect(page.get_by_role("row", name="control lost")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(".rt-cloud > g")).to_have_count(0)
    expect(page.get_by_role("button", name="Drive it a thousand times")).to_be_visible()
