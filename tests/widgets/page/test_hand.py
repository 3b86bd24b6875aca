"""Dice picked up and laid down: by mouse and by finger."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.pages.learner import settings
from tests.pages.servers import until
from tests.pages.visits import Open
from tests.some import some
from tests.widgets.page.hands import die, hears, lays, middle, still, touches
from tests.widgets.page.host import answered


@pytest.fixture
def opened(opened: Open) -> Open:
    """The page of free driving."""
    return partial(opened, "drive")


SHEET = (
    "() => { const { left, top } = document.querySelector('.rt-sheet').getBoundingClientRect(); return [left, top]; }"
)


def test_a_die_is_dragged_onto_the_road_and_off_again(opened: Open) -> None:
    page = opened()
    page.mouse.move(*die(page, "1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "s1"), steps=12)
    expect(page.locator(".rt-hint")).to_contain_text("space 1")
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "legal")
    page.mouse.up()
    lays(page, "the 1 on space 1")
    expect(page.locator(".rt-dragged")).to_be_hidden()
    expect(page.locator(".rt-hint")).to_be_hidden()  # the die lies: what it might do is over
    still(page)
    x, y = page.evaluate(
        "() => { const b = document.querySelector(\"[data-key='die:1']\").getBoundingClientRect(); return [b.x + b.width/2, b.y + b.height/2]; }"
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 200, steps=8)
    page.mouse.up()
    lays(page)


def test_a_laid_die_is_dragged_to_another_space(opened: Open) -> None:
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    still(page)
    box = page.locator("[data-key='die:2']").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*middle(page, "s4"), steps=8)
    page.mouse.up()
    lays(page, "the 1 on space 1", "the 2 on space 4")
    expect(page.locator(".rt-card.illegal h3").first).to_have_text("One die, one space")


def test_a_release_outside_the_window_drops_the_die(opened: Open) -> None:
    page = opened()
    page.mouse.move(*die(page, "1"))
    page.mouse.down()
    page.mouse.move(400, 300, steps=5)
    page.mouse.move(-50, -50)
    page.mouse.up()
    expect(page.locator(".rt-dragged")).to_be_hidden()
    lays(page)


def test_clicking_die_and_space_lays_it_and_pointing_says_why_not(opened: Open) -> None:
    page = opened()
    page.click("[data-piece='3']")
    page.mouse.move(*middle(page, "s1"))
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "refused")
    expect(page.locator(".rt-hint")).to_contain_text("CL-GEAR")
    page.mouse.click(*middle(page, "s1"))
    expect(page.locator(".rt-card.illegal")).to_have_count(1)
    page.locator(".rt-try").click()
    expect(page.locator(".rt-card.illegal")).to_have_count(0)
    expect(page.locator(".rt-good")).to_be_visible()


def test_a_die_that_fits_nowhere_says_so_even_when_it_was_picked_before_the_answers_came(opened: Open) -> None:
    page = opened()
    for key in ["1", "1", "2", "2", "3", "3"]:
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2", "the 3 on space 3")
    page.evaluate(  # the die is in the hand in the very moment in which its answers are out of date
        """() => { const bar = document.querySelector(".rt-draft"), press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                  new MutationObserver((_, seen) => { if (document.querySelectorAll(".rt-draft li").length === 2) { seen.disconnect(); press("5"); } })
                    .observe(document.querySelector(".rt-panel"), { childList: true, subtree: true });
                  press("Backspace"); }"""
    )
    lays(page, "the 1 on space 1", "the 2 on space 2")
    expect(page.locator(".rt-die[data-piece='5']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "refused")
    hears(page, "Gears are changed one at a time")


def test_tap_tap_lays_a_die_on_a_phone(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    page.locator("[data-piece='1']").tap()
    page.touchscreen.tap(*middle(page, "s1"))
    expect(page.locator("[data-key='die:1']")).to_have_count(1)
    page.locator("[data-piece='4']").tap()
    page.touchscreen.tap(*middle(page, "s2"))
    expect(page.locator(".rt-handle")).to_have_attribute("data-kind", "illegal")
    page.locator(".rt-handle").tap()
    expect(page.locator(".rt-card h3").first).to_be_visible()


def test_a_finger_drags_a_die(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    x, y = middle(page, "s1")
    touches(page, die(page, "1"), (x, y + 22))  # a finger hides what is under it: the die goes before it
    expect(page.locator("[data-key='die:1']")).to_have_count(1)


def test_a_swipe_on_the_board_moves_the_board(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    scrolled = "() => document.querySelector('.rt-frame').scrollLeft"
    before = page.evaluate(scrolled)
    touches(page, (300, 300), (150, 300))
    assert until(lambda: page.evaluate(scrolled) > before + 80)


@pytest.mark.parametrize(("notebook", "keys"), [("drive", "112233"), ("dirt-12-seconds", "3344")])
def test_a_die_laid_leaves_the_board_where_it_is(opened: partial[Page], notebook: str, keys: str) -> None:
    page = opened.func(notebook, 390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    where = page.evaluate(SHEET)
    for laid, key in some(enumerate(keys[::2], start=1)):
        page.keyboard.press(key)
        page.keyboard.press(key)
        expect(page.locator(".rt-draft li")).to_have_count(laid)
        answered(page)
        assert page.evaluate(SHEET) == where


def test_spaces_too_small_for_a_finger_come_closer_before_a_die_is_laid(opened: partial[Page]) -> None:
    page = opened.func("dirt-drive", 390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    settings(page).get_by_role("button", name="Whole stage").tap()
    small = "() => Math.min(...[...document.querySelectorAll('[data-place]')].map(path => { const { width, height } = path.getBoundingClientRect(); return Math.min(width, height); }))"
    place = page.locator("[data-place]").nth(6).get_attribute("data-place") or ""
    assert page.evaluate(small) < 24
    page.locator("[data-piece='1']").tap()
    page.touchscreen.tap(*middle(page, place))
    expect(page.locator(".rt-hint")).to_have_text("Closer now: tap the space once more.")
    assert page.evaluate(small) >= 24
    expect(page.locator(".rt-die[data-piece='1']")).to_have_attribute("aria-pressed", "true")


def test_a_tap_on_a_slide_lays_the_die_there_and_not_in_the_lane_beside_it(opened: partial[Page]) -> None:
    page = opened.func("dirt-08-slides", 390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.evaluate("() => document.querySelectorAll('.rt-dots button')[5].click()")  # slide past the other car
    expect(page.locator("[data-key^='car:']")).to_have_count(2)
    page.locator("[data-piece='3']").tap()
    page.touchscreen.tap(*middle(page, "T09a#2.h1"))
    lays(page, "the 3 on slide space 1 on tile 2")
    expect(page.locator(".rt-hint")).to_contain_text("DI-SLIDE-06")


def test_who_wants_no_motion_gets_none(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    for key in "11":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1")
    page.keyboard.press("r")
    expect(page.locator("[data-key='played:1']")).to_have_count(1)
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_where_a_die_fits_comes_into_sight_when_it_is_taken_up(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    for _ in range(3):
        settings(page).get_by_role("button", name="Closer").click()
    page.evaluate("() => document.querySelector('.rt-frame').scrollTo(9999, 0)")
    expect(page.locator("[data-place='s1']")).not_to_be_in_viewport(ratio=0.9)
    page.keyboard.press("1")
    expect(page.locator("[data-place='s1']")).to_be_in_viewport(ratio=0.9)
