"""Every rulebook holds exactly its catalogue's rules, each in its file, with examples that show what they claim.

An example is a promise to whoever reads the rule: this is fine, this breaks it, this is what happens. The tutor shows
them, so every one is run here, as `core/rule.py` says. The lists of codes lie among the tests, because the catalogues
do not travel with the code.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.rule import Illegal, Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import rules as classic
from rallyman_tutor.games.crazy_rally import rules as crazy_rally
from rallyman_tutor.games.dirt import rules as dirt
from rallyman_tutor.games.mil_millas import rules as mil_millas
from rallyman_tutor.tutor.words.explain import drive_example, judge_example
from tests.games.missing import rows

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT.parent / "shared" / "rules"


class Known(NamedTuple):
    """The known facts of a rulebook from outside, and examples that must not pass for true."""

    rules: ModuleType
    heading: str  # what stands before a rule's code in the catalogue
    untrue: tuple[str, ...]  # driven as they say, and not ending so
    illegal: tuple[str, str]  # a script, and the rule it breaks
    too_many: str  # a script that tells a card nobody draws
    ours: tuple[str, ...] = ()  # codes of rules that state a ruling of ours which the catalogue leaves open


KNOWN = {
    "classic": Known(
        classic,
        r"^\*\*",
        (
            "s14 | A@s1 g3 :: 3 => A@s2 g4",
            "s14 | A@s1 g3 :: 3 => A@s2 g3 c30",
            "s14 | A@s1 g3 :: 3 => no w",
            "s14 | A@s1 g3 ; B@s3 :: 3 => A@s2 B@s3",
        ),
        ("s14 | A@s1 g3 :: 3 5", "CL-GEAR-03"),
        "s14 | A@s1 g3 :: 3{good}",
    ),
    "dirt": Known(
        dirt,
        r"^(?:### |\| )(?=DI-)|(?:^|; )(?=LAY-)",
        (
            "FX-S | A@L3 g3 :: go 3>L4 => A@L4 g4",
            "FX-S | A@L3 g3 :: go 3>L4 => A@L4 c40",
            "FX-S | A@L3 g3 :: go 3>L4 => no o>L5",
            "FX-S | A@L3 g3 ; B@R3 :: go 3>L4 => A@L4 B@R3",
        ),
        ("FX-S | A@L3 g3 :: go 5>L4", "DI-GEAR-02"),
        "FX-S | A@L3 g3 :: go 3>L4{ok}",
        ("DI-SISU-05",),
    ),
    "crazy_rally": Known(
        crazy_rally,
        "^#### ",
        (
            "C09 rest | A B08 | choose :: play B08+ pass => A v6 d7",
            "C09 rest | A B08 | choose :: play B08+ pass => A d6 discard",
            "C09 rest | A B08 | choose :: play B08+ => no pass",
            "C09 rest | A B08 ; B | choose :: play B08+ => A B",
        ),
        ("C09 rest | A B08 | choose :: pass", "CR-PLAY-01"),
        "C09 rest | A B08 | choose :: play B08+{B01}",
    ),
    "mil_millas": Known(
        mil_millas,
        "^#### ",
        (
            "A ; B | A green 25x6 :: lay green => A 25 go",
            "A ; B | A green 25x6 :: lay green => pile green",
            "A ; B | A green 25x6 :: lay green => no draw",
            "A ; B | A green 25x6 :: lay green => A go B",
        ),
        ("A ; B | A 25x7 :: lay 25", "MM-DIST-02"),
        "A ; B | A green 25x6 :: lay green{50}",
    ),
}
CODES = {key: list(rows(key)) for key in KNOWN}
EVERY = pytest.mark.parametrize("key", KNOWN)


def rules_of(key: str) -> list[Rule]:
    return list(SHELF[key].book)


def chapter(code: str) -> str:
    return code.split("-")[-2]


# -- The book ---------------------------------------------------------------------------------------------------------


def test_every_game_of_the_shelf_has_its_catalogue() -> None:
    assert list(KNOWN) == list(SHELF)


@EVERY
def test_the_book_holds_the_rules_of_the_catalogue_and_no_other(key: str) -> None:
    assert len(CODES[key]) == len(set(CODES[key]))
    assert sorted(rule.code for rule in SHELF[key].book) == sorted(CODES[key])


@EVERY
def test_the_list_of_codes_is_the_catalogues(key: str) -> None:
    catalogue = CATALOGUES / f"{key}.md"
    if not catalogue.exists():
        pytest.skip(f"the catalogue is not here: {catalogue}")
    text = catalogue.read_text(encoding="utf-8")
    headed = re.findall(rf"(?:{KNOWN[key].heading})([A-Z]+(?:-[A-Z0-9]+)?-\d\d)\b", text, re.MULTILINE)
    assert list(dict.fromkeys(headed)) == [code for code in CODES[key] if code not in KNOWN[key].ours]


@EVERY
def test_rules_can_be_read_in_the_order_of_the_catalogue(key: str) -> None:
    chapters = list(dict.fromkeys(chapter(code) for code in CODES[key]))
    listed = [rule.code for rule in SHELF[key].rules()]
    assert listed == sorted(CODES[key], key=lambda code: (chapters.index(chapter(code)), code))


@EVERY
def test_every_rule_that_is_checked_first_is_known_and_named_once(key: str) -> None:
    order = KNOWN[key].rules.ORDER_OF_CHECKS
    assert len(set(order)) == len(order)
    assert set(order) <= set(CODES[key])


FILES = [
    pytest.param(file, id=f"{key}-{file.__name__.rpartition('.')[2]}")
    for key, known in KNOWN.items()
    for file in known.rules.CHAPTERS
]


@pytest.mark.parametrize("file", FILES)
def test_every_rule_lives_in_the_file_of_its_chapter(file: ModuleType) -> None:
    assert {rule.file for rule in file.RULES} == {Path(str(file.__file__)).name}


@EVERY
def test_every_rule_has_examples(key: str) -> None:
    assert [rule.code for rule in rules_of(key) if not rule.ok] == []
    assert [rule.code for rule in rules_of(key) if bool(rule.broken and rule.check) == (rule.kind is Kind.FACT)] == []


@EVERY
def test_no_fact_can_be_broken(key: str) -> None:
    facts = [rule for rule in rules_of(key) if rule.kind is Kind.FACT]
    assert [rule.code for rule in facts if rule.broken or rule.check] == []


# -- The examples -----------------------------------------------------------------------------------------------------


def examples(which: str, *, facts: bool) -> pytest.MarkDecorator:
    """Every example of one sort, of facts or of rules that can be broken, with its game and its rule."""
    found = [
        pytest.param(SHELF[key], rule, example, id=f"{rule.code}: {example}")
        for key in KNOWN
        for rule in rules_of(key)
        for example in getattr(rule, which)
        if (rule.kind is Kind.FACT) == facts
    ]
    return pytest.mark.parametrize(("game", "rule", "example"), found)


@examples("ok", facts=False)
def test_an_example_that_is_fine_breaks_nothing(game: AnyGame, rule: Rule, example: str) -> None:
    (_, _, refused), (_, _, unwise) = judge_example(game, example)
    assert rule.code not in [violation.code for violation in (*refused, *unwise)]
    if rule.chapter != "LAY":  # an example of a layout shows its own rule and no other
        assert refused == []


@examples("broken", facts=False)
def test_an_example_that_is_broken_breaks_its_rule(game: AnyGame, rule: Rule, example: str) -> None:
    assert rule.code in [
        violation.code for _, _, violations in judge_example(game, example) for violation in violations
    ]


@examples("ok", facts=True)
def test_an_example_of_a_fact_shows_it_happen(game: AnyGame, rule: Rule, example: str) -> None:
    moments = drive_example(game, example)
    _, _, told = example.partition(" => ")
    if told:
        assert [this for this in told.split(" ; ") if not stands(game, moments[-1].state, this)] == []
    else:
        assert rule.code in [event.code for moment in moments for event in moment.events]


def stands(game: AnyGame, state: Any, this: str) -> bool:
    """Whether words stand together in one part of a position; or, behind a `no`, whether a move is refused."""
    first, _, move = this.partition(" ")
    if first == "no":
        return game.judge(state, game.read_draft(move)) != []
    return any(set(this.split()) <= set(part.split()) for part in re.split("[|;]", game.write(state)))


@pytest.mark.parametrize(("key", "example"), [(key, example) for key in KNOWN for example in KNOWN[key].untrue])
def test_an_example_that_claims_what_is_not_so_is_found_out(key: str, example: str) -> None:
    game = SHELF[key]
    assert not stands(game, drive_example(game, example)[-1].state, example.partition(" => ")[2])


@EVERY
def test_an_example_makes_no_illegal_move_and_tells_no_card_too_many(key: str) -> None:
    game, (illegal, code) = SHELF[key], KNOWN[key].illegal
    with pytest.raises(Illegal, match=code):
        drive_example(game, illegal)
    with pytest.raises(ValueError, match="told-too-much"):
        drive_example(game, KNOWN[key].too_many)
