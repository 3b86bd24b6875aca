"""Stages, positions, drafts and course sheets as text: no loss on the way there and back, clear words for what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.core.notation import Misread
from rallyman_tutor.games.classic import notation as n
from rallyman_tutor.games.classic.state import (
    GAS,
    Accept,
    Attack,
    Blocked,
    ChangeTarget,
    CloseStage,
    Give,
    LateSecond,
    Move,
    Retire,
    Roll,
    Sisu,
    Stop,
    TakeTurn,
    Tyres,
    Weather,
    Wheel,
)

notes = st.integers(1, 5)
bends = st.builds(
    lambda turn, line, drift, cut: turn + str(line) + (f"/{drift[0]}x{drift[1]}" if drift else "") + (f"K{cut}" if cut else ""),
    st.sampled_from("RL"), notes, st.none() | st.tuples(notes, st.integers(2, 4)), st.none() | notes,
)  # fmt: skip
terrains = st.sampled_from(n.TERRAIN)
pieces = st.one_of(
    st.builds("s{}".format, st.integers(1, 9)),
    st.builds("j{}".format, notes),
    bends,
    st.sampled_from(["snow", "dry", "c1", "c3"]),
    st.builds("{}/{}".format, terrains, terrains),
)
stages = st.builds(lambda some: " ".join([*some, "s2"]), st.lists(pieces, max_size=12))

dice = st.sampled_from([1, 2, 3, 4, 5, GAS])
targets = st.sampled_from(["", "l", "d", "k", "s4", "b2.line", "b1.d3", "b1.cut", "finish"])
names = st.from_regex(r"[A-Za-zé][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(lambda name: name not in n._WORDS)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Roll, dice, targets, st.booleans(), st.none()),
    st.builds(Attack, st.lists(dice, max_size=7).map(tuple)),
    st.builds(Stop, st.sampled_from([-1, 1, 4])),
    st.builds(Give, st.booleans()),
    st.builds(Tyres, st.booleans()),
    st.builds(TakeTurn, names),
    st.builds(ChangeTarget, targets.filter(bool)),
    st.sampled_from([Wheel(), Sisu(), Accept(), Blocked(), Retire(), Weather(), CloseStage(), LateSecond()]),
)


@given(stages)
def test_a_stage_reads_back_as_it_was_written(text: str) -> None:
    stage = n.read_stage(text)
    assert stage.text == text
    assert n.read_stage(f"  {text.replace(' ', '   ')} ") == stage


@given(st.lists(moves, max_size=8).map(tuple))
def test_a_draft_reads_back_as_it_was_written(draft: tuple[Move, ...]) -> None:
    assert n.read_plan(n.write_plan(draft)).moves == draft


SCRIPTS = ("3! 4. w!", "4>k{puncture} w w", "w>k!{dirty}", "A[2! 3. w.]", "4>d$ w>d$", "3 stop", "3!{good} 4")


@pytest.mark.parametrize("text", SCRIPTS)
def test_a_script_reads_back_with_what_it_shows(text: str) -> None:
    plan = n.read_plan(text)
    assert n.write_plan(plan) == text
    assert plan.script == any(mark in text for mark in "!.{")


SHEETS = ("sheet Ana Ben ; START J1, FINISH J4 * ; START J1, FINISH J4 ; START J1, FINISH J4", "sheet A")


@pytest.mark.parametrize("text", SHEETS)
def test_a_course_sheet_reads_back_as_it_was_written(text: str) -> None:
    assert n.write_sheet(n.read_sheet(text)) == text


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused_with_a_column(text: str) -> None:
    for read in (n.read_position, n.read_plan, n.read_stage, n.read_sheet):
        try:
            read(text)
        except Misread as error:
            assert 1 <= error.column <= len(text) + 1
            assert error.expected


@given(st.integers(0, 70), st.sampled_from("|;@x9! ~é"))
def test_a_position_with_one_wrong_letter_is_read_or_refused_with_a_column(at: int, letter: str) -> None:
    text = "s4 R3/4x3K4 s5 | A@s4 g4 c120 s3 ; B@b1.d2 g4 off-left | A 4 w !! | dirt b1:1"
    wrong = text[:at] + letter + text[at + 1 :]
    try:
        n.read_position(wrong)
    except Misread as error:
        assert 1 <= error.column <= len(wrong) + 1


WRONG = (
    ("s4 X3 s5 | A", 4, "a piece of road"),
    ("s4 R9 | A", 4, "a piece of road"),
    ("s4 lava/rock s2 | A", 4, "terrain out of grass"),
    ("s4", 3, "stage | cars | turn | table"),
    ("s4 | 7", 6, "a driver's name"),
    ("s4 | A@s9", 8, "a space of this stage (start, s1, s2, s3, s4, finish)"),
    ("s4 | A@s1 fast", 11, "one of g3"),
    ("s4 | A ; A", 6, "cars with different names"),
    ("s4 | A | B", 10, "whose turn it is (A)"),
    ("s4 | A | A jump", 12, "dice used"),
    ("s4 | A | A phase=lunch", 18, "a phase out of"),
    ("s4 | A | A | edition=fr", 14, "an edition out of classic, es, de"),
    ("s4 | A | A | edition=de training=on", 25, "an option that edition=de has"),
    ("s4 | A | A | sisu=maybe", 14, "sisu out of on, off"),
    ("s4 | A | A | k 3-3", 16, "unseen cards"),
    ("START J1, FINISH J4 snow Q | A", 26, "a zone of this stage (J)"),
)


@pytest.mark.parametrize(("text", "column", "expected"), WRONG)
def test_a_wrong_position_names_the_column_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(Misread) as error:
        n.read_position(text)
    assert error.value.column == column
    assert error.value.expected.startswith(expected)


@pytest.mark.parametrize(
    ("text", "column"), [("3 x", 3), ("3 4>", 3), ("A[2 3", 6), ("3 4{fish}", 5), ("3$$", 1), ("tyres red", 1)]
)
def test_a_wrong_draft_names_the_column(text: str, column: int) -> None:
    with pytest.raises(Misread) as error:
        n.read_plan(text)
    assert error.value.column == column


def test_a_car_in_a_bend_has_met_the_dirt_that_lies_there() -> None:
    state = n.read_position("s4 R3/4x3K4 s5 | A@b1.d1 g3 ; B@b1.d2 g4 met0 | A | dirt b1:1")
    assert [car.met for car in state.cars] == [1, 0]


def test_a_car_beside_the_road_is_back_on_it_when_its_turn_begins() -> None:
    state = n.read_position("s4 R3/4x3 s5 | A@b1.d2 off-left ; B@s1 off-right | A")
    assert state.road.spaces[state.car.place].key == "b1.line" and not state.car.beside
    assert state.cars[1].beside == "right"
