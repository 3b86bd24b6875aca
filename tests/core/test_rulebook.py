"""Rules as values and books of them: judging in order, deriving other books, naming."""

from __future__ import annotations

from enum import Enum

import pytest

from rallyman_tutor.core.rule import Cite, Facts, Illegal, Kind, Rule, RuleBook, Violation, fact, rule

CITE = Cite((("A book", "chapter 1"),))


@rule("TE-NUM-01", CITE, int, ok=("2",), broken=("3",))
def odd_number(state: int, step: int) -> Facts | None:
    return {"number": step} if step % 2 else None


@rule("TE-NUM-02", CITE, int)
def too_large(state: int, step: int) -> Facts | None:
    return {"most": state} if step > state else None


@rule("TE-TEXT-01", CITE, str, kind=Kind.UNWISE)
def shouting(state: int, step: str) -> Facts | None:
    return {} if step.isupper() else None


@rule("TE-TEXT-02", CITE, str)
def too_long(state: int, step: str) -> Facts | None:
    return {} if len(step) > state else None


CALM: Rule = fact("TE-NUM-03", "numbers-go-on", CITE)
BOOK: RuleBook = RuleBook([odd_number, too_large, shouting, too_long, CALM])


def test_a_rule_is_named_after_its_offence_and_knows_its_chapter() -> None:
    assert odd_number.name == "odd-number"
    assert odd_number.chapter == "NUM"


def test_judging_tells_every_broken_rule_in_the_order_of_the_book() -> None:
    assert BOOK.judge(4, 9, at=2) == [Violation("TE-NUM-01", 2, {"number": 9}), Violation("TE-NUM-02", 2, {"most": 4})]
    assert {broken.at for broken in BOOK.judge(4, 9)} == {0}  # a step alone is the first of its draft


def test_a_step_is_allowed_where_judging_finds_nothing_and_no_rule_is_asked_behind_one_that_refuses() -> None:
    asked: list[int] = []

    @rule("TE-NUM-04", CITE, int)
    def heard(state: int, step: int) -> Facts | None:
        asked.append(step)
        return None

    book, steps = BOOK.with_rules(heard), (2, 3, 8, 9, "ok", "LOUD", "too long")
    allowed = [step for step in steps if book.allows(4, step)]
    assert asked == [2]
    assert allowed == [step for step in steps if not book.judge(4, step)] == [2, "ok", "LOUD"]


class Said(Enum):
    GO = "go"
    STOP = "stop"


def test_a_word_is_not_refused_by_a_rule_that_refused_another_word() -> None:
    @rule("TE-WORD-01", CITE, Said.STOP)
    def no_stopping(state: int, step: Said) -> Facts | None:
        return {}

    book = RuleBook([no_stopping])
    assert [book.allows(4, said) for said in (Said.STOP, Said.GO, Said.STOP)] == [False, True, False]


def test_violations_can_be_gathered_in_a_set() -> None:
    one, same, other = (Violation("TE-NUM-01", at, {"number": 9}) for at in (2, 2, 3))
    assert {one, same, other} == {one, other} and len({one, same}) == 1


def test_a_rule_is_asked_only_about_its_own_kind_of_step_and_severity() -> None:
    assert BOOK.judge(4, "LOUD") == []
    assert [v.code for v in BOOK.judge(4, "LOUD", kind=Kind.UNWISE)] == ["TE-TEXT-01"]
    assert [v.code for v in BOOK.judge(3, "LOUD")] == ["TE-TEXT-02"]
    assert [v.code for v in BOOK.judge(3, "LOUD", kind=Kind.UNWISE)] == ["TE-TEXT-01"]


def test_a_book_without_a_rule_no_longer_asks_it_and_the_first_book_is_unchanged() -> None:
    assert [v.code for v in BOOK.without_rules("TE-NUM-01").judge(4, 9)] == ["TE-NUM-02"]
    assert len(BOOK) == 5


def test_taking_out_a_rule_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        BOOK.without_rules("TE-NUM-99")


def test_an_added_rule_with_a_known_code_takes_that_ones_place() -> None:
    milder: Rule = fact("TE-NUM-01", "odd-is-fine", CITE)
    assert next(r.name for r in BOOK.with_rules(milder)) == "odd-is-fine"
    assert BOOK.with_rules(milder).judge(9, 9) == []


def test_no_code_stands_for_two_rules() -> None:
    with pytest.raises(ValueError, match="TE-NUM-01"):
        RuleBook([odd_number, odd_number])


def test_what_is_illegal_says_by_which_rules() -> None:
    assert str(Illegal(BOOK.judge(4, 9))) == "TE-NUM-01, TE-NUM-02"
