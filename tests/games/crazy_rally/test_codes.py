"""The rulebook holds exactly the catalogue's rules, each in its file, each with examples that show what they claim.

An example is a promise to whoever reads the rule: this is fine, this breaks it, this is what happens. The tutor shows
them, so every one is run here, as `core/rule.py` says. The list of codes lies among the tests, because the catalogue does not travel with the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.rule import Illegal, Kind, Rule
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.rules import BOOK, CHAPTERS
from rallyman_tutor.games.crazy_rally.state import State
from rallyman_tutor.tutor.explain import judged, played

AnyRule = Rule[Any, Any]
ROOT = Path(__file__).parents[3]
CATALOGUE = ROOT.parent / "shared" / "rules" / "crazy_rally.md"
CODES = (ROOT / "tests" / "data" / "crazy_rally_codes.txt").read_text(encoding="utf-8").split()


def examples(which: str) -> Iterator[tuple[AnyRule, str]]:
    for rule in BOOK:
        yield from ((rule, example) for example in getattr(rule, which))


OK = [(rule, example) for rule, example in examples("ok") if rule.kind is not Kind.FACT]
BROKEN = list(examples("broken"))
SEEN = [(rule, example) for rule, example in examples("ok") if rule.kind is Kind.FACT]


def breaks(example: str) -> list[str]:
    """The rules an example breaks: what is illegal in it, then what is unwise."""
    return [violation.code for _, _, violations in judged(GAME, example) for violation in violations]


def stands(state: State, this: str) -> bool:
    """Whether words stand together in one part of a position; or, behind a `no`, whether a move is refused."""
    first, _, move = this.partition(" ")
    if first == "no":
        return GAME.judge(state, GAME.read_draft(move)) != []
    return any(set(this.split()) <= set(part.split()) for part in re.split("[|;]", GAME.write(state)))


def named(listed: list[tuple[AnyRule, str]]) -> list[str]:
    return [f"{rule.code}: {example}" for rule, example in listed]


def test_the_book_holds_the_83_rules_of_the_catalogue() -> None:
    assert len(CODES) == len(set(CODES)) == 83
    assert sorted(rule.code for rule in BOOK) == sorted(CODES)


def test_the_list_of_codes_is_the_catalogues() -> None:
    if not CATALOGUE.exists():
        pytest.skip(f"the catalogue is not here: {CATALOGUE}")
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    assert [line.split()[1] for line in lines if line.startswith("#### CR-")] == CODES


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
    file = str(getattr(chapter, "__name__", "")).rpartition(".")[2].rstrip("_")  # max means something to Python
    rules: tuple[AnyRule, ...] = getattr(chapter, "RULES", ())
    assert {rule.chapter.lower() for rule in rules} == {file}


def test_every_rule_has_examples() -> None:
    assert [rule.code for rule in BOOK if not rule.ok] == []
    assert [rule.code for rule in BOOK if bool(rule.broken and rule.check) == (rule.kind is Kind.FACT)] == []


def test_no_fact_can_be_broken() -> None:
    assert [rule.code for rule in BOOK if rule.kind is Kind.FACT and (rule.broken or rule.check)] == []


@pytest.mark.parametrize(("rule", "example"), OK, ids=named(OK))
def test_an_example_that_is_fine_breaks_nothing(rule: AnyRule, example: str) -> None:
    refused, unwise = judged(GAME, example)
    assert refused[2] == []
    assert rule.code not in [violation.code for violation in unwise[2]]


@pytest.mark.parametrize(("rule", "example"), BROKEN, ids=named(BROKEN))
def test_an_example_that_is_broken_breaks_its_rule(rule: AnyRule, example: str) -> None:
    assert rule.code in breaks(example)


@pytest.mark.parametrize(("rule", "example"), SEEN, ids=named(SEEN))
def test_an_example_of_a_fact_shows_it_happen(rule: AnyRule, example: str) -> None:
    moments = played(GAME, example)
    _, _, told = example.partition(" => ")
    if told:
        assert [this for this in told.split(" ; ") if not stands(moments[-1].state, this)] == []
    else:
        assert rule.code in [event.code for moment in moments for event in moment.events]


@pytest.mark.parametrize(
    "example",
    [
        "C09 rest | A B08 | choose :: play B08+ pass => A v6 d7",
        "C09 rest | A B08 | choose :: play B08+ pass => A d6 discard",
        "C09 rest | A B08 | choose :: play B08+ => no pass",
        "C09 rest | A B08 ; B | choose :: play B08+ => A B",
    ],
)
def test_an_example_that_claims_what_is_not_so_is_found_out(example: str) -> None:
    state = played(GAME, example)[-1].state
    assert not stands(state, example.partition(" => ")[2])


def test_an_example_plays_no_illegal_move_and_tells_no_card_too_many() -> None:
    with pytest.raises(Illegal, match="CR-PLAY-01"):
        played(GAME, "C09 rest | A B08 | choose :: pass")
    with pytest.raises(ValueError, match="than"):
        played(GAME, "C09 rest | A B08 | choose :: play B08+{B01}")
