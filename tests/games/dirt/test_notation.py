"""Positions, drafts, moves and rally sheets as text: nothing is lost, and a fault is told by its column and a key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.core.notation import Misread, Refused, ScriptedDraft
from rallyman_tutor.games.dirt import drafts
from rallyman_tutor.games.dirt import notation as n
from rallyman_tutor.games.dirt.drafts import read_draft, write_draft
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS,
    LEADER,
    Arrange,
    Drive,
    Enter,
    FlatOut,
    Move,
    Penalty,
    Roll,
    Sheet,
    Stop,
    TakeTurn,
    Word,
)
from rallyman_tutor.games.dirt.step import aim
from tests.games.dirt.roads import finish, rally

targets = st.sampled_from(["L4", "R12", "line1", "d2", "3.L2", "219a#3.h1", "k1", "l", "d"])
no = st.just("")
rolls = st.one_of(
    st.builds(Roll, st.integers(0, 9), targets | no, st.integers(0, 2), st.sampled_from([0, 2]), no, st.none()),
    st.builds(
        Roll, st.sampled_from([GAS, LEADER, BRAKE]), targets, st.just(0), st.sampled_from([0, 1]), targets, st.none()
    ),
    st.builds(Roll, st.integers(1, 6), targets, st.just(0), st.just(0), no, st.booleans()),
)
some = st.lists(rolls, min_size=1, max_size=6).map(tuple)
names = st.from_regex(r"[A-Za-zé][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(
    lambda name: name not in [word.value for word in Word]
)
moves: st.SearchStrategy[Move] = st.one_of(
    rolls,
    st.builds(Drive, some),
    st.builds(FlatOut, some),
    st.builds(Arrange, some),
    st.builds(Stop, st.sampled_from([-1, 1, 4])),
    st.builds(Penalty, st.sampled_from([0, 5, 7, 100])),
    st.builds(TakeTurn, names),
    st.builds(Enter, targets),
    st.sampled_from(Word),
)


@given(moves)
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    assert read_draft(drafts.write_move(move)).moves == (move,)


@given(st.lists(rolls, max_size=8).map(tuple))
def test_a_draft_is_read_as_it_was_written(steps: tuple[Roll, ...]) -> None:
    assert read_draft(write_draft(steps)).moves == steps


def is_answered(read: Callable[[str], object], text: str) -> bool:
    """Whether a text is read, or refused with words."""
    try:
        read(text)
    except Refused as refused:
        return bool(refused.key)
    return True


@given(st.text(max_size=40))
def test_reading_anything_at_all_raises_nothing_but_refused(text: str) -> None:
    for read in (read_draft, n.read_position, n.read_sheet):
        assert is_answered(read, text)


@given(st.text(alphabet="AFXS-L03|;@ gGBW124!.wob$>{}[]:=,", max_size=40))
def test_reading_almost_notation_raises_nothing_but_refused(text: str) -> None:
    for told in (text, f"FX-S | A@L3 | {text}", f"FX-S | A@L3 {text}", f"FX-S | A | A | {text}"):
        for read in (read_draft, n.read_position):
            assert is_answered(read, told)


def test_dice_have_letters_and_brakes_are_counted() -> None:
    assert read_draft("4>L5 w>R6 o>R6 b>L7 2b>d1 1bbb>L2").moves == (
        Roll(4, "L5"), Roll(GAS, "R6"), Roll(LEADER, "R6"), Roll(BRAKE, "L7"), Roll(2, "d1", 1), Roll(1, "L2", 3),
    )  # fmt: skip


def test_all_dice_of_a_step_are_secured_or_some_of_them() -> None:
    assert read_draft("4>L5$ 2b>L6$ 2b>L6$1").moves == (Roll(4, "L5", 0, 1), Roll(2, "L6", 1, 2), Roll(2, "L6", 1, 1))


def test_a_drive_lays_what_stands_in_brackets_and_rolls_the_rest() -> None:
    plan = read_draft("go 4>L5! w>L6.{ok} (3>L7)")
    draft = (Roll(4, "L5"), Roll(GAS, "L6"), Roll(3, "L7"))
    assert plan == ScriptedDraft[Move]((Drive(draft), Roll(GAS, "L6")), (("!",), (".", "ok")))
    assert write_draft(plan) == "go 4>L5! (w>L6 3>L7) w>L6.{ok}"


def test_flat_out_tells_a_face_for_every_die_once_one_is_told() -> None:
    assert read_draft("flat 4>L5 2b>L6!").shown == ((".", "!", "."),)
    assert read_draft("flat 4>L5 2b>L6").shown == ((),)


def test_a_mark_behind_a_die_is_its_face_unless_a_space_follows() -> None:
    assert read_draft("4! 5.") == read_draft("4! 5.") and read_draft("4!").moves == (Roll(4),)
    assert read_draft("4!").shown == (("!",),)
    assert read_draft("w!>L5").moves == (Roll(GAS, "L5", hazard=True),)


def test_a_jump_names_its_landing() -> None:
    state = n.read_position("FX-J | A@L3 g3")
    rolls = [move for text in ("3>L4>R5", "3>R5") for move in read_draft(text).moves if isinstance(move, Roll)]
    by_both, by_landing = (aim(state, roll) for roll in rolls)
    assert (by_both.jump, by_both.to) == (by_landing.jump, by_landing.to)


def test_spaces_can_be_named_shorter_and_by_their_kind() -> None:
    state = n.read_position("R1-SS1 | A@1.L2 g1")
    keys = [aim(state, Roll(2, name)).to for name in ("202a#1.L3", "1.L3", "L3", "L", "")]
    assert len(set(keys)) == 1 and keys[0] >= 0
    state = n.read_position("FX-C | A@L4 g3")
    assert [state.road.spaces[aim(state, Roll(3, way)).to].kind for way in "ld"] == ["line", "drift"]


def test_a_position_tells_only_what_differs() -> None:
    text = (
        "FX-SL | A@k1 g2 c120 s4 K1 O2 #3 no-wheel ; B@h3 spun ; C | A 2 o ! $1 level B left[3>h4] leader A r2 then - | "
        "gravel 1:2"
    )
    state = n.read_position(text)
    assert n.write_position(state) == text
    assert state.cars[0].punctures == 1 and state.gravel == (2,) and state.leader == 0 and state.queue == ()


def test_a_new_stage_tells_only_who_starts() -> None:
    first = rally("A B", ["FX-F", "FX-F"])
    assert n.write_position(first) == "FX-F | A@L0 #1 ; B | A fresh leader A r1 then - | rally=on"
    assert n.write_position(finish(first, 100, 90)) == "FX-F | A ; B@L0 #1 | B fresh leader B r1 | order B A ; rally=on"


def test_at_the_start_of_a_turn_a_car_is_turned_round_and_one_that_starts_stands_behind_the_line() -> None:
    assert not n.read_position("FX-S | A@L3 spun").car.spun
    assert not n.read_position("FX-S | A@L3 off").car.beside
    assert n.read_position("FX-S | A@L3 off ; B@L3 g2 | A").car.beside
    fresh = n.read_position("FX-S | A")
    assert fresh.car.place in fresh.road.starts and fresh.turn.fresh


def test_a_frozen_draft_and_a_failed_flat_out_are_part_of_the_turn() -> None:
    left = n.read_position("FX-S | A@L3 g4 | A 4 ! left[w>L4 3>L5$]")
    assert left.turn.phase == "roll" and left.turn.draft == (Roll(GAS, "L4"), Roll(3, "L5", 0, 1))
    rolled = n.read_position("FX-S | A@L3 g4 | A rolled[4>L4! 2b>L5!. w>L6!]")
    assert rolled.turn.phase == "arrange" and rolled.turn.stake == 3
    assert rolled.turn.hand == ((BRAKE, False), (GAS, True), (2, True), (4, True))


def test_a_sheet_is_read_as_it_was_written() -> None:
    text = "sheet A B ; R1-SS1 ; R1-SS2 ; quickstart=on sisu=stage"
    sheet = n.read_sheet(text)
    assert sheet == Sheet(("A", "B"), ("R1-SS1", "R1-SS2"), sheet.options) and sheet.options.quickstart
    assert n.write_sheet(sheet) == text


@pytest.mark.parametrize(
    ("text", "column", "key"),
    [
        ("FX-S", 5, "sections"),
        ("FX-S | A | A | x | y", 19, "sections"),
        ("999z | A", 1, "known-tile"),
        ("205a | A", 1, "whole-stage"),
        ("FX-S | 3", 8, "driver-name"),
        ("FX-S | A@L99", 10, "space"),
        ("FX-S | A@L3 g9", 13, "car-word"),
        ("FX-S | A@L3 fast", 13, "car-word"),
        ("FX-S | A ; A", 8, "other-name"),
        ("FX-F | A finished ; B@L3", 25, "whose-turn"),
        ("FX-S | A | B", 12, "whose-turn"),
        ("FX-S | A | A 9", 14, "turn-word"),
        ("FX-S | A | A then X", 19, "driver"),
        ("FX-S | A | A left[w>L5", 23, "steps-left"),
        ("FX-S | A@L1 g0 | A fresh", 18, "fresh-start"),
        ("FX-S | A@L0 g1 | A fresh", 18, "fresh-start"),
        ("FX-S | A | A phase=lunch", 20, "phase"),
        ("FX-S | A | A | gravel 9:1", 23, "no-gravel"),
        ("FX-C | A | A | gravel 9:1", 23, "bend"),
        ("FX-S | A | A | back3 1-2", 22, "deck"),
        ("FX-S | A | A | turbo=on", 16, "option"),
        ("FX-S | A | A | redzone=maybe", 16, "setting"),
    ],
)
def test_what_is_wrong_in_a_position_is_told_by_column_and_key(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as caught:
        n.read_position(text)
    assert (caught.value.column, caught.value.key) == (column, key)


@pytest.mark.parametrize(
    ("text", "column", "key"),
    [
        ("4>L5 fly", 6, "move"),
        ("go", 3, "steps"),
        ("flat stop", 6, "steps"),
        ("go 4>L5 (w", 11, "steps-kept"),
        ("4>L5!!", 5, "faces"),
        ("3>k1{gold}", 5, "card"),
    ],
)
def test_what_is_wrong_in_a_draft_is_told_by_column_and_key(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as caught:
        read_draft(text)
    assert (caught.value.column, caught.value.key) == (column, key)
