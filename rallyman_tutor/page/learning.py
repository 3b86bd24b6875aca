"""Deeds in a lesson, and wherever else a step of one is asked: a question, a task, a decision that comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TypeGuard, get_args

from rallyman_tutor.page import noting
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.state import NotedMoves, Page
from rallyman_tutor.tutor.lesson import sitting as sittings
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.intents import AtTable, InLesson


def is_taken(intent: Intent) -> TypeGuard[InLesson | AtTable]:
    """Whether this may be done in a lesson."""
    return isinstance(intent, (*get_args(InLesson), *get_args(AtTable)))


def learned(
    page: Page, before: Sitting, noted: NotedMoves, intent: InLesson | AtTable, now: datetime
) -> tuple[Page, Sitting, NotedMoves]:
    """The page after a deed in a lesson, still with the place before; the lesson, and how much of its drive is
    noted."""
    after, problem = sittings.attempt(before, intent)
    known, noted = noting.with_review(page.progress, noted, before.session, after.session, now, in_lesson=True)
    return replace(page, progress=known, problem=problem), after, noted


def answered(
    page: Page, before: Sitting, noted: NotedMoves, intent: InLesson | AtTable, now: datetime
) -> tuple[Page, Sitting, NotedMoves]:
    """The page after a learner did something in a lesson, where nothing but the step that is done is noted besides."""
    page, after, noted = learned(page, before, noted, intent, now)
    if is_solved(before, after):
        page = replace(page, progress=noting.with_done_step(page, after, now))
    return page, after, noted


def taken_home(page: Page) -> str:
    """The principle, by its code, that the learner takes home from where they are; empty where none is."""
    return page.sat_at.step.takes_home(page.sat_at) if isinstance(page.sat_at, Sitting) else ""


def is_solved(before: Sitting, after: Sitting) -> bool:
    """Whether the step was done just now."""
    return after.done and not before.done
