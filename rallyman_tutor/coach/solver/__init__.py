"""The best driving of a car alone on a stage, and what it costs.

    solution("classic", stage, settings)    par of a stage and the value of every start of a turn
    best("classic", state, settings)        what every decision and position of this stage is worth
    faster("classic", stage, 90, settings)  the chance to be faster than 90 seconds from its start
    chances("classic", state, 90, settings) the same with every decision in a position
    at_hand("classic", state)               what decisions are worth, at once and among other cars, from a table or from rough values

A stage that was solved before is read from its table, in the package or on this machine. Each solved game has a package
here, all with the same names; it is imported, and numpy with it, only when something is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.mix import Mix, Share
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.parts import values

if TYPE_CHECKING:
    from rallyman_tutor.coach.solver import tables

__all__ = [
    "COURSE", "SETTINGS", "SOLVED", "TOLD", "Solution", "Standing", "Tell", "ToldStage", "Unsolvable", "at_hand",
    "best", "chances", "drives", "faster", "forget", "has_table", "is_alone", "is_driven", "kind", "name_of", "own_start", "ready", "silent",
    "solution", "solution_of", "task_in", "task_of", "told_stages", "without_look_ahead", "work_out",
]  # fmt: skip

SOLVED = ("classic", "dirt")
"""The games that are solved, by the name of their package."""
BEATABLE = ("classic",)
"""Those of them for which `faster` and `chances` answer."""
SETTINGS: Mapping[str, str] = {value.name.split(".")[1]: value.source for value in values.read(__package__)}
"""The settings that can be changed, and what each of them means."""

TOLD = Path(__file__).parent / "stages.json"
"""What is told of solved stages; `make tables` writes it."""

NOTHING_SET: Mapping[str, float] = MappingProxyType({})

Tell = Callable[[float], None]
"""Hears how much of the work is done, from 0 to 1."""


class Solution(NamedTuple):
    """A solved stage."""

    par: Mapping[str, float]
    states: int  # starts of a turn
    bytes: int  # of its table
    name: str
    values: Mapping[Any, Any]


class ToldStage(NamedTuple):
    """What is told of a solved stage before it is driven."""

    spaces: int  # from the start to the finish
    expected: float  # seconds: the par of `Solution`
    loses: float
    course: str  # the road as a line in a box of `COURSE` units: points as SVG writes them


COURSE = (120, 68)


@lru_cache(maxsize=4)
def told_stages(game: str) -> Mapping[str, ToldStage]:
    """The solved ready stages of a game, by name, without a table being read."""
    told = json.loads(TOLD.read_text("utf-8")).get(game, {})
    return {name: ToldStage(**facts) for name, facts in told.items()}


def silent(share: float) -> None:
    """A `Tell` that does nothing."""


def solution(game: str, stage: str, settings: Mapping[str, float], tell: Tell = silent) -> Solution:
    """The solution of a stage from its start: read from its table, or worked out and kept."""
    return solution_of(game, task_of(game, stage, settings), tell)


def solution_of(game: str, task: Any, tell: Tell = silent) -> Solution:
    """The solution of a task of this game, likewise."""
    from rallyman_tutor.coach.solver import tables

    own = _room(game)
    shapes = list(own.shapes(task))
    named = name_of(game, task)
    found = _stored(named, shapes)
    if found is None:
        data = _packed(game, task, tell)
        table_files.keep(named, data)
        found = tables.unpack(data, named, shapes), len(data)
    table, many = found
    return Solution(table.told, sum(array.size for array in table.values.values()), many, named, table.values)


def task_of(game: str, stage: str, settings: Mapping[str, float] = NOTHING_SET) -> Any:
    """The game's `Task` of a stage from its start."""
    return _turns(game).task_of(stage, settings)


def task_in(game: str, state: Any, settings: Mapping[str, float] = NOTHING_SET) -> Any:
    """The task on whose table the values of a position rest in which something is driven."""
    return _turns(game).own_turn(state, settings).alone


def work_out(game: str, stage: str, settings: Mapping[str, float], tell: Tell = silent) -> bytes:
    """The table of a stage, worked out anew."""
    return _packed(game, task_of(game, stage, settings), tell)


def _packed(game: str, task: Any, tell: Tell) -> bytes:
    from rallyman_tutor.coach.solver import tables

    own = _room(game)
    solved = own.solve(task, tell)
    return tables.pack(name_of(game, task), solved.par._asdict(), solved.values, list(own.shapes(task)))


def name_of(game: str, task: Any) -> str:
    """The name of the table of a task."""
    return table_files.name(_turns(game).about(task))


def best(game: str, state: Any, settings: Mapping[str, float], tell: Tell = silent) -> Any:
    """The game's `Best` for this turn of a position: it tells what decisions and positions cost. Other cars and dirt count for
    this turn, and behind it the driver is alone."""
    own = _room(game)
    turn = own.own_turn(state, settings)
    found = _stored(name_of(game, turn.alone), list(own.shapes(turn.alone)))
    return own.Best(turn.task, found[0].values if found else own.sweep(turn.alone, tell, state))


def is_alone(game: str, state: Any) -> bool:
    """Whether `best` leaves nothing out: no other car, and no dirt ahead."""
    alone: bool = _turns(game).own_turn(state).is_alone
    return alone


def faster(game: str, stage: str, seconds: int, settings: Mapping[str, float], tell: Tell = silent) -> Any:
    """The chance to drive a stage from its start in less than so many seconds, driven for that, with its bounds."""
    own = _beatable(game)
    return own.faster(own.task_of(stage, settings), seconds, tell)


def chances(
    game: str, state: Any, seconds: int, settings: Mapping[str, float], tell: Tell = silent
) -> Mapping[Any, float]:
    """By decision: the chance to finish the stage in less than so many seconds, driven on for that."""
    own = _beatable(game)
    turn = own.own_turn(state, settings)
    found: Mapping[Any, float] = own.Chances(turn.task, turn.alone, state, seconds, tell).by_move(state)
    return found


def keep_table(game: str, state: Any, tell: Tell = silent) -> None:
    """Solve the stage of a position, for what its driver carries, and keep the table, so that values are at hand."""
    solution_of(game, task_in(game, state), tell)
    forget()


class Standing(NamedTuple):
    """Where a driver stands in a drive."""

    stage: int  # of the rally, from 0
    time: int  # seconds so far, of all stages
    status: str  # "waiting", "road", "finished" or "out"
    round: int
    place: str  # the key of a space; nothing before the start
    gear: int
    seconds: int  # in hand
    drives: bool  # whether they are in turn, and something is to be driven


def standing(game: str, state: Any, seat: int) -> Standing:
    """How a driver stands in a position."""
    own, car = _room(game), state.cars[seat]
    return Standing(
        stage=state.rally.number if state.rally else 0,
        time=own.time_of(state, seat),
        status=car.status,
        round=state.round,
        place=state.road.spaces[car.place].key if car.place >= 0 else "",
        gear=car.gear,
        seconds=car.seconds,
        drives=state.turn.seat == seat and own.drives(state),
    )


def own_start(game: str, state: Any) -> Any:
    """A position in which somebody drives, as that driver would meet it alone, on this stage only."""
    return _room(game).own_start(state)


def has_table(game: str, state: Any) -> bool:
    """Whether the stage of a position is solved for the driver in turn, alone: there is a table of that name."""
    try:
        return _has_table(game, task_in(game, state))
    except Unsolvable:
        return False


@lru_cache(maxsize=4)
def _has_table(game: str, task: Any) -> bool:
    return table_files.read(name_of(game, task)) is not None


def drives(game: str, state: Any) -> bool:
    """Whether something is to be driven in this turn, on whatever stage."""
    found: bool = _room(game).drives(state)
    return found


def is_driven(game: str, state: Any) -> bool:
    """Whether something is to be driven in this turn, on a stage that can be solved, so that decisions are worth something."""
    try:
        _turns(game).own_turn(state)
    except Unsolvable:
        return False
    return True


def charge(game: str, state: Any) -> float:
    """The seconds that a driver who is out of the rally is charged for it."""
    charged: float = _turns(game).own_turn(state).alone.elimination
    return charged


class AtHand(NamedTuple):
    """What decisions are worth in one turn."""

    best: Any  # the game's `Best`
    is_exact: bool  # the values behind this turn come from a table; else they are rough
    sure: float  # the par of that table is certain to within so many seconds
    most_seconds: int  # in hand, that are told apart; more count as many


def at_hand(game: str, state: Any) -> AtHand:
    """What decisions are worth in a position in which somebody drives, without solving anything: other cars and dirt count for
    this turn, and behind it the driver is alone."""
    return _in_turn(game, _turns(game).own_turn(state))


def shares(game: str) -> tuple[Share, ...]:
    """The house values that can be moved for one turn, in the order in which a mix has them."""
    found: tuple[Share, ...] = _room(game).SHARES
    return found


def has_shortcut(game: str, state: Any) -> bool:
    """Whether there is a shortcut on the stage of a position, so that cards or tokens are drawn for it."""
    own = _room(game)
    found: bool = own.has_shortcut(own.own_turn(state).alone)
    return found


def backs_of(game: str, mix: Mix) -> tuple[tuple[int, ...], ...]:
    """By gear from 1: how many cards of a full deck have each of the backs in a mix."""
    found: tuple[tuple[int, ...], ...] = _room(game).backs_of(mix)
    return found


def house_mix(game: str) -> Mix:
    """The mix of the house."""
    return tuple(share.house for share in shares(game))


def with_seconds_told_apart(game: str, state: Any) -> Any:
    """A position with no more seconds in hand than are told apart, so that what is told of it is exact."""
    most = at_hand(game, state).most_seconds
    return state._replace(cars=tuple(car._replace(seconds=min(car.seconds, most)) for car in state.cars))


def without_look_ahead(game: str, state: Any) -> Any:
    """The game's `Best` of a driver to whom all roads behind this turn are alike."""
    return _near(game, _turns(game).own_turn(state))


@lru_cache(maxsize=4)
def _in_turn(game: str, turn: Any) -> AtHand:
    """The values of one turn. They are kept no longer: a turn works out many that the next one has no use for."""
    values, is_exact, sure = _values_of(game, turn.alone)
    return AtHand(_room(game).Best(turn.task, values), is_exact, sure, turn.alone.cap)


@lru_cache(maxsize=4)
def _near(game: str, turn: Any) -> Any:
    return _room(game).Best(turn.task, _flat(game, turn.alone))


@lru_cache(maxsize=2)
def _flat(game: str, task: Any) -> Any:
    return _room(game).flat(task)


@lru_cache(maxsize=2)
def _values_of(game: str, task: Any) -> tuple[Any, bool, float]:
    """The values of the turn starts of a task, whether they come from a table, and how far that may be off."""
    from rallyman_tutor.coach.solver import tables

    own = _room(game)
    found = _stored(name_of(game, task), list(own.shapes(task)))
    if not found:
        return own.rough(task), False, 0.0
    par = found[0].told
    return found[0].values, True, max(par["high"] - par["expected"], par["expected"] - par["low"]) + 1 / tables.STEPS


def forget() -> None:
    """Forget what was read and worked out in this process; tables that lie elsewhere now are then found."""
    for kept in (_in_turn, _near, _flat, _values_of, _has_table):
        kept.cache_clear()


def kind(game: str, move: Any) -> tuple[str, int]:
    """What kind of decision a move is ("on" for one more die, "attack", "secure", "stop", or the word for it), and how many
    dice it rolls at once."""
    found: tuple[str, int] = _room(game).kind(move)
    return found


def _stored(named: str, shapes: tables.Shapes) -> tuple[tables.Table, int] | None:
    """The table of this name and its size in bytes; None where none is stored, or a damaged one."""
    from rallyman_tutor.coach.solver import tables

    data = table_files.read(named)
    try:
        return (tables.unpack(data, named, shapes), len(data)) if data else None
    except tables.RefusedTable:
        return None


def ready(game: str) -> Mapping[str, str]:
    """The ready stages of a game, by name."""
    found: Mapping[str, str] = _room(game).READY
    return found


def _beatable(game: str) -> Any:
    """The room of a game for which the chance to beat a time is worked out."""
    if game not in BEATABLE:
        raise Unsolvable("the chance to beat a time is worked out for Rallyman (2009) only")
    return _room(game)


def _room(game: str) -> Any:  # a module: each has the same names for its own tasks
    return import_module(f"{__package__}.{game}.solver")


def _turns(game: str) -> Any:  # a module without numpy
    return import_module(f"{__package__}.{game}.turns")
