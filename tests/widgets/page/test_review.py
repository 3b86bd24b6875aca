"""The review of a drive on its page: called at the finish, a mistake tried again and left, by mouse, touch and keys."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import LESSONS, told
from tests.pages.visits import Open
from tests.tutor.lessons_at_hand import deeds, lesson_in
from tests.tutor.test_review import driven
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered


@pytest.fixture
def finished(opened: Open) -> Open:
    """The page of a drive that a beginner has driven to the finish."""

    def finished(width: int = 1280, **more: object) -> Page:
        page = opened("drive", width, **more)
        page.evaluate("(code) => host.model.send({ do: 'new', table: code })", share(driven("short")))
        answered(page)
        return page

    return partial(finished)


def test_what_was_lost_is_seen_at_the_finish_in_one_click_and_a_mistake_is_tried_again(finished: Open) -> None:
    page = finished()
    page.get_by_role("button", name="Look back at this drive").click()
    review = page.locator(".rt-review")
    expect(review.locator(".rt-figures tr")).to_have_count(4)
    expect(review.locator("polyline").first).to_be_visible()
    hears(page, "Decisions cost", "This drive was about: ")
    expect(review.locator(".rt-evening button").first).to_be_visible()
    review.get_by_role("button", name="Try it again").first.click()
    expect(page.locator(".rt-retry")).to_contain_text("It cost")
    expect(page.get_by_role("button", name="Ask for advice")).to_be_visible()
    for press in ("Ask for advice", "Which die?", "The whole draft, and why?"):  # the best was to stop
        page.get_by_role("button", name=press).click()
    expect(page.locator(".rt-advice")).to_contain_text("Best: ")
    page.get_by_role("button", name="Back to the review").click()
    expect(review).to_be_visible()


def test_a_drive_is_shared_at_its_finish_beside_the_review(finished: Open) -> None:
    page = finished()
    result = page.locator(".rt-result")
    result.get_by_role("button", name="Share").press("Enter")
    link = result.get_by_label("Whoever opens this sits where you sit now")
    expect(link).to_have_value(re.compile(f"#game={re.escape(share(driven('short')))}"))
    expect(link).to_be_focused()
    page.get_by_role("button", name="New drive").click()
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    expect(page.get_by_label("Whoever opens this sits where you sit now")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(link).to_have_count(0)


def test_a_phone_shows_the_review_without_scrolling_aside_and_keys_reach_all_of_it(finished: Open) -> None:
    page = finished(390, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Look back at this drive").tap()
    review = page.locator(".rt-review")
    expect(review.locator(".rt-figures")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    wide = review.evaluate(
        "(one) => [one, ...one.querySelectorAll(':scope > *')].every((part) => part.scrollWidth <= part.clientWidth + 1)"
    )
    assert wide, "only the table of turns may scroll, in its own place"
    again = review.get_by_role("button", name="Try it again").first
    again.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rt-handle")).to_contain_text("It cost")
    expect(page.locator(".rt-handle")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the review").first.tap()
    expect(review.locator(".rt-figures")).to_be_in_viewport()


def test_the_drive_of_a_lesson_of_dirt_is_looked_back_at_and_its_retry_is_told_in_words(opened: Open) -> None:
    page = opened(at="dirt/01-first-die")
    lesson = lesson_in(LESSONS.named["dirt/01-first-die"].folder)
    at = next(at for at, step in enumerate(lesson.steps) if step.kind == "drive")
    for message in [
        {"do": "step", "at": at},
        *({"do": type(intent).__name__.lower(), **dict(told(intent))} for intent, _, _ in deeds(lesson, at)),
    ]:
        page.evaluate("(message) => host.model.send(message)", message)
        answered(page)
    page.locator(".rt-result").get_by_role("button", name="Look back at this drive").click()
    expect(page.locator(".rt-review .rt-figures tr")).to_have_count(4)
    page.locator(".rt-review").get_by_role("button", name="Try it again").first.click()
    retry = page.locator(".rt-retry")
    expect(retry).to_contain_text("It cost")
    page.evaluate("(moves) => host.model.send({ do: 'draft', moves })", ["1>1.L2"])
    answered(page)
    page.get_by_role("button", name="Roll the").click()
    expect(retry).to_contain_text("behind the best")
    expect(retry).to_contain_text("What can come of the first choice")
    for text in ("None", "{", "}", "NaN"):
        expect(retry).not_to_contain_text(text)
    page.get_by_role("button", name="Back to the review").first.click()
    expect(page.locator(".rt-review .rt-figures")).to_be_visible()
