"""The words of this game: one text for every rule of the catalogue, in its own voice, and none that is never heard.

What holds for the words of every game is tested in `tests/tutor/test_words.py`; here is what this game adds to it.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.game import FactReadout, LampReadout, PhraseReadout
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.tutor.words.words import NOT_RULES, Words, text_tables, words
from tests.games.dirt.rallies import drive
from tests.games.opened import explain_example, judged

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "rallyman_tutor" / "games" / "dirt"
CODES = (ROOT / "tests" / "data" / "dirt_codes.txt").read_text(encoding="utf-8").split()
TABLES = text_tables("games.dirt")
TEXTS: dict[str, Any] = {code: table for code, table in TABLES.items() if code not in NOT_RULES}
PARTS = ("title", "said", "why", "fix")
BANNED = re.compile(
    r"\b(squares?|plan|corners?|loss of control|skid\w*|cuts?|invalid|terrain|boards?|notes? ahead|white dice|orange dice|red dice)\b"
)
"""Other games' words, the rulebook's jargon, and second names for things that have one."""


def sentences(table: dict[str, Any]) -> list[str]:
    """All texts of one rule."""
    found: list[str] = []
    for part in PARTS:
        text = table.get(part, {})  # what is found in each position stands in no text
        found += [text] if isinstance(text, str) else text.values()
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def told(code: str, part: str) -> dict[str, str]:
    """A text by the case of the offence."""
    text = TEXTS[code].get(part, "")
    return {"default": text} if isinstance(text, str) else dict(text)


def test_every_code_of_the_catalogue_has_its_words_in_the_same_order() -> None:
    assert list(TEXTS) == CODES
    assert len(CODES) == len(set(CODES)) == 245 + 9


def test_no_two_rules_have_one_title_or_one_reason() -> None:
    for part in ("title", "why"):
        counts = Counter(table[part] for table in TEXTS.values())
        assert [text for text, count in counts.items() if count > 1] == []


def test_no_reason_is_borrowed_from_the_older_game() -> None:
    classic = {table["why"] for code, table in text_tables("games.classic").items() if code not in NOT_RULES}
    assert classic & {table["why"] for table in TEXTS.values()} == set()


@pytest.mark.parametrize("code", CODES)
def test_a_text_is_short_and_speaks_like_a_co_driver(code: str) -> None:
    for text in sentences(TEXTS[code]):
        assert text[0].isupper() or text[0].isdigit(), text
        assert text[-1] in ".!?" or text == TEXTS[code]["title"], text
        assert not BANNED.search(text.lower()), text
        assert all(sentence.count(" ") <= 32 for sentence in text.split(". ")), text
        assert "  " not in text, text
    assert " you" in " ".join(sentences(TEXTS[code])).lower()


def test_what_happened_is_told_without_facts() -> None:
    for code in TEXTS:
        cases = {**told(code, "said"), **{f"fix of {case}": text for case, text in told(code, "fix").items()}}
        assert not [case for case, text in cases.items() if case.endswith("happened") and fields(text)], code
        if "happened" in cases:
            assert not fields(told(code, "fix").get("happened", told(code, "fix")["default"])), code


def test_a_table_of_cases_serves_the_cases_not_named() -> None:
    for code, table in TEXTS.items():
        for part in ("said", "fix"):
            cases = told(code, part)
            assert "default" in cases, (code, part)
            assert isinstance(table.get(part, ""), str) or len(cases) > 1, (code, part)
            assert cases.keys() <= told(code, "said").keys() or part == "said", (code, part)


RULES: list[Rule] = list(GAME.rules())


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.kind is Kind.FACT], ids=lambda rule: rule.code)
def test_what_cannot_be_broken_is_simply_told(rule: Rule) -> None:
    for part in ("said", "fix"):
        text = TEXTS[rule.code][part]
        assert isinstance(text, str) and not fields(text), (rule.code, part)


def cases(rule: Rule) -> set[str]:
    """The cases in which the examples of a rule break it."""
    return {
        str(violation.facts.get("case", "default"))
        for example in rule.broken
        for _, _, violations in judged(GAME, example)
        for violation in violations
        if violation.code == rule.code
    }


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.kind is not Kind.FACT], ids=lambda rule: rule.code)
def test_all_words_for_a_case_are_heard_in_some_example(rule: Rule) -> None:
    named = told(rule.code, "said").keys() - {"default", "happened"}
    assert named - cases(rule) == set(), "an example for each of these is missing"


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.broken], ids=lambda rule: rule.code)
def test_spaces_are_called_by_row_and_lane_and_not_by_their_key(rule: Rule) -> None:
    said = explain_example(GAME, rule.code, rule.broken[0])
    assert "#" not in said.said + said.fix


KEYS = re.compile(
    r"""(?:expect\([^\n]*?,\s*|refuse\(\s*|Refused\(\s*|Misread\([^\n]*?,\s*|Impossible\([^\n]*?,\s*|settings\([^\n]*?,\s*)"([a-z][a-z-]*)\""""
)


def test_all_that_cannot_be_read_has_words_and_no_such_words_are_left_over() -> None:
    used = {key for file in ROOM.rglob("*.py") for key in KEYS.findall(file.read_text(encoding="utf-8"))}
    assert used - TABLES["reading"].keys() == set()
    assert TABLES["reading"].keys() - used == {"no-layout", "gave-up"} - used


def test_every_official_stage_has_a_name() -> None:
    assert set(TABLES["words"]["ready"]) >= {f"R{rally}-SS{stage}" for rally in range(1, 7) for stage in range(1, 4)}


def phrases(language: Words, seed: int) -> Iterator[str]:
    """All that is written or spoken in a random rally besides the rules: places, dice, decisions, dials, events."""
    state = GAME.new(GAME.spec("202a 215b 224b:R1 207b 231a 203a", "AB"))
    yield from (
        language.phrase("spots", place.kind, {**place.facts, "place": place.key}) for place in GAME.places(state)
    )
    for decision in drive(seed):
        for piece in (desk := GAME.desk(decision.before, ())).pieces:
            yield language.phrase("pieces", piece.key)
        for offer in desk.offers:
            yield language.phrase("offers", offer.name, offer.facts)
        for dial in desk.readouts:
            if isinstance(dial, FactReadout | LampReadout):
                yield language.phrase("readouts", dial.name)
            elif isinstance(dial, PhraseReadout):
                yield language.phrase("readouts", dial.name, dial.facts)
        for event in decision.events:
            what, facts = GAME.describe_event(decision.before, event)
            yield language.phrase("events", what, facts)


@pytest.mark.parametrize("seed", [1, 4, 5, 10])
def test_whatever_happens_can_be_told(seed: int) -> None:
    language = words("dirt")
    told = set(phrases(language, seed))
    assert len(told) > 60
    assert [text for text in told if re.search(r"[{}#]|None|  ", text)] == []
