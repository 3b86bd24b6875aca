"""One position under two games, side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import ComingScreen, Head
from rallyman_tutor.tutor.learner import addresses, comparison
from rallyman_tutor.tutor.learner.comparison import Comparison as Shown
from rallyman_tutor.tutor.words.page_words import page_words


@dataclass(frozen=True, slots=True)
class Coming:
    """Two games at one position."""

    head: Head
    shown: Shown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> None:
        return None

    def screen(self) -> ComingScreen:
        return {**self.head, "kind": "coming", "coming": self.shown}

    def kept(self) -> None:
        return None


def opened(page: Page, which: str, lessons: Lessons) -> Page:
    """The page at a difference between the two games, or at the first one; drawn in its colours."""
    shown = comparison.comparison(comparison.differences_of(lessons.covers), which, page.looks.theme or "light")
    at = f"{addresses.COMING}/{shown['id']}" if which else addresses.COMING
    return replace(page, place=Coming(head(page, lessons, at, str(page_words(page.game)["coming"])), shown))
