"""The place before there is any."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, Screen


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Where a page is until its first place is open. Nothing of it is ever shown."""

    head: Head = field(default_factory=lambda: Head(at="", title="", page="", map=""))
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> None:
        return None

    def screen(self) -> Screen:
        raise LookupError("no place is open yet")

    def kept(self) -> None:
        return None
