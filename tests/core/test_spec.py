"""The description of a new game may have been written by anybody: each value of it is checked, in every game alike."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.core.replay import BadSave, begin, load
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.core.spec import read_drivers
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.mil_millas.state import CARDS
from rallyman_tutor.tutor.words.explain import explain_refusal

NO_NAMES = (
    [1, 2],
    [None, "B"],
    ["A;", "B"],
    ["<b>", "B"],
    ["\n", "B"],
    ["", "B"],
    ["A", "B\n"],
    [["A"], "B"],
    ["A" + "9" * 20, "B"],
    ["4th", "B"],
)


def demo(key: str, **changed: Any) -> dict[str, Any]:
    """A save of a game that has not begun, with some of its start changed."""
    game = SHELF[key]
    saved = begin(game, game.demo_game(game.seats[-1])).save()
    return {**saved, "start": {**saved["start"], **changed}}


def refusal(key: str, saved: object) -> Refused:
    """Why the start of a save is refused."""
    with pytest.raises(BadSave) as refused:
        load(SHELF[key], saved)
    cause = refused.value.__cause__
    assert refused.value.key == "bad-start" and isinstance(cause, Refused), repr(cause)
    return cause


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("names", NO_NAMES)
def test_a_save_whose_drivers_have_no_names_is_refused(key: str, names: list[Any]) -> None:
    cause = refusal(key, demo(key, drivers=names))
    assert cause.key == "no-name" and "\n" not in str(cause.facts["found"])


@pytest.mark.parametrize("key", SHELF)
def test_a_save_with_two_drivers_of_one_name_is_refused(key: str) -> None:
    cause = refusal(key, demo(key, drivers=["Ana", "Ben", "Ana"]))
    assert cause.key == "same-names" and cause.facts == {"number": 1, "other": 3, "found": "Ana"}


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("names", ["Ana", 7, None, {"A": 1}])
def test_drivers_are_a_list(key: str, names: object) -> None:
    assert refusal(key, demo(key, drivers=names)).key == "no-drivers"


@pytest.mark.parametrize("name", ["Ana", "Ñandú", "B2", "Anne-Marie", "x_1", "A" * 60, "A" + "9" * 19])
def test_every_game_writes_and_reads_the_names_that_there_can_be(name: str) -> None:
    for key, game in SHELF.items():
        state = game.new({**game.demo_game(3), "drivers": [name, "Ben", "Cleo"]})
        assert game.result(game.read(game.write(state)))["drivers"] == [name, "Ben", "Cleo"], key


def test_nobody_in_mil_millas_is_called_like_a_card() -> None:
    keys = [refusal("mil_millas", demo("mil_millas", drivers=[card, "Ben"])).key for card in CARDS]
    assert keys == ["no-name"] * len(CARDS)


def test_a_name_that_stands_in_a_row_for_the_second_time_is_refused_where_it_stands() -> None:
    assert read_drivers(Reader("Ana Ben"), "same-name") == ("Ana", "Ben")
    with pytest.raises(Misread) as refused:
        read_drivers(Reader("Ana Ben Ana Cleo"), "same-name")
    assert refused.value.column == 9 and refused.value.key == "same-name"
    with pytest.raises(Misread, match="column 9"):
        SHELF["classic"].judge_sheet("sheet A A ; J1 | J4", Kind.ILLEGAL)


@pytest.mark.parametrize(
    ("key", "wrong", "changed"),
    [
        ("classic", "no-switches", {"service": ["no", "no"]}),
        ("classic", "no-switches", {"service": "no"}),
        ("classic", "switches", {"service": [True]}),
        ("classic", "switches", {"service": [True, True, True]}),
        ("classic", "timing-point", {"points": ["b99"]}),
        ("classic", "timing-point", {"points": [9999]}),
        ("classic", "timing-point", {"points": ["²"]}),
        ("classic", "no-words", {"points": [-1]}),
        ("classic", "no-words", {"points": [True]}),
        ("classic", "no-words", {"points": 2}),
        ("classic", "no-texts", {"stages": "s9"}),
        ("classic", "no-texts", {"stages": [4]}),
        ("classic", "no-text", {"position": 3}),
        ("classic", "no-options", {"options": [1]}),
        ("classic", "no-options", {"options": {"sisu": []}}),
        ("classic", "setting", {"options": {"sisu": 3}}),
        ("dirt", "sheet-stages", {"stages": []}),
        ("dirt", "no-texts", {"stages": {"R1-SS1": 1}}),
        ("dirt", "no-text", {"position": None}),
        ("dirt", "setting", {"options": {"redzone": "maybe"}}),
        ("crazy_rally", "no-number", {"races": "3"}),
        ("crazy_rally", "no-number", {"races": -1}),
        ("crazy_rally", "no-number", {"races": True}),
        ("crazy_rally", "no-switch", {"rally": "no"}),
        ("crazy_rally", "no-numbers", {"deck": [1, "2"]}),
        ("crazy_rally", "no-numbers", {"deck": 15}),
        ("crazy_rally", "aid", {"options": {"practice": "no"}}),
        ("crazy_rally", "aid", {"options": {"lunch": True}}),
        ("crazy_rally", "no-text", {"position": ["race"]}),
        ("mil_millas", "no-number", {"teams": "2"}),
        ("mil_millas", "no-number", {"teams": 2.0}),
        ("mil_millas", "option", {"options": {"lunch": "on"}}),
        ("mil_millas", "no-text", {"position": 0}),
    ],
)
def test_each_value_of_a_start_is_checked_and_refused_by_its_key(key: str, wrong: str, changed: dict[str, Any]) -> None:
    cause = refusal(key, demo(key, **changed))
    assert cause.key == wrong
    said = explain_refusal(SHELF[key], cause)
    assert wrong in ("timing-point", "setting", "option", "aid", "sheet-stages") or f"'{next(iter(changed))}'" in said


def test_a_switch_of_a_start_is_told_as_notation_tells_it() -> None:
    classic, cards = SHELF["classic"], SHELF["mil_millas"]
    assert "sisu" not in classic.write(classic.new({"drivers": ["A"], "stages": ["s3"], "options": {"sisu": True}}))
    assert "reshuffle=on" in cards.write(cards.new({"drivers": ["A", "B"], "options": {"reshuffle": True}}))


def test_a_sheet_of_dirt_without_a_stage_is_refused_where_the_stage_is_missing() -> None:
    with pytest.raises(Misread) as refused:
        SHELF["dirt"].judge_sheet("sheet A B", Kind.ILLEGAL)
    assert (refused.value.column, refused.value.key) == (10, "sheet-stages")


def test_a_start_that_no_table_plays_stays_a_matter_of_the_rules() -> None:
    with pytest.raises(Illegal):
        SHELF["classic"].new({"drivers": [], "stages": ["s3"]})
    with pytest.raises(Illegal, match="CL-RALLY-01"):
        SHELF["classic"].new({"drivers": ["A"], "stages": []})
