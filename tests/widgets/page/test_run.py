"""A run against the clock in the browser: begun by keys, answered by digits, mouse and touch; an animation is its
clock."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered, sent


def begins(page: Page, name: str = "") -> None:
    page.get_by_label("Who plays?").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".rt-run-strip")).to_be_visible()
    answered(page)


def test_a_run_is_begun_and_lost_by_keys_and_its_score_kept(opened: Open) -> None:
    page = opened()
    all_that_is_here(page).get_by_role("button", name="Against the clock").click()
    begins(page, "Ana")
    expect(page.get_by_role("timer")).to_have_text("3:00")
    expect(page.get_by_role("button", name="A hint")).to_have_count(0)
    page.locator(".rt-list").focus()
    for _ in range(40):
        if page.locator(".rt-run").is_visible():
            break
        if page.locator(".rt-next-step").is_visible():
            page.keyboard.press("r")
        else:
            page.keyboard.press("1")
        answered(page)
    expect(page.locator(".rt-run-result")).to_contain_text("Three wrong answers. Ana:")
    hears(page, "Three wrong answers. Ana:")
    expect(page.locator(".rt-run-scores .rt-mine")).to_contain_text("Ana")
    expect(page.locator(".rt-run li")).to_have_count(3)
    page.locator(".rt-run li button").first.click()
    expect(page.locator(".rt-run-strip")).to_be_hidden()


def test_one_animation_counts_down_and_says_when_it_is_at_its_end(opened: Open) -> None:
    page = opened(at="run/dirt", reduced_motion="reduce")
    begins(page)
    count = "() => document.querySelector('.rt-run-strip i').getAnimations().length"
    assert page.evaluate(count) == 1
    page.evaluate("() => { document.querySelector('.rt-run-strip i').getAnimations()[0].currentTime = 150_500; }")
    expect(page.get_by_role("timer")).to_have_text("0:30")
    hears(page, "30 seconds left")
    page.evaluate("() => document.querySelector('.rt-run-strip i').getAnimations()[0].finish()")
    expect(page.get_by_role("timer")).to_have_text("3:00")  # the clock of the tests stands still: it is told so
    assert sent(page)[-1] == {"do": "time"}
    assert page.evaluate(count) == 1
    page.get_by_role("button", name="Rallyman Tutor").click()
    expect(page.locator(".rt-run-strip")).to_be_hidden()
    assert page.evaluate(count) == 0


def test_on_a_phone_clock_and_answers_are_in_sight_and_nothing_lies_aside(opened: Open) -> None:
    page = opened("index", 390, at="run/classic", has_touch=True, is_mobile=True)
    page.locator(".rt-run .rt-primary").tap()
    answered(page)
    for part in (".rt-run-strip b", ".rt-run-right", ".rt-run-wrong"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator(".rt-panel .rt-answer").first).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".rt-panel .rt-answer").first.tap()
    answered(page)
    right, wrong = page.locator(".rt-run-right").inner_text(), page.locator(".rt-run-wrong").inner_text()
    assert (right, wrong) in (("✓ 1", "···"), ("✓ 0", "×··"))
