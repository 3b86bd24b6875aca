"""The parts of a box from which an evening is set up, alike for all games. Each game has a file that fills them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from rallyman_tutor.core.game import AnyState, Spec

Length: TypeAlias = Literal["short", "medium", "long"]
LENGTHS: tuple[Length, ...] = get_args(Length)
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

Settings: TypeAlias = Mapping[str, str]
"""Rules that can be agreed, by name, each as it is written in notation."""
NOTHING_AGREED: Settings = MappingProxyType({})
USUAL = "usual"
"""The name of the rules that every box has."""


class Lanes(NamedTuple):
    """How far everybody has come in a game of cards: the race or hand, from 0, the distance of each driver in it, and
    the distance at which it ends; 0: it ends otherwise. Where a race is left with the move that ends it, `done` has the
    distances of the one before."""

    row: int
    far: tuple[int, ...]
    long: int
    done: tuple[int, ...] = ()


class Box(NamedTuple):
    """The choices of a game for an evening."""

    rallies: Mapping[str, tuple[str, ...]]
    """The rallies that its book prints, by name, as their stages. A game of cards has none."""
    counts: tuple[int, ...]
    """How many stages there can be, the usual number first; 0: as many as it takes."""
    rules: Mapping[str, Settings]
    """Sets of rules by name."""
    draw: Callable[[Random, Length, Difficulty, bool], str] | None
    """A stage drawn by chance, the last one of its rally or not; None: nothing is laid out before the start."""
    spec: Callable[[Sequence[str], Sequence[str], int, Settings], Spec]
    """The description of a game: drivers, stages, how many, and what was agreed."""
    lanes: Callable[[AnyState], Lanes] | None = None
    """How far everybody has come; None for a game with dice, whose road tells that."""
