"""What a game is to everybody who plays, judges, saves or draws it: six protocols, and `Game`, which is all six.

    Rules      what may be done, and why not          Desks      what lies before the player in turn
    Play       what happens                           Picture    how it looks
    Notation   positions and moves as text            Tables     where to sit down, and with how many

Each game's room says in its `__init__.py` which of its functions stands behind each name, and mypy holds it to what is
promised here. `State` and `Move` are each game's own. Whoever serves all games alike writes `AnyGame`, whose states and
moves are opaque: they are handed back to the game they came from, and nobody looks inside. What one must know of a move
tells its `Form`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, NewType, Protocol, Required, TypeAlias, TypedDict, TypeVar

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import Draft, ScriptedDraft
from rallyman_tutor.core.remedy import Remedy
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation
from rallyman_tutor.scene.shapes import Group, Scene

State = TypeVar("State")
Move = TypeVar("Move")
State_contra = TypeVar("State_contra", contravariant=True)
Move_contra = TypeVar("Move_contra", contravariant=True)

Plain: TypeAlias = dict[str, Any]
"""Data as JSON or TOML has it: saves, lessons, words and what a page is sent. Who reads it looks at each value."""
Spec: TypeAlias = Mapping[str, Any]
"""What a new game is made of, as plain data: drivers, stages or a position, options. It may come from a save that anybody
has written, so its values have no type: `new` looks at each of them."""

# -- What happened ----------------------------------------------------------------------------------------------------


class Event(NamedTuple):
    """Something that happened, and the rule by which it did: "why?" is answered by the same words as "why not?"."""

    what: str
    code: str
    seat: int = -1
    facts: Mapping[str, Any] = MappingProxyType({})  # which facts there are hangs on `what`: each game reads its own


Events: TypeAlias = tuple[Event, ...]


class Result(TypedDict, total=False):
    """How a game stands or has ended, as plain data; every list is in the order of the seats."""

    drivers: Required[list[str]]
    sums: Required[list[int | None]]  # None: out of the rally
    places: Required[list[int | None]]
    counts: str  # what is counted, where it is no time: the name of a fact
    stages: list[str]
    times: list[list[int | None]]  # a row a stage
    distances: list[list[int]]  # a row a race
    winners: list[str]
    practice: bool
    sides: list[int]  # of each player
    rounds: list[list[int]]  # points, a row a round, by side
    km: list[int]  # by side


# -- What lies before a player ----------------------------------------------------------------------------------------


class Form(NamedTuple, Generic[Move]):
    """What one must know of a move without knowing its game."""

    kind: Literal["die", "dice", "draft", "card", "word"]
    """One die or card on a place, dice rolled all at once, a whole draft driven as one, or what is only said or pressed."""
    die: int = 0  # of one die: the fact by which the game's words know it
    to: str = ""  # the place that a die or a word names, in the move's own words; "": whichever fits
    landing: str = ""  # and where it lands behind that
    brakes: int = 0  # brake dice that are laid with the die
    steps: tuple[Move, ...] = ()  # of a whole draft, its dice
    secured: bool = False
    shows_face: bool = False  # a die that tells which face it shows
    ends: Literal["", "turn", "game"] = (
        ""  # what is made when going on is not wise: it ends the turn, or leaves the game
    )


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


class Placement(NamedTuple, Generic[Move]):
    """What laying one piece on one place would mean next: the move, why it may not be, what it is likely to cost."""

    piece: str
    place: str
    move: Move
    refused: tuple[Violation, ...]
    unwise: tuple[Violation, ...]


class Offer(NamedTuple, Generic[Move]):
    """A decision the player may take now, and what it is called in the words of the game."""

    move: Move
    name: str
    facts: Facts


class LaidStep(NamedTuple, Generic[Move]):
    """One step of a draft: the piece (several, parted by blanks, where they are taken together), the place where it lies
    (nothing where it leads nowhere), and other ways to do it."""

    piece: str
    place: str
    variants: tuple[Offer[Move], ...]


class StandingFacts(TypedDict, total=False):
    """What is shown of how a player stands; lessons ask about the numbers among it."""

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
    """How one player stands: on which place, with what to show, whether they are still in, and in which of the drawn cars."""

    name: str
    place: str
    facts: StandingFacts
    still_in: bool
    car: int  # from 0


class WholeDraft(NamedTuple, Generic[Move]):
    """A whole draft that would be legal now, and what it comes to."""

    draft: tuple[Move, ...]
    facts: Facts


class FactReadout(NamedTuple):
    """A dial with a fact on it, and what it is called in the words of the game."""

    name: str
    value: object


class PhraseReadout(NamedTuple):
    """A dial that is a phrase of the game, with facts in it; one may be read out to ears after every move."""

    name: str
    facts: Facts
    aloud: bool = False


class LampReadout(NamedTuple):
    """A dial with so many lamps, of which some are lit."""

    name: str
    lit: int
    of: int


class PictureReadout(NamedTuple):
    """A dial that is one of the game's pictures."""

    name: str
    face: str


Readout: TypeAlias = FactReadout | PhraseReadout | LampReadout | PictureReadout
"""Something to be read off before the player."""


class DeskFacts(TypedDict, total=False):
    """What lessons ask about. Each game has more of its own, of which it makes its dials."""

    driver: Required[str]  # whose decision it is
    round: Required[int]  # a turn of a player belongs to one round
    phase: str  # what is to be decided
    then: int  # what the draft ends in: a gear, a speed
    cards: tuple[int, ...]  # the seconds of each gear's card
    hazards: int
    used: int  # dice of this turn that are rolled
    hurry: int  # seconds after which the first decision is taken by itself, where something is shown for so long only


class Desk(NamedTuple, Generic[Move]):
    """What lies before the player in turn, with a draft laid: pieces, decisions (the natural one first), gauges.

    Dials are what is shown of the gauges.
    """

    pieces: tuple[Piece, ...]
    offers: tuple[Offer[Move], ...]
    facts: DeskFacts
    laid: tuple[LaidStep[Move], ...]  # the draft, step by step
    standings: tuple[Standing, ...]
    readouts: tuple[Readout, ...] = ()


class NamedDraft(NamedTuple):
    """Something that is only said or pressed, allowed or not: a draft or a sheet in notation, and what it is called."""

    text: str
    name: str  # in the words of the game
    facts: Facts


# -- The six protocols ------------------------------------------------------------------------------------------------


class Rules(Protocol[State_contra, Move]):
    """What may be done, and why not: `rules/` and `remedies.py` of a game's room."""

    book: RuleBook

    def rules(self) -> list[Rule]:
        """All of them, chapter by chapter."""
        return list(self.book.catalogue)

    def judge(self, state: State_contra, draft: Draft[Move], kind: Kind = Kind.ILLEGAL, /) -> list[Violation]:
        """Everything that is illegal in a draft, or of another kind; never raises."""
        ...

    def advise(self, state: State_contra, draft: Draft[Move], /) -> list[Violation]:
        """What is legal in a draft, and certain or likely to cost."""
        refused = {violation.at for violation in self.judge(state, draft)}
        return [one for one in self.judge(state, draft, Kind.UNWISE) if one.at not in refused]

    def judge_sheet(self, text: str, kind: Kind, /) -> list[Violation]:
        """What is wrong with a set-up, told as text."""
        ...

    def why_not(self, state: State_contra, move: Move, /) -> list[Violation]:
        """Why this one step may not come next; empty if it may."""
        return self.judge(state, (move,))

    def message_facts(self, state: State_contra, draft: Draft[Move], at: int, /) -> Facts:
        """What any message about one step of a draft may mention."""
        ...

    def remedies(self, state: State_contra, draft: tuple[Move, ...], violation: Violation, /) -> Sequence[Remedy[Move]]:
        """What to do instead, proven to be open now."""
        ...

    def why_stuck(self, state: State_contra, draft: tuple[Move, ...], violation: Violation, /) -> Facts:
        """Where there is no remedy: the `case`, and its facts."""
        ...


class Play(Protocol[State, Move]):
    """What happens: `play.py` and what stands below it."""

    outcomes: tuple[str, ...]  # everything dice and cards can show
    harmless_luck: Luck  # what a script does not tell: nothing bad happens
    has_hidden_hands: bool = False  # whether players have hands that the others may not see

    def new(self, spec: Spec, /) -> State:
        """A game before its first move."""
        ...

    def moves(self, state: State, /) -> list[Move]:
        """The legal moves, found without the rules."""
        ...

    def play(self, state: State, move: Move, luck: Luck, /) -> tuple[State, Events]:
        """What comes of a legal move."""
        ...

    def complete_script(self, state: State, move: Move, shown: tuple[str, ...], /) -> tuple[Move, tuple[str, ...]]:
        """A move of a script, and its luck, as this moment needs them."""
        ...

    def frozen_draft(self, state: State, /) -> Sequence[Move] | None:
        """What a state holds of a draft; None: whatever was laid."""
        return None

    def turn(self, state: State, /) -> int:
        """Whose decision it is."""
        ...

    def over(self, state: State, /) -> bool: ...

    def still_in(self, state: State, seat: int, /) -> bool:
        """Whether a player has not been thrown out."""
        ...

    def result(self, state: State, /) -> Result: ...

    def risk(self, state: State, draft: Draft[Move], /) -> Sequence[Fraction]:
        """Of a draft: the chance to come to grief at each step."""
        ...

    def seen_by(self, state: State, seat: int, /) -> State:
        """A state as this player sees it."""
        ...

    def reveals(self, state: State, move: Move, /) -> bool:
        """Whether a move shows somebody what was hidden: no way back then."""
        return False


class Notation(Protocol[State, Move]):
    """Positions and moves as text: `notation.py` and `drafts.py`."""

    questions: tuple[str, ...] = ()  # moves that change nothing, and only have something told

    def read(self, text: str, /) -> State: ...

    def write(self, state: State, /) -> str: ...

    def read_draft(self, text: str, /) -> ScriptedDraft[Move]: ...

    def read_moves(self, state: State, text: str, /) -> Sequence[Move]:
        """Moves as they are meant in this state."""
        ...

    def write_move(self, move: Move, /) -> str: ...

    def form(self, move: Move, /) -> Form[Move]:
        """What one must know of a move without knowing the game."""
        ...

    def with_destination(self, move: Move, to: str, land: str = "", /) -> Move:
        """The move with another name for where it goes and lands; a move that names no place stays as it is."""
        return move

    def with_steps(self, move: Move, steps: tuple[Move, ...], /) -> Move:
        """A move that drives a whole draft, with another draft; any other move stays as it is."""
        return move


class Desks(Protocol[State_contra, Move]):
    """What lies before the player in turn: `desk.py`, and `claims.py` for practice."""

    sheets: Sequence[NamedDraft] = ()  # tables to ask for, those included that may not be set up
    discard_place: str = ""  # the place where a piece is thrown away, which nobody means who names no place

    def desk(self, state: State_contra, draft: tuple[Move, ...], /) -> Desk[Move]: ...

    def placements(self, state: State_contra, draft: tuple[Move, ...], /) -> Sequence[Placement[Move]]:
        """Every piece on every place, behind a draft."""
        ...

    def whole_drafts(self, state: State_contra, /) -> Sequence[WholeDraft[Move]]:
        """Where all legal drafts can be told: the best one first."""
        return ()

    def describe_event(self, state: State_contra, event: Event, /) -> tuple[str, Facts]:
        """An event as the texts know it."""
        ...

    def claims(self, state: State_contra, /) -> Sequence[NamedDraft]:
        """What is broken by a word and no card, to practise with."""
        return ()


class Picture(Protocol[State_contra, Move_contra]):
    """How it looks: `draw.py`."""

    tall: bool = False  # whether there is another look, for a frame higher than wide
    figures: Mapping[str, object] = MappingProxyType({})  # numbers of the box that its legend tells

    def draw(
        self, state: State_contra, draft: Draft[Move_contra] = (), events: Sequence[Event] = (), tall: bool = False
    ) -> Scene:
        """The table, with a draft laid on it and what this turn has seen."""
        ...

    def places(self, state: State_contra, tall: bool = False) -> Sequence[Place]:
        """Everywhere a piece can be laid, in this look."""
        ...

    def faces(self) -> Mapping[str, Group]:
        """Pictures of what lies before a player, by key."""
        ...


class Tables(Protocol):
    """Where to sit down, and with how many."""

    ready_tables: Mapping[str, str]  # tables to sit down at, by name: as `spec` takes them
    seats: tuple[int, ...] = (1, 2, 3, 4)  # how many can play
    seats_at: Mapping[str, Sequence[int]] = MappingProxyType({})  # at ready tables where not all of these fit

    def spec(self, table: str, drivers: Sequence[str], /) -> Spec:
        """A game at such a table, or at one told in notation."""
        ...

    def demo_game(self, players: int, /) -> Spec:
        """A whole game for so many players, to show or to try."""
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
