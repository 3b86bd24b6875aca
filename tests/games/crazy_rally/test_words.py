"""The words of Crazy Rally: every event, piece, place and decision has them, and none leaves a gap.

What holds for the words of every game is tested in `tests/tutor/test_words.py`.
"""

from __future__ import annotations

import random
import re

import pytest

from rallyman_tutor.core.game import PhraseReadout
from rallyman_tutor.core.notation import Misread
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import CARDS, DECK, EVENTS, Event
from rallyman_tutor.tutor.words.words import words
from tests.games.crazy_rally.races import drive
from tests.games.opened import misread

WORDS = words("crazy_rally")
COUNT = ("none", "one", "two", "three")
SYMBOLS = (("tyre", "T"), ("wheel", "W"), ("nut", "N"))


def test_every_line_of_events_is_told_somewhere() -> None:
    """The events that random races seldom meet are known by the code that makes them."""
    known = set(WORDS.group("events"))
    seen: set[str] = set()
    for seed in range(60):
        for decision in drive(seed):
            for state in (decision.after, GAME.seen_by(decision.after, 0)):  # whose card is drawn hears which
                seen |= {GAME.describe_event(state, event)[0] for event in decision.events}
    position = GAME.read("C09 rest | A E1 ; B | event A : A B")
    seen |= {
        GAME.describe_event(position, Event(rare, "CR-PILE-03", 0))[0]
        for rare in ("nothing", "held", "no-winner", "missed")
    }
    assert known - seen <= {"nobody", "exchanged", "winners"}


def test_every_piece_is_called_by_the_figures_it_shows() -> None:
    pieces = WORDS.group("pieces")
    assert sorted(pieces) == sorted(DECK)
    for name, card in CARDS.items():
        assert re.findall(r"(\d) (?:faster|slower)", pieces[name]) == [str(card.faster), str(card.slower)]
        many = {
            word.rstrip("s"): COUNT.index(count)
            for count, word in re.findall(r"(\w+) (tyres?|wheels?|nuts?)", pieces[name])
        }
        assert many == {word: card.symbols.count(symbol) for word, symbol in SYMBOLS if symbol in card.symbols}
    for name, colour in EVENTS.items():
        assert colour in pieces[name]


def test_every_decision_and_place_has_a_name() -> None:
    rng = random.Random(3)
    names = set()
    for seed in range(8):
        for decision in drive(seed):
            if rng.random() < 0.2:
                for offer in GAME.desk(decision.before, (decision.move,)).offers:
                    assert "{" not in WORDS.phrase("offers", offer.name, offer.facts)
                    names.add(offer.name)
    assert names == set(WORDS.group("offers"))
    for place in GAME.places(GAME.read("rest | A B01 ; B ; C | choose")):
        assert WORDS.phrase("spots", place.kind, {**place.facts, "place": place.key})


def test_every_dial_has_a_name() -> None:
    for text in ("C09 rest | A B01 | choose | practice ; races 3", "C09 rest | A B01 | choose"):
        state = GAME.read(text)
        for dial in GAME.desk(state, GAME.read_draft("play B01+").moves).readouts:
            facts = dial.facts if isinstance(dial, PhraseReadout) else {}
            assert "{" not in WORDS.phrase("readouts", dial.name, facts)
        assert set(GAME.desk(state, ()).standings[0].facts) <= set(WORDS.group("readouts"))


@pytest.mark.parametrize(
    "text", ["- | A | deal", "- | A d60 | deal | races 3 ; results 60", "rest | A (B01 B02) | tune A"]
)
def test_no_stage_is_told_before_the_first_one_is_driven(text: str) -> None:
    """Between two races the last stage of the old one is over, and the first of the new one is not laid yet."""
    desk = GAME.desk(GAME.read(text), ())
    assert "stage-of" not in [dial.name for dial in desk.readouts]
    assert {**desk.facts}["stage"] == 1 and desk.facts["round"] == (15 if "results" in text else 1)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("C99 | A", 1), ("C09 | A x", 9), ("C09 C09 | A", 5), ("C09 | A B08 B08", 7), ("C09 | A | choose", 11),
        ("C09 | A | dance", 11), ("C09 | A B01 | choose B", 22), ("C09", 4), ("C09 | A | draw | supply B01 Q", 29),
        ("C09 | A s0", 7), ("rest | A (B01) | tune A", 8), ("C09 | A ; A", 11),
    ],
)  # fmt: skip
def test_what_is_no_position_is_told_with_its_column(text: str, column: int) -> None:
    with pytest.raises(Misread) as caught:
        GAME.read(text)
    assert caught.value.column == column
    assert "{{" not in misread(GAME, caught.value)


@pytest.mark.parametrize("text", ["play", "play Q1", "event sideways>B", "dance", "play B08+{", "claim", "deal{B99}"])
def test_what_is_no_draft_is_told(text: str) -> None:
    with pytest.raises(Misread) as caught:
        GAME.read_draft(text)
    assert misread(GAME, caught.value)
