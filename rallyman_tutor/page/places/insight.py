"""The insight from a learner's diary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, InsightScreen
from rallyman_tutor.tutor.learner import addresses, insight_view
from rallyman_tutor.tutor.learner.insight_view import Insight as Shown
from rallyman_tutor.tutor.words.page_words import page_words


@dataclass(frozen=True, slots=True)
class Insight:
    """The insight as it was when it was opened."""

    head: Head
    shown: Shown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> None:
        return None

    def screen(self) -> InsightScreen:
        return {**self.head, "kind": "insight", "insight": self.shown}

    def kept(self) -> None:
        return None


def opened(page: Page, lessons: Lessons) -> Page:
    """The page with plots and tables, in its colours."""
    shown = insight_view.insight_shown(page.progress, page.game, page.looks.theme or "light")
    title = str(page_words(page.game)["insight"])
    return replace(page, place=Insight(head(page, lessons, addresses.INSIGHT, title), shown))
