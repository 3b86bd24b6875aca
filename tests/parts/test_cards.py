"""Decks as counts of unseen cards: nothing is lost, and a deck is used up before it is shuffled again."""

from __future__ import annotations

from collections import Counter

import pytest

from rallyman_tutor.core.luck import OutOfLuck, Scripted, Seeded
from rallyman_tutor.parts.cards import Deck, draw

FRESH = Deck((("good", 2), ("dirty", 1)))


def test_a_drawn_card_leaves_the_unseen_ones() -> None:
    card, deck = draw(FRESH, "deck", Scripted(["dirty"]))
    assert card == "dirty" and deck == Deck((("good", 2), ("dirty", 0)), ("dirty",))


def test_all_cards_come_up_before_the_deck_is_shuffled_again() -> None:
    luck, deck, cards = Seeded(1), FRESH, []
    for _ in range(6):
        card, deck = draw(deck, "deck", luck)
        cards.append(card)
    assert Counter(cards[:3]) == Counter(cards[3:]) == Counter({"good": 2, "dirty": 1})


def test_cards_put_back_underneath_come_again_in_the_same_order() -> None:
    luck, deck, cards = Seeded(5), FRESH, []
    for _ in range(9):
        card, deck = draw(deck, "deck", luck, underneath=True)
        cards.append(card)
    assert cards[:3] == cards[3:6] == cards[6:]


def test_a_deck_that_was_used_up_may_come_in_another_order() -> None:
    def drawn(luck: Seeded) -> list[str]:
        deck, cards = FRESH, list[str]()
        for _ in range(6):
            card, deck = draw(deck, "deck", luck)
            cards.append(card)
        return cards

    assert any(cards[:3] != cards[3:] for cards in (drawn(Seeded(seed)) for seed in range(9)))


def test_of_a_deck_in_its_known_order_only_the_next_card_can_come() -> None:
    known = Deck((("good", 0), ("dirty", 0)), ("dirty", "good", "good"))
    assert draw(known, "deck", Scripted(["dirty"]), underneath=True)[1].seen == ("good", "good", "dirty")
    with pytest.raises(OutOfLuck):
        draw(known, "deck", Scripted(["good"]), underneath=True)


def test_a_deck_shows_its_unseen_cards_as_a_line() -> None:
    assert str(FRESH) == "2-1"
