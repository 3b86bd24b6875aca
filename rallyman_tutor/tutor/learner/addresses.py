"""The addresses inside the tutor: names of all that can be opened, and the page that opens each: a notebook, or a file.

`home`, `drive` and `rules` are those of the first game; `home/dirt` and its like those of another. A rule has a place
of its own, `rules/CODE`, and every lesson is a place by its name.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from urllib.parse import quote

from rallyman_tutor.games import NAMES

FIRST_GAME = next(iter(NAMES))
ROOMS_OF_A_GAME = ("home", "drive", "rules")
PRACTICE = "practice"
INSIGHT = "insight"
"""The page about a learner's diary."""
SHARED_ROOMS = (PRACTICE, "summary", INSIGHT)
PUZZLES = "puzzles"
"""Of the games that are solved: the puzzle of the day, and `puzzles/dirt/17` for one of them."""
RISK = "risk"
"""Of the games that are solved: how likely is it that a draft goes wrong?"""
RUN = "run"
"""Of any game: a run against the clock."""
DAILY = "daily"
"""Of the games that are solved: the stage of the day."""
RALLY = "rally"
"""Of any game: a whole evening at one screen."""
EDITOR = "editor"
"""Of the games whose stages are drawn: a stage of one's own."""
LETTER = "letter"
"""Of any game: an evening by letter, where it can be played so."""
ROOM = "room"
"""A rally at several devices: `room/dirt` where one is opened, `room/KXR4TM` is the one of this code."""
PLACEMENT = "placement"
"""Of any game: a few questions that find the lesson to begin with."""
WITH_A_GAME = (PUZZLES, RISK, RUN, DAILY, RALLY, LETTER, EDITOR, PLACEMENT)
"""Rooms whose address may name a game: `puzzles/dirt`. Where it names none, they are of the first."""
COMING = "coming"
"""Of two games: one position under both."""
_FILES: Mapping[str, str] = MappingProxyType(
    {"home": "index", "drive": "drive", PRACTICE: PRACTICE, "rules": "rules"}
    | ({COMING: COMING} if "dirt" in NAMES else {})
    | {f"home/{key}": key for key in NAMES if key != FIRST_GAME}
    | {f"{room}/{key}": f"{key}-{room}" for key in NAMES if key != FIRST_GAME for room in ROOMS_OF_A_GAME[1:]}
)


def address_in_game(room: str, key: str) -> str:
    """The address of a room of one game."""
    return room if key == FIRST_GAME else f"{room}/{key}"


def room_of(at: str) -> str:
    """The room that an address belongs to; for a lesson, the key of its game."""
    return at.partition("/")[0]


def notebook_names(lessons: Iterable[str]) -> Mapping[str, str]:
    """The name of every notebook there should be, and the address it opens at."""
    return {file: at for at, file in _FILES.items()} | {name.replace("/", "-"): name for name in lessons}


def page_of(at: str, foreign: Container[str] = ()) -> str:
    """The name of the page that opens at an address, as its file is called without the ending; an address without a
    page of its own is opened by another page."""
    if at in _FILES:
        return _FILES[at]
    first = room_of(at)
    if first in (*ROOMS_OF_A_GAME, *SHARED_ROOMS, *WITH_A_GAME, COMING, ROOM) or at in foreign:
        return f"{_FILES.get(first, 'index')}?at={quote(at)}"
    return at.replace("/", "-")
