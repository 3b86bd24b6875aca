"""What a notebook's one cell calls: the tutor, open at a place of its own.

The lessons are those that come with the tutor, and behind them those of a teacher's own, where the server names any.
"""

from __future__ import annotations

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.tutor.shelf import covers
from rallyman_tutor.widgets.app import App
from rallyman_tutor.widgets.atlas import not_there


def open_at(place: str = "home", table: str = "") -> App:
    """The tutor, open at the course's map, at a lesson, at the rulebook …; a drive also at a table of its own, one of the
    game's by name or a position as it is written. What there is not, is told as a ValueError."""
    lessons = covers(shipped.folder("lessons"))
    own = [cover for folder in serve.brought() for cover in covers(folder)]
    known = {lesson.name for lesson in lessons}
    covered = (*lessons, *(lesson for lesson in own if lesson.name not in known))
    problem = not_there(SHELF, covered, place, table)
    if problem:
        raise ValueError(problem)
    return App(SHELF, covered, frozenset(lesson.name for lesson in own) - known, place, table)
