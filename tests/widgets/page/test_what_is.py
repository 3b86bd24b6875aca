"""The meaning of a die, a dial or a button, asked where it stands: by mouse, finger and keys, and heard. Asking lays
nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.visits import Open
from tests.widgets.page.hands import die, hears, lays

GAS = "takes you one space on"
GEAR = "The gear you are in now"


def told(page: Page, text: str) -> None:
    """The sentence is seen within the page, and is heard."""
    shown = page.locator(".rt-what-is")
    expect(shown).to_contain_text(text)
    box = shown.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= page.evaluate("innerWidth")
    hears(page, text)


@pytest.mark.parametrize("width", [1280, 390])
def test_behind_the_question_mark_a_press_asks_and_behind_escape_it_lays_again(opened: Open, width: int) -> None:
    page = opened("drive", width)
    page.get_by_role("button", name="What is this?").click()
    hears(page, "Press a die, a dial or a button")
    page.locator("[data-piece='w']").first.click()
    told(page, GAS)
    page.locator(".rt-dial-gear").click()
    told(page, GEAR)
    page.keyboard.press("Escape")
    expect(page.locator(".rt-what-is")).to_be_hidden()
    page.locator("[data-piece='1']").click()
    page.locator("[data-piece='1']").click()
    lays(page, "the 1 on space 1")
    page.get_by_role("button", name="What is this?").click()
    page.locator(".rt-tray .rt-primary").click()
    told(page, "Rolls the next die of your draft")
    lays(page, "the 1 on space 1")


def test_the_other_button_of_the_mouse_asks_at_once_and_a_press_elsewhere_takes_it_away(opened: Open) -> None:
    page = opened("drive")
    page.locator("[data-piece='3']").click(button="right")
    told(page, "The number of a black die")
    lays(page)
    page.mouse.click(300, 300)
    expect(page.locator(".rt-what-is")).to_be_hidden()


def test_a_key_asks_of_what_has_the_focus_and_while_one_asks_keys_lead_to_the_dials(opened: Open) -> None:
    page = opened("drive")
    page.locator("[data-piece='1']").focus()
    page.keyboard.press("?")
    told(page, "The number of a black die")
    page.get_by_role("button", name="What is this?").focus()
    page.keyboard.press("Enter")
    dial = page.locator(".rt-dial-clock")
    expect(dial).to_have_attribute("tabindex", "0")
    dial.focus()
    page.keyboard.press("Enter")
    told(page, "Your time so far")
    page.locator("[data-piece='2']").focus()
    page.keyboard.press(" ")
    told(page, "The number of a black die")
    lays(page)
    page.keyboard.press("Escape")
    expect(dial).not_to_have_attribute("tabindex", "0")


def test_a_finger_that_rests_asks_and_takes_nothing_up(opened: Open) -> None:
    page = opened("drive", 390, has_touch=True)
    x, y = die(page, "1")
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    told(page, "The number of a black die")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-piece='1']")).to_have_attribute("aria-pressed", "false")
    lays(page)
