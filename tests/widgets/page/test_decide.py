"""A decision of an earlier drive, asked again on the page: laid by mouse, touch and keys, judged, and heard."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from tests.page.host import NOON
from tests.pages.visits import Open
from tests.widgets.page.courses import practises
from tests.widgets.page.hands import hears, middle, still
from tests.widgets.page.host import answered

KEPT = PastDecision("classic", "s4 R3 s3 L3 s3 | You@s6 g5 c10 no-sisu #7 | You r2", ("4>s7", "5>s7"))
"""In fifth before a bend: to brake is best by far, and to stay in fifth is what was chosen."""

pytestmark = pytest.mark.usefixtures("same_tables")


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.wide), "touch"])
def test_a_decision_is_laid_on_the_road_judged_and_heard(opened: Open, by: str) -> None:
    phone = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = opened("index", 390 if by == "touch" else 1280, reduced_motion="reduce", **phone)
    known = progress.with_mistakes(progress.Progress(), [(KEPT, 53.1)], NOON - timedelta(days=9))
    practises(page, known)
    sheet = page.locator(".rt-lesson-sheet")
    hears(page, "Lay what is best here")
    expect(sheet.locator(".rt-answer")).to_have_count(0)

    def lays(die: str) -> None:
        """Lays a die on the next space, and presses its button."""
        if by == "keys":
            page.locator(".rt-list").focus()
            page.keyboard.press(die)
            page.keyboard.press("Enter")
            answered(page)
            page.keyboard.press("r")
        elif by == "touch":
            still(page)
            page.locator(f"[data-piece='{die}']").tap()
            page.touchscreen.tap(*middle(page, "s7"))
            page.get_by_role("button", name=f"Roll the {die}").tap()
        else:
            page.locator(f"[data-piece='{die}']").click()
            page.mouse.click(*middle(page, "s7"))
            page.get_by_role("button", name=f"Roll the {die}").click()
        answered(page)

    lays("5")
    hears(page, "Not quite.", "Losing control costs you 61 s more to the finish than it has to.")
    if by == "touch":
        expect(page.locator(".rt-handle")).to_contain_text("Losing control costs you 61 s more")
    figures = sheet.get_by_text("The exact figures")
    expect(sheet.get_by_text("This one: ")).to_be_hidden()
    if by == "touch":
        page.locator(".rt-handle").tap()
        figures.tap()
    else:
        figures.focus()
        page.keyboard.press("Enter")
    expect(sheet.get_by_text("This one: ")).to_be_visible()
    if by == "touch":
        page.locator(".rt-handle").tap()
    expect(sheet.locator(".rt-answer")).to_have_count(0)
    page.evaluate("() => host.model.send({ do: 'clear' })")
    answered(page)
    lays("4")
    hears(page, "Done. Nothing is better.")
    expect(sheet.locator(".rt-answer")).to_have_count(4)
    expect(sheet.locator(".rt-well")).to_contain_text("In the handbook: Into the bend in its gear")
    expect(page.locator(".rt-primary").first).to_contain_text("Next")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
