"""The words of Crazy Rally: every rule, event, piece, place and decision has them, and none leaves a gap."""

from __future__ import annotations

import random
import re
import string
from collections import Counter
from typing import Any

import pytest

from rallyman_tutor.core.notation import Misread
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.rules import BOOK
from rallyman_tutor.games.crazy_rally.state import CARDS, DECK, EVENTS, Event
from rallyman_tutor.tutor.explain import Explanation, cited, example, explain, explain_sheet, judged, misread, tell
from rallyman_tutor.tutor.words import NOT_RULES, tables, words
from tests.games.crazy_rally.races import drive

WORDS = words("crazy_rally")
RULES = list(BOOK)


def fields(text: str | dict[str, str]) -> set[str]:
    texts = [text] if isinstance(text, str) else text.values()
    return {name for one in texts for _, name, _, _ in string.Formatter().parse(one) if name}


def readable(told: Explanation) -> None:
    for part in (told.title, told.said, told.why, told.fix):
        assert (part and part[-1] in ".!?") or part == told.title, part
        assert part[0].isupper() or part[0].isdigit(), part
        assert "{" not in part and "}" not in part and "  " not in part, part
        assert "invalid" not in part.lower() and "None" not in part, part
        assert not any(sentence.count(" ") > 32 for sentence in part.split(". ")), part


def test_every_rule_has_words_and_every_word_a_rule() -> None:
    assert sorted(WORDS.codes()) == sorted(rule.code for rule in RULES)
    for code, texts in tables("games.crazy_rally").items():
        assert code in NOT_RULES or list(texts) == ["title", "said", "why", "fix"], code


def test_no_two_rules_give_the_same_reason_and_none_needs_facts() -> None:
    told = {code: texts for code, texts in tables("games.crazy_rally").items() if code not in NOT_RULES}
    assert [why for why, n in Counter(texts["why"] for texts in told.values()).items() if n > 1] == []
    assert [code for code, texts in told.items() if fields(texts["why"]) or fields(texts["title"])] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_can_be_told(rule: Rule[Any, Any]) -> None:
    readable(example(GAME, rule.code))
    assert cited(GAME, rule.code)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.kind is not Kind.FACT], ids=lambda rule: rule.code)
def test_every_broken_example_is_explained_without_a_gap(rule: Rule[Any, Any]) -> None:
    for text in rule.broken:
        for state, draft, violations in judged(GAME, text):
            for violation in violations:
                readable(explain_sheet(GAME, violation) if state is None else explain(GAME, state, draft, violation))


def test_every_event_of_a_race_has_a_line_and_answers_why() -> None:
    told: set[str] = set()
    for seed in range(12):
        for decision in drive(seed):
            for event in decision.events:
                what, facts = GAME.told(decision.after, event)
                line = WORDS.phrase("events", what, facts)
                assert line[0].isupper() or line[0].isdigit() or line[0].islower(), line
                assert "{" not in line and line.endswith("."), line
                told.add(what)
                readable(tell(GAME, event.code))
    assert len(told) > 35


def test_every_line_of_events_is_told_somewhere() -> None:
    """The events that random races seldom meet are known by the code that makes them."""
    known = set(WORDS.group("events"))
    seen: set[str] = set()
    for seed in range(60):
        for decision in drive(seed):
            seen |= {GAME.told(decision.after, event)[0] for event in decision.events}
    position = GAME.read("C09 rest | A E1 ; B | event A : A B")
    seen |= {
        GAME.told(position, Event(rare, "CR-PILE-03", 0))[0] for rare in ("nothing", "held", "no-winner", "missed")
    }
    assert known - seen <= {"nobody", "exchanged", "winners"}


def test_every_piece_is_called_by_the_figures_it_shows() -> None:
    pieces = WORDS.group("pieces")
    assert sorted(pieces) == sorted(DECK)
    for name, card in CARDS.items():
        assert re.findall(r"(?:plus|minus) (\d)", pieces[name]) == [str(card.faster), str(card.slower)]
    for name, colour in EVENTS.items():
        assert pieces[name].endswith(colour)


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
        for dial in GAME.desk(state, GAME.read_draft("play B01+").moves).dials:
            facts = dial.value if dial.kind == "chip" else {}
            assert "{" not in WORDS.phrase("gauges", dial.name, facts)
        assert set(GAME.desk(state, ()).stands[0].facts) <= set(WORDS.group("gauges"))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("C99 | A", 1), ("C09 | A x", 9), ("C09 C09 | A", 5), ("C09 | A B08 B08", 7), ("C09 | A | choose", 11),
        ("C09 | A | dance", 11), ("C09 | A B01 | choose B", 22), ("C09", 4), ("C09 | A | draw | supply B01 Q", 29),
        ("C09 | A s0", 11), ("rest | A (B01) | tune A", 23), ("C09 | A ; A", 7),
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
