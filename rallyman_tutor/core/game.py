"""A game as a record of plain functions.

Whoever plays, judges, saves or draws a game holds this record and nothing else of it; a race and a card game fit it
alike. `State` and `Move` are each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.remedy import Remedy
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation

State = TypeVar("State")
Move = TypeVar("Move")


class Event(NamedTuple):
    """Something that happened, and the rule by which it did: "why?" is answered by the same words as "why not?"."""

    what: str
    code: str
    seat: int = -1
    facts: Mapping[str, Any] = MappingProxyType({})


Events: TypeAlias = tuple[Event, ...]


class Piece(NamedTuple):
    """Something the player in turn can lay: its name in notation, how many are left of how many, and how they look."""

    key: str
    left: int
    total: int
    face: str  # one of the game's pictures


class Place(NamedTuple):
    """Somewhere a piece can be laid: its key in the picture, what kind of place it is, where and how wide."""

    key: str
    kind: str
    facts: Facts
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


ELSEWHERE = "*"
"""All places that are not named on their own."""


class Hold(NamedTuple):
    """What laying one piece on one place would mean next: the move, why it may not be, what it is likely to cost."""

    piece: str
    place: str
    move: Any
    refused: tuple[Violation, ...]
    unwise: tuple[Violation, ...]


class Offer(NamedTuple):
    """A decision the player may take now, and what it is called in the words of the game."""

    move: Any
    name: str
    facts: Facts


class Laid(NamedTuple):
    """One step of a draft: the piece (several, parted by blanks, where they are taken together), the place where it lies
    (nothing where it leads nowhere), and other ways to do it."""

    piece: str
    place: str
    variants: tuple[Offer, ...]


class Stand(NamedTuple):
    """How one player stands: on which place, with what to show, whether he is still in, and in which of the drawn cars."""

    name: str
    place: str
    facts: Facts
    still_in: bool
    car: int  # from 0


class Way(NamedTuple):
    """A whole draft that would be legal now, and what it comes to."""

    draft: tuple[Any, ...]
    facts: Facts


class Dial(NamedTuple):
    """Something to be read off before the player: what it is called in the words of the game, and what it shows."""

    name: str
    value: Any
    kind: Literal["plain", "picture", "lamps", "chip", "aloud"] = "plain"
    """A fact, a face by key, (lit, of), facts of a phrase; and a phrase that is read out to ears after every move."""


class Desk(NamedTuple):
    """What lies before the player in turn, with a draft laid: pieces, decisions (the natural one first), gauges.

    Gauges are what lessons ask about: every game tells `driver` and `round`, and `then` where a draft ends in something;
    `hurry` are the seconds after which the first decision is taken by itself, where something is shown for so long only.
    Dials are what is shown of them.
    """

    pieces: tuple[Piece, ...]
    offers: tuple[Offer, ...]
    gauges: Facts
    laid: tuple[Laid, ...]  # the draft, step by step
    stands: tuple[Stand, ...]
    dials: tuple[Dial, ...] = ()


class Claimed(NamedTuple):
    """Something that is only said or pressed, allowed or not: a draft or a sheet in notation, and what it is called."""

    text: str
    name: str  # in the words of the game
    facts: Facts


def _nothing(state: Any, move: Any) -> bool:
    return False


def _no_ways(state: Any) -> Sequence[Way]:
    return ()


def _no_claims(state: Any) -> Sequence[Claimed]:
    return ()


def _lying(state: Any) -> None:
    return None


def _no_way_out(state: Any, draft: Any, violation: Violation) -> Facts:
    return {"case": "nothing-works"}


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Move]):
    """One game: what it is called, its rules, and what can be done with it."""

    key: str
    name: str
    version: str  # of the rules as built: a save names it
    values: str  # the hash of values.toml: a save names it too
    book: RuleBook[Any, Any]
    rules: Callable[[], list[Rule[Any, Any]]]  # all of them, chapter by chapter
    new: Callable[[Mapping[str, Any]], State]
    moves: Callable[[State], list[Move]]
    play: Callable[[State, Move, Luck], tuple[State, Events]]
    judge: Callable[[State, Any], list[Violation]]  # what is illegal in a draft
    advise: Callable[[State, Any], list[Violation]]  # what is legal in it and likely to cost
    judge_sheet: Callable[[str, Kind], list[Violation]]  # what is wrong with a set-up, told as text
    why_not: Callable[[State, Move], list[Violation]]  # why this one step may not come next
    remedies: Callable[[State, Any, Violation], Sequence[Remedy]]  # what to do instead, proven open now
    about: Callable[[State, Any, int], Facts]  # what any message about one step of a draft may mention
    desk: Callable[[State, Any], Desk]
    holds: Callable[[State, Any], Sequence[Hold]]  # every piece on every place, behind a draft
    places: Callable[..., Sequence[Place]]  # of a state
    told: Callable[[State, Event], tuple[str, Facts]]  # an event as the texts know it
    ready: Mapping[str, str]  # tables to sit down at, by name: as `spec` takes them
    spec: Callable[[str, Sequence[str]], Mapping[str, Any]]  # a game at such a table, or at one told in notation
    draw: Callable[..., Any]  # (state, draft, what this turn has seen) -> the scene; the last two may be left out
    read: Callable[[str], State]
    write: Callable[[State], str]
    read_draft: Callable[[str], Any]
    read_moves: Callable[[State, str], Sequence[Move]]
    settled: Callable[[State, Move, tuple[str, ...]], tuple[Move, tuple[str, ...]]]  # a move of a script, and its luck
    outcomes: tuple[str, ...]  # everything dice and cards can show
    calm: Luck  # what a script does not tell: nothing bad happens
    write_move: Callable[[Move], str]
    last_resorts: tuple[type, ...]  # moves made when going on is not wise, leaving the game last
    over: Callable[[State], bool]
    turn: Callable[[State], int]  # whose decision it is
    still_in: Callable[[State, int], bool]  # whether a player has not been thrown out
    result: Callable[[State], Mapping[str, Any]]  # drivers, times and places as plain data
    demo: Callable[[int], Mapping[str, Any]]  # a whole game for so many players, to show or to try
    faces: Callable[[], Mapping[str, Any]]  # pictures of what lies before a player, by key
    risk: Callable[[State, Any], Sequence[Fraction]]  # of a draft: the chance to come to grief at each step
    seen_by: Callable[[State, int], State]
    seats: tuple[int, ...] = (1, 2, 3, 4)  # how many can play
    seats_at: Mapping[str, Sequence[int]] = field(default_factory=dict)  # at ready tables where not all of these fit
    ways: Callable[[State], Sequence[Way]] = _no_ways  # where all legal drafts can be told: the best one first
    asks: tuple[str, ...] = ()  # moves in notation that change nothing, and only have something told
    claims: Callable[[State], Sequence[Claimed]] = _no_claims  # what is broken by a word and no card, to practise with
    sheets: Sequence[Claimed] = ()  # tables to ask for, those included that may not be set up
    figures: Mapping[str, Any] = field(default_factory=dict)  # numbers of the box that its legend tells
    tall: bool = False  # whether `draw` and `places` take `tall=True`: the table anew, for a frame higher than wide
    hides: bool = False  # whether players have hands that the others may not see
    stuck: Callable[[State, Any, Violation], Facts] = _no_way_out  # where there is no remedy: the `case`, and its facts
    away: str = ""  # the place where a piece is thrown away, which nobody means who names no place
    kept: Callable[[State], Sequence[Any] | None] = _lying  # what a state holds of a draft; None: whatever was laid
    reveals: Callable[[State, Move], bool] = _nothing  # whether a move shows somebody what was hidden: no way back then
