"""The parts of a rally on dirt: cars, the turn in progress, the moves a driver can make and the events that follow.

Cars, turns and states are named tuples: frozen and compared by value as frozen dataclasses are, and several times
faster to make and to copy. Where every step comes by, they are made by functions that are written out
(`written_out.py`): these are faster again, and take by name what mypy could not tell from its neighbours. The stage
is shared by reference and compares by its text. Moves other than laying a die are dataclasses, because two named
tuples with the same fields are equal even if they are of different classes. Nothing hidden is in the state: decks are
counts of unseen cards, and the bag is whatever lies neither on a dashboard nor on the road.

A draft is laid in full before the first die is rolled. Then the car is driven one by one (`Drive` freezes the draft and
rolls its first step; what is left of it is in the turn) or flat out (`FlatOut` rolls it all).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.games.dirt.road import Road, Stage
from rallyman_tutor.games.dirt.spaces import Space
from rallyman_tutor.games.dirt.written_out import written_out
from rallyman_tutor.parts import values
from rallyman_tutor.parts.cards import Deck

VALUES = values.read("rallyman_tutor.games.dirt")
SECONDS: tuple[int, ...] = tuple(VALUES["cards.seconds"])  # by gear; 0 is a turned card
GEARS: int = VALUES["dice.gears"]
GEAR_CAP: int = VALUES["dashboard.gears"]
GAS_CAP: int = VALUES["dashboard.gas"]
LEADER_CAP: int = VALUES["dashboard.leader"]
LIMIT: int = VALUES["dashboard.hazard_limit"]
TOKENS: int = VALUES["bag.tokens"]
TOO_FAST_BY: int = VALUES["jump.too_fast_by"]

GAS, LEADER, BRAKE = -1, -2, -3
"""The dice without a number. A brake die on its own is one of the red zone."""
PUSHES = (GAS, LEADER, BRAKE)
"""Dice that hold the gear."""

START = -1
"""The place of a car that has not started. It is in none of the road's tables: whoever is in turn has been put behind
the start line before, and of all others it is asked first whether they are on the road
(`tests/games/dirt/test_before_the_start.py`)."""

HAZARD, CLEAN = "!", "."
SPIN, CRASH, HARD, SISU_CARD = "spin", "crash", "hard", "sisu"
BACKS = (SPIN, CRASH, HARD, SISU_CARD)
"""The other sides of a time card; a hard crash has more marks."""
GEAR_DAMAGE, BRAKE_DAMAGE, GAS_DAMAGE, FLAG = "gear", "brake", "gas", "flag"
DAMAGES = (GEAR_DAMAGE, BRAKE_DAMAGE, GAS_DAMAGE, FLAG)
FINE, PUNCTURE, GRAVEL = "ok", "puncture", "gravel"
SHORTCUTS = (FINE, PUNCTURE, GRAVEL)
OUTCOMES = (HAZARD, CLEAN, *BACKS, *DAMAGES, *SHORTCUTS)
HARMLESS = (CLEAN, FINE, SPIN, FLAG)
"""Judging's outcome of every die not yet rolled and every card and token not yet drawn."""


class Options(NamedTuple):
    """The agreements of the drivers. The advanced rules are all off, as in the first rally of the book."""

    leader: bool = True  # the first of the round sweeps the road with leader dice
    quickstart: bool = False
    redzone: bool = False
    timecontrol: bool = False
    sisu: Literal["off", "stage", "rally", "service"] = "off"  # how often the SISU token can be played
    brakes: int = VALUES["dashboard.brakes"]  # brake dice of every dashboard
    rally: bool = False  # this stage is part of a rally: a crash after the finish still costs


class Car(NamedTuple):
    """One driver's car, clock, dashboard and cards."""

    name: str
    place: int = START
    gear: int = 0  # of the card on top
    clock: int = 0  # the sum of the cards on the pile
    seconds: int = 0
    gears: int = 0  # damage tokens by kind
    brakes: int = 0
    gas: int = 0
    flags: int = 0
    punctures: int = 0  # shortcut tokens by kind
    fine: int = 0
    wheel: bool = True
    sisu: bool = False
    spun: bool = False
    beside: bool = False  # beside the road, until the next own turn; longer, as long as its space is taken
    stamp: int = 0  # when it arrived where it stands; lower was there first
    status: Literal["waiting", "road", "finished", "out"] = "waiting"


class Roll(NamedTuple):
    """One step of a draft: a die, with brake dice beside it, on a space; and how many of them are secured.

    As a move it is the next step of what is laid, or a draft of one step.
    """

    die: int
    to: str = ""  # a space by its key or a shorter name; nothing: straight on
    brakes: int = 0
    pay: int = 0
    land: str = ""  # where to come down, if this is a jump
    hazard: bool | None = None  # among rolled dice, which of two gas dice

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that are rolled together for this step."""
        return (self.die, *(BRAKE,) * self.brakes) if self.brakes else (self.die,)


Phase: TypeAlias = Literal["draft", "roll", "sisu", "arrange", "wheel", "gap", "penalty", "over"]


class Turn(NamedTuple):
    """The turn in progress. `phase` names the decision due; dice laid but not rolled are a draft, not part of this."""

    seat: int
    phase: Phase = "draft"
    used: tuple[int, ...] = ()
    hazards: int = 0
    secured: int = 0
    passed: tuple[int, ...] = ()  # seats this car has been level with in this turn: their gears no longer count
    draft: tuple[Roll, ...] = ()  # frozen: what is left to roll, or all of a draft driven flat out
    faces: tuple[tuple[bool, ...], ...] = ()  # flat out: the hazards shown, step by step
    hand: tuple[tuple[int, bool], ...] = ()  # after a failed flat out: rolled dice not laid again yet, with their faces
    stake: int = 0  # flat out: the seconds it earns
    ended: str = ""  # nothing more can be driven: "finish", "stall", or why control was lost
    safe: bool = False  # the SISU token was played: no hazard of this turn counts
    quick: bool = False  # begun with a quick start
    fresh: bool = False  # just put behind the start line: another space there may still be chosen
    gravel: tuple[int, ...] = ()  # bends on which gravel lies for those who come after this turn


class Rally(NamedTuple):
    """The rally sheet: stages, and the times so far."""

    stages: tuple[str, ...]
    number: int = 0
    times: tuple[tuple[int, ...], ...] = ()  # a row per stage, in seat order
    penalties: tuple[int, ...] = ()  # of the stage just driven, by those who have chosen


class State(NamedTuple):
    """Everything there is to know about a rally at one moment."""

    stage: Stage
    options: Options
    cars: tuple[Car, ...]
    turn: Turn
    order: tuple[int, ...]  # of the start
    round: int
    queue: tuple[int, ...]  # who plays after this turn in this round
    leader: int  # who sweeps the road in this round; -1: nobody
    gravel: tuple[int, ...]  # by bend
    backs: tuple[Deck, ...]  # one deck a gear
    stamps: int = 0
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


def standing(state: State, car: Car) -> Space | None:
    """The space a car stands on, or beside; None if it has not started."""
    return state.road.spaces[car.place] if car.place >= 0 else None


# -- What a driver can do: every decision is one of these, or a single `Roll`. -----------------------------------------


@dataclass(frozen=True, slots=True)
class Drive:
    """Drive this draft one by one: roll, or secure, its first step."""

    steps: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class FlatOut:
    """Roll all dice of this draft at once."""

    steps: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Arrange:
    """After a failed flat out, lay the rolled dice like this."""

    steps: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn. Naming a card claims that card instead of the one that is due."""

    card: int = -1


@dataclass(frozen=True, slots=True)
class Enter:
    """Start from this space behind the start line."""

    to: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """At a time control, add this many seconds to one's own time."""

    seconds: int


class Word(Enum):
    """A move of one word, as it is written."""

    BLOCKED = "blocked"
    """Declare that there is no way on."""
    SISU = "sisu"
    """Play the SISU token: no hazard of this turn counts."""
    ACCEPT = "accept"
    """Take what comes: lose control without the token, keep the spare wheel."""
    WHEEL = "wheel"
    """Change a wheel: at the end of a turn, or between two stages."""

    # Only said: these are claims, which move nothing.
    LATE_SECOND = "$"
    """Pay for the die that was just rolled."""
    BACK = "back"
    """Take back the die that was just rolled."""
    CLOSE = "close"
    """Call the stage finished."""
    REPAIR = "repair"
    """Mend the car, here and now."""
    KEEP = "keep"
    """Take the seconds along into the next stage."""
    RETIRE = "retire"
    """Leave the stage of one's own will."""


# -- What a driver can say that the rules must answer, though it moves nothing. ----------------------------------------


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """This driver wants to play now."""

    name: str


@dataclass(frozen=True, slots=True)
class Lineup:
    """Start the stage in this order."""

    names: tuple[str, ...]


class Sheet(NamedTuple):
    """A rally sheet as handed in, before anything is set up."""

    drivers: tuple[str, ...]
    stages: tuple[str, ...]
    options: Options = Options()


Move: TypeAlias = Roll | Drive | FlatOut | Arrange | Stop | Enter | Penalty | Word | TakeTurn | Lineup
Draft: TypeAlias = tuple[Move, ...]
CLAIMS = (
    TakeTurn, Lineup, Word.LATE_SECOND, Word.BACK, Word.CLOSE, Word.REPAIR, Word.KEEP, Word.RETIRE,
)  # fmt: skip
"""The kinds of moves that are only said: they move nothing."""


Event = game.Event
Events = game.Events


@written_out
def happened(what: str, code: str, seat: int, facts: Mapping[str, object]) -> Event:
    """An event. Its class itself takes twice as long, which counts where one is made every step."""
    return Event(what, code, seat, facts)
