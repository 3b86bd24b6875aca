"""How risky is it? One answer by mouse, touch or keys, and then the chance; the board keeps it secret before."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.pages.visits import Open
from tests.widgets.page.hands import hears


def test_one_answer_is_given_by_mouse_and_the_next_by_keys(opened: Open) -> None:
    page = opened(at="risk", reduced_motion="reduce")
    expect(page.locator(".rt-chips .rt-answer")).to_have_count(5)
    expect(page.locator(".rt-signs text")).to_have_count(0)
    page.get_by_role("button", name="15 to 25 %").click()
    expect(page.locator(".rt-well")).to_contain_text("The chance that it goes wrong is")
    expect(page.locator(".rt-answer.right")).to_have_count(1)
    hears(page, "The chance that it goes wrong is")
    asked = page.locator(".rt-draft").inner_text()
    page.locator(".rt-next-step").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rt-well")).to_have_count(0)
    expect(page.locator(".rt-draft")).not_to_have_text(asked)
    page.locator(".rt-answer").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rt-well")).to_be_visible()


def test_on_a_phone_the_answers_are_all_in_sight_and_as_large_as_a_finger(opened: Open) -> None:
    page = opened("index", 390, at="risk/dirt", has_touch=True, is_mobile=True)
    for chip in page.locator(".rt-answer").all():
        expect(chip).to_be_in_viewport(ratio=1)
        box = chip.bounding_box()
        assert box and box["height"] >= 40
    page.locator(".rt-answer").last.tap()
    expect(page.locator(".rt-well")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
