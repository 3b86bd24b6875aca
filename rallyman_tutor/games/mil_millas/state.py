"""The parts of a round: cards, sides, hands, the turn in progress, the moves a player can make and the events that
follow.

Everything is a named tuple or a frozen dataclass and compares by value. A side is a team, or a player alone:
kilometres, lights and troubles belong to a side, hands to a player. Nobody may know the order of a shuffled deck, so it
is not kept: the deck is how many of each card are unseen, and drawing picks among them. A hidden card in a hand (`?`)
is counted in the deck, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.parts import values

VALUES = values.read("rallyman_tutor.games.mil_millas")

DISTANCES = ("25", "50", "75", "100", "200")
PROBLEMS = ("fuel", "flat", "crash")
ATTACKS = ("red", "limit", *PROBLEMS, "wrong")
DEFENCES = ("green", "endlimit", "petrol", "spare", "repair", "endwrong")
IMMUNITIES = ("priority", "tanker", "proof", "ace")
CARDS = (*DISTANCES, *ATTACKS, *DEFENCES, *IMMUNITIES)
HIDDEN = "?"
"""A card in a hand that is not known."""
RANK: Mapping[str, int] = {card: number for number, card in enumerate((*CARDS, HIDDEN))}
"""The order of cards in a hand. Asked so often that it is a plain dictionary, as KIND is."""

CURE: Mapping[str, str] = MappingProxyType(dict(zip(ATTACKS, DEFENCES, strict=True)))
"""The defence against each attack."""
CURED: Mapping[str, str] = MappingProxyType({defence: attack for attack, defence in CURE.items()})
GUARD: Mapping[str, str] = MappingProxyType(
    dict(zip(ATTACKS, ("priority", "priority", "tanker", "proof", "ace", "ace"), strict=True))
)
"""The immunity against each attack."""
KIND: Mapping[str, str] = {
    **dict.fromkeys(DISTANCES, "distance"),
    **dict.fromkeys(ATTACKS, "attack"),
    **dict.fromkeys(DEFENCES, "defence"),
    **dict.fromkeys(IMMUNITIES, "immunity"),
}
WRONG_WAY = ("wrong", "endwrong")

HAND: int = VALUES["hand.between_turns"]
FULL: int = VALUES["hand.in_turn"]
GOAL: int = VALUES["road.length"]
SLOW: int = VALUES["road.limit"]
LONGEST = str(VALUES["road.longest"])
MOST_LONGEST: int = VALUES["road.most_longest"]
IN_VAIN: int = VALUES["reshuffle.most_in_vain"]

OUTCOMES = CARDS
HARMLESS = DISTANCES
"""The cards that judging takes every undrawn card for."""

Deck: TypeAlias = tuple[tuple[str, int], ...]
"""How many of each card are unseen, in the order of CARDS, as `Luck.pick` takes it."""


class Options(NamedTuple):
    """The agreements before the cards were dealt."""

    stacking: bool = False
    reshuffle: bool = False
    wrong_way: bool = False
    rounds: int = 0  # how many make a match; 0: one, or as many as the target takes
    target: int = 0  # points that end a match; 0: none


class Side(NamedTuple):
    """One side of the race: a team, or a player alone."""

    km: int = 0
    stopped: bool = True  # owes a green light; never, once it has the priority vehicle
    problems: tuple[str, ...] = ()  # in the order of PROBLEMS
    limited: bool = False
    wrong: bool = False  # drives the wrong way
    immunities: tuple[str, ...] = ()  # in the order of IMMUNITIES
    tricks: int = 0
    longest: int = 0  # cards of 200 laid
    drove: bool = False  # has ever laid a distance card


class Turn(NamedTuple):
    """Whose decision it is, and which: dealing, a turn (draw, then lay or discard), answering an attack, or none."""

    seat: int
    phase: Literal["deal", "turn", "window", "over"] = "turn"
    attack: str = ""  # in a window: the card laid on this player's side
    by: int = -1  # in a window: who laid that card
    still: bool = False  # in a window: whether the side owed a green light before it


class State(NamedTuple):
    """Everything there is to know about a game at one moment."""

    options: Options
    names: tuple[str, ...]
    sides: tuple[Side, ...]  # player n belongs to side n modulo their number
    hands: tuple[tuple[str, ...], ...]  # each in the order of CARDS
    turn: Turn
    deck: Deck
    pile: tuple[str, ...] = ()  # the discard pile, newest last
    out: tuple[str, ...] = ()  # cards on the table that are out of play, in the order of CARDS
    vain: int = 0  # refills of the deck since the last distance card
    round: int = 1
    first: int = 0  # who began this round
    points: tuple[tuple[int, ...], ...] = ()  # of the rounds that are over, side by side

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of the player who decides."""
        return self.hands[self.turn.seat]

    @property
    def side(self) -> Side:
        """The side of the player who decides."""
        return self.sides[self.turn.seat % len(self.sides)]

    @property
    def over(self) -> bool:
        return self.turn.phase == "over"


# -- What a player can do: every decision is one of these. `by` names a player; if empty, whoever decides. ------


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw up to seven cards."""

    by: str = ""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card: an attack on another side, named by one of its players; any other card on one's own."""

    card: str
    on: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card on the discard pile."""

    card: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Trick:
    """Answer an attack at once with the immunity against it, or with the card named."""

    card: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let an attack stand."""

    by: str = ""


class Word(Enum):
    """A move of one word, as it is written: to deal, or to be told something by a key."""

    DEAL = "deal"
    """Shuffle and deal the cards of a round."""
    OWN = "I"
    """Be told how the own side stands."""
    EVERYBODY = "Shift+I"
    """Be told how all sides stand."""
    POINTS = "S"
    """Be told the points so far."""
    TURN = "T"
    """Be told whose turn it is."""


# -- What a player can say or press that lays no card by itself. -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Press:
    """A key with a card selected: Enter lays it (or answers with it), Delete throws it away."""

    key: Literal["Enter", "Delete"]
    card: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Change what was agreed."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """Claim a bonus of another edition."""

    name: str


class Sheet(NamedTuple):
    """A table as it is asked for, before anything is dealt."""

    names: tuple[str, ...]
    teams: int = 0  # 0: everybody plays alone
    options: Options = Options()
    cards: int = -1  # how many cards the pack is said to have


Move: TypeAlias = Draw | Lay | Discard | Trick | Pass | Word | Press | Change | Bonus
Draft: TypeAlias = tuple[Move, ...]
NamedMove: TypeAlias = Draw | Lay | Discard | Trick | Pass
ACTIONS = (Draw, Lay, Discard)
ASKED = (Word.OWN, Word.EVERYBODY, Word.POINTS, Word.TURN)
"""Words that change nothing and only ask to be told something."""


class Second(NamedTuple):
    """A card that a player puts down whose turn has ended with another one."""

    move: Move
    first: Move


Event = game.Event
Events = game.Events
