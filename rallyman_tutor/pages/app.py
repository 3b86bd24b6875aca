"""Opens the tutor: the one cell of every notebook calls `open_at` with its place.

The lessons are the built-in ones, followed by a teacher's own where the server was started with some.
"""

from __future__ import annotations

from rallyman_tutor.games import NAMES
from rallyman_tutor.page.lessons import Lessons, lessons_in, why_not_there
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.widgets.table import Table


def lessons_at_hand() -> Lessons:
    """All lessons, or a teacher's alone. Of a built-in lesson and one of theirs with the same name, the built-in one is
    taken."""
    built_in = None if serve.are_brought_alone() else shipped.folder("lessons")
    return lessons_in(built_in, serve.brought_lessons())


def open_at(place: str = "home", table: str = "") -> Table:
    """Open the tutor at a place: the course's map, a lesson, the rulebook … For a drive, `table` is the name of one of
    the game's tables or a position in notation. A ValueError says why a place or a table cannot be opened."""
    lessons = lessons_at_hand()
    place = place_at_hand(lessons, place)
    problem = why_not_there(lessons, place, table)
    if problem:
        raise ValueError(problem)
    return Table(lessons, place, table)


def place_at_hand(lessons: Lessons, place: str) -> str:
    """The place that is opened for this one: a map, where only a teacher's lessons are there and this place is none of
    theirs."""
    if serve.are_brought_alone() and (place == "home" or not lessons.knows(place)):
        return _map_of(lessons)
    return place


def _map_of(lessons: Lessons) -> str:
    """The map of the first game that there are lessons of."""
    return addresses.address_in_game("home", min((one.key for one in lessons.covers), key=list(NAMES).index))
