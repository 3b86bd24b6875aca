"""What a notebook's one cell calls: the tutor, open at a place of its own.

The lessons are those that come with the tutor, and those of a teacher's folder where the server names one.
"""

from __future__ import annotations

import os
from pathlib import Path

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import shipped
from rallyman_tutor.tutor.lessons import covers
from rallyman_tutor.widgets.app import App

OWN = "RALLYMAN_TUTOR_LESSONS"
"""The environment's name for a teacher's own folder."""


def open_at(place: str = "home", table: str = "first") -> App:
    """The tutor, open at the course's map, at a lesson, at the rulebook …"""
    lessons = covers(shipped.folder("lessons"))
    own = covers(Path(os.environ[OWN])) if os.environ.get(OWN) else ()
    known = {lesson.name for lesson in lessons}
    return App(
        next(iter(SHELF.values())),
        (*lessons, *(lesson for lesson in own if lesson.name not in known)),
        frozenset(lesson.name for lesson in own) - known,
        place,
        table,
    )
