"""A game as everybody meets it who plays, judges, saves or draws it: six protocols, and `Game`, which is all six.

    Rules      what may be done, and why not          Desks      what lies before the player in turn
    Play       what happens                           Picture    how it looks
    Notation   positions and moves as text            Tables     where to sit down, and with how many

Each game's room says in its `game.py` which of its functions stands behind each name, and mypy holds it to what is
promised here. `State` and `Move` are each game's own. Code that serves all games takes an `AnyGame`, whose states and
moves are opaque: it hands them back to the game they came from and never looks inside. What it may know of a move is
its `Form`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, NewType, Protocol, Required, TypeAlias, TypedDict, TypeVar

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import Draft, ScriptedDraft
from rallyman_tutor.core.remedy import Remedy
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation
from rallyman_tutor.core.stretch import Stretch
from rallyman_tutor.scene.shapes import Group, Scene

State = TypeVar("State")
Move = TypeVar("Move")
State_contra = TypeVar("State_contra", contravariant=True)
Move_contra = TypeVar("Move_contra", contravariant=True)

Plain: TypeAlias = dict[str, Any]
"""Data as JSON or TOML has it: saves, lessons, words and what a page is sent. Whoever reads it checks each value."""
Spec: TypeAlias = Mapping[str, Any]
"""A new game's parts as plain data: drivers, stages or a position, options. Anybody may have written it into a save, so
its values have no type: `new` checks each of them."""

# -- What happened ----------------------------------------------------------------------------------------------------


class Event(NamedTuple):
    """Something that happened, and the code of the rule by which it did."""

    what: str
    code: str
    seat: int = -1
    facts: Mapping[str, Any] = MappingProxyType({})  # which facts there are depends on the game and on `what`


Events: TypeAlias = tuple[Event, ...]


class Result(TypedDict, total=False):
    """How a game stands or has ended, as plain data; every list is in the order of the seats."""

    drivers: Required[list[str]]
    sums: Required[list[int | None]]  # None: out of the rally
    places: Required[list[int | None]]
    counts: str  # the name of what is counted, if it is not time
    stages: list[str]
    times: list[list[int | None]]  # a row a stage
    distances: list[list[int]]  # a row a race
    winners: list[str]
    practice: bool
    sides: list[int]  # of each player
    rounds: list[list[int]]  # points, a row a round, by side
    km: list[int]  # by side


class Chances(NamedTuple):
    """Everything that may come of a draft, each with its chance. They add up to 1."""

    lost: tuple[Fraction, ...]  # at each step: control is lost there, and the game goes on
    out: tuple[Fraction, ...]  # at each step: the driver is out of the game by what happens there
    short: Fraction  # control is kept, and the rest of the draft can be driven no more
    arrive: Fraction  # the whole draft is driven

    @property
    def wrong(self) -> tuple[Fraction, ...]:
        """At each step, the chance that something goes wrong exactly there."""
        return tuple(lost + out for lost, out in zip(self.lost, self.out, strict=True))

    @property
    def lose(self) -> Fraction:
        """The chance that control is lost, and the game goes on."""
        return sum(self.lost, Fraction(0))

    @property
    def end(self) -> Fraction:
        """The chance that the game ends for this driver."""
        return sum(self.out, Fraction(0))


# -- What lies before a player ----------------------------------------------------------------------------------------


class Form(NamedTuple, Generic[Move]):
    """The facts of a move that code for all games may know."""

    kind: Literal["die", "dice", "draft", "card", "word"]
    """One die or card on a place, dice rolled all at once, a whole draft driven by one button, or a word said or
    pressed."""
    die: int = 0  # of one die: the fact by which the game's words know it
    to: str = ""  # the place that a die or a word names, in the move's own words; "": whichever fits
    landing: str = ""  # after a jump, the place where it lands
    brakes: int = 0  # brake dice that are laid with the die
    steps: tuple[Move, ...] = ()  # of a whole draft, its dice
    secured: bool = False
    shows_face: bool = False  # a die that tells which face it shows
    ends: Literal["", "turn", "game"] = ""  # whether it ends the turn, or leaves the game


class Piece(NamedTuple):
    """A die or card that the player in turn can lay: how many are left of how many, and the picture of it."""

    key: str
    left: int
    total: int
    face: str  # one of the game's pictures


class Place(NamedTuple):
    """A place where a piece can be laid: its key in the picture, its kind, its middle, its outline, and how far along
    the road it is: of two cars the one on the place with more is ahead."""

    key: str
    kind: str
    facts: Facts
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]
    far: int = 0


ELSEWHERE = "*"
"""Stands for all places that have no placement of their own."""


class Placement(NamedTuple, Generic[Move]):
    """One piece on one place, as the next step of a draft: the move it means, the rules it breaks, its likely cost."""

    piece: str
    place: str
    move: Move
    refused: tuple[Violation, ...]
    unwise: tuple[Violation, ...]


class Offer(NamedTuple, Generic[Move]):
    """A decision the player may take now, with its name in the words of the game."""

    move: Move
    name: str
    facts: Facts


class LaidStep(NamedTuple, Generic[Move]):
    """One step of a draft as it lies: its piece (several with blanks between, where they are taken together), its place
    (empty where it leads nowhere), and other ways to do it."""

    piece: str
    place: str
    variants: tuple[Offer[Move], ...]


class StandingFacts(TypedDict, total=False):
    """The facts shown of how a player stands; lessons ask about the numbers among them."""

    gear: int
    clock: int
    seconds: int
    damage: int
    wheel: str
    at: str  # a place, or why they are nowhere on the road
    speed: int
    handling: int
    strength: int
    top: int
    cards: int
    distance: int
    km: int
    needs: str  # a card
    points: int


class Standing(NamedTuple):
    """How one player stands: on which place, with which facts, whether still in the game, in which of the drawn cars,
    and how far along. Of two players the one with more is ahead."""

    name: str
    place: str
    facts: StandingFacts
    still_in: bool
    car: int  # from 0
    far: int


class WholeDraft(NamedTuple, Generic[Move]):
    """A whole draft that would be legal now, and what it comes to."""

    draft: tuple[Move, ...]
    facts: Facts


class FactReadout(NamedTuple):
    """A readout that shows a fact under its name."""

    name: str
    value: object


class PhraseReadout(NamedTuple):
    """A readout that is a phrase of the game with facts in it; `aloud`: screen readers hear it after every move."""

    name: str
    facts: Facts
    aloud: bool = False


class LampReadout(NamedTuple):
    """A readout with lamps, some of which are lit."""

    name: str
    lit: int
    of: int


class PictureReadout(NamedTuple):
    """A readout that is one of the game's pictures."""

    name: str
    face: str


Readout: TypeAlias = FactReadout | PhraseReadout | LampReadout | PictureReadout
"""Something that the player reads off the desk: a dial of the car, a card, a sentence."""


class DeskFacts(TypedDict, total=False):
    """The facts of the desk for lessons. Each game adds facts of its own, and makes its readouts of them."""

    driver: Required[str]  # whose decision it is
    round: Required[int]  # the number of the round that this turn belongs to
    phase: str  # what is to be decided
    then: int  # what the draft ends in: a gear, a speed
    cards: tuple[int, ...]  # the seconds of each gear's card
    hazards: int
    used: int  # dice of this turn that are rolled
    aside: tuple[str, ...]  # cards in hand that are not to be laid now
    hurry: int  # seconds after which the first offer is taken by itself; 0: never


class Desk(NamedTuple, Generic[Move]):
    """All that lies before the player in turn, with a draft laid. The most natural decision is the first of the offers;
    readouts are the facts as the page shows them."""

    pieces: tuple[Piece, ...]
    offers: tuple[Offer[Move], ...]
    facts: DeskFacts
    laid: tuple[LaidStep[Move], ...]  # the draft, step by step
    standings: tuple[Standing, ...]
    readouts: tuple[Readout, ...] = ()


class NamedDraft(NamedTuple):
    """A draft or a sheet in notation, allowed or not, with a name: a player may say it, press it, or sit down at it."""

    text: str
    name: str  # in the words of the game
    facts: Facts


# -- The six protocols ------------------------------------------------------------------------------------------------


class Rules(Protocol[State_contra, Move]):
    """The rules of a game, and remedies: `rules/` and `remedies.py` of its room."""

    book: RuleBook

    def rules(self) -> list[Rule]:
        """All rules of the game, chapter by chapter."""
        return list(self.book.catalogue)

    def judge(self, state: State_contra, draft: Draft[Move], kind: Kind = Kind.ILLEGAL, /) -> list[Violation]:
        """Every rule of this kind that a draft breaks; never raises."""
        ...

    def is_legal(self, state: State_contra, draft: Draft[Move], /) -> bool:
        """Whether no rule refuses any step of a draft: that `judge` finds nothing, told sooner."""
        ...

    def advise(self, state: State_contra, draft: Draft[Move], /) -> list[Violation]:
        """The unwise steps of a draft: legal, and certain or likely to cost something."""
        unwise = self.judge(state, draft, Kind.UNWISE)
        refused = {violation.at for violation in self.judge(state, draft)} if unwise else set()
        return [one for one in unwise if one.at not in refused]

    def judge_sheet(self, text: str, kind: Kind, /) -> list[Violation]:
        """The rules that a course sheet or table, given as text, breaks."""
        ...

    def why_not(self, state: State_contra, move: Move, /) -> list[Violation]:
        """The rules that refuse this one step now; empty if it is legal."""
        return self.judge(state, (move,))

    def message_facts(self, state: State_contra, draft: Draft[Move], at: int, /) -> Facts:
        """Facts that a message about one step of a draft may mention besides those of the broken rule."""
        ...

    def remedies(self, state: State_contra, draft: Draft[Move], violation: Violation, /) -> Sequence[Remedy[Move]]:
        """Drafts to lay instead of one that breaks a rule; the rules have checked each."""
        ...

    def why_stuck(self, state: State_contra, draft: Draft[Move], violation: Violation, /) -> Facts:
        """Why there is no remedy: a `case` of the texts, and its facts."""
        ...


class Play(Protocol[State, Move]):
    """The course of play: `play.py` and the files below it."""

    outcomes: tuple[str, ...]  # everything dice and cards can show
    harmless_luck: Luck  # decides what a script leaves open: nothing bad happens
    has_hidden_hands: bool = False  # whether players have hands that the others may not see

    def new(self, spec: Spec, /) -> State:
        """A game from its description."""
        ...

    def moves(self, state: State, /) -> list[Move]:
        """The legal moves, found without the rules."""
        ...

    def play(self, state: State, move: Move, luck: Luck, /) -> tuple[State, Events]:
        """The state after a legal move, and what happened."""
        ...

    def complete_script(self, state: State, move: Move, shown: tuple[str, ...], /) -> tuple[Move, tuple[str, ...]]:
        """The move that a script means in this state, and all that dice and cards then show: a script may leave out
        what is clear. Here it leaves out nothing."""
        return move, shown

    def next_move(self, state: State, moves: tuple[Move, ...], /) -> tuple[Move, int]:
        """The move that plays the first of some moves, and how many of them it plays: dice in a row may be one move."""
        return moves[0], 1

    def decisions(self, state: State, draft: Draft[Move], /) -> Iterable[tuple[int, State]] | None:
        """For every move of a draft that is come to: the number of the first move that is decided with it, and the
        state in which that is decided. None: every move is a decision of its own."""
        return None

    def frozen_draft(self, state: State, /) -> Sequence[Move] | None:
        """The rest of a draft that is being driven, as the state itself holds it; None: the state holds none, and the
        learner's draft stays as it was laid."""
        return None

    def turn(self, state: State, /) -> int:
        """Whose decision it is."""
        ...

    def over(self, state: State, /) -> bool: ...

    def still_in(self, state: State, seat: int, /) -> bool:
        """Whether a player is still in the game."""
        ...

    def result(self, state: State, /) -> Result: ...

    def chances(self, state: State, draft: Draft[Move], /) -> Chances:
        """Everything that may come of a draft: every chance that anybody tells is taken from here."""
        ...

    def risk(self, state: State, draft: Draft[Move], /) -> Sequence[Fraction]:
        """For each step of a draft, the chance that something goes wrong exactly there."""
        return self.chances(state, draft).wrong

    def seen_by(self, state: State, seat: int, /) -> State:
        """A state as this player sees it."""
        ...

    def seen_event(self, event: Event, seat: int, /) -> Event:
        """An event as this player may know it: its facts name no card that only others have seen."""
        return event

    def reveals(self, state: State, move: Move, /) -> bool:
        """Whether a move shows somebody what was hidden, so that it cannot be undone."""
        return False


class Notation(Protocol[State, Move]):
    """Positions and moves as text: `notation.py` and `drafts.py`."""

    questions: tuple[str, ...] = ()  # moves that only ask the game to tell something, and change nothing

    def read(self, text: str, /) -> State: ...

    def read_seen(self, text: str, /) -> State:
        """A position as one player sees it: even the cards of whoever decides may be hidden, so nobody can play on
        from it."""
        return self.read(text)

    def write(self, state: State, /) -> str: ...

    def read_draft(self, text: str, /) -> ScriptedDraft[Move]: ...

    def read_moves(self, state: State, text: str, /) -> Sequence[Move]:
        """The moves of a text as they are meant in this state."""
        ...

    def write_move(self, move: Move, /) -> str: ...

    def form(self, move: Move, /) -> Form[Move]:
        """The facts of this move that code for all games may know."""
        ...

    def with_destination(self, move: Move, to: str, land: str = "", /) -> Move:
        """The move with another name for where it goes and lands; a move that names no place stays as it is."""
        return move

    def with_steps(self, move: Move, steps: tuple[Move, ...], /) -> Move:
        """A move that drives a whole draft, with other steps; any other move stays as it is."""
        return move


class Desks(Protocol[State_contra, Move]):
    """All that lies before the player in turn: `desk.py`, and `claims.py` for practice."""

    sheets: Sequence[NamedDraft] = ()  # tables to sit down at, allowed or not, for practice
    discard_place: str = ""  # the place where cards are thrown away; a card laid without a place never goes there

    def desk(self, state: State_contra, draft: tuple[Move, ...], /) -> Desk[Move]: ...

    def while_waiting(self, state: State_contra, seat: int, /) -> tuple[Sequence[Piece], Sequence[Readout]]:
        """The cards and the readouts of a player who waits for others; nothing where all lies open."""
        return (), ()

    def placements(
        self, state: State_contra, draft: tuple[Move, ...], piece: str = "", place: str = "", /
    ) -> Sequence[Placement[Move]]:
        """Every piece on every place, as the next step after a draft; or only one piece, or only on one place."""
        ...

    def whole_drafts(self, state: State_contra, /) -> Sequence[WholeDraft[Move]]:
        """All whole drafts that would be legal now, the best first, in the moments where they can be listed."""
        return ()

    def road_ahead(self, state: State_contra, place: str = "", /) -> Sequence[Stretch]:
        """The road from a place on, up to the finish; without a place, from the car in turn. A game of cards has
        none."""
        return ()

    def describe_event(self, state: State_contra, event: Event, /) -> tuple[str, Facts]:
        """The key of an event's words in the texts, and the facts they mention."""
        ...

    def claims(self, state: State_contra, /) -> Sequence[NamedDraft]:
        """Things a player may say or press here, allowed or not: practice asks about the rules they break."""
        return ()


class Picture(Protocol[State_contra, Move_contra]):
    """How a game looks: `draw.py`."""

    tall: bool = False  # whether the game can also be drawn for a frame that is higher than wide
    figures: Mapping[str, object] = MappingProxyType({})  # numbers that the words of the legend mention

    def draw(
        self, state: State_contra, draft: Draft[Move_contra] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """The table, with a draft laid on it and what happened in this turn."""
        ...

    def places(self, state: State_contra, tall: bool = False) -> Sequence[Place]:
        """All places where a piece can be laid, in the wide or the tall picture."""
        ...

    def faces(self) -> Mapping[str, Group]:
        """Pictures of what lies before a player, by key."""
        ...


class Tables(Protocol):
    """The tables to sit down at, and with how many players."""

    ready_tables: Mapping[str, str]  # tables to sit down at, by name: as `spec` takes them
    seats: tuple[int, ...]  # how many can play
    seats_at: Mapping[str, Sequence[int]] = MappingProxyType({})  # how many can sit at a ready table, where it differs

    def spec(self, table: str, drivers: Sequence[str], /) -> Spec:
        """The description of a game at a ready table, or at one written in notation."""
        ...

    def demo_game(self, players: int, /) -> Spec:
        """The description of a whole game for this many players."""
        ...


class Game(
    Rules[State, Move],
    Play[State, Move],
    Notation[State, Move],
    Desks[State, Move],
    Picture[State, Move],
    Tables,
    Protocol[State, Move],
):
    """One game: what it is called, its rules, and what can be done with it."""

    key: str
    name: str
    version: str  # of the rules as built: a save names it
    values: str  # the hash of values.toml: a save names it too


AnyState = NewType("AnyState", object)
"""A state of whichever game: only that game looks inside."""
AnyMove = NewType("AnyMove", object)
"""A move of whichever game."""
AnyGame: TypeAlias = Game[AnyState, AnyMove]
AnyDraft: TypeAlias = Draft[AnyMove]
