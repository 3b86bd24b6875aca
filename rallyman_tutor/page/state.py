"""A page at one moment: where the learner is, what they sit at, what they have done; a value that is never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.setups import Setup
from rallyman_tutor.page.wire import Answer, BrowserSave, Head, Screen, Stage
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.by_ear import Speech
from rallyman_tutor.tutor.words.language import ENGLISH


@dataclass(frozen=True, slots=True)
class NotedMoves:
    """How many moves of a drive are noted already."""

    brought: int = 0  # made before somebody brought it, or at a finish that was taken back
    reviewed: int = 0  # made before it was last looked back at


NOTHING_NOTED = NotedMoves()


class Place(Protocol):
    """Where a learner is. Each place is a file of `page/places/`: how it opens, which intents it takes, and how it is
    sent."""

    @property
    def head(self) -> Head: ...

    @property
    def seat(self) -> Session | Sitting | None:
        """A table or a lesson; nothing where there is no board."""

    @property
    def noted(self) -> NotedMoves: ...

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        """The page after something was done here; None where that cannot be done here."""

    def screen(self) -> Screen:
        """The screen besides a board."""

    def kept(self) -> BrowserSave | None:
        """The save that the browser keeps of it."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How a page is looked at."""

    theme: Theme | None = None  # nobody looks before the browser has said hello
    is_drawn: bool = (
        False  # whether its ground is sent as a picture, to a browser without a canvas that could be painted
    )
    is_tall: bool = False  # the frame of a phone
    speech: Speech = "normal"  # how much is read out
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Board:
    """The board as it was last shown; and counts, by which two moments of it are told apart."""

    pictures: tuple[Scene, ...] = ()  # one for each move since it was shown before, and the present
    stage: Stage | None = None  # the spaces of the last of them
    number: int = 0  # of the message with which it was shown
    full: int = 0  # how often all of it was shown afresh, whatever it was before
    repaintings: int = 0  # how often its ground had to be painted anew, though it is the same


@dataclass(frozen=True, slots=True)
class Opening:
    """The requests of a notebook."""

    at: str = ""  # its place, until the browser says hello
    table: str = ""  # the table it opens at


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that is known of one visitor's page."""

    game_key: str  # of the game that is played there
    place: Place
    progress: Progress
    opening: Opening = Opening()
    looks: Looks = Looks()
    board: Board = Board()

    setups: Mapping[str, Setup] = field(default_factory=dict)  # what was last sat down at, by game
    asked_at: datetime | None = None  # when the question or task that is open was shown
    asked_exercises: tuple[tuple[str, str], ...] = ()  # road and draft of those asked already

    # What came of the last intent.
    problem: Refused | Illegal | None = None  # why it could not be carried out
    answers: tuple[Answer, ...] = ()  # what is said beside the game
    messages_sent: int = 0  # views and answers so far

    @property
    def game(self) -> AnyGame:
        return SHELF[self.game_key]

    @property
    def at(self) -> str:
        """The address of the place."""
        return self.place.head["at"]

    @property
    def sat_at(self) -> Session | Sitting | None:
        return self.place.seat

    @property
    def session(self) -> Session | None:
        """The session at this table; in a lesson, that of its step."""
        return self.sat_at.session if isinstance(self.sat_at, Sitting) else self.sat_at

    @property
    def setup(self) -> Setup:
        """The table that was last chosen in this game; before that, the game's first one."""
        return self.setups.get(self.game_key) or setups.default_setup(self.game)
