"""How risky is it? A draft, and the learner says how likely it is to go wrong; behind it stands another one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page import browser_save, learning
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head, sit_at, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, QuestionScreen
from rallyman_tutor.tutor.learner import estimates
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.session.intents import Next


@dataclass(frozen=True, slots=True)
class Risk:
    """A learner before a draft."""

    head: Head
    seat: Sitting
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Next):
            return opened(page, lessons, now)
        if not learning.is_taken(intent):
            return None
        page, after, noted = learning.answered(page, self.seat, self.noted, intent, now)
        return with_board(replace(page, place=replace(self, seat=after, noted=noted)), self.seat.session)

    def screen(self) -> QuestionScreen:
        return {**self.head, "kind": "risk", "next": self.head["at"]}

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page with a draft of its game."""
    lesson = question(page, now)
    at = estimates.address(page.game_key)
    return sit_at(page, Risk(head(page, lessons, at, lesson.title), sittings.sit_down(lesson)))


def question(page: Page, now: datetime) -> Lesson:
    return estimates.as_lesson(page.game, f"{now.isoformat()} {len(page.progress.diary)}")
