"""A lesson, step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import cast

from rallyman_tutor.page import answers, browser_save, learning, noting
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import home
from rallyman_tutor.page.seating import head, sit_at, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, LessonScreen
from rallyman_tutor.tutor.learner import first_evening
from rallyman_tutor.tutor.learner.home import Continue, builds_on, next_lesson
from rallyman_tutor.tutor.lesson import lesson_pictures
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.faults import Fault, fault_text
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.lesson.lesson_languages import language_of
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.reading import read
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.language import base, spoken
from rallyman_tutor.tutor.words.page_words import page_words


@dataclass(frozen=True, slots=True)
class Lesson:
    """A learner in a lesson."""

    head: Head
    seat: Sitting
    next: str  # the lesson behind it, or another place
    before: Continue | None  # which should have come before it
    pictures: dict[str, str]  # as data, by their files
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if not learning.is_taken(intent):
            return None
        before = self.seat
        page, after, noted = learning.learned(page, before, self.noted, intent, now)
        if learning.is_solved(before, after):
            page = replace(page, progress=noting.with_done_step(page, after, now))
        elif (
            not after.step.breaks_on_purpose and not after.done
        ):  # where the task is to break a rule, that is no mistake
            page = replace(page, progress=noting.with_broken_rule(page, before.session, after.session, now))
        return with_board(replace(page, place=replace(self, seat=after, noted=noted)), before.session)

    def screen(self) -> LessonScreen:
        language = self.seat.lesson.other_language
        shown = {**self.head, "next": self.next, "before": self.before, "pictures": self.pictures}
        own = {"language": language} if language else {}
        return cast(LessonScreen, {**shown, "kind": "lesson", **own})

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, cover: Cover, back: object, lessons: Lessons, now: datetime) -> Page:
    """The page at the first step of a lesson that is not done; or at the one that the browser kept."""
    lesson, faults = read(cover.folder, language_of(cover.folder))
    if lesson is None:  # perhaps only the words of this language are at fault
        lesson, _ = read(cover.folder)
    if lesson is None:
        text = str(page_words(page.game)["lesson-broken"])
        return answers.told(home.opened(page, lessons, now), text.format(title=cover.title, many=len(faults)))
    done = page.progress.stars.get(cover.name, {})
    earned = [done.get(step, 0) for step in cover.steps]
    at = next((at for at, stars in enumerate(earned) if not stars), 0)
    step = browser_save.saved_step(back, cover)
    sitting = sittings.sit_down(lesson, at if step is None else step, earned)
    if step is not None:
        sitting = browser_save.restore_draft(sitting, back)
    named = [one.file for each in lesson.steps for one in each.words.pictures]
    place = Lesson(
        head(page, lessons, lesson.name, lesson.title),
        sitting,
        first_evening.place_behind(cover) or next_lesson(lessons.covers, lesson.name),
        builds_on(lessons.covers, page.progress, cover),
        lesson_pictures.as_data(cover.folder, named) if named else {},
    )
    page = sit_at(replace(page, progress=replace(page.progress, last=lesson.name)), place)
    return answers.told(page, _why_told_in(page, lesson.other_language, faults)) if lesson.other_language else page


def _why_told_in(page: Page, other: str, faults: tuple[Fault, ...]) -> str:
    """Why a lesson is told in another language than the page."""
    facts: dict[str, object] = {"language": NAMES[base(spoken())], "other": NAMES.get(other, other)}
    if not faults:
        return str(page_words(page.game)["lesson-language"]).format(**facts)
    facts |= {"n": len(faults), "file": Path(faults[0].file).name, "line": faults[0].line, "why": fault_text(faults[0])}
    return str(page_words(page.game)["lesson-language-broken"]).format(**facts)
