"""Puzzles: positions with one clearly best decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page import browser_save, learning
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head, sit_at, with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, Head, QuestionScreen
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.intents import Next


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A learner before a puzzle."""

    head: Head
    seat: Sitting
    next: str  # the next one that is not solved
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if isinstance(intent, Next) and (self.seat.done or self.next == self.head["at"]):
            return opened(page, puzzles.number_at(self.next, now.date()), lessons)
        if not learning.is_taken(intent):
            return None
        page, after, noted = learning.answered(page, self.seat, self.noted, intent, now)
        return with_board(replace(page, place=replace(self, seat=after, noted=noted)), self.seat.session)

    def screen(self) -> QuestionScreen:
        return {**self.head, "kind": "puzzle", "next": self.next}

    def kept(self) -> BrowserSave:
        return browser_save.save_lesson(self.seat)


def opened(page: Page, number: int, lessons: Lessons) -> Page:
    """The page at the puzzle of this number."""
    lesson = puzzles.as_lesson(page.game, number)
    after = puzzles.address(page.game, puzzles.next_number(page.progress, page.game_key, number))
    top = head(page, lessons, puzzles.address(page.game, number), lesson.title)
    return sit_at(page, Puzzle(top, sittings.sit_down(lesson, told=learning.taken_home(page)), after))
