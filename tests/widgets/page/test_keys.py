"""Playing by keys and ears: dice laid and taken back, the road walked, questions asked, and nothing trapped."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.page_words import page_words
from tests.pages.learner import all_that_is_here, settings
from tests.pages.servers import until
from tests.pages.visits import Open
from tests.widgets.page.hands import at_cursor, hears, lays
from tests.widgets.page.host import address, answered, ready


@pytest.fixture
def opened(opened: Open) -> Open:
    """The page of free driving."""
    return partial(opened, "drive")


def test_a_die_is_laid_and_taken_back_by_keys_alone(opened: Open) -> None:
    page = opened()
    page.locator(".rt-list").focus()
    page.keyboard.press("1")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    while "space 1" not in at_cursor(page):
        page.keyboard.press("ArrowRight")
    assert until(lambda: "may be laid" in at_cursor(page)), at_cursor(page)
    page.keyboard.press("Enter")
    hears(page, "the 1 on space 1")
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    assert until(lambda: "may not be laid" in at_cursor(page)), at_cursor(page)  # reasons follow the answer
    page.keyboard.press("?")
    hears(page, "rulebook")
    page.keyboard.press("Escape")
    page.keyboard.press("Backspace")
    hears(page, "Taken back")
    lays(page)


def test_arrows_and_enter_work_at_once_and_the_first_step_leads_to_where_the_die_fits(opened: Open) -> None:
    page = opened()
    page.keyboard.press("1")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    assert at_cursor(page).startswith("space 1")
    page.keyboard.press("Enter")
    lays(page, "the 1 on space 1")
    page.keyboard.press("2")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    lays(page, "the 1 on space 1", "the 2 on space 2")


def test_right_and_left_lead_along_the_road_and_not_to_the_lane_abreast(opened: partial[Page]) -> None:
    page = opened.func("dirt-drive")
    page.keyboard.press("Home")
    lanes = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        lanes.append(at_cursor(page).split(",")[0])
        page.keyboard.press(key)
    assert [lane.split()[:3] for lane in lanes] == [["row", str(n), lanes[0].split()[2]] for n in (1, 2, 3)]
    assert at_cursor(page).split(",")[0] == lanes[1]


def test_a_key_that_does_nothing_says_why(opened: partial[Page]) -> None:
    page = opened()
    page.keyboard.press("r")
    expect(page.locator(".rt-hint")).to_contain_text("Pick a die")
    for key in "11":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1")
    page.keyboard.press("1")
    expect(page.locator(".rt-hint")).to_contain_text("none left")
    page = opened.func("classic-01-first-die")
    page.keyboard.press("r")
    hears(page, "Nothing is rolled in this step")


def test_letters_play_only_while_the_game_has_the_focus_and_can_be_switched_off(opened: Open) -> None:
    page = opened()
    settings(page).get_by_role("button", name="Light or dark").focus()
    for key in "11":
        page.keyboard.press(key)
    answered(page)
    lays(page)
    page.locator(".rt-brand").click()
    all_that_is_here(page).get_by_label("Letters and digits on the keyboard play").uncheck()
    page.goto(address("drive"))
    ready(page)
    for key in "11":
        page.keyboard.press(key)
    answered(page)
    lays(page)
    page.keyboard.press("ArrowRight")
    assert at_cursor(page)


def test_nothing_traps_tab_wheel_or_the_browsers_own_keys(opened: Open) -> None:
    page = opened()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "() => document.activeElement === document.body ? 'body' : (document.activeElement.tagName + '.' + document.activeElement.className + (document.activeElement.ariaLabel ?? document.activeElement.textContent))"
            )
        )
        if seen[-1] == "body":
            break
    assert seen[-1] == "body", seen
    assert len(set(seen)) == len(seen)
    page.evaluate(
        "() => { window.stopped = []; for (const what of ['keydown', 'wheel']) addEventListener(what, e => { if (e.defaultPrevented) stopped.push(e.key || what); }); }"
    )
    page.locator(".rt-list").focus()
    for key in ("F5", "Control+s", "Control+f", "Tab"):
        page.evaluate(
            "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: key.split('+').pop(), ctrlKey: key.includes('Control'), bubbles: true, cancelable: true}))",
            key,
        )
    page.mouse.move(400, 400)
    page.mouse.wheel(0, 50)
    page.wait_for_timeout(100)
    assert page.evaluate("() => stopped") == []


def test_a_key_asks_and_the_answer_is_heard_and_seen(opened: Open) -> None:
    page = opened()
    asked = page_words(SHELF["classic"])["asks"]
    for about, words in {
        "clock": "Clock: 0:00. Seconds in hand: 0.",
        "gear": "In neutral. Dice left: 1; 2; 3; 4; 5; gas die, 2 of them.",
        "hazards": "Hazards: 0. Control is lost at 3.",
        "bend": "Next: bend 1, right: line 3",
        "field": "You on the start in neutral. Nobody else is there.",
        "dials": "Gear: neutral; clock: 0:00",
        "now": "In turn: You. Open now: lay dice",
        "road": "Straight for",
    }.items():
        page.keyboard.press(asked[about]["key"])
        hears(page, words)
        expect(page.locator(".rt-hint")).to_contain_text(words)
    page.keyboard.press("ArrowRight")  # to the car
    page.keyboard.press("End")
    page.keyboard.press(asked["road"]["key"])
    hears(page, "Nothing lies ahead.")
    assert all(
        f"{one['key'].upper()}: {one['label']}" in page.locator(".rt-board > .rt-ears").inner_text()
        for one in asked.values()
    )
