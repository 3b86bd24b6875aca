"""The parts of a rally: cars, the turn in progress, the stage, the moves a driver can make and the events that follow.

Cars, turns and states are named tuples: frozen and compared by value as frozen dataclasses are, and several times
faster to make and to copy, which judging every die on every space and planning whole stages need. The stage is shared
by reference and compares by its text. Moves other than rolling a die are dataclasses, because two named tuples with the
same fields are equal even if they are of different classes. Nothing hidden is in the state: decks are counts of unseen
cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games.classic.spaces import START, Item, Road
from rallyman_tutor.parts import values
from rallyman_tutor.parts.cards import Deck

VALUES = values.read("rallyman_tutor.games.classic")
SECONDS: tuple[int, ...] = tuple(VALUES["cards.seconds"])  # by gear; 0 is a turned card
GEAR_DICE: int = VALUES["turn.gear_dice"]
GAS_DICE: int = VALUES["turn.gas_dice"]
MOST_DAMAGE: int = VALUES["damage.marks"]
MOST_PUNCTURES: int = VALUES["damage.most_punctures"]
TOO_FAST_BY: int = VALUES["damage.too_fast_by"]

GAS = -1
"""The gas die among the numbers of the gear dice. No die has the number 0."""

HAZARD, CLEAN = "!", "."
GOOD, DIRTY, PUNCTURE = "good", "dirty", "puncture"
SPIN, LEFT, RIGHT = "spin", "left", "right"
SNOW, DRY = "snow", "dry"
OUTCOMES = (HAZARD, CLEAN, GOOD, DIRTY, PUNCTURE, SPIN, LEFT, RIGHT, SNOW, DRY)
HARMLESS = (CLEAN, GOOD, SPIN, DRY)
"""Judging's outcome of every die not yet rolled and every card not yet drawn."""


class Options(NamedTuple):
    """The agreements of the drivers. The lower half is where the two printed texts differ; see `editions.py`."""

    edition: str = "classic"
    attack: bool = True
    seconds: bool = True
    splits: bool = True
    sisu: bool = True
    training: bool = False
    weather: Literal["off", "fixed", "variable"] = "off"
    spin_from_drift: Literal["line", "stay"] = "line"
    drift_reentry: Literal["line", "same"] = "line"
    k_deck: Literal["discard", "bottom"] = "discard"
    attack_finish: Literal["needed", "spaces"] = "needed"
    split_minus_seconds: bool = True
    elim_reference: Literal["highest", "highest_road", "way"] = "highest"
    bend_share: Literal["closed", "capacity"] = "closed"
    wheel_must_drive: bool = False


class Stage:
    """One timed stage: its road, and the damage for leaving it. Stages with the same text are equal."""

    def __init__(self, text: str, items: tuple[Item, ...], legends: Mapping[str, Mapping[str, int]]) -> None:
        self.text = text
        self.road = Road(items)
        self.legends = legends
        self._hash = hash(text)
        for item in items:
            for terrain in (item.left, item.right):
                if terrain not in legends[item.legend]:
                    raise Refused("damage", {"found": terrain, "list": tuple(legends[item.legend])})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and other.text == self.text

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Stage({self.text!r})"

    @cached_property
    def seams(self) -> tuple[int, ...]:
        """The items at which the road comes onto another board."""
        items = self.road.items
        return tuple(n for n in range(1, len(items)) if items[n].legend != items[n - 1].legend)


class Car(NamedTuple):
    """One driver's car, clock and cards."""

    name: str
    place: int = START
    gear: int = 0
    clock: int = 0  # the sum of the cards on the pile
    seconds: int = 0
    damage: int = 0
    punctures: int = 0
    wheel: bool = True
    sisu: bool = True
    winter: bool = False
    beside: str = ""  # "left" or "right" of the road, until the next own turn
    spun: bool = False
    dirt_on_entry: int = -1  # dirt on the bend when the car entered it: those notes hold for it until it leaves
    stamp: int = 0  # when it arrived where it stands; lower was there first
    status: Literal["waiting", "road", "finished", "out"] = "waiting"


class Turn(NamedTuple):
    """The turn in progress. `phase` names the decision due; dice laid but not rolled are a draft, not part of this."""

    seat: int
    phase: Literal["roll", "drive", "sisu", "give", "weather", "tyres", "gap", "over"] = "roll"
    used: tuple[int, ...] = ()
    hazards: int = 0
    secured: int = 0
    gas_on_dry: int = 0
    rolled: int = 0  # dice of an attack
    hand: tuple[tuple[int, bool], ...] = ()  # of those: not yet moved, with the hazard they show
    wheel: bool = False  # a wheel was changed at the start of this turn
    stuck: bool = False  # beside the road, and no room to come back
    ended: str = ""  # nothing more can be driven: "finish", "out", or why control was lost


class Rally(NamedTuple):
    """The course sheet: what was agreed before the start, and the times so far."""

    stages: tuple[str, ...]
    service: tuple[bool, ...]
    number: int = 0
    times: tuple[tuple[int | None, ...], ...] = ()  # a row per stage, in seat order; None: out of the rally


class Split(NamedTuple):
    """One reading of the clock at a timing point: item of the road, seat, seconds."""

    point: int
    seat: int
    time: int


class State(NamedTuple):
    """Everything there is to know about a rally at one moment."""

    stage: Stage
    options: Options
    cars: tuple[Car, ...]
    turn: Turn
    order: tuple[int, ...]  # of the start
    round: int
    queue: tuple[int, ...]  # who plays after this turn in this round
    dirt: tuple[int, ...]
    backs: tuple[Deck, ...]  # one deck a gear
    shortcut: Deck
    stamps: int = 0
    points: tuple[int, ...] = ()  # timing points, as items of the road
    splits: tuple[Split, ...] = ()
    rally: Rally | None = None

    @property
    def car(self) -> Car:
        """The car whose turn it is."""
        return self.cars[self.turn.seat]

    @property
    def road(self) -> Road:
        return self.stage.road

    @property
    def over(self) -> bool:
        return self.turn.phase == "over"


# -- What a driver can do: every decision is one of these. ------------------------------------------------------------


class Roll(NamedTuple):
    """Roll (or secure) one die for one space; in an attack: move with a die that lies rolled."""

    die: int
    to: str = ""  # "l", "d", "k", a space, or nothing: the way that fits
    pay: bool = False
    hazard: bool | None = None  # in an attack, which of two gas dice


@dataclass(frozen=True, slots=True)
class Attack:
    """Roll these dice all at once."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn. Naming a card claims that card instead of the one that is due."""

    card: int = -1


@dataclass(frozen=True, slots=True)
class Give:
    """After a puncture in an attack, hand over this gas die."""

    hazard: bool


@dataclass(frozen=True, slots=True)
class Tyres:
    """Choose the tyres for what lies ahead."""

    winter: bool


class Word(Enum):
    """A move of one word, as it is written."""

    WHEEL = "wheel"
    """Change a wheel: at the start of a turn, or between two stages."""
    SISU = "sisu"
    """Play the Sisu card: this turn's hazards are void."""
    ACCEPT = "accept"
    """Take what comes: lose control without Sisu, keep the spare wheel between stages."""
    BLOCKED = "blocked"
    """Declare that other cars leave no way."""
    RETIRE = "retire"
    """Leave the rally."""
    WEATHER = "weather"
    """Roll the weather of the stage."""

    # Only said: these are claims, which move nothing.
    LATE_SECOND = "$"
    """Pay for the die that was just rolled."""
    CLOSE = "close"
    """Call the stage finished."""
    REPAIR = "repair"
    """Mend the car, here and now."""
    KEEP = "keep"
    """Take the seconds along into the next stage."""
    NEW_WHEEL = "new-wheel"
    """Take a spare wheel on board."""


# -- What a driver can say that the rules must answer, though it moves nothing. ----------------------------------------


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """This driver wants to play now."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeTarget:
    """Name another target for the die that was just rolled."""

    to: str


@dataclass(frozen=True, slots=True)
class Lineup:
    """Start the stage in this order."""

    names: tuple[str, ...]


class Sheet(NamedTuple):
    """A course sheet as handed in, before anything is set up."""

    drivers: tuple[str, ...]
    stages: tuple[str, ...]
    service: tuple[bool, ...] = ()


Move: TypeAlias = Roll | Attack | Stop | Give | Tyres | Word | TakeTurn | ChangeTarget | Lineup
Draft: TypeAlias = tuple[Move, ...]
CLAIMS = (
    TakeTurn, ChangeTarget, Lineup, Word.LATE_SECOND, Word.CLOSE, Word.REPAIR, Word.KEEP, Word.NEW_WHEEL,
)  # fmt: skip
"""The kinds of moves that are only said: they move nothing."""


Event = game.Event
Events = game.Events
