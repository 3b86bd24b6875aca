"""The contract of a coach: the protocols that the rooms of the games fulfil for it, and the values it answers with.

    Turns     the turn of a position as a task           `<game>/solver/turns.py`
    Solver    the values of a task, and the best driving `<game>/solver/solver.py`
    Beats     the chance to be faster than a time        a game's solver, where it works that out
    Drafts    how a draft is driven to its end           `<game>/odds.py`
    Playing   a card game played and weighed             `<game>/playing.py`

A module fulfils a protocol by having its functions; mypy checks that where a game's coach is made (`<game>/coach.py`).
A game with dice has a `RaceCoach`, one with cards a `CardCoach`: what a coach cannot do it has no function for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import NewType, Protocol, Self, TypeAlias, TypeVar

from rallyman_tutor.coach.decision import Advice, Decision, PlayOutInParts
from rallyman_tutor.coach.solver.costs import Outcome, QuickBounds, RankedDecision, Solved, Weight
from rallyman_tutor.coach.solver.mix import Mix, MixShare
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.coach.walk import DraftDriving
from rallyman_tutor.core.game import Event
from rallyman_tutor.core.notation import ScriptedDraft

State = TypeVar("State")
Move = TypeVar("Move")
Task = TypeVar("Task")
State_contra = TypeVar("State_contra", contravariant=True)
Task_co = TypeVar("Task_co", covariant=True)
Task_contra = TypeVar("Task_contra", contravariant=True)
Values = TypeVar("Values")

AnyTask = NewType("AnyTask", object)
AnyValues = NewType("AnyValues", object)
"""A task of some game and its values, for code that serves all of them: they are handed back and never looked into."""

Tell: TypeAlias = Callable[[float], None]
"""Hears how much of the work is done, from 0 to 1."""
Tick: TypeAlias = Callable[[], None]
"""Is called again and again while something is worked out."""
Shapes: TypeAlias = Iterable[tuple[tuple[int, ...], tuple[int, ...]]]
"""The arrays of a table, in its order: the key of each, and its shape."""


def silent(share: float) -> None:
    """A `Tell` that does nothing."""


# -- Race games -------------------------------------------------------------------------------------------------------


class OwnTurn(Hashable, Protocol[Task_co]):
    """One turn of a driver among others. Positions of the same turn make equal ones."""

    @property
    def alone(self) -> Task_co:
        """The task as if nobody else took part."""
        ...

    @property
    def task(self) -> Task_co:
        """The task of this turn, with the other cars in the way."""
        ...

    @property
    def is_alone(self) -> bool:
        """Whether nothing is left out: nobody else takes part, and nothing lies ahead."""
        ...


class Turns(Protocol[State_contra, Task]):
    """The turn of a position as a task. Numpy is not imported for it."""

    def own_turn(self, state: State_contra, settings: Mapping[str, float] | None = None) -> OwnTurn[Task]:
        """The turn of a position in which somebody drives; raises `Unsolvable`."""
        ...

    def task_of(self, stage: str, settings: Mapping[str, float]) -> Task:
        """The task of a stage from its start."""
        ...

    def about(self, task: Task) -> Mapping[str, object]:
        """Everything that decides the values of a task."""
        ...

    def bounds(self, task: Task) -> Steps[QuickBounds]:
        """Bounds of the par of a task that take no solving, in steps."""
        ...


class Best(Protocol[State, Move]):
    """The worth of decisions and positions in one turn, by the values of a road."""

    def otherwise(self, mix: Mix) -> Self:
        """The worth of decisions with another mix of cards in this turn."""
        ...

    def ranked(self, state: State, many: int = ...) -> list[RankedDecision[Move]]:
        """The open decisions, the best first, each with the parts of its cost: no more than so many where a number is
        told."""
        ...

    def costs(self, state: State) -> list[tuple[float, Move]]:
        """Everything that may be decided now with what the stage then costs, the best first."""
        ...

    def costs_in_steps(self, state: State) -> Steps[list[tuple[float, Move]]]:
        """As `costs`, in steps."""
        ...

    def all_costs(self, state: State) -> list[tuple[float, Move]]:
        """As `costs`, with the drafts that no good driver thinks of."""
        ...

    def cost_of(self, state: State, move: Move) -> float:
        """The cost of one decision."""
        ...

    def taken_apart(self, state: State, move: Move) -> RankedDecision[Move]:
        """One decision with the parts of its cost."""
        ...

    def choice(self, state: State) -> Move:
        """The best decision."""
        ...

    def value(self, state: State) -> float:
        """The cost of the stage from here, driven as well as can be."""
        ...

    def passed(self, since: State, before: State, after: State) -> float:
        """The cost of the stage after a move, with the cost of the move itself, reckoned since a position of its
        turn."""
        ...

    def followed(self, state: State, draft: Sequence[Move], advice: Self) -> float:
        """The cost of the stage if a draft is followed while its dice turn out harmless, and then the best by
        `advice`."""
        ...

    def outcomes(self, state: State, move: Move, *, is_first: bool, is_last: bool) -> Iterable[Outcome[State]]:
        """Everything that a decision of this turn can lead to, with its chance as all values reckon with it; `is_first`
        says that nothing was decided since the position that is asked about, `is_last` that nothing is laid behind
        it: dice that are rolled at once are then driven to the end of the turn as well as can be."""
        ...

    def own(self, since: State, before: State, after: State) -> State:
        """A position as its driver meets it when a move of this turn was made: alone, if the turn is over."""
        ...

    def entry(self, own: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Where the table has the value of a start of a turn: the key of the array, and the place in it; None for any
        other position."""
        ...

    def is_rolling(self, state: State) -> bool:
        """Whether a die may be rolled now."""
        ...

    def line(self, state: State, move: Move) -> list[Move]:
        """A decision and the best ones behind it, as long as no die shows a hazard, to the end of the turn."""
        ...

    def one_stage(self, state: State) -> State:
        """The position as one of this stage alone."""
        ...


class Solver(Protocol[State, Move, Task_contra, Values]):
    """The values of a task (the cost of every start of a turn until the finish), and the worth of decisions by them."""

    CHARGES: tuple[str, ...]  # everything that the seconds of a cost are for

    def shares(self) -> tuple[MixShare, ...]:
        """The house values that can be moved for one turn, in the order in which a mix has them."""
        ...

    def shapes(self, task: Task_contra) -> Shapes:
        """The arrays of a task's table in their order, each with its shape."""
        ...

    def solve(self, task: Task_contra, tell: Tell = silent) -> Solved:
        """The par of a task and its values."""
        ...

    def sweep(self, task: Task_contra, tell: Tell, state: State | None = None) -> Values:
        """The value of every start of a turn; where a position is given, only of those on the road ahead."""
        ...

    def loses_at(self, task: Task_contra, values: Values, tick: Tick) -> Callable[[frozenset[int]], float]:
        """The chance that a driver at their best loses control for the first time on one of some spaces, by the values
        of the task. `tick` is called as the work goes on, and may end it by an exception."""
        ...

    def weighing(self, task: Task_contra) -> Callable[[Weight], Values]:
        """Sweeps of a whole stage with charges that count as much as they are told to."""
        ...

    def rough(self, task: Task_contra) -> Values:
        """About what every start of a turn costs, without solving anything."""
        ...

    def flat(self, task: Task_contra) -> Values:
        """The cost of every start of a turn to a driver to whom all roads ahead are alike."""
        ...

    def best(self, task: Task_contra, values: Values) -> Best[State, Move]:
        """The worth of decisions by these values."""
        ...

    def kind(self, move: Move) -> tuple[str, int]:
        """The kind of a decision ("on" for one more die, "attack", "secure", "stop", or the word for it), and how many
        dice it rolls at once."""
        ...

    def drives(self, state: State) -> bool:
        """Whether something is to be driven in this turn."""
        ...

    def own_start(self, state: State) -> State:
        """A position in which somebody drives, as they would meet it alone, on this stage only."""
        ...

    def charged(self, task: Task_contra) -> tuple[float, int]:
        """The seconds that being out of the rally counts, and how many seconds in hand are told apart."""
        ...

    def stood(self, state: State, seat: int) -> DriveProgress:
        """How a driver stands."""
        ...

    def with_seconds(self, state: State, most: int) -> State:
        """The position with no more seconds in any hand than these."""
        ...

    def has_shortcut(self, task: Task_contra) -> bool:
        """Whether cards or tokens are drawn for a shortcut on this stage."""
        ...

    def backs_of(self, mix: Mix) -> tuple[tuple[int, ...], ...]:
        """By gear from 1: how many cards of a full deck have each of the backs in a mix."""
        ...


class Faster(Protocol):
    """The chance to be faster than a time, and its bounds."""

    @property
    def chance(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Beats(Protocol[State_contra, Move, Task_contra]):
    """The chance to be faster than a time, driven for that."""

    def faster(self, task: Task_contra, seconds: int, tell: Tell) -> Faster:
        """From the start of a stage."""
        ...

    def chances(
        self, task: Task_contra, alone: Task_contra, state: State_contra, seconds: int, tell: Tell
    ) -> Mapping[Move, float]:
        """By each decision of a position: in this turn by its task, behind it `alone`."""
        ...


class Drafts(Protocol[State, Move]):
    """How a draft is driven to its end, for counting its odds."""

    def driving(self, start: State) -> DraftDriving[State, Move]:
        """Whoever drives a draft that was laid in this state."""
        ...

    def paid(self, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
        """A step with its die secured, and what is still told of it."""
        ...

    def one_by_one(self, draft: ScriptedDraft[Move]) -> ScriptedDraft[Move]:
        """The dice of a draft, rolled one by one."""
        ...

    def other_way(self, draft: tuple[Move, ...]) -> Move | None:
        """The dice of a draft rolled all at once instead of one by one, or the other way round."""
        ...


# -- Card games -------------------------------------------------------------------------------------------------------


class Playing(Protocol[State, Move]):
    """A card game played and weighed by what a seat sees."""

    SECRETS: frozenset[str]  # reasons that tell what the others may not know before the game is over

    def play_for(self, state: State, events: Iterable[Event], level: str, rng: Random) -> Decision[Move]:
        """The decision of a bot of this level for the player in turn, and why."""
        ...

    def advise_for(self, state: State, events: Iterable[Event], seed: str, tries: int) -> tuple[Advice[Move], ...]:
        """Every move of the player in turn with its rank."""
        ...

    def taken_apart(self, seen: State, seed: str) -> PlayOutInParts[Move]:
        """The worth of moves in each imagined game that fits the view of the player in turn, in parts that add up to
        it."""
        ...

    def dealt(self, seen: State, rng: Random) -> State:
        """A whole game that fits the view of the player in turn."""
        ...

    def can_be_weighed(self, seen: State) -> bool:
        """Whether playing out tells what a decision of this moment cost."""
        ...
