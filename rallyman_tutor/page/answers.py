"""A word beside the game: every answer of a page besides its board, each kind of it by a function of its own.

Each gives the page with the answer. Its number makes two answers differ that are otherwise equal.
"""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import Answer
from rallyman_tutor.tutor.learner.classroom import ClassTable
from rallyman_tutor.tutor.lesson.lesson_start import LessonStart


def without_answers(page: Page) -> Page:
    """The page without what came of the intent before."""
    return replace(page, problem=None, answers=())


def told(page: Page, text: str) -> Page:
    """Something to be known: why nothing came of what was asked, or what came of it."""
    return _with(page, {"kind": "told", "n": _number(page), "text": text})


def reply(page: Page, text: str) -> Page:
    """The answer to a question, or to a line that was written."""
    return _with(page, {"kind": "reply", "n": _number(page), "text": text})


def started(page: Page) -> Page:
    """A table was begun."""
    return _with(page, {"kind": "started", "n": _number(page)})


def misread(page: Page, text: str) -> Page:
    """Why the table that was asked for cannot be sat down at; told beside the field where it was asked for."""
    return _with(page, {"kind": "misread", "n": _number(page), "text": text})


def shared(page: Page, code: str, start: LessonStart | None) -> Page:
    """The code of this table, to be sent to somebody; and its position as a lesson's start, if it can be one."""
    return _with(page, {"kind": "shared", "n": _number(page), "code": code, "start": start})


def of_pupils(page: Page, pupils: ClassTable) -> Page:
    """The work of pupils, by their files."""
    return _with(page, {"kind": "pupils", "n": _number(page), "pupils": pupils})


def not_restored(page: Page, what: str, text: str) -> Page:
    """Why something that the browser kept could not be put back: what it kept of a place, or `progress`."""
    return _with(page, {"kind": "not-restored", "n": _number(page), "what": what, "text": text})


def _number(page: Page) -> int:
    return page.messages_sent + 1


def _with(page: Page, answer: Answer) -> Page:
    return replace(page, messages_sent=answer["n"], answers=(*page.answers, answer))
