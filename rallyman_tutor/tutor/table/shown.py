"""A table as a page shows it: plain data, and no more of a game than its words."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from rallyman_tutor.tutor.advice.review_view import RetryShown, ReviewDoor, ReviewShown
from rallyman_tutor.tutor.session import intents
from rallyman_tutor.tutor.words.desk_view import (
    Button,
    DialShown,
    Result,
)
from rallyman_tutor.tutor.words.explain import ExplanationData
from rallyman_tutor.tutor.words.log import Line, PastEvent
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed

Verdict: TypeAlias = Literal["legal", "price", "refused"]


class PieceShown(TypedDict):
    """A die or card of the tray: how many are left of how many, and the name of its picture."""

    key: str
    name: str
    left: int
    total: int
    face: str


CarShown = TypedDict(
    "CarShown",
    {"name": str, "place": str, "car": int, "mine": bool, "still-in": bool, "facts": list[str]},
)
"""A player: on which place, in which of the drawn cars, whether in turn, and what is to be read of them."""


class StepShown(TypedDict):
    """One step of the draft, what the co-driver thinks of it, and the chance that something goes wrong there."""

    move: str
    piece: str
    place: str
    name: str
    variants: list[Button]
    verdict: Verdict
    chance: str
    told: str  # the chance, and of what
    p: float


class Laying(TypedDict):
    """A piece on a place."""

    piece: str
    place: str


class SecondDraft(TypedDict):
    """The second draft: the figures by which two drafts are compared."""

    dice: list[Laying]
    verdict: Verdict
    chance: str
    ends: str


class Remedy(TypedDict):
    """A button that does something else instead: what stands on it, what it costs, and what it sends."""

    label: str
    price: str
    intent: intents.IntentData


class Message(ExplanationData):
    """The co-driver's thoughts on one step: an explanation, a help for every position, and buttons to press."""

    general: str
    remedies: list[Remedy]


class ChanceAtDie(TypedDict):
    """The chance that something goes wrong at one die, and the chance to get through it."""

    here: str
    through: str


class RiskFigures(TypedDict):
    """The chance that something goes wrong with the draft, as a text and as a number, and die by die."""

    all: str
    p: float
    rows: list[ChanceAtDie]


class Risk(RiskFigures):
    """These figures, and of what they are the chance."""

    told: str


class WayShown(TypedDict):
    """A whole draft that would do: what it comes to, and its moves."""

    label: str
    moves: list[str]


class AdviceRow(TypedDict):
    """The coach's finding about one move: its rank, how far it is behind the best, and how sure that is."""

    rank: int
    name: str
    behind: str
    error: str


class Advice(TypedDict):
    """The coach's findings, and the principle that speaks for the best move; no rows where nobody asked."""

    rows: list[AdviceRow]
    said: str
    principle: PrincipleNamed | None


class DraftShown(TypedDict):
    """A draft as it lies on a table: its dice, the co-driver's thoughts on them, and what may be pressed now."""

    pieces: list[PieceShown]
    draft: list[StepShown]
    messages: list[Message]
    offers: list[Button]  # the natural decision first
    dials: list[DialShown]
    ends: str  # what the draft would end in; empty if it is refused
    risk: Risk


class View(DraftShown):
    """A table as a page shows it."""

    driver: str  # who is in turn
    covered: bool  # whether the table has to be handed over first
    hurry: float  # seconds after which the first decision is taken by itself; 0: never
    mine: bool  # whether the learner is in turn
    over: bool
    cars: list[CarShown]
    columns: list[str]  # what the facts of the cars are called
    other: SecondDraft | None
    log: list[Line]
    ways: list[WayShown]
    lines: int  # how many events the game has seen
    advice: Advice
    reckons: bool  # whether more of the co-driver's help comes behind the view
    help: intents.HelpSetting | Literal[""]  # how much the co-driver helps; nothing where there is no choice
    helped: str  # at the finish: how much they did
    advise: str  # what a button says that asks for advice; nothing where there is none, or it was asked for
    review: ReviewShown | None  # of the drive that is over; nothing where nobody asked
    reviews: list[ReviewDoor]  # that may be asked for
    retry: RetryShown | None
    cloud: Literal["", "can", "is"]  # whether what lies can be driven a thousand times, or was asked to
    ghost: bool  # whether it was asked for; where it is comes behind the view
    look: PastEvent | None
    undo: bool  # whether there is anything to undo
    result: Result | None
    say: str  # for ears: what came of what was done
    problem: NotRequired[str]  # why it could not be done
    n: NotRequired[int]  # a number that no view before it had
