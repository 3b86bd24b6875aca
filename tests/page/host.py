"""A host without a browser: it feeds messages to a page, and holds what a browser would then hold.

visit = Visit("drive")
assert visit.says(do="lay", piece="1")["draft"]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

from rallyman_tutor.page.behind import with_found
from rallyman_tutor.page.going import go
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places.first import First
from rallyman_tutor.page.show import Patch, later, patches
from rallyman_tutor.page.state import Board, Page
from rallyman_tutor.page.update import begin, hear
from rallyman_tutor.page.visit import noted
from rallyman_tutor.pages.app import lessons_at_hand

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
LESSONS = lessons_at_hand()


class Visit:
    """One visitor's page, and what their browser was told of it."""

    def __init__(
        self,
        at: str = "home",
        table: str = "",
        lessons: Lessons = LESSONS,
        now: datetime = NOON,
        *,
        is_newcomer: bool = False,
    ) -> None:
        self.lessons, self.now = lessons, now
        self.wire: dict[str, Any] = {}  # what the browser holds
        self.behind: dict[str, dict[str, Any]] = {}  # what came behind answers last, by the names of its rows
        self.sent: list[Patch] = []  # for the last message
        begun = begin(lessons, now, at, table)
        if isinstance(begun.place, First) and not is_newcomer:  # most visitors know the first turn
            begun = replace(go(begun, at, None, lessons, now), board=Board())
        self.page = self._shown(None, begun)

    def hears(self, raw: object) -> list[Patch]:
        """Hear any message from the browser; gives what is sent back."""
        self.page = self._shown(self.page, hear(self.page, raw, self.lessons, self.now))
        return self.sent

    def does(self, intent: Intent) -> None:
        """Carry out an intent, as a message from the browser."""
        self.hears(
            {"do": type(intent).__name__.lower(), **{name: value for name, value in told(intent) if value is not None}}
        )

    def says(self, **intent: Any) -> dict[str, Any]:
        """Send an intent from the browser; gives the view that the browser then has."""
        self.hears(intent)
        view: dict[str, Any] = self.wire.get("view", {})
        return view

    def _shown(self, before: Page | None, after: Page) -> Page:
        self.sent = [*patches(before, after), *filter(None, later(before, after))]
        for patch in self.sent:
            after = with_found(after, patch.review) if patch.review else after
        after, more = noted(after, self.now)
        self.sent += more
        for patch in self.sent:
            self.wire |= as_sent(patch.wire)
            for name in rows((patch,)):
                (self.behind[name],) = came_behind((patch,), name)
        return after

    def __getattr__(self, name: str) -> dict[str, Any]:
        """The browser's copy of a part, by its name on the wire."""
        if name not in self.wire and name not in (
            "answer",
            "kept",
            "sheet",
            "stage",
            "view",
            "choices",
            "pieces",
        ):
            raise AttributeError(name)
        found: dict[str, Any] = self.wire.get(name, {})
        return found


def rows(patches: Iterable[Patch | None]) -> list[str]:
    """The names of what came behind an answer, in order."""
    return [patch.wire["behind"]["name"] for patch in patches if patch and "behind" in patch.wire]


def came_behind(patches: Iterable[Patch | None], name: str) -> list[dict[str, Any]]:
    """All that came of one row behind an answer, each time with the number of its view."""
    found = [as_sent(patch.wire["behind"]) for patch in patches if patch and "behind" in patch.wire]
    return [{**row["shown"], "n": row["n"]} for row in found if row["name"] == name]


def told(intent: Intent) -> Iterator[tuple[str, object]]:
    """The fields of an intent, as JSON has them."""
    for field in fields(intent):
        value = getattr(intent, field.name)
        yield field.name, list(value) if isinstance(value, tuple) else value


def as_sent(told: object) -> dict[str, Any]:
    """Data as it arrives at the other end, after a way through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(told, allow_nan=False))
    return found
