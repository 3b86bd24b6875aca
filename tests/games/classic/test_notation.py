"""Stages, positions, drafts and course sheets as text: no loss on the way there and back, a column and a key for what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic import notation as n
from rallyman_tutor.games.classic import road
from rallyman_tutor.games.classic.state import GAS, Attack, ChangeTarget, Give, Move, Roll, Stop, TakeTurn, Tyres, Word

notes = st.integers(1, 5)
bends = st.builds(
    lambda turn, line, drift, cut: turn + str(line) + (f"/{drift[0]}x{drift[1]}" if drift else "") + (f"K{cut}" if cut else ""),
    st.sampled_from("RL"), notes, st.none() | st.tuples(notes, st.integers(2, 4)), st.none() | notes,
)  # fmt: skip
terrains = st.sampled_from(road.TERRAIN)
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
names = st.from_regex(r"[A-Za-zé][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(
    lambda name: name not in [word.value for word in Word]
)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Roll, dice, targets, st.booleans(), st.none()),
    st.builds(Attack, st.lists(dice, max_size=7).map(tuple)),
    st.builds(Stop, st.sampled_from([-1, 1, 4])),
    st.builds(Give, st.booleans()),
    st.builds(Tyres, st.booleans()),
    st.builds(TakeTurn, names),
    st.builds(ChangeTarget, targets.filter(bool)),
    st.sampled_from(Word),
)


@given(stages)
def test_a_stage_reads_back_as_it_was_written(text: str) -> None:
    stage = road.read_stage(text)
    assert stage.text == text
    assert road.read_stage(f"  {text.replace(' ', '   ')} ") == stage


@given(st.lists(moves, max_size=8).map(tuple))
def test_a_draft_reads_back_as_it_was_written(draft: tuple[Move, ...]) -> None:
    assert n.read_draft(n.write_draft(draft)).moves == draft


SCRIPTS = ("3! 4. w!", "4>k{puncture} w w", "w>k!{dirty}", "A[2! 3. w.]", "4>d$ w>d$", "3 stop", "3!{good} 4")


@pytest.mark.parametrize("text", SCRIPTS)
def test_a_script_reads_back_with_what_it_shows(text: str) -> None:
    plan = n.read_draft(text)
    assert n.write_draft(plan) == text
    assert plan.tells_outcomes == any(mark in text for mark in "!.{")


SHEETS = ("sheet Ana Ben ; START J1, FINISH J4 * ; START J1, FINISH J4 ; START J1, FINISH J4", "sheet A")


@pytest.mark.parametrize("text", SHEETS)
def test_a_course_sheet_reads_back_as_it_was_written(text: str) -> None:
    assert n.write_sheet(n.read_sheet(text)) == text


def misread(read: Callable[[str], object], text: str) -> Misread | None:
    """How a text is refused, where it is."""
    try:
        read(text)
    except Misread as error:
        return error
    return None


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused_with_a_column(text: str) -> None:
    for read in (n.read_position, n.read_draft, road.read_stage, n.read_sheet):
        error = misread(read, text)
        assert error is None or (1 <= error.column <= len(text) + 1 and error.key)


@given(st.integers(0, 70), st.sampled_from("|;@x9! ~é"))
def test_a_position_with_one_wrong_letter_is_read_or_refused_with_a_column(at: int, letter: str) -> None:
    text = "s4 R3/4x3K4 s5 | A@s4 g4 c120 s3 ; B@b1.d2 g4 off-left | A 4 w !! | dirt b1:1"
    wrong = text[:at] + letter + text[at + 1 :]
    error = misread(n.read_position, wrong)
    assert error is None or 1 <= error.column <= len(wrong) + 1


WRONG = (
    ("s4 X3 s5 | A", 4, "road"),
    ("s4 R9 | A", 4, "road"),
    ("s4 lava/rock s2 | A", 4, "terrain"),
    ("s4 s400 s4 | A", 4, "shorter-stage"),
    ("snow | A", 5, "stage"),
    ("J1-J4 | A", 1, "route-start"),
    ("s4", 3, "sections"),
    ("s4 | A | A | | x", 15, "sections"),
    ("s4 | 7", 6, "driver-name"),
    ("s4 | A@s9", 8, "space"),
    ("s4 | A@s1 fast", 11, "car-word"),
    ("s4 | A ; A", 6, "other-name"),
    ("s4 | A | B", 10, "whose-turn"),
    ("s4 | A | A then B", 18, "driver"),
    ("s4 | A | A jump", 12, "turn-word"),
    ("s4 | A | A attack3[4 5", 23, "dice-to-move"),
    ("s4 | A | A phase=lunch", 18, "phase"),
    ("s4 | A | A ended=lunch", 18, "ended"),
    ("s4 | A@s2 | A ended=hazards phase=tyres", 40, "phase-lost"),
    ("s4 | A | A | lunch", 14, "clause"),
    ("s4 | A | A | dirt b1:1 lunch", 24, "clause-end"),
    ("s4 | A | A | edition=fr", 14, "edition"),
    ("s4 | A | A | edition=de training=on", 25, "edition-option"),
    ("s4 | A | A | lunch=on", 14, "option"),
    ("s4 | A | A | sisu=maybe", 14, "setting"),
    ("s4 | A | A | k 3-3", 16, "deck"),
    ("s4 | A | A | k 3-3-3[x]", 22, "seen-cards"),
    ("START J1, FINISH J4 snow Q | A", 26, "snow-zone"),
)
WRONG_DRAFTS = (
    ("3 x", 3, "move"),
    ("3 4>", 3, "move"),
    ("A[2 3", 6, "attack-dice"),
    ("3 4{fish}", 5, "card"),
    ("3$$", 1, "move"),
    ("tyres red", 1, "move"),
)
WRONG_SHEETS = (
    ("A ; J1 | J4", 1, "sheet"),
    ("sheet 7 ; J1 | J4", 7, "sheet-drivers"),
    ("sheet A A ; J1", 9, "same-name"),
)


@pytest.mark.parametrize(("text", "column", "key"), WRONG)
def test_a_wrong_position_names_the_column_and_what_was_expected(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as error:
        n.read_position(text)
    assert (error.value.column, error.value.key) == (column, key)


@pytest.mark.parametrize(("text", "column", "key"), WRONG_DRAFTS)
def test_a_wrong_draft_names_the_column_and_what_was_expected(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as error:
        n.read_draft(text)
    assert (error.value.column, error.value.key) == (column, key)


@pytest.mark.parametrize(("text", "column", "key"), WRONG_SHEETS)
def test_a_wrong_course_sheet_names_the_column_and_what_was_expected(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as error:
        n.read_sheet(text)
    assert (error.value.column, error.value.key) == (column, key)


@pytest.mark.parametrize(("text", "key"), [("START C8, C3-L0, FINISH L1 | A", "seam"), ("C8-C3 | A", "route-start")])
def test_a_route_whose_boards_cannot_be_laid_is_no_position(text: str, key: str) -> None:
    with pytest.raises(Refused) as error:
        n.read_position(text)
    assert error.value.key == key


def test_a_car_in_a_bend_has_met_the_dirt_that_lies_there() -> None:
    state = n.read_position("s4 R3/4x3K4 s5 | A@b1.d1 g3 ; B@b1.d2 g4 met0 | A | dirt b1:1")
    assert [car.dirt_on_entry for car in state.cars] == [1, 0]


def test_a_car_beside_the_road_is_back_on_it_when_its_turn_begins() -> None:
    state = n.read_position("s4 R3/4x3 s5 | A@b1.d2 off-left ; B@s1 off-right | A")
    assert state.road.spaces[state.car.place].key == "b1.line" and not state.car.beside
    assert state.cars[1].beside == "right"


def test_where_nobody_drives_any_more_the_stage_is_over_and_the_first_driver_named() -> None:
    for text in ("s3 | A finished ; B finished", "s3 | A out ; B finished"):
        turn = n.read_position(text).turn
        assert (turn.phase, turn.seat) == ("over", 0)


@pytest.mark.parametrize(
    "text",
    [
        "s14 | A | A",
        "s14 | A@s1 g3 ; B@s2 g3 | B 4 !",
        "s14 | A@s2 g3 | A attack2[3 4!]",
        "s14 | A@s4 g4 no-sisu | A 3 4 w !!! phase=sisu ended=hazards",
    ],
)
def test_what_goes_without_saying_is_left_out(text: str) -> None:
    assert n.write_position(n.read_position(text)) == text
