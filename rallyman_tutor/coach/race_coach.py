"""The coach of a game with dice: the best driving of a car alone on a stage, its cost, and the odds of drafts.

    coach.solution(stage)                   par of a stage and the value of every start of a turn
    coach.best(state)                       what every decision and position of this turn is worth, worked out if needed
    coach.at_hand(state)                    the same without solving anything: from a table, or from rough values
    coach.has_table(state)                  whether the stage of a position is solved

A stage that was solved before is read from its table, in the package or on this machine. What needs numpy is imported
only when something is asked of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, cast

from rallyman_tutor.coach.contract import (
    AnyTask,
    AnyValues,
    Beats,
    Best,
    Drafts,
    Faster,
    Move,
    OwnTurn,
    Solver,
    State,
    Task,
    Tell,
    Turns,
    Values,
    silent,
)
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.mix import Mix, MixShare
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.core.game import AnyMove, AnyState

if TYPE_CHECKING:
    from rallyman_tutor.coach.solver import tables
    from rallyman_tutor.coach.solver.charges import Charges
    from rallyman_tutor.coach.solver.costs import Weight

TOLD = Path(__file__).parent / "solver" / "stages.json"
"""The figures of solved stages; `make tables` writes them."""

NOTHING_SET: Mapping[str, float] = MappingProxyType({})


class Solution(NamedTuple, Generic[Values]):
    """A solved stage."""

    par: Mapping[str, float]
    states: int  # starts of a turn
    bytes: int  # of its table
    name: str
    values: Values


class ToldStage(NamedTuple):
    """The figures of a solved stage before it is driven."""

    spaces: int  # from the start to the finish
    expected: float  # seconds: the par of `Solution`
    loses: float
    course: str  # the road as a line in a box of `COURSE` units: points as SVG writes them


COURSE = (120, 68)


class AtHand(NamedTuple, Generic[State, Move]):
    """The worth of decisions in one turn."""

    best: Best[State, Move]
    is_exact: bool  # the values behind this turn come from a table; else they are rough
    sure: float  # the par of that table is certain to within so many seconds
    most_seconds: int  # in hand, that are told apart; more count as many


@dataclass(frozen=True, eq=False)
class RaceCoach(Generic[State, Move, Task, Values]):
    """The answers of a game with dice about driving."""

    key: str
    turns: Turns[State, Task]
    solver: Callable[[], Solver[State, Move, Task, Values]]  # imports numpy
    drafts: Callable[[], Drafts[State, Move]]
    ready: Mapping[str, str]  # the ready stages, by name
    # dice rolled at once that are followed: those of a failed flat out may be laid again in very many ways
    most_at_once: int
    # a stage is one step harder from each of these chances to lose control in the best driving
    harder: tuple[float, ...]
    beats: Callable[[], Beats[State, Move, Task]] | None = None  # None: the chance to beat a time is not worked out

    # -- Stages and their tables --------------------------------------------------------------------------------------

    def told_stages(self) -> Mapping[str, ToldStage]:
        """The solved ready stages, by name, without a table being read."""
        return _told_stages(self.key)

    def task_of(self, stage: str, settings: Mapping[str, float] = NOTHING_SET) -> Task:
        """The task of a stage from its start."""
        return self.turns.task_of(stage, settings)

    def task_in(self, state: State, settings: Mapping[str, float] = NOTHING_SET) -> Task:
        """The task on whose table the values of a position rest in which something is driven."""
        return self.turns.own_turn(state, settings).alone

    def name_of(self, task: Task) -> str:
        """The name of the table of a task."""
        return table_files.name(self.turns.about(task))

    def solution(
        self, stage: str, settings: Mapping[str, float] = NOTHING_SET, tell: Tell = silent
    ) -> Solution[Values]:
        """The solution of a stage from its start: read from its table, or worked out and kept."""
        return self.solution_of(self.task_of(stage, settings), tell)

    def solution_of(self, task: Task, tell: Tell = silent) -> Solution[Values]:
        """The solution of a task, likewise."""
        from rallyman_tutor.coach.solver import tables

        name, found = self.name_of(task), self._stored(task)
        if found is None:
            data = self.work_out(task, tell)
            table_files.keep(name, data)
            found = tables.unpack(data, name, self._shapes(task)), len(data)
        table, many = found
        states = sum(array.size for array in table.values.values())
        return Solution(table.told, states, many, name, cast("Values", table.values))

    def stored(self, task: Task) -> tuple[Mapping[str, float], Values] | None:
        """The par and the values of a task from its table; None where it was not solved yet."""
        found = self._stored(task)
        return (found[0].told, cast("Values", found[0].values)) if found else None

    def work_out(self, task: Task, tell: Tell = silent) -> bytes:
        """The table of a task, worked out anew."""
        from rallyman_tutor.coach.solver import tables

        solved = self.solver().solve(task, tell)
        return tables.pack(self.name_of(task), solved.par._asdict(), solved.values, self._shapes(task))

    def weighed(self, task: Task) -> bytes:
        """The charges of a task, from every start of a turn, worked out anew."""
        from rallyman_tutor.coach.solver import charges

        solver = self.solver()
        solve = cast("Callable[[Weight], charges.Values]", solver.weighing(task))
        weighed = charges.weigh(solve, solver.CHARGES)
        return charges.pack(self.name_of(task), solver.CHARGES, weighed, self._shapes(task))

    def charges(self, state: State) -> Charges | None:
        """The charges of the stage of a position, for its driver alone; None where they are not at hand."""
        return _charges_of(self, self.task_in(state))

    def keep_table(self, state: State, tell: Tell = silent) -> None:
        """Solve the stage of a position, for all that its driver carries, and keep the table, so that values are at
        hand."""
        self.solution_of(self.task_in(state), tell)
        forget()

    def has_table(self, state: State) -> bool:
        """Whether the stage of a position is solved for the driver in turn, alone: there is a table of that name."""
        try:
            return _has_table(self, self.task_in(state))
        except Unsolvable:
            return False

    def _shapes(self, task: Task) -> tables.Shapes:
        return list(self.solver().shapes(task))

    def _stored(self, task: Task) -> tuple[tables.Table, int] | None:
        """The table of a task and its size in bytes; None where none is stored, or a damaged one."""
        from rallyman_tutor.coach.solver import tables

        name = self.name_of(task)
        data = table_files.read(name)
        try:
            return (tables.unpack(data, name, self._shapes(task)), len(data)) if data else None
        except tables.RefusedTable:
            return None

    # -- Positions ----------------------------------------------------------------------------------------------------

    def drives(self, state: State) -> bool:
        """Whether something is to be driven in this turn, on whatever stage."""
        return self.solver().drives(state)

    def is_driven(self, state: State) -> bool:
        """Whether this turn is driven, on a stage that can be solved, so that its decisions have a worth."""
        try:
            self.turns.own_turn(state)
        except Unsolvable:
            return False
        return True

    def is_alone(self, state: State) -> bool:
        """Whether `best` leaves nothing out: no other car, and no dirt ahead."""
        return self.turns.own_turn(state).is_alone

    def standing(self, state: State, seat: int) -> DriveProgress:
        """How a driver stands in a position."""
        return self.solver().stood(state, seat)

    def own_start(self, state: State) -> State:
        """A position in which somebody drives, as that driver would meet it alone, on this stage only."""
        return self.solver().own_start(state)

    def charge(self, state: State) -> float:
        """The seconds that a driver who is out of the rally is charged for it."""
        return self.solver().charged(self.task_in(state))[0]

    def kind(self, move: Move) -> tuple[str, int]:
        """The kind of a decision ("on" for one more die, "attack", "secure", "stop", or the word for it), and how many
        dice it rolls at once."""
        return self.solver().kind(move)

    def with_seconds_told_apart(self, state: State) -> State:
        """A position with no more seconds in hand than are told apart, so that what is told of it is exact."""
        return self.solver().with_seconds(state, self.at_hand(state).most_seconds)

    # -- What decisions are worth -------------------------------------------------------------------------------------

    def best(self, state: State, settings: Mapping[str, float] = NOTHING_SET, tell: Tell = silent) -> Best[State, Move]:
        """The costs of decisions and positions of this turn, worked out where there is no table. Other cars and dirt
        count for this turn, and behind it the driver is alone."""
        own, turn = self.solver(), self.turns.own_turn(state, settings)
        found = self._stored(turn.alone)
        values = cast("Values", found[0].values) if found else own.sweep(turn.alone, tell, state)
        return own.best(turn.task, values)

    def at_hand(self, state: State) -> AtHand[State, Move]:
        """The worth of decisions in a position in which somebody drives, without solving anything: other cars and dirt
        count for this turn, and behind it the driver is alone."""
        return cast("AtHand[State, Move]", _in_turn(self, self.turns.own_turn(state)))

    def without_look_ahead(self, state: State) -> Best[State, Move]:
        """The worth of decisions to a driver to whom all roads behind this turn are alike."""
        return cast("Best[State, Move]", _near(self, self.turns.own_turn(state)))

    def faster(
        self, stage: str, seconds: int, settings: Mapping[str, float] = NOTHING_SET, tell: Tell = silent
    ) -> Faster:
        """The chance to drive a stage from its start in less than so many seconds, driven for that, with its bounds."""
        return self._beating().faster(self.task_of(stage, settings), seconds, tell)

    def chances(
        self, state: State, seconds: int, settings: Mapping[str, float] = NOTHING_SET, tell: Tell = silent
    ) -> Mapping[Move, float]:
        """By decision: the chance to finish the stage in less than so many seconds, driven on for that."""
        turn = self.turns.own_turn(state, settings)
        return self._beating().chances(turn.task, turn.alone, state, seconds, tell)

    def _beating(self) -> Beats[State, Move, Task]:
        if self.beats is None:
            raise Unsolvable("beat-2009")
        return self.beats()

    # -- House values that can be moved for one turn ------------------------------------------------------------------

    def shares(self) -> tuple[MixShare, ...]:
        """The house values that can be moved for one turn, in the order in which a mix has them."""
        return self.solver().shares()

    def house_mix(self) -> Mix:
        """The mix of the house."""
        return tuple(share.house for share in self.shares())

    def has_shortcut(self, state: State) -> bool:
        """Whether there is a shortcut on the stage of a position, so that cards or tokens are drawn for it."""
        return self.solver().has_shortcut(self.task_in(state))

    def backs_of(self, mix: Mix) -> tuple[tuple[int, ...], ...]:
        """By gear from 1: how many cards of a full deck have each of the backs in a mix."""
        return self.solver().backs_of(mix)


AnyRaceCoach: TypeAlias = RaceCoach[AnyState, AnyMove, AnyTask, AnyValues]
AnyAtHand: TypeAlias = AtHand[AnyState, AnyMove]


# -- What is kept of one turn to the next -----------------------------------------------------------------------------
# A cache knows no types of its own: methods above say whose turn it was asked about.


@lru_cache(maxsize=4)
def _told_stages(key: str) -> Mapping[str, ToldStage]:
    told = json.loads(TOLD.read_text("utf-8")).get(key, {})
    return {name: ToldStage(**facts) for name, facts in told.items()}


@lru_cache(maxsize=256)
def _has_table(coach: RaceCoach[State, Move, Task, Values], task: Task) -> bool:
    return table_files.is_there(coach.name_of(task))


@lru_cache(maxsize=4)
def _charges_of(coach: RaceCoach[State, Move, Task, Values], task: Task) -> Charges | None:
    from rallyman_tutor.coach.solver import charges, tables

    name = coach.name_of(task)
    data = table_files.read(name, "charges")
    try:
        return charges.Charges(data, name, coach._shapes(task)) if data else None
    except tables.RefusedTable:
        return None


@lru_cache(maxsize=16)
def _in_turn(coach: RaceCoach[State, Move, Task, Values], turn: OwnTurn[Task]) -> AtHand[State, Move]:
    """The values of one turn. Advice drives the rest of a stage in thought, once for each draft, and comes to its turns
    again and again: those of a stage are kept. Each works out many values, so no more are."""
    values, is_exact, sure = _values_of(coach, turn.alone)
    own = coach.solver()
    return AtHand(own.best(turn.task, cast("Values", values)), is_exact, sure, own.charged(turn.alone)[1])


@lru_cache(maxsize=4)
def _near(coach: RaceCoach[State, Move, Task, Values], turn: OwnTurn[Task]) -> Best[State, Move]:
    return coach.solver().best(turn.task, cast("Values", _flat(coach, turn.alone)))


@lru_cache(maxsize=2)
def _flat(coach: RaceCoach[State, Move, Task, Values], task: Task) -> Values:
    return coach.solver().flat(task)


@lru_cache(maxsize=2)
def _values_of(coach: RaceCoach[State, Move, Task, Values], task: Task) -> tuple[Values, bool, float]:
    """The values of the turn starts of a task, whether they come from a table, and how far that may be off."""
    from rallyman_tutor.coach.solver import tables

    found = coach._stored(task)
    if not found:
        return coach.solver().rough(task), False, 0.0
    par = found[0].told
    sure = max(par["high"] - par["expected"], par["expected"] - par["low"]) + 1 / tables.STEPS
    return cast("Values", found[0].values), True, sure


def forget() -> None:
    """Forget what was read and worked out in this process; tables that lie elsewhere now are then found."""
    for kept in (_in_turn, _near, _flat, _values_of, _has_table, _charges_of):
        kept.cache_clear()
