"""The rulebook holds exactly the catalogue's rules, each in its file, each with examples that show what they claim.

An example is a promise to whoever reads the rule: this is fine, this breaks it. The tutor shows them, so every one is
run here. The list of codes lies among the tests, because the catalogue does not travel with the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.rule import Kind, Rule, Violation
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.rules import BOOK, CHAPTERS
from tests.games.classic.roads import codes, drive, rally, refused

AnyRule = Rule[Any, Any]
ROOT = Path(__file__).parents[3]
CATALOGUE = ROOT.parent / "shared" / "rules" / "classic.md"
CODES = (ROOT / "tests" / "data" / "classic_codes.txt").read_text(encoding="utf-8").split()

WITHOUT_EXAMPLES = {"CL-START-02": "speaks of the classification, and a position has no course sheet behind it"}
"""Rules that no line of text can break; each is shown by a test of its own below."""


def examples(which: str) -> Iterator[tuple[AnyRule, str]]:
    for rule in BOOK:
        yield from ((rule, example) for example in getattr(rule, which))


OK = [(rule, example) for rule, example in examples("ok") if rule.kind is not Kind.FACT]
BROKEN = list(examples("broken"))
SEEN = [(rule, example) for rule, example in examples("ok") if rule.kind is Kind.FACT]


def judged(example: str, kind: Kind) -> list[Violation]:
    """What is illegal, or unwise, in an example."""
    if example.startswith("sheet "):
        return GAME.judge_sheet(example, kind)
    position, draft = example.split("::")
    ask = GAME.judge if kind is Kind.ILLEGAL else GAME.advise
    return ask(GAME.read(position), GAME.read_draft(draft))


def named(listed: list[tuple[AnyRule, str]]) -> list[str]:
    return [f"{rule.code}: {example}" for rule, example in listed]


def test_the_book_holds_the_179_rules_of_the_catalogue() -> None:
    assert len(CODES) == len(set(CODES)) == 179
    assert sorted(rule.code for rule in BOOK) == sorted(CODES)


def test_the_list_of_codes_is_the_catalogues() -> None:
    if not CATALOGUE.exists():
        pytest.skip(f"the catalogue is not here: {CATALOGUE}")
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    assert [line[2:].split()[0].rstrip("*") for line in lines if line.startswith("**CL-")] == CODES


def test_rules_can_be_read_in_the_order_of_the_catalogue() -> None:
    order = [code.split("-")[1] for code in CODES]
    chapters = [rule.chapter for rule in GAME.rules()]
    assert list(dict.fromkeys(chapters)) == list(dict.fromkeys(order))
    for chapter in chapters:
        assert [rule.code for rule in GAME.rules() if rule.chapter == chapter] == [
            code for code in CODES if code.split("-")[1] == chapter
        ]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: str(chapter.__name__).rpartition(".")[2])
def test_every_rule_lives_in_the_file_of_its_chapter(chapter: object) -> None:
    file = str(getattr(chapter, "__name__", "")).rpartition(".")[2].rstrip("_")  # pass is a word of Python
    rules: tuple[AnyRule, ...] = getattr(chapter, "RULES", ())
    assert {rule.chapter.lower() for rule in rules} == {file}


@pytest.mark.parametrize("rule", [rule for rule in BOOK if rule.kind is not Kind.FACT], ids=lambda rule: str(rule.code))
def test_every_rule_that_speaks_up_shows_when_it_does_and_when_not(rule: AnyRule) -> None:
    assert rule.check is not None
    assert bool(rule.ok and rule.broken) == (rule.code not in WITHOUT_EXAMPLES)


def test_no_fact_can_be_broken() -> None:
    assert [rule.code for rule in BOOK if rule.kind is Kind.FACT and (rule.broken or rule.check)] == []


@pytest.mark.parametrize(("rule", "example"), OK, ids=named(OK))
def test_an_example_that_is_fine_breaks_nothing(rule: AnyRule, example: str) -> None:
    assert judged(example, Kind.ILLEGAL) == []
    assert rule.code not in [violation.code for violation in judged(example, rule.kind)]


@pytest.mark.parametrize(("rule", "example"), BROKEN, ids=named(BROKEN))
def test_an_example_that_is_broken_breaks_its_rule(rule: AnyRule, example: str) -> None:
    assert rule.code in [violation.code for violation in judged(example, rule.kind)]


def test_an_example_of_a_fact_shows_it_happen() -> None:
    for rule, example in SEEN:
        position, draft = example.split("::")
        _, events = drive(GAME.read(position), draft)
        assert rule.code in codes(events), f"{rule.code}: {example}"


def test_cl_start_02_needs_a_classification() -> None:
    state = rally("A B", ["s1"] * 3)
    assert refused(state, "lineup B A") == ("", 0)  # before the first stage the drivers agree
    state, _ = drive(state, "1 stop / 1 / 1 w")
    assert state.rally is not None
    assert state.rally.times == ((100, 50),)
    assert refused(state, "lineup A B") == ("CL-START-02", 1)
    assert refused(state, "lineup B A") == ("", 0)
