"""Drafts put in order on the page: by mouse, touch and keys, seen and heard, checked, and put in order again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from rallyman_tutor.tutor.lesson.grading import right_answer
from tests.pages.visits import Open, findings
from tests.widgets.page.courses import COURSES, notebook
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered, sent

LESSON = next(lesson for lesson in COURSES["classic"] if lesson.name.endswith("two-hazards"))
AT = next(at for at, step in enumerate(LESSON.steps) if step.kind == "order")
STEP = LESSON.steps[AT]
WORDS = dict(STEP.words.answers)
RIGHT = right_answer(LESSON, AT).split(" ")


def begins(opened: Open, by: str) -> tuple[Page, Locator]:
    """The step, on the device that is used in this way, and the places of its drafts."""
    phone = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = opened(notebook(LESSON), 390 if by == "touch" else 1280, reduced_motion="reduce", **phone)
    page.evaluate("at => document.querySelectorAll('.rt-dots button')[at].click()", AT)
    answered(page)
    hears(page, STEP.words.goal)
    return page, page.locator(".rt-place")


def chooses(page: Page, by: str, *ids: str) -> None:
    """Chooses these drafts one after the other."""
    for id_ in ids:
        at = [choice.id for choice in STEP.choices].index(id_)
        draft = page.locator(".rt-answers .rt-answer").nth(at)
        if by == "keys":
            page.keyboard.press(str(at + 1))
        elif by == "touch":
            draft.tap()
        else:
            draft.click()


def checks(page: Page, by: str) -> None:
    check = page.get_by_role("button", name="Check the order")
    if by == "keys":
        check.focus()
        page.keyboard.press("Enter")
    elif by == "touch":
        check.tap()
    else:
        check.click()
    answered(page)


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.wide), "touch"])
def test_drafts_are_put_in_order_checked_and_put_in_order_again(opened: Open, by: str) -> None:
    page, places = begins(opened, by)
    check = page.get_by_role("button", name="Check the order")
    expect(check).to_be_disabled()
    chooses(page, by, *RIGHT[:2], RIGHT[3])
    hears(page, f"Place 3: {WORDS[RIGHT[3]]}.", "Still to be placed: 1.")
    chooses(page, by, RIGHT[2])
    hears(page, "All have a place.")
    checks(page, by)
    hears(page, "Not quite.", f"“{WORDS[RIGHT[3]]}” stands before “{WORDS[RIGHT[2]]}”", "6 % to lose control")
    expect(page.locator(".rt-refuted")).to_be_visible()
    expect(check).to_have_count(0)  # the same order is as wrong as before
    chooses(page, by, RIGHT[3])
    hears(page, f"{WORDS[RIGHT[3]]} has no place any more.")
    chooses(page, by, RIGHT[3])
    checks(page, by)
    hears(page, "Done.", "Stars: 2 of 3.")
    expect(places).to_have_text(["1", "2", "3", "4"])
    expect(page.locator(".rt-ranked .rt-worth").last).to_have_text("6 % to lose control")
    assert [one["id"] for one in sent(page) if one["do"] == "answer"] == [
        " ".join((*RIGHT[:2], RIGHT[3], RIGHT[2])),
        " ".join(RIGHT),
    ]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_each_draft_says_where_it_stands_and_the_focus_leads_to_the_button(opened: Open) -> None:
    page, _ = begins(opened, "mouse")
    first = page.locator(".rt-answers .rt-answer").first
    expect(first).to_have_accessible_name(f"{STEP.words.answers[0].text}, no place yet")
    for number in range(4):
        page.locator(".rt-answers .rt-answer").nth(number).focus()
        page.keyboard.press("Enter")
    expect(first).to_have_accessible_name(f"{STEP.words.answers[0].text}, place 1 of 4")
    expect(page.get_by_role("button", name="Check the order")).to_be_focused()
    assert findings(page) == []


def test_a_step_that_is_begun_again_has_nothing_in_order(opened: Open) -> None:
    page, places = begins(opened, "mouse")
    chooses(page, "mouse", *RIGHT[:2])
    expect(places.filter(has_text="1")).to_have_count(1)
    page.get_by_role("button", name="Begin this step again").click()
    answered(page)
    expect(places).to_have_text([""] * 4)
