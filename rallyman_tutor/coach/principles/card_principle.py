"""Principles of playing cards: rules that good players go by, kept like the rules of a game.

A principle is told of a decision only where it is true of it. The decision was surely worse than another one, in the
same imagined games; the principle speaks of this pair; and the part of the difference that it claims is the largest
one, and surely there (`largest_part` in `card_review.py`).

    named(PRINCIPLES, SEEN, MADE, BETTER, PART)      the first principle that is true of a mistake; None where none is
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias

from rallyman_tutor.coach.contract import Move, State
from rallyman_tutor.coach.decision import CardPart
from rallyman_tutor.core.game import AnyMove, AnyState


class CardPrinciple(NamedTuple, Generic[State, Move]):
    """One rule of playing: its code, what it claims to matter most, and whether it speaks of a position, as its player
    sees it, in which one move was made and another one was better. Examples are written as a position, `::`, the move
    that was made, `/` and the better one."""

    code: str
    claims: frozenset[str]
    speaks: Callable[[State, Move, Move], bool]
    holds: tuple[str, ...] = ()
    not_so: tuple[str, ...] = ()


AnyCardPrinciple: TypeAlias = CardPrinciple[AnyState, AnyMove]


class CardPrinciples(NamedTuple, Generic[State, Move]):
    """The principles of a game, the finer ones first, and the facts that their words tell of two moves."""

    all: Sequence[CardPrinciple[State, Move]]
    facts: Callable[[State, Move, Move], Mapping[str, object]]


AnyCardPrinciples: TypeAlias = CardPrinciples[AnyState, AnyMove]


class NamedCard(NamedTuple):
    """A principle that is true of a mistake, the part of the cost that it claims, and the facts for its words."""

    principle: AnyCardPrinciple
    part: CardPart
    facts: Mapping[str, object]


def named(
    principles: AnyCardPrinciples, seen: AnyState, made: AnyMove, better: AnyMove, part: CardPart | None
) -> NamedCard | None:
    """The first principle that is true where one move was made and another one was surely better, mostly by this part;
    none where no part is surely the largest."""
    for principle in principles.all:
        if part and part.what in principle.claims and principle.speaks(seen, made, better):
            return NamedCard(principle, part, principles.facts(seen, made, better))
    return None
