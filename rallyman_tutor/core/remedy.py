"""Remedies: what could be done instead of a step that is refused or unwise.

A remedy is never asserted. A game proposes what comes near to what was meant, keeps what its rules find without fault in this very
position, and says what it costs. The texts put it into words and a button carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from rallyman_tutor.core.rule import Facts

Move = TypeVar("Move")
MOST_REMEDIES = 3
"""As many are told of one broken rule; more would be a list to study."""


class Price(IntEnum):
    """What a remedy costs, the mildest first."""

    HARMLESS = 0
    COSTS_TIME = 1
    RISKS_CONTROL = 2
    LOSES_CONTROL = 3
    ENDS_THE_RALLY = 4


class Remedy(NamedTuple, Generic[Move]):
    """One way out: what kind of deed it is, the draft as it would lie then, and the decision that ends it, if one does.

    A decision without dice before it is pressed at once. The facts fill the words of the remedy; one that risks control
    tells the `chance` to lose it.
    """

    kind: str  # a key of the remedies' words: lay, take-back, secure, stop …
    draft: tuple[Move, ...]
    then: Move | None = None
    price: Price = Price.HARMLESS
    facts: Facts = MappingProxyType({})

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that is judged of it: the dice, and the decision behind them."""
        return self.draft if self.then is None else (*self.draft, self.then)


def rank(
    remedies: Iterable[Remedy[Move]], near: Callable[[Remedy[Move]], object], most: int = MOST_REMEDIES
) -> tuple[Remedy[Move], ...]:
    """The best of them: the cheapest first, and of equal price those nearest to what was meant.

    None of them ends the rally while another exists, and no two come to the same moves.
    """
    found: dict[tuple[Move, ...], Remedy[Move]] = {}
    for remedy in sorted(remedies, key=lambda one: (one.price, near(one))):
        found.setdefault(remedy.moves, remedy)
    milder = [remedy for remedy in found.values() if remedy.price < Price.ENDS_THE_RALLY]
    return tuple((milder or list(found.values()))[:most])
