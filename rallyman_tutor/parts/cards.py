"""Decks as what is known of them: how many of each card are still unseen.

Nobody may know the order of a shuffled deck, so the order is not kept; drawing picks among the unseen cards by their
number. Only cards that were looked at leave the count. Where used cards go back under the deck, its order is known
once every card was seen: `seen` keeps that order.
"""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.core.luck import Luck, Odds


class Deck(NamedTuple):
    """Cards by kind: how many are unseen, and which have been seen, first to last."""

    unseen: tuple[tuple[str, int], ...]
    seen: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join(str(count) for _, count in self.unseen)


def shuffled(deck: Deck) -> Deck:
    """The deck as the next card is drawn from it: one without unseen cards is shuffled again."""
    if any(count for _, count in deck.unseen):
        return deck
    return Deck(tuple((kind, deck.seen.count(kind)) for kind, _ in deck.unseen))


def coming(deck: Deck, *, underneath: bool = False) -> Odds:
    """How many of each card can be the next one. An empty deck is shuffled again, or starts over in its known order."""
    is_known = underneath and not any(count for _, count in deck.unseen)
    return ((deck.seen[0], 1),) if is_known else shuffled(deck).unseen


def draw(deck: Deck, what: str, luck: Luck, *, underneath: bool = False) -> tuple[str, Deck]:
    """One card and the deck after it."""
    card = luck.pick(what, coming(deck, underneath=underneath))
    if underneath and not any(count for _, count in deck.unseen):
        return card, Deck(deck.unseen, (*deck.seen[1:], card))
    deck = shuffled(deck)
    unseen = tuple((kind, count - (kind == card)) for kind, count in deck.unseen)
    return card, Deck(unseen, (*deck.seen, card))
