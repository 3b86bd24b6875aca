"""The words of the page for whoever comes from another game are told twice: it is leafed through from end to end. See
`tests/tutor/told_twice.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import button
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_two_games_are_leafed_through_from_end_to_end(opened: Open, wide: bool) -> None:
    """In an ordinary run the last few pairs are, and those in the middle are left out."""
    tell = Twice("dirt", "page")
    page = opened("index", at="home/dirt")
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("coming"), exact=True)).click()
    pairs = page.get_by_role("navigation", name=tell("coming")).get_by_role("button")
    box = page.locator(".rt-coming")
    back, forward = button(box, tell("back")), button(box, tell("forward"))
    titles = pairs.all_text_contents()
    seen = [box.locator("h2").inner_text()]
    expect(back).to_be_disabled()
    assert len(titles) > 6
    if not wide:
        pairs.nth(len(titles) - 3).click()
        answered(page)
        titles = [titles[0], *titles[-3:]]
        seen.append(box.locator("h2").inner_text())
    while forward.is_enabled():
        forward.click()
        answered(page)
        seen.append(box.locator("h2").inner_text())
    assert seen == titles and len(seen) > 2
    back.click()
    expect(box.locator("h2")).to_have_text(titles[-2])
