"""A learner at the table: a game as played so far, the dice laid but not rolled, and a second draft beside the first.

A session is never changed: `update.py` takes an intent (what the learner did, see `intents.py`) and returns another
session. Fields that change together stand in one part of it, so that a move replaces parts and resets no fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.card_review import SeatGame, WeighedDecision
from rallyman_tutor.coach.decision import Advice, Decision
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.coach.review import ReviewedDecision
from rallyman_tutor.coach.solver.mix import Mix as Shares
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.tutor.session.intents import HelpSetting

PRESENT = -1


@dataclass(frozen=True, slots=True)
class Drafts:
    """The dice laid but not rolled, a second draft to compare, and the drafts since the last move, for undoing; None
    stands where the two were swapped."""

    laid: tuple[AnyMove, ...] = ()
    second: tuple[AnyMove, ...] = ()
    earlier: tuple[tuple[AnyMove, ...] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions to the co-driver about what lies now; forgotten when the game moves on."""

    advice: tuple[Advice[AnyMove], ...] = ()  # the best moves, in a game of cards
    parts: int = 0  # how many parts of the advice on the draft were asked for: see `advice_view.py`
    unwanted: tuple[AnyMove, ...] | None = None  # the draft of which the advice was stopped while it was reckoned
    clouded: tuple[AnyMove, ...] = ()  # the draft that was to be driven a thousand times


@dataclass(frozen=True, slots=True)
class LookingBack:
    """A drive or game that is over: its review, and a decision of it that is tried again."""

    review: DriveReview | SeatGame | None = None  # once somebody asked; of cards, the decisions that are weighed
    tried: ReviewedDecision | WeighedDecision | None = None  # the decision that is tried again
    retried: AnyMove | None = None  # what is decided there now; it is played once it is decided again
    finished: Session | None = None  # that drive, to return to


@dataclass(frozen=True, slots=True)
class CoDriver:
    """Help that the learner wishes for in a game that is solved, and how much of it they had in this drive."""

    help: HelpSetting = "request"
    ghost: bool = False  # whether a ghost drives beside the learner, if there can be one
    mix: Shares | None = None  # of the cards, as the visitor tries it; nothing before they do
    asked: int = 0  # how often help was asked for
    unasked: int = 0  # at how many decisions the cost of the draft was told without being asked for


@dataclass(frozen=True, slots=True)
class Session:
    """One learner's table at one moment."""

    replay: Replay[AnyState, AnyMove]
    bots: frozenset[int] = frozenset()
    seed: str = "1"
    table: str = ""  # what was sat down at: the name of a ready table, or one told in notation
    level: str = LEVELS[1]  # of the bots
    levels: tuple[str, ...] = ()  # of each driver, by seat, where each has their own; nothing for a learner
    foretold: tuple[str, ...] = ()  # what the learner's dice and cards show, as far as it is told in advance
    thoughts: tuple[tuple[int, Decision[AnyMove]], ...] = ()  # what bots thought of their moves, by the number of each
    untold: tuple[int, ...] = ()  # moves that a page was loaded with, whose thoughts bots have still to think again
    handed_to: int = -1  # of several learners at one table, who looks at it now
    viewed_event: int = PRESENT  # which event of the past is looked at, counted from the start; PRESENT: none
    drafts: Drafts = Drafts()
    asked: Questions = Questions()
    looking_back: LookingBack = LookingBack()
    co_driver: CoDriver = CoDriver()

    @property
    def game(self) -> AnyGame:
        return self.replay.game

    @property
    def state(self) -> AnyState:
        """The present of the game."""
        return self.replay.state

    @property
    def draft(self) -> tuple[AnyMove, ...]:
        """The dice laid but not rolled."""
        return self.drafts.laid

    @property
    def learners(self) -> list[int]:
        """The seats that the tutor does not play for."""
        seats = _seats(self.game, self.state)  # type: ignore[arg-type]  # a game can be a key
        return [seat for seat in range(seats) if seat not in self.bots]

    @property
    def viewing_seat(self) -> int:
        """The seat whose cards are to be seen: the learner's; where several share the table, that of whoever has it
        before them, -1 while it is handed over."""
        own, seat = self.learners, self.game.turn(self.state)
        if self.game.has_hidden_hands and len(own) > 1:
            return seat if self.game.over(self.state) or self.handed_to == seat else -1
        return seat if seat in own or not own else own[0]

    @property
    def covered(self) -> bool:
        """Whether the hands are covered, because the table is being handed to the next learner."""
        return self.viewing_seat < 0

    @property
    def visible_state(self) -> AnyState:
        """The present state, as far as the viewing seat may see it."""
        return self.game.seen_by(self.state, self.viewing_seat)

    @property
    def displayed_state(self) -> AnyState:
        """The state that is on the board: the present one, or one of the past that is looked at."""
        return (
            self.state
            if self.viewed_event == PRESENT
            else self.replay.past[self.move_of_event(self.viewed_event)].state
        )

    def move_of_event(self, line: int) -> int:
        """The move that an event belongs to."""
        ends = accumulate(len(past.events) for past in self.replay.past)
        return next(number for number, end in enumerate(ends) if line < end)

    @property
    def event_count(self) -> int:
        """How many events the game has seen."""
        return sum(len(past.events) for past in self.replay.past)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened."""
        return [event for past in self.replay.past for event in past.events]


@lru_cache(maxsize=16)
def _seats(game: AnyGame, state: AnyState) -> int:
    """How many drive or play. Whoever shows a table asks this a hundred times."""
    return len(game.result(state)["drivers"])
