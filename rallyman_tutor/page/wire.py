"""The data for the browser: every kind of plain data that a page is shown by, in one place.

`Wire` is all that the browser holds of a page. `make wire` writes it, with what the browser may say, as types for the
page's scripts (`widgets/page/wire.d.ts`), and a test holds the two in step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from rallyman_tutor.core.game import Plain
from rallyman_tutor.tutor.learner.classroom import ClassTable
from rallyman_tutor.tutor.learner.comparison import Comparison
from rallyman_tutor.tutor.learner.editor_view import EditorShown
from rallyman_tutor.tutor.learner.home import Continue, GameToChoose, Home, LessonAhead, Summary
from rallyman_tutor.tutor.learner.insight_view import Insight
from rallyman_tutor.tutor.learner.letter_view import LetterShown
from rallyman_tutor.tutor.learner.progress import ProgressData
from rallyman_tutor.tutor.learner.rally_view import RallyShown
from rallyman_tutor.tutor.learner.room_view import RoomShown
from rallyman_tutor.tutor.learner.run_view import RunShown
from rallyman_tutor.tutor.lesson.lesson_start import LessonStart
from rallyman_tutor.tutor.lesson.shown import LessonView
from rallyman_tutor.tutor.table.choices import Choices, Space
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.rulebook import RuleLine, RulePage, Sign

__all__ = [
    "Answer",
    "Behind",
    "BrowserSave",
    "Choices",
    "ClassTable",
    "LessonView",
    "NoLesson",
    "Pieces",
    "ProgressData",
    "Screen",
    "Stage",
    "View",
    "Wire",
    "Words",
]


class Head(TypedDict):
    """The parts of every place: its address and its title, the page that opens there, and the map that it belongs
    to."""

    at: str
    title: str
    page: str  # its name without an ending, and what is asked of it
    map: str


class FirstScreen(Head):
    """A visitor's first turn, and where it leads: on with the course, or to one of the games."""

    kind: Literal["first"]
    told: str  # the co-driver's words on the turn; nothing before it is driven
    next: Continue
    games: list[GameToChoose]


class HomeScreen(Head):
    """The map of the course."""

    kind: Literal["home"]
    home: Home


class SummaryScreen(Head):
    """The learning so far, for one printed page."""

    kind: Literal["summary"]
    summary: Summary


class InsightScreen(Head):
    """The insight from the diary."""

    kind: Literal["insight"]
    insight: Insight


class ComingScreen(Head):
    """One position under two games."""

    kind: Literal["coming"]
    coming: Comparison


class RunScreen(Head):
    """Before a run against the clock, and behind it."""

    kind: Literal["run"]
    run: RunShown


class RunningScreen(Head):
    """A run that goes on."""

    kind: Literal["running"]
    run: RunShown
    next: str


class RallyScreen(Head):
    """A rally where nobody drives: before it, between two drivers, behind it."""

    kind: Literal["rally"]
    rally: RallyShown


class RallyingScreen(Head):
    """A person at the table of a rally."""

    kind: Literal["rallying"]


class EditorScreen(Head):
    """The stage editor; the picture of its road comes as the ground."""

    kind: Literal["editor"]
    editor: EditorShown


class LetterScreen(Head):
    """A game by letter where nobody drives: before it, a letter that was opened, one to send."""

    kind: Literal["letter"]
    letter: LetterShown


class LetteringScreen(Head):
    """Somebody at the board in their turn by letter; and the words on the button that leads back to the letter."""

    kind: Literal["lettering"]
    back: str


class RoomScreen(Head):
    """A room where nobody drives: its door, while people gather, and behind the last stage."""

    kind: Literal["room"]
    room: RoomShown


class RoomingScreen(Head):
    """A rally of a room, with its board at every device."""

    kind: Literal["rooming"]
    room: RoomShown


class LessonScreen(Head):
    """A lesson: the one behind it, the one that should have come before it, and its pictures as data by their files."""

    kind: Literal["lesson"]
    language: NotRequired[str]  # where it is not the page's
    next: str  # nothing behind the last
    before: Continue | None
    pictures: dict[str, str]


class QuestionScreen(Head):
    """A question that stands for itself: where the next one is."""

    kind: Literal["practice", "puzzle", "risk", "placement"]
    next: str


class DriveScreen(Head):
    """A table. Of its game: lessons that a rule leads to which is met there, and the learner's best time by stage."""

    kind: Literal["drive"]
    ahead: list[LessonAhead]
    bests: dict[str, str]
    best: str  # at the finish: theirs on this stage, and par


class RulesScreen(Head):
    """The rulebook: its contents, the rule that is open, and in front of all rules the signs of the box."""

    kind: Literal["rules"]
    rules: list[RuleLine]
    rule: RulePage | None
    legend: list[Sign]


Screen: TypeAlias = (
    FirstScreen
    | HomeScreen
    | SummaryScreen
    | InsightScreen
    | ComingScreen
    | RunScreen
    | RunningScreen
    | RallyScreen
    | RallyingScreen
    | EditorScreen
    | LetterScreen
    | LetteringScreen
    | RoomScreen
    | RoomingScreen
    | LessonScreen
    | QuestionScreen
    | DriveScreen
    | RulesScreen
)
"""Where the learner is, and what that place shows besides a board."""


class Stage(TypedDict):
    """The board: what of the picture is shown (left, top, width, height), and its spaces."""

    frame: tuple[float, float, float, float]
    places: list[Space]
    table: str


Piece: TypeAlias = tuple[str, str, float, float, float, float, float]
"""Something that lies on the board: its key, the name of its stamp, x, y, degrees, scale, opacity."""


class Pieces(TypedDict):
    """The moving pieces: pictures in SVG by name, and for each move since the last view the place of each."""

    stamps: dict[str, str]
    frames: list[list[Piece]]


class Behind(TypedDict):
    """Something that comes behind the answer: a row of `page/behind.py`, and what it shows."""

    name: str
    n: int  # the number of the view that this belongs to
    shown: Mapping[str, Any]


class Ground(TypedDict, total=False):
    """The country and the road, for a browser that shows no canvas, and in the stage editor."""

    svg: str


class Numbered(TypedDict):
    """A word beside the game, by a number that no word before it had."""

    n: int


class Notice(Numbered):
    """Something to be known: why nothing came of what was asked, or what came of it."""

    kind: Literal["told"]
    text: str


class Reply(Numbered):
    """The answer to a question, or to a line that was written."""

    kind: Literal["reply"]
    text: str


class Started(Numbered):
    """A table was begun."""

    kind: Literal["started"]


class Misread(Numbered):
    """Why the table that was asked for cannot be sat down at."""

    kind: Literal["misread"]
    text: str


class Shared(Numbered):
    """This table as a code, and its position as a lesson's start, if it can be one."""

    kind: Literal["shared"]
    code: str
    start: LessonStart | None


class OfPupils(Numbered):
    """The work of pupils, by their files."""

    kind: Literal["pupils"]
    pupils: ClassTable


class NotRestored(Numbered):
    """Why something that the browser kept could not be put back: what it kept of a place, or `progress`."""

    kind: Literal["not-restored"]
    what: str
    text: str


Answer: TypeAlias = Notice | Reply | Started | Misread | Shared | OfPupils | NotRestored
"""A word beside the game."""


class BrowserSave(TypedDict):
    """A table or a lesson as a browser keeps it, to be put back after a reload."""

    at: str
    table: NotRequired[Plain]  # a whole table, as `sharing.save` writes it
    brought: NotRequired[bool]  # somebody else began it
    moves: NotRequired[int]  # made before somebody brought it
    reviewed: NotRequired[int]  # moves made before it was last looked back at
    over: NotRequired[bool]  # whether its drive or game is over
    step: NotRequired[str]
    draft: NotRequired[list[str]]
    stage: NotRequired[str]  # of the stage editor, in notation


class NoLesson(TypedDict):
    """Where there is no lesson."""


Words: TypeAlias = Plain
"""The words of a page, as its texts have them."""


class Wire(TypedDict, total=False):
    """All that a browser holds of a page, or a part of it. Before there is any of it, each of these is empty."""

    place: Screen
    stage: Stage
    ground: Ground
    view: View
    choices: Choices
    behind: Behind
    pieces: Pieces
    sheet: LessonView | NoLesson
    words: Words
    faces: dict[str, str]
    answer: Answer
    kept: BrowserSave
    progress: ProgressData
