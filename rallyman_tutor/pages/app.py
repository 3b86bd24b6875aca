"""What a notebook's one cell calls: the tutor, open at a place of its own.

The lessons are those that come with the tutor, and behind them those of a teacher's own, where the server names any.
"""

from __future__ import annotations

from rallyman_tutor.page.lessons import Lessons, why_not_there
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.tutor.lesson_folders import covers
from rallyman_tutor.widgets.table import Table


def lessons_at_hand() -> Lessons:
    """All lessons: where two have one name, the built-in one is taken."""
    named = {lesson.name: lesson for lesson in covers(shipped.folder("lessons"))}
    own = {
        lesson.name: lesson
        for folder in serve.brought_lessons()
        for lesson in covers(folder)
        if lesson.name not in named
    }
    return Lessons({**named, **own}, frozenset(own))


def open_at(place: str = "home", table: str = "") -> Table:
    """The tutor, open at the course's map, at a lesson, at the rulebook …; a drive also at a table of its own, one of the
    game's by name or a position as it is written. What there is not, is told as a ValueError."""
    lessons = lessons_at_hand()
    problem = why_not_there(lessons, place, table)
    if problem:
        raise ValueError(problem)
    return Table(lessons, place, table)
