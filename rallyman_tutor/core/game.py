"""A game as a record of plain functions.

Whoever plays, judges, saves or draws a game holds this record and nothing else of it; a race and a card game fit it
alike. `State` and `Move` are each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation

State = TypeVar("State")
Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Move]):
    """One game: what it is called, its rules, and what can be done with it."""

    key: str
    name: str
    version: str  # of the rules as built: a save names it
    values: str  # the hash of values.toml: a save names it too
    book: RuleBook[Any, Any]
    rules: Callable[[], list[Rule[Any, Any]]]  # all of them, chapter by chapter
    new: Callable[[Mapping[str, Any]], State]
    moves: Callable[[State], list[Move]]
    play: Callable[[State, Move, Luck], tuple[State, tuple[Any, ...]]]
    judge: Callable[[State, Any], list[Violation]]  # what is illegal in a draft
    advise: Callable[[State, Any], list[Violation]]  # what is legal in it and likely to cost
    judge_sheet: Callable[[str, Kind], list[Violation]]  # what is wrong with a set-up, told as text
    why_not: Callable[[State, Move], list[Violation]]  # why this one step may not come next
    about: Callable[[State, Any, int], Facts]  # what any message about one step of a draft may mention
    draw: Callable[[State, Any], Any]  # the scene of a position with a draft laid in it
    read: Callable[[str], State]
    write: Callable[[State], str]
    read_draft: Callable[[str], Any]
    read_moves: Callable[[State, str], Sequence[Move]]
    write_move: Callable[[Move], str]
    last_resorts: tuple[type, ...]  # moves made when going on is not wise, leaving the game last
    over: Callable[[State], bool]
    turn: Callable[[State], int]  # whose decision it is
    still_in: Callable[[State, int], bool]  # whether a player has not been thrown out
    result: Callable[[State], Mapping[str, Any]]  # drivers, times and places as plain data
    demo: Callable[[int], Mapping[str, Any]]  # a whole game for so many players, to show or to try
    risk: Callable[[State, Any], Sequence[Fraction]]  # of a draft: the chance to come to grief at each step
    seen_by: Callable[[State, int], State]
