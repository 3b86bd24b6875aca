"""The map of the course."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import head
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, HomeScreen
from rallyman_tutor.tutor.learner import addresses, home
from rallyman_tutor.tutor.learner.home import Home as Shown


@dataclass(frozen=True, slots=True)
class Home:
    """The map as it was when it was opened."""

    head: Head
    shown: Shown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> None:
        return None

    def screen(self) -> HomeScreen:
        return {**self.head, "kind": "home", "home": self.shown}

    def kept(self) -> None:
        return None


def opened(page: Page, lessons: Lessons, now: datetime) -> Page:
    """The page at the map of its game."""
    shown = home.home(lessons.covers, page.progress, page.game, now)
    at = addresses.address_in_game("home", page.game_key)
    return replace(page, place=Home(head(page, lessons, at, ""), shown))
