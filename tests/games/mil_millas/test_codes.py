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
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.rules import BOOK, CHAPTERS
from rallyman_tutor.games.mil_millas.state import State
from rallyman_tutor.tutor import words
from rallyman_tutor.tutor.explain import explain, explain_sheet, judged, played, tell
from tests.games.mil_millas.rounds import drive

AnyRule = Rule[Any, Any]
ROOT = Path(__file__).parents[3]
CATALOGUE = ROOT.parent / "shared" / "rules" / "mil_millas.md"
CODES = (ROOT / "tests" / "data" / "mil_millas_codes.txt").read_text(encoding="utf-8").split()


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


def test_the_book_holds_the_102_rules_of_the_catalogue() -> None:
    assert len(CODES) == len(set(CODES)) == 102
    assert sorted(rule.code for rule in BOOK) == sorted(CODES)


def test_the_list_of_codes_is_the_catalogues() -> None:
    if not CATALOGUE.exists():
        pytest.skip(f"the catalogue is not here: {CATALOGUE}")
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    assert [line[5:].split()[0] for line in lines if line.startswith("#### MM-")] == CODES


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
        "A ; B | A green 25x6 :: lay green => A 25 go",
        "A ; B | A green 25x6 :: lay green => pile green",
        "A ; B | A green 25x6 :: lay green => no draw",
        "A ; B | A green 25x6 :: lay green => A go B",
    ],
)
def test_an_example_that_claims_what_is_not_so_is_found_out(example: str) -> None:
    state = played(GAME, example)[-1].state
    assert not stands(state, example.partition(" => ")[2])


def test_an_example_plays_no_illegal_move_and_tells_no_card_too_many() -> None:
    with pytest.raises(Illegal, match="MM-DIST-02"):
        played(GAME, "A ; B | A 25x7 :: lay 25")
    with pytest.raises(ValueError, match="than"):
        played(GAME, "A ; B | A green 25x6 :: lay green{50}")


def test_every_broken_rule_can_be_told_without_a_gap() -> None:
    """The words of every game on the shelf are tested elsewhere; here the cases that no first example shows."""
    for rule, text in BROKEN:
        for state, draft, violations in judged(GAME, text):
            for violation in violations:
                told = explain_sheet(GAME, violation) if state is None else explain(GAME, state, draft, violation)
                for part in (told.title, told.said, told.why, told.fix):
                    assert part and "{" not in part and "None" not in part, (rule.code, part)


def test_every_rule_has_words_of_its_own() -> None:
    tables = words.tables("games.mil_millas")
    rules = {code: texts for code, texts in tables.items() if code not in words.NOT_RULES}
    assert sorted(rules) == sorted(CODES)
    assert all(list(texts) == ["title", "said", "why", "fix"] for texts in rules.values())
    assert len({texts["why"] for texts in rules.values()}) == len(rules)


@pytest.mark.parametrize("seed", range(0, 88, 5))
def test_every_event_of_a_game_can_be_told_and_answers_why(seed: int) -> None:
    language = words.words("mil_millas")
    for decision in drive(seed):
        for event in decision.events:
            what, facts = GAME.told(decision.after, event)
            line = language.phrase("events", what, {"driver": "", **facts})
            assert line and "{" not in line and "None" not in line, line
            assert tell(GAME, event.code).said
