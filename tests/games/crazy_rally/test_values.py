"""The numbers: what the sheet prints is as it prints it, what we made up keeps within what is known, and says so."""

from __future__ import annotations

from collections import Counter

from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, DECK, EVENTS, VALUES


def colours() -> Counter[str]:
    return Counter(name[0] for name in DECK)


def test_the_box_holds_what_the_sheet_says() -> None:
    assert colours() == {"B": 15, "Y": 15, "P": 12, "E": 8} and len(COURSE) == 14


def test_only_purple_cards_change_the_speed_by_three() -> None:
    for name, card in CARDS.items():
        figures = (card.faster, card.slower)
        assert figures == (3, 3) if name[0] == "P" else set(figures) <= {1, 2}


def test_every_card_has_one_to_three_symbols() -> None:
    assert {len(card.symbols) for card in CARDS.values()} == {1, 2, 3}
    assert {symbol for card in CARDS.values() for symbol in card.symbols} == set("TWN")


def test_symbols_are_as_many_as_the_catalogue_counts() -> None:
    counted = {colour: Counter[str]() for colour in "BYP"}
    for name, card in CARDS.items():
        counted[name[0]].update(card.symbols)
    assert counted["B"] == {"T": 17, "W": 5, "N": 8}
    assert counted["Y"] == {"W": 17, "T": 5, "N": 8}
    assert counted["P"] == {"T": 8, "W": 8, "N": 8}


def test_half_of_the_course_carries_flags_and_two_cards_a_red_minimum() -> None:
    assert sum(card.flag for card in COURSE.values()) == 7
    assert sum(card.minimum for card in COURSE.values()) == 2
    assert not any(card.flag and card.minimum for card in COURSE.values())
    assert {card.difficulty for card in COURSE.values()} == {1, 2, 3}
    assert {card.damage for card in COURSE.values()} == {2, 3, 4, 5}


def test_events_come_in_four_colours_two_of_each() -> None:
    assert sorted(Counter(EVENTS.values()).values()) == [2, 2, 2, 2]


def test_every_number_has_a_source_and_ours_are_marked() -> None:
    marked = {value.name for value in VALUES if value.placeholder}
    assert marked == {"race.look_seconds", "cards.blue", "cards.yellow", "cards.purple", "cards.events", "cards.course"}
    for value in VALUES:
        assert value.source and (value.confidence == "house") == value.placeholder
