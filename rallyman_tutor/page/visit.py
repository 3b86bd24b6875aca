"""One visitor's page between two messages: the parts that every host has in common.

A host carries messages. What a browser says goes into `hears`, and what that gives goes back to it at once; then, step
by step, what `later` gives. A message that brings another board, or leaves a rally that stops, drops what was still to
come; after any other one it comes all the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from time import monotonic

from rallyman_tutor.page.behind import with_found
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.noting import with_card_review
from rallyman_tutor.page.show import Patch, is_work_new, later, patches
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.update import begin, hear, with_trouble
from rallyman_tutor.tutor.learner.progress import now, plain

A_MOMENT = 0.02
"""Seconds that a step behind the answer takes, but for one that cannot be divided."""

logger = logging.getLogger(__name__)


class Visit:
    """One visitor's page; `opening` is what their browser is told at first."""

    def __init__(self, lessons: Lessons, at: str = "home", table: str = "") -> None:
        self._lessons = lessons
        self.later: Iterator[Patch | None] = iter(())
        """The messages behind the answer. It gives None where a step of it has nothing to tell; any failure in it is
        told."""
        self.page, self.opening = self._shown(None, begin(lessons, now(), at, table))

    def hears(self, raw: object) -> list[Patch]:
        """Hear any message from the browser; gives the answer. An exception is our mistake, and belongs to `fails`."""
        self.page, answer = self._shown(self.page, hear(self.page, raw, self._lessons, now()))
        return answer

    def fails(self, error: Exception) -> list[Patch]:
        """The message about a failure: the page could not be heard, its answer not be carried, or work behind an answer
        failed. The page stays as it was."""
        logger.error("a message from the page could not be carried out", exc_info=error)
        self.page, answer = self._shown(self.page, with_trouble(self.page, error))
        return answer

    def _shown(self, before: Page | None, after: Page) -> tuple[Page, list[Patch]]:
        answer = list(patches(before, after))
        more = self._told_if_it_fails(self._noted(_by_moments(later(before, after))))
        self.later = more if is_work_new(before, after) else chain(self.later, more)
        return after, answer

    def _noted(self, steps: Iterator[Patch | None]) -> Iterator[Patch | None]:
        """Passes the steps on; the page takes in the findings of each, and at the end the progress is sent."""
        for patch in steps:
            if patch and patch.review:
                self.page = with_found(self.page, patch.review)
            yield patch
        self.page, answer = noted(self.page, now())
        yield from answer

    def _told_if_it_fails(self, steps: Iterator[Patch | None]) -> Iterator[Patch | None]:
        try:
            yield from steps
        except Exception as error:
            yield from self.fails(error)


def noted(page: Page, now: datetime) -> tuple[Page, list[Patch]]:
    """The page with what came behind its answer and is to be kept, and what its browser is told of that."""
    after = with_card_review(page, now)
    return after, [] if after is page else [Patch({"progress": plain(after.progress)})]


def _by_moments(steps: Iterator[Patch | None]) -> Iterator[Patch | None]:
    """These steps in fewer ones: as many small ones as fit into a moment are one."""
    end = monotonic() + A_MOMENT
    for patch in steps:
        if patch or monotonic() >= end:
            yield patch
            end = monotonic() + A_MOMENT
