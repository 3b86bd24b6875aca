"""The rulebook holds exactly the catalogue's rules, each in its file, each with examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.rules import BOOK, CHAPTERS, ORDER_OF_CHECKS

ROOT = Path(__file__).parents[3]
CODES = (ROOT / "tests" / "data" / "dirt_codes.txt").read_text(encoding="utf-8").split()
OWN = [code for code in CODES if code.startswith("DI-")]
LAYOUT = [code for code in CODES if code.startswith("LAY-")]


def test_the_book_holds_the_253_rules_of_the_catalogue() -> None:
    assert len(OWN) == len(set(OWN)) == 245
    assert len(LAYOUT) == len(set(LAYOUT)) == 8
    assert sorted(rule.code for rule in BOOK) == sorted(CODES)


def test_rules_can_be_read_in_the_order_of_the_catalogue() -> None:
    listed = [rule.code for rule in GAME.rules() if rule.code.startswith("DI-")]
    for chapter in dict.fromkeys(code.split("-")[1] for code in OWN):
        ours = [code for code in listed if code.split("-")[1] == chapter]
        assert sorted(ours) == sorted(code for code in OWN if code.split("-")[1] == chapter)
    assert list(dict.fromkeys(code.split("-")[1] for code in listed)) == list(
        dict.fromkeys(code.split("-")[1] for code in OWN)
    )


def test_every_rule_that_is_checked_has_its_place_in_the_order_of_resolution() -> None:
    assert len(set(ORDER_OF_CHECKS)) == len(ORDER_OF_CHECKS)
    assert set(ORDER_OF_CHECKS) <= set(CODES)


@pytest.mark.parametrize("chapter", CHAPTERS[:-1], ids=lambda chapter: str(chapter.__name__).rpartition(".")[2])
def test_every_rule_lives_in_the_file_of_its_chapter(chapter: object) -> None:
    file = str(getattr(chapter, "__name__", "")).rpartition(".")[2].rstrip("_")  # pass is a word of Python
    assert {rule.chapter.lower() for rule in getattr(chapter, "RULES", ())} == {file}


def test_every_rule_has_examples() -> None:
    assert [rule.code for rule in BOOK if not rule.ok] == []
    assert [rule.code for rule in BOOK if bool(rule.broken and rule.check) == (rule.kind is Kind.FACT)] == []


def test_no_fact_can_be_broken() -> None:
    assert [rule.code for rule in BOOK if rule.kind is Kind.FACT and (rule.broken or rule.check)] == []
