"""Stages, positions, drafts and course sheets as text: nothing is lost, and a fault is told by its column and a key."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic import notation as n
from rallyman_tutor.games.classic import road
from rallyman_tutor.games.classic.state import GAS, Attack, ChangeTarget, Give, Move, Roll, Stop, TakeTurn, Tyres, Word
from tests.laws.laws import positions
from tests.some import some

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
    text = "s4 R3/4x3K4 s5 | A@s4 g4 c120 s3 ; B@b1.d2 off-left | A 4 w !! | dirt b1:1"
    wrong = text[:at] + letter + text[at + 1 :]
    error = misread(n.read_position, wrong)
    assert error is None or 1 <= error.column <= len(wrong) + 1


WRONG = (
    ("s4 X3 s5 | A", 4, "road"),
    ("s4 R9 | A", 4, "road"),
    ("s4 lava/rock s2 | A", 4, "terrain"),
    ("s4 s400 s4 | A", 4, "shorter-stage"),
    ("snow | A", 5, "stage"),
    ("s4 c7 s2 | A", 4, "capacity"),
    ("c0 s2 | A", 1, "capacity"),
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
    ("s4 | A@s2 | A ended=hazards phase=tyres", 29, "phase-lost"),
    ("s4 | A | A | lunch", 14, "clause"),
    ("s4 R3K4 | A | A | dirt b1:1 lunch", 29, "clause-end"),
    ("s4 | A | A | edition=fr", 14, "edition"),
    ("s4 | A | A | edition=de training=on", 25, "edition-option"),
    ("s4 | A | A | lunch=on", 14, "option"),
    ("s4 | A | A | sisu=maybe", 14, "setting"),
    ("s4 | A | A | k 3-3", 16, "deck"),
    ("s4 | A | A | k 3-3-3[x]", 22, "seen-cards"),
    ("START J1, FINISH J4 snow Q | A", 26, "snow-zone"),
)
IMPOSSIBLE = (
    # Cars
    ("s4 | A@s1 ; B@s2 ; C@s3 ; D ; E", "E", "fewer-cars"),
    ("s4 | A@s3 waiting", "waiting", "car-placed"),
    ("s4 | A road", "road", "car-on-road"),
    ("s4 | A@s3 finished ; B@s2", "finished", "car-finished"),
    ("s4 | A@finish out ; B@s2", "A@", "car-past"),
    ("s4 | A@finish road ; B@s2", "A@", "car-past"),
    ("s4 | A@s2 spun off-left ; B@s3", "A@", "car-off"),
    ("s4 | A spun ; B@s3", "A spun", "car-off"),
    ("s4 | A@s2 ; B@s3 g3 spun", "g3", "car-in-neutral"),
    ("s4 | A@s2 ; B@s3 g3 off-left", "g3", "car-in-neutral"),
    ("s4 R3K4 s1 | A@s2 ; B@b1.line off-right", "off-", "car-beside"),
    ("s4 | A@s2 ; B g3", "B g3", "car-waiting"),
    ("s4 | A@s2 ; B c50", "B c50", "car-waiting"),
    ("s4 | A@s2 ; B s2", "B s2", "car-waiting"),
    ("s14 | A@s1 g3 d5", "d5", "car-broken"),
    ("s14 | A@s1 ; B d5", "d5", "car-broken"),
    ("s4 | A@s2 sisu | A | edition=de", "sisu", "car-sisu"),
    ("s4 | A@s2 #3 ; B@s3 #3", "#3", "car-stamp"),
    ("c1 s4 | A@s2 ; B@s2", "B@", "room-taken"),
    ("s4 | A@s2 ; B@s2 ; C@s2", "C@", "room-taken"),
    ("s1 R3/4x3 s1 | A@b1.d1 ; B@b1.d1 | A", "B@", "room-taken"),
    ("s1 R3K4 s1 | A@b1.line met2 | A | dirt b1:1", "met", "dirt-met"),
    ("s1 R3K4 s1 | A@s1 met1 | A | dirt b1:1", "met", "dirt-met"),
    # The table
    ("s1 R3/4x3 s1 | A | A | dirt b7:1", "b7", "bend"),
    ("s1 R3/4x3 s1 | A | A | dirt b1:4", "b1", "dirt-cut"),
    ("s4 | A | A | k 99-6-4", "k 99", "whole-deck"),
    ("s4 | A | A | back3 0-0-0", "back3", "whole-deck"),
    ("s4 | A ; B | A | order A A", "order", "whole-order"),
    ("s4 | A ; B | A | order B", "order", "whole-order"),
    ("s4 | A | A | points 99", "99", "timing-points"),
    ("s4 | A@s2 | A | points 3 ; split 3 A 40", "split", "split-read"),
    ("s4 | A@s2 | A | split 1 A 40", "split", "split-read"),
    # The turn
    ("s4 | A ; B finished | B", "B", "whose-turn"),
    ("s3 | A@finish g4 | A 3 4 w !!! phase=sisu ended=hazards", "A 3", "nobody-drives"),
    ("s4 | A ; B | A then B B", "then", "who-follows"),
    ("s4 | A ; B | A then A", "then", "who-follows"),
    ("s4 | A ; B finished | A then B", "then", "who-follows"),
    ("s4 | A | A r0", "r0", "round"),
    ("s4 | A@s3 ; B | A r1", "r1", "round"),
    ("s4 | A ; B@s3 | A r1 then -", "r1", "round"),
    ("s4 | A | A ! phase=tyres | weather=fixed", "phase", "no-dice-yet"),
    ("s4 | A@s2 | A phase=over", "phase", "still-driving"),
    ("s4 | A finished | A phase=gap", "phase", "gap-wheel"),
    ("s4 | A p1 finished ; B finished | A phase=gap then B", "then", "who-follows"),
    ("s14 | A@s3 g3 | A attack2[] phase=roll", "attack2", "dice-to-move"),
    ("s4 R3K4 s5 | A@b1.cut g4 p1 | A 4 attack4[w w!] phase=give", "attack4", "attack-of-dice"),
    ("s4 | A | A phase=tyres", "phase", "before-the-start"),
    ("s4 | A@s1 | A phase=weather | weather=variable", "phase", "before-the-start"),
    ("s4 | A | A phase=weather | weather=fixed", "phase", "before-the-start"),
    ("s4 | A@s1 | A wheel", "wheel", "wheel-changed"),
    ("s4 | A@s2 g2 no-wheel | A 2 wheel", "wheel", "wheel-changed"),
    ("s4 | A@s3 spun | A 2", "A 2", "back-first"),
    ("s4 | A@s3 | A stuck", "stuck", "stuck-beside"),
    ("s4 | A@s3 off-left | A stuck", "stuck", "stuck-beside"),
    ("s4 | A@s3 g3 | A 2", "A 2", "gear-driven"),
    ("s4 | A@s3 g3 | A 3 3", "A 3 3", "gear-dice"),
    ("s4 | A@s3 g3 d4 | A 2 3", "A 2 3", "gear-dice"),
    ("s14 | A@s3 g5 | A 1 5", "A 1 5", "gears-in-a-row"),
    ("s4 | A@s3 | A w", "A w", "gas-in-neutral"),
    ("s14 | A@s5 g3 | A w w w", "A w", "gas-dice"),
    ("s14 | A@s5 g3 p2 | A w w", "A w", "gas-dice"),
    ("s4 | A@s2 g1 | A w 1", "A w 1", "dice-of-the-road"),
    ("s4 | A@s1 g2 | A 1 2", "A 1 2", "dice-of-the-road"),
    ("s4 | A@s3 g3 | A attack9[3 4]", "attack9", "attack-of-dice"),
    ("s4 | A@s3 g3 | A attack1[3]", "attack1", "attack-of-dice"),
    ("s14 | A@s3 g3 | A 3 attack3[4 5 w]", "attack3", "attack-of-dice"),
    ("s4 | A@s3 g3 | A attack2[3 3]", "A attack2", "gear-dice"),
    ("s4 | A@s3 g3 | A attack2[3 4] | attack=off", "attack2", "no-attack"),
    ("s14 | A@s5 g3 | A 3 $1 attack2[4]", "$1", "attack-unsecured"),
    ("s4 | A@s3 g3 | A 3 attack3[w w!] phase=give", "phase=give", "give-gas"),
    ("s4 | A@s3 g3 | A phase=drive", "phase=drive", "dice-to-move"),
    ("s4 | A@s3 g3 | A 3 attack2[]", "attack2", "dice-to-move"),
    ("s4 | A@s3 g3 | A 3 $3", "$3", "fewer-secured"),
    ("s4 | A@s3 g3 | A 3 $1 | seconds=off", "$1", "fewer-secured"),
    ("s4 | A@s3 g3 | A !!", "!!", "hazards-of-dice"),
    ("s4 | A@s3 g3 | A 3 ! $1", "!", "hazards-of-dice"),
    ("s4 | A@s3 g3 | A 3 ! | training=on", "!", "hazards-of-dice"),
    ("s14 | A@s5 g4 | A 3 4 w !!!", "!!!", "fewer-hazards"),
    ("s14 | A@s5 g4 | A 3 w w 4 !!!! ended=hazards", "!!!!", "fewer-hazards"),
    ("s14 | A@s5 g4 winter | A w w 4 dry2", "dry2", "gas-on-dry"),
    ("s14 | A@s5 g4 | A 3 4 w !! ended=hazards", "ended", "more-hazards"),
    ("s14 | A@s5 g4 | A 4 ended=bend", "ended", "ended-so"),
    ("s14 | A@s5 g4 | A phase=sisu", "A phase", "ended-so"),
    ("s14 | A@s5 g4 no-sisu | A 3 4 w !!! ended=hazards", "A 3", "sisu-held"),
    ("s14 | A@s5 g4 | A 4 ! ended=landing", "ended", "landed-so"),
    ("s3 j3 s8 | A@s5 g4 | A 4 ended=landing", "ended", "landed-so"),
)


@pytest.mark.parametrize(("text", "at", "key"), IMPOSSIBLE)
def test_a_position_that_no_rally_leads_to_is_not_read(text: str, at: str, key: str) -> None:
    error = misread(n.read_position, text)
    assert error is not None and (error.key, error.column) == (key, text.rindex(at) + 1)


def test_a_state_that_is_played_is_read_again_as_itself(wide: bool) -> None:
    """But for the rally sheet, which no position has, and the count of arrivals that is no car's."""
    for state, _ in some(islice(positions("classic", 4), 60_000 if wide else 400)):
        again = n.read_position(n.write_position(state))
        assert again == state._replace(rally=None, stamps=again.stamps), n.write_position(state)


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
    ("sheet A ; s1 ; snow snow * ; s9", 25, "stage"),
    ("sheet A ; s1 ; s4 X3 * ; s9", 19, "road"),
    ("sheet A ; s1 ; START C8, C99-J6, FINISH J1 ; s9", 26, "exit"),
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
        "s14 | A@s1 g3 ; B@s2 g3 | B 3 !",
        "s14 | A@s2 g3 | A attack2[3 4!]",
        "s14 | A@s4 g4 | A 3 4 w !!! phase=sisu ended=hazards",
    ],
)
def test_what_goes_without_saying_is_left_out(text: str) -> None:
    assert n.write_position(n.read_position(text)) == text
