"""A mistake tried again beside the best, on the page: by mouse, touch and keys, and heard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.session.sharing import share
from tests.pages.visits import Open
from tests.tutor.test_review import driven
from tests.widgets.page.hands import hears, middle, still
from tests.widgets.page.host import answered


def trying(opened: Open, width: int = 1280, **more: object) -> Page:
    """The page of a drive that is over, at the decision that cost most: on space 6 in fifth, before a bend."""
    page = opened("drive", width, **more)
    page.evaluate("(code) => host.model.send({ do: 'new', table: code })", share(driven("first")))
    answered(page)
    for press in ("Look back at this drive", "Try it again"):
        page.get_by_role("button", name=press).first.click()
        answered(page)
    return page


@pytest.mark.parametrize("by", ["mouse", "touch", "keys"])
def test_yours_and_the_best_stand_side_by_side_and_the_first_choice_is_played_out(opened: Open, by: str) -> None:
    phone = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = trying(opened, 390 if by == "touch" else 1280, **phone)
    box = page.locator(".rt-retry")
    if by == "mouse":
        page.locator("[data-piece='5']").click()
        page.mouse.click(*middle(page, "s7"))
        page.get_by_role("button", name="Roll the 5").click()
    elif by == "touch":
        still(page)
        page.locator("[data-piece='5']").tap()
        page.touchscreen.tap(*middle(page, "s7"))
        page.get_by_role("button", name="Roll the 5").tap()
    else:
        page.locator(".rt-list").focus()
        page.keyboard.press("5")
        page.keyboard.press("Enter")
        answered(page)
        page.keyboard.press("r")
    hears(page, "53.1 s behind the best", "The best: Roll the 4 on space 7")
    expect(page.locator(".rt-small-die")).to_have_count(1)
    if by == "touch":
        expect(page.locator(".rt-handle")).to_contain_text("53.1 s behind the best")
        page.get_by_role("button", name="Beside the best").tap()
    expect(box.locator(".rt-drafts li")).to_have_count(2)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert box.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    out = box.locator("summary")
    if by == "keys":
        out.focus()
        page.keyboard.press("Enter")
        box.get_by_role("button", name="Play that out").focus()
        page.keyboard.press("Enter")
    else:
        out.click()
        expect(box.locator("details")).to_contain_text("Control is then lost for certain, on the line of bend 2.")
        box.get_by_role("button", name="Play that out").click()
    hears(page, "control is lost")
    expect(page.locator(".rt-small-die")).to_have_count(0)
    page.get_by_role("button", name="Back to the review").first.click()
    expect(page.locator(".rt-review")).to_be_visible()
