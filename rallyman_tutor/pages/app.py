"""What a notebook's one cell calls: the tutor, open at a place of its own.

The lessons are those that come with the tutor, and behind them those of a teacher's own, where the server names any.
"""

from __future__ import annotations

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.tutor.shelf import covers
from rallyman_tutor.widgets.app import App


def open_at(place: str = "home", table: str = "") -> App:
    """The tutor, open at the course's map, at a lesson, at the rulebook …"""
    lessons = covers(shipped.folder("lessons"))
    own = [cover for folder in serve.brought() for cover in covers(folder)]
    known = {lesson.name for lesson in lessons}
    return App(
        SHELF,
        (*lessons, *(lesson for lesson in own if lesson.name not in known)),
        frozenset(lesson.name for lesson in own) - known,
        place,
        table,
    )
