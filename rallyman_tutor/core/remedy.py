"""Remedies: what could be done instead of a step that is refused or unwise.

Every remedy is checked. A game proposes moves near to what was meant, keeps those that its rules allow in this
position, and says what each costs. The texts put it into words, and a button carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from rallyman_tutor.core.notation import Draft, moves_of
from rallyman_tutor.core.rule import Facts, Violation

State = TypeVar("State")
Move = TypeVar("Move")
Advised = TypeVar("Advised")
MOST_REMEDIES = 3
"""The most remedies that are told of one broken rule."""


class Price(IntEnum):
    """The cost of a remedy, the mildest first."""

    HARMLESS = 0
    COSTS_TIME = 1
    RISKS_CONTROL = 2
    LOSES_CONTROL = 3
    ENDS_THE_RALLY = 4


class Remedy(NamedTuple, Generic[Move]):
    """Something to do instead: its kind, the draft as it would lie then, and the decision that ends it, if one does.

    A remedy without dice is a button to press at once. The facts fill its words; one that risks control has the
    `chance` to lose it."""

    kind: str  # a key of the remedies' words: lay, take-back, secure, stop …
    draft: tuple[Move, ...]
    then: Move | None = None
    price: Price = Price.HARMLESS
    facts: Facts = MappingProxyType({})
    kept: int = 0  # steps of its draft that lay behind the fault and stay laid; its words say so

    @property
    def moves(self) -> tuple[Move, ...]:
        """All its moves, as they are judged: the draft, and the decision that ends it."""
        return self.draft if self.then is None else (*self.draft, self.then)


def of_moves(
    answer: Callable[[State, tuple[Move, ...], Violation], Advised],
) -> Callable[[State, Draft[Move], Violation], Advised]:
    """Makes a game's answer about moves alone an answer about any draft, with or without outcomes."""
    return lambda state, draft, violation: answer(state, moves_of(draft), violation)


def rank(
    remedies: Iterable[Remedy[Move]], near: Callable[[Remedy[Move]], object], most: int = MOST_REMEDIES
) -> tuple[Remedy[Move], ...]:
    """The best remedies: the cheapest first, and of equal price those nearest to what was meant.

    Those that end the rally are left out where there are others, and of several with the same moves only one is
    kept."""
    found: dict[tuple[Move, ...], Remedy[Move]] = {}
    for remedy in sorted(remedies, key=lambda one: (one.price, near(one))):
        found.setdefault(remedy.moves, remedy)
    milder = [remedy for remedy in found.values() if remedy.price < Price.ENDS_THE_RALLY]
    return tuple((milder or list(found.values()))[:most])
