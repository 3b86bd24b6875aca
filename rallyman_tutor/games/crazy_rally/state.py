"""The parts of a race: the cards, the cars, the phase of the decision, the moves and the events that follow.

Cars and states are named tuples: frozen, equal by value, quick to make. A card is its name in the catalogue (`B08`,
`C12`, `E3`); what it says is looked up in `CARDS`, `COURSE` and `EVENTS`, so states stay small and the figures stay in
`values.toml`. The state has every card of every pile, in order; `seen_by` gives what one player may know of it, in
which hidden cards are `?`.

All adjustment cards and events that are not held, tabled, played or discarded lie in one supply. Before the race it is
sorted by colour, because each colour is drawn separately; the start of the race shuffles it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.parts import values

VALUES = values.read("rallyman_tutor.games.crazy_rally")
STAGES: int = VALUES["box.course"]
BASE: int = VALUES["car.base"]
START_SPEED: int = VALUES["car.start_speed"]
TURBO_STRENGTH: int = VALUES["car.turbo_strength"]
CAP_STRENGTH: int = VALUES["car.cap_strength"]
DRAWN: int = VALUES["tuning.draw"]
SYMBOL: int = VALUES["tuning.symbol"]
FLAGGED_ON_TOP: int = VALUES["race.flagged_on_top"]
LEAST_RACES: int = VALUES["race.least_races"]
LOOK_SECONDS: int = VALUES["race.look_seconds"]
EVENT_SPEED: int = VALUES["event.speed"]
EVENT_CARDS: int = VALUES["event.cards"]
BONUS: int = VALUES["event.bonus"]
FEWEST_PLAYERS, MOST_PLAYERS = VALUES["box.players"]

HIDDEN = "?"
"""A card that this player has not seen."""
FASTER, SLOWER = "+", "-"
BLUE, YELLOW, PURPLE, EVENT = "B", "Y", "P", "E"
COLOURS = (BLUE, YELLOW, PURPLE)
"""The colours in the order in which cars are tuned."""


class Card(NamedTuple):
    """An adjustment card: what it does to the speed, and the symbols that tune a car."""

    faster: int
    slower: int
    symbols: str


class Course(NamedTuple):
    """A course card: one stage of the road."""

    flag: bool
    minimum: bool  # the figure is red: no slower than this
    limit: int
    difficulty: int
    damage: int
    name: str


def _named(colour: str, rows: list[list[Any]]) -> dict[str, Card]:
    return {f"{colour}{n:02d}": Card(*row) for n, row in enumerate(rows, 1)}


CARDS: Mapping[str, Card] = MappingProxyType({
    **_named(BLUE, VALUES["cards.blue"]),
    **_named(YELLOW, VALUES["cards.yellow"]),
    **_named(PURPLE, VALUES["cards.purple"]),
})  # fmt: skip
EVENTS: Mapping[str, str] = MappingProxyType({
    f"{EVENT}{n}": colour for n, colour in enumerate(VALUES["cards.events"], 1)
})  # fmt: skip
COURSE: Mapping[str, Course] = MappingProxyType({
    f"C{n:02d}": Course(flag, figure == "minimum", limit, difficulty, damage, name)
    for n, (flag, figure, limit, difficulty, damage, name) in enumerate(VALUES["cards.course"], 1)
})  # fmt: skip
DECK: tuple[str, ...] = (*CARDS, *EVENTS)
"""Every card that is held or drawn, in the order of the catalogue."""


class Options(NamedTuple):
    """The agreements before the start. Both are aids of the tutor, and no rules of the game."""

    practice: bool = False  # the course stays open
    notes: bool = False  # the course may be written down


class Car(NamedTuple):
    """One driver's car and cards."""

    name: str
    top: int = BASE
    strength: int = BASE
    handling: int = BASE
    fresh: int = BASE  # the handling noted at the start of the race
    speed: int = START_SPEED
    distance: int = 0
    hand: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()  # the two cards of this colour, while tuning
    tabled: tuple[str, ...] = ()  # what the car was tuned with
    sealed: str = ""  # a choice nobody else may see yet: `B05` while tuning, `B05+` in the race
    played: tuple[str, ...] = ()  # what lies open from this stage: `B05+`, then an event
    out: int = 0  # the stage in which the car was lost
    crashed: int = 0  # the last stage in which it crashed


Phase = Literal["deal", "tune", "look", "draw", "exchange", "choose", "event", "over"]
PHASES: tuple[Phase, ...] = ("deal", "tune", "look", "draw", "exchange", "choose", "event", "over")
IN_RACE = ("draw", "exchange", "choose", "event")


class State(NamedTuple):
    """Everything there is to know about a race at one moment."""

    options: Options
    cars: tuple[Car, ...]
    phase: Phase = "deal"
    seat: int = 0
    course: tuple[str, ...] = ()  # its end is the last stage, so a shorter one begins later
    driven: int = 0
    looked: int = 0  # how many course cards the test lap has shown
    supply: tuple[str, ...] = DECK  # the next card first
    discard: tuple[str, ...] = ()  # the newest card last
    order: tuple[int, ...] = ()  # of the event window, fixed when it opens
    races: int = 1
    results: tuple[tuple[int, ...], ...] = ()  # the distances after each race that is over

    @property
    def car(self) -> Car:
        """The car whose decision it is."""
        return self.cars[self.seat]

    @property
    def ahead(self) -> tuple[str, ...]:
        """The course cards not yet turned up."""
        return self.course[self.driven :]

    @property
    def stage(self) -> int:
        """The stage that is driven now, counted from 1; before the course is laid, the one that will be driven
        first."""
        return 1 if self.phase == "deal" else STAGES - len(self.course) + self.driven + 1

    @property
    def over(self) -> bool:
        return self.phase == "over"


def is_event(card: str) -> bool:
    return card[:1] == EVENT


def is_adjustment(card: str) -> bool:
    return card[:1] in COLOURS


def adjustments(hand: tuple[str, ...]) -> list[str]:
    """The cards of a hand that can change the own speed."""
    return [card for card in hand if card[:1] in COLOURS]


def colour_due(state: State) -> str:
    """The colour that is tuned with now."""
    return COLOURS[min(len(state.car.tabled), len(COLOURS) - 1)]


# -- What a player can do: every decision is one of these. ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """Lay a card of the two drawn on the own car; the other one goes to the hand."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("table", *self.cards))


@dataclass(frozen=True, slots=True)
class Play:
    """Lay an adjustment card face down, to go faster or slower."""

    card: str
    way: str = ""
    to: str = ""  # another driver's car, which is refused
    also: tuple[str, ...] = ()  # more cards, which are refused

    def __str__(self) -> str:
        return f"{self.card}{self.way}"


@dataclass(frozen=True, slots=True)
class Use:
    """Play an event: `faster` or `slower` with a driver's name, or `two` cards."""

    effect: str
    to: str = ""

    def __str__(self) -> str:
        return f"{self.effect} {self.to}".strip()


class Word(Enum):
    """A move of one word, as it is written."""

    DEAL = "deal"
    """Shuffle, lay the course, deal the events."""
    LOOK = "look"
    """Turn up the next course card of the test lap, for all to see, and the one before it down."""
    GO = "go"
    """The test lap is over: start the race."""
    DRAW = "draw"
    """Take the card of this stage."""
    EXCHANGE = "exchange"
    """Show a hand without adjustment cards, and take as many others."""
    PASS = "pass"
    """Play no event in this stage."""

    # Only said, without changing anything:
    REORDER = "reorder"
    """Change the order of the course."""
    NOTE = "note"
    """Write the course down."""
    PEEK = "peek"
    """Read a course card that lies ahead."""

    def __str__(self) -> str:
        return self.value


# -- What a player can say that the rules must answer, though it moves nothing. ----------------------------------------


@dataclass(frozen=True, slots=True)
class Claim:
    """Count the symbols of this card for the own car."""

    card: str


@dataclass(frozen=True, slots=True)
class Speak:
    """This driver wants to do something, though it may be another driver's decision."""

    name: str
    move: Move


class Sheet(NamedTuple):
    """The game to be played, before anything is set up."""

    drivers: tuple[str, ...]
    races: int = 1
    rally: bool = False
    options: Options = Options()
    deck: tuple[int, ...] = ()  # blue, yellow, purple, course, events; empty: those of the box


Move: TypeAlias = Table | Play | Use | Word | Claim | Speak
Draft: TypeAlias = tuple[Move, ...]
CLAIMS = (Claim, Word.REORDER, Word.NOTE, Word.PEEK)
"""The kinds of moves that are only said and change nothing."""
EFFECTS = ("faster", "slower", "two")


Event = game.Event
"""`was` and `now` in the facts of an event are a value before and after it."""
Events = game.Events
