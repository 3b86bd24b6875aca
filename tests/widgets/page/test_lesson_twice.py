"""The words around a lesson and a question are told twice: each hint, star and button, by what comes of pressing it.
See `tests/tutor/told_twice.py`."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.learner import progress
from tests.page.host import NOON, as_sent
from tests.pages.learner import Learner
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import at, button, session
from tests.widgets.page.courses import FIRST, SECOND
from tests.widgets.page.hands import hears
from tests.widgets.page.host import answered, sent
from tests.widgets.page.test_decide import KEPT

pytestmark = pytest.mark.usefixtures("same_tables")


def test_a_lesson_tells_its_steps_gives_hint_after_hint_and_leads_on(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at=FIRST.name, reduced_motion="reduce")
    dots = page.get_by_role("list", name=tell("steps")).get_by_role("button")
    expect(dots).to_have_count(len(FIRST.steps))
    assert [dot.get_attribute("aria-label") for dot in dots.all()] == [
        tell("step-n", n=n) for n in range(1, len(FIRST.steps) + 1)
    ]
    sheet = page.locator(".rt-lesson-sheet")
    for many, name in enumerate(("hint-0", "hint-1", "hint-2"), 1):
        button(sheet, tell(name)).click()
        expect(sheet.locator(".rt-told-hint")).to_have_count(many)
    expect(button(sheet, tell("hint-none"))).to_be_disabled()
    assert str(session(page, "sheet")["hints"][-1]["text"]).startswith("Like this: ")
    Learner(page).solves(FIRST, 0)
    well = sheet.locator(".rt-well")
    expect(well.locator("b").first).to_have_text(tell("well"))
    many = int(session(page, "sheet")["stars"])
    expect(well.locator(".rt-stars")).to_have_attribute("aria-label", tell("stars-of", n=many))
    expect(well.locator(".rt-stars")).to_have_text("★" * many + "☆" * (3 - many))
    expect(dots.first).to_have_attribute("aria-label", tell("step-done", n=1))
    page.locator(".rt-primary").get_by_text(tell("next-step"), exact=True).click()
    assert session(page, "sheet")["at"] == 1
    for key in "11":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft li")).not_to_have_count(0)
    button(sheet, tell("start-over")).click()
    expect(page.locator(".rt-draft li")).to_have_count(0)
    end = len(FIRST.steps) - 1
    page.evaluate("(at) => host.model.send({ do: 'step', at })", end)
    answered(page)
    Learner(page).solves(FIRST, end)
    button(well, tell("to-map")).click()
    assert at(page) == "home"
    page.evaluate("(to) => host.model.send({ do: 'go', to })", FIRST.name)
    page.evaluate("(at) => host.model.send({ do: 'step', at })", end)
    answered(page)
    Learner(page).solves(FIRST, end)
    page.locator(".rt-primary").get_by_text(tell("next-lesson"), exact=True).click()
    assert at(page) == SECOND.name


def test_a_question_has_one_answer_and_the_placement_takes_none_as_well(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at="placement/classic", reduced_motion="reduce")
    page.keyboard.press("r")
    hears(page, tell("asks-first"))
    many = len(sent(page))
    button(page.locator(".rt-lesson-sheet"), tell("not-known")).click()
    assert [one["do"] for one in sent(page)[many:]] == ["next"]
    assert session(page, "place")["title"] == tell("placement-question", n=2)
    number = 2
    page.locator(".rt-answer").first.click()
    while session(page, "sheet")["done"]:  # the answer was right
        page.locator(".rt-primary").first.click()
        answered(page)
        number += 1
        page.locator(".rt-answer").first.click()
    button(page.locator(".rt-lesson-sheet"), tell("next-question")).click()
    assert session(page, "place")["title"] == tell("placement-question", n=number + 1)
    known = progress.with_mistakes(progress.Progress(), [(KEPT, 53.1)], NOON - timedelta(days=9))
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(known)))
    page.evaluate("() => host.model.send({ do: 'go', to: 'practice' })")
    answered(page)
    button(page.locator(".rt-lesson-sheet"), tell("hint-choices")).click()
    expect(page.locator(".rt-lesson-sheet .rt-answer")).to_have_count(4)
    page.goto("about:blank")
    page = opened("index", at="puzzles/classic/3", reduced_motion="reduce")
    answers = page.locator(".rt-answers .rt-answer")
    for n in range(answers.count()):
        if page.locator(".rt-well").count() == 0:
            answers.nth(n).click()
            answered(page)
    assert session(page, "place")["title"] == tell("puzzle", n=3)
    page.locator(".rt-primary").get_by_text(tell("next-puzzle"), exact=True).click()
    assert session(page, "place")["title"] == tell("puzzle", n=4)
