"""Two ways beside each other on the page: opened by keys, lit on the road, driven side by side once, and heard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.visits import Open
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


@pytest.mark.parametrize("width", [1280, 390])
def test_both_ways_are_seen_and_driven_once_by_keys(opened: Open, width: int) -> None:
    page = opened("drive", width)
    page.evaluate("() => host.model.send({ do: 'draft', moves: ['1'] })")
    for _ in range(3):
        page.evaluate("() => host.model.send({ do: 'advise' })")
        answered(page)
    if width < 500:
        page.locator(".rt-handle").click()
    apart = page.locator(".rt-ways-apart")
    apart.locator("summary").press("Enter")
    expect(apart.get_by_role("img", name="your dice: ")).to_be_visible()
    expect(page.locator(".rt-rings .rt-lit")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    apart.get_by_role("button", name="Drive both ways").press("Enter")
    hears(page, "If nothing goes wrong, your dice: ", "If nothing goes wrong, best: ")
    names = page.locator(".rt-ways .rt-way")
    expect(names).to_have_text(["your dice", "best"])
    expect(names).to_have_count(0)
    page.evaluate("() => host.model.send({ do: 'draft', moves: [] })")
    answered(page)
    expect(page.locator(".rt-rings .rt-lit")).to_have_count(0)
