"""The learning so far, game by game, for one printed page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, SummaryScreen
from rallyman_tutor.tutor.learner import home
from rallyman_tutor.tutor.learner.home import Summary as Shown


@dataclass(frozen=True, slots=True)
class Summary:
    """The learning so far, as of when it was opened."""

    head: Head
    shown: Shown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> None:
        return None

    def screen(self) -> SummaryScreen:
        return {**self.head, "kind": "summary", "summary": self.shown}

    def kept(self) -> None:
        return None


def opened(page: Page, lessons: Lessons) -> Page:
    """The page with all that was learned."""
    shown = home.summary(lessons.covers, page.progress)
    return replace(page, place=Summary(head(page, lessons, "summary", ""), shown))
