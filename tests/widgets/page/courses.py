"""The courses as the tests have them, and how one gets about their maps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.page.host import as_sent
from tests.pages.learner import shows
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in
from tests.widgets.page.host import answered

COURSES = {key: [lesson_in(folder) for folder in FOLDERS if folder.parent.name == key] for key in SHELF}
LESSONS = COURSES["classic"]
FIRST, SECOND = LESSONS[:2]


def notebook(lesson: Lesson) -> str:
    return lesson.name.replace("/", "-")


def home(page: Page) -> None:
    page.locator(".rt-brand").click()
    expect(page.locator(".rt-home")).to_be_visible()


def on_the_map(page: Page, lesson: Lesson) -> Locator:
    return page.locator(".rt-map li").filter(has=page.get_by_text(lesson.title, exact=True))


def by_heart(*lessons: Lesson) -> progress.Progress:
    """The progress of somebody who has done these lessons."""
    kept = progress.Progress()
    for lesson in lessons:
        for step in lesson.steps:
            kept = progress.with_stars(kept, lesson.name, step.id, progress.MOST_STARS)
    return kept


def enters(page: Page, lesson: Lesson) -> None:
    """Open a lesson from the map, without a mouse."""
    if not page.locator(".rt-home").is_visible():
        page.locator(".rt-brand").focus()
        page.keyboard.press("Enter")
    on_the_map(page, lesson).get_by_role("button").focus()
    page.keyboard.press("Enter")
    shows(page, sit_down(lesson))


def practises(page: Page, known: progress.Progress) -> None:
    """A visitor brings their progress to the map, and begins to practise what is due."""
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(known)))
    answered(page)
    page.locator(".rt-reasons").get_by_role("button", name="Practice").click()
    answered(page)
