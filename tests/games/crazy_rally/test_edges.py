"""Every row of the catalogue's table of edge cases: what is refused, what is legal, what comes of it.

Cars that are not described have a maximum of 9, a strength of 8, a handling of 9, speed 5 and no distance; values are
speed, handling, strength and distance. Rows of one shape share a table and a test; a row that is a little story is a
test of its own, with the row's number in its name. The last test holds that no row is forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.notation import read_sheet
from rallyman_tutor.games.crazy_rally.rules import judge_sheet
from rallyman_tutor.games.crazy_rally.state import HIDDEN, Car, Play, Use
from rallyman_tutor.games.crazy_rally.step import pass_stage, winners
from tests.games.crazy_rally.races import after, codes, played, values

ROWS = """
01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 35 37 38 40 41 43 44 46 47 49 50 52 53 55 56 58 59
61 62 64 65
"""
"""The rows of the catalogue's table. Their numbers are not consecutive."""

CAR = "m9 s8 h9"

# Row, position, draft, the rule that is broken first.
REFUSED = [
    ("CR-S-01", "C09 rest | A B01 | choose", "pass", "CR-PLAY-01"),
    ("CR-S-02", "C09 rest | A E1 B01 | choose", "play E1+", "CR-PLAY-01"),
    ("CR-S-04", "C09 rest | A B01 B02 | choose", "play B01+ play B02+", "CR-PLAY-03"),
    ("CR-S-05", "C09 rest | A B01 B02 | choose", "play B01+ B02+", "CR-PLAY-01"),
    ("CR-S-16", "C09 rest | A E1 E2 ; B E3 | event A : A B", "event two A: event two", "CR-EVT-02"),
    ("CR-S-17", "C09 rest | A E1 B01 | choose", "event faster>A", "CR-EVT-01"),
    (
        "CR-S-19",
        "C09 rest | A E1 ; B E2 ; C E3 | event A : A B C",
        "pass event faster>A A: event faster>B",
        "CR-EVT-09",
    ),
    ("CR-S-20", "C09 rest | A E1 ; B | event A : A B | supply E5 B01 rest", "event two A: event faster>A", "CR-EVT-02"),
    ("CR-S-23", "C09 rest | A E1 ; B s0 out3 | event A", "event slower>B", "CR-EVT-08"),
    ("CR-S-52", "rest | A (B01 B02) | tune A", "table", "CR-TUNE-01"),
    ("CR-S-53", "rest | A | look 4", "reorder", "CR-LAP-02"),
    ("CR-S-53", "rest | A | look 4", "note", "CR-LAP-03"),
    ("CR-S-64", "rest | A (B01 B02) | tune A", "table Y01", "CR-TUNE-02"),
    ("CR-S-65", "C09 rest | A B01 | choose", "peek", "CR-INFO-01"),
]

# Row, course, the car, the draft, the car after it.
DRIVEN = [
    ("CR-S-07", "C01 rest", "v0 P01", "play P01- pass", (0, 9, 7, 0)),
    ("CR-S-08", "C01 rest", "v8 P01", "play P01+ pass", (9, 9, 6, 9)),
    ("CR-S-13", "C01 rest", "m8 v6 B01", "play B01+ pass", (8, 9, 8, 8)),
    ("CR-S-29", "C13 rest", "v6 B08", "play B08- pass", (5, 9, 8, 5)),
    ("CR-S-31", "C14 rest", "v0 crash3 P01", "play P01+ pass", (7, 4, 7, 7)),
    ("CR-S-32", "C14 rest", "m6 v3 B08", "play B08+ pass", (6, 5, 8, 6)),
    ("CR-S-34", "C09 C06 rest", "v6 B08 B07", "play B08+ pass draw play B07+ pass", (7, 6, 8, 13)),
    ("CR-S-59", "C10 rest", "m7 h9 v6 P01", "play P01+ pass", (5, 5, 6, 5)),
    ("CR-S-62", "C12 rest", "v6 Y01 E1", "play Y01- event slower>A", (3, 9, 8, 3)),
]

# Row, sheet, the rule it breaks.
SHEETS = [("CR-S-58", "sheet A B C ; rally 2", "CR-SER-01")]


@pytest.mark.parametrize(("row", "position", "draft", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_it_is_refused(row: str, position: str, draft: str, code: str) -> None:
    assert codes(position, draft)[:1] == [code]


@pytest.mark.parametrize(("row", "course", "car", "draft", "expected"), DRIVEN, ids=[row[0] for row in DRIVEN])
def test_it_is_driven(row: str, course: str, car: str, draft: str, expected: tuple[int, int, int, int]) -> None:
    assert values(after(f"{course} | A {CAR} {car} | choose", draft)) == expected


@pytest.mark.parametrize(("row", "sheet", "code"), SHEETS, ids=[row[0] for row in SHEETS])
def test_a_sheet_is_refused(row: str, sheet: str, code: str) -> None:
    assert [violation.code for violation in judge_sheet(read_sheet(sheet))] == [code]
    with pytest.raises(Illegal, match=code):
        GAME.new(GAME.spec(sheet, ()))


# Speed, strength, elimination


def test_s_10_the_loss_at_the_own_maximum_can_be_the_last() -> None:
    state, events = played("C01 rest | A m9 h9 v8 s2 P01 ; B B01 | choose", "play P01+ play B01+")
    assert state.cars[0].strength == 0 and state.cars[0].out == 1
    assert [event.code for event in events if event.seat == 0][-4:] == [
        "CR-TURBO-01", "CR-PLAY-04", "CR-MAX-01", "CR-OUT-01",
    ]  # fmt: skip


def test_s_11_braking_afterwards_refunds_nothing() -> None:
    state = after("C01 rest | A m8 s8 v7 B01 d9 ; B E1 B07 | choose", "play B01+ play B07+ event slower>A pass")
    assert values(state)[0::2] == (7, 7)


def test_s_14_an_event_can_push_a_rival_over_the_limit() -> None:
    state = after("C09 rest | A E1 ; B m9 h8 s8 v6 | event A : A B", "event faster>B pass")
    assert values(state, "B") == (6, 5, 8, 6)


def test_s_28_a_rival_pushed_out_loses_their_chance() -> None:
    state, events = played("C09 rest | A E1 ; B m8 v8 s1 E2 | event A : A B", "event faster>B")
    assert state.cars[1].out and state.cars[1].distance == 0
    assert ("missed", "CR-OUT-02", 1) in [event[:3] for event in events]
    assert "E2" in state.discard and state.phase == "draw"


def test_s_35_a_crash_can_be_the_end() -> None:
    state = after("C08 rest | A m9 v8 h3 s5 d50 B08 ; B Y07 | choose", "play B08+ play Y07+ pass pass")
    assert state.cars[0].strength == 0 and state.cars[0].out == 1 and state.cars[0].distance == 50


def test_s_47_the_last_card_must_be_played_even_if_it_ends_the_race() -> None:
    position = "C09 rest | A s1 P03 E1 ; B B01 | choose"
    assert GAME.moves(GAME.read(position)) == [Play("P03", "+"), Play("P03", "-")]
    state = after(position, "play P03- play B01+")
    assert state.cars[0].out == 1 and state.cars[0].speed == 5


def test_s_61_a_push_below_the_maximum_costs_nothing() -> None:
    state = after("C01 rest | A E1 ; B m9 s8 v6 | event A : A B", "event faster>B")
    assert (state.cars[1].speed, state.cars[1].strength) == (7, 8)


# The order of events


def test_s_25_level_cars_decide_by_speed_then_by_seat() -> None:
    state = GAME.read("C09 rest | A d20 v4 ; B d20 v4 | event")
    assert state.order == (0, 1) and state.seat == 0


def test_s_26_on_the_first_stage_the_slowest_decides_first() -> None:
    position = "rest | A v6 B08 ; B Y08 ; C v3 B07 | choose"
    state = after(position, "play B08+ play Y08+ play B07+")
    assert [car.speed for car in state.cars] == [7, 6, 4] and state.order == (2, 1, 0)


# Hands and piles


def test_s_22_with_both_piles_empty_nothing_is_drawn() -> None:
    state, events = played("C09 rest | A B01 | draw | supply -", "draw")
    assert state.cars[0].hand == ("B01",) and [event.code for event in events] == ["CR-PILE-03"]


def test_s_44_a_hand_of_events_is_exchanged_until_it_can_drive() -> None:
    state = after("C09 rest | A E1 ; B B02 | draw A | supply E2 E3 E4 Y01 B01 rest", "draw exchange exchange")
    assert state.cars[0].hand == ("Y01", "B01") and state.discard == ("E1", "E2", "E3", "E4")


def test_s_46_a_purple_card_is_an_adjustment_card() -> None:
    position = "C09 rest | A E1 P03 | draw A | supply E2 rest"
    assert after(position, "draw").phase == "choose"
    assert codes(position, "draw exchange")[:1] == ["CR-HAND-02"]


def test_s_49_a_lost_drivers_hand_is_discarded_at_the_end_of_the_stage() -> None:
    state = after("C09 rest | A s1 P01 B01 Y01 P02 E1 ; B B05 | choose", "play P01+ play B05+")
    assert len(state.cars[0].hand) == 4
    state = after("C09 rest | A s1 P01 B01 Y01 P02 E1 ; B B05 | choose", "play P01+ play B05+ pass")
    assert state.cars[0].hand == () and set(state.discard) == {"P01", "B01", "Y01", "P02", "E1", "B05"}


def test_s_50_cards_played_in_this_stage_are_not_in_the_new_supply_yet() -> None:
    state = after(
        "C09 rest | A B01 E1 ; B m9 v9 B02 | choose | supply Y01 ; discard Y02 Y03",
        "play B01+ play B02+ event two{Y03}",
    )
    assert state.cars[0].hand == ("Y01", "Y03") and state.supply == ("Y02",)
    assert state.cars[0].played == ("B01+", "E1") and state.discard == ()


# The finish


def test_s_37_a_crash_before_the_last_stage_does_not_matter() -> None:
    state = after(
        "C10 C06 | A m9 h3/9 v7 d90 B08 B01 ; B m9 v4 d20 Y07 Y08 | choose",
        "play B08+ play Y07+ pass pass draw draw play B01+ play Y08+ pass pass",
    )
    assert state.cars[0].crashed == 13
    assert values(state)[3] == 92 and [state.cars[seat].name for seat in winners(state)[0]] == ["A"]


def test_s_38_nobody_wins_where_nobody_finishes() -> None:
    state = after("C10 | A s0 out9 d70 ; B m9 h3/9 v7 d60 B08 | choose", "play B08+ pass")
    assert state.over and winners(state) == ((), "CR-END-06")


def test_s_40_the_race_is_over_when_the_last_car_is_out() -> None:
    state = after("C09 C10 C11 C12 C13 | A s1 P01 | choose", "play P01+")
    assert state.over and state.cars[0].out == 10 and winners(state) == ((), "CR-END-06")


def test_s_41_level_in_everything_is_a_shared_victory() -> None:
    state = after("C06 | A d74 B08 ; B d74 B09 ; C d73 Y07 | choose", "play B08+ play B09+ play Y07+ pass pass pass")
    assert [car.distance for car in state.cars] == [80, 80, 79] and winners(state) == ((0, 1), "CR-END-04")


def test_s_43_who_is_out_gets_no_bonus() -> None:
    state = after("C06 | A s1 d70 P01 E1 E2 ; B B08 | choose", "play P01+ play B08+ pass")
    assert state.over and state.cars[0].distance == 70


# A rally


def test_s_55_a_new_race_begins_with_a_new_car_and_the_old_distance() -> None:
    state = after("C06 | A m9 h3/9 s2 d79 B08 ; B B09 | choose | races 3", "play B08+ play B09+ pass pass")
    assert state.cars[0] == Car("A", distance=85)


def test_s_56_who_was_out_takes_part_again() -> None:
    state = after("C06 | A s0 out5 d31 ; B B09 ; C B08 | choose | races 3", "play B09+ play B08+ pass pass")
    assert state.cars[0] == Car("A", distance=31) and state.phase == "deal"
    state, _ = GAME.play(state, GAME.moves(state)[0], Seeded(3))
    assert GAME.turn(state) == 0 and len(state.car.drawn) == 2


# What is hidden


def test_s_65_the_course_ahead_is_in_no_data_that_a_view_gets() -> None:
    state = GAME.read("C01 > C09 C12 rest | A B01 E1 ; B B02 {B02+} | choose A")
    seen = GAME.seen_by(state, 0)
    assert seen.course == ("C01", *(HIDDEN,) * 13)
    assert seen.cars[1].hand == (HIDDEN,) and seen.cars[1].sealed == HIDDEN
    assert not any(card in GAME.write(seen) for card in ("C09", "C12", "B02"))


def test_every_move_of_a_refused_row_is_judged_against_a_legal_one() -> None:
    """The rows refuse their moves for no other reason: the natural move there is legal."""
    for _, position, _, _ in REFUSED:
        state = GAME.read(position)
        assert GAME.moves(state) and not GAME.judge(state, (GAME.moves(state)[0],))


def test_no_course_card_is_passed_by_luck() -> None:
    """Row by row the comparison is a matter of speed alone: one above a maximum is an offence, the maximum is none."""
    for speed in range(11):
        clean = pass_stage(Car("A", top=12, speed=speed), 0, "C09", 1)[1][0].what == "clean"
        assert clean == (speed <= 6)


def test_an_event_on_the_own_car_is_as_good_as_on_anothers() -> None:
    state = GAME.read("C09 rest | A E1 ; B | event A : A B")
    assert {move.to for move in GAME.moves(state) if isinstance(move, Use)} == {"A", "B", ""}


def test_no_row_is_forgotten() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    found = set(re.findall(r"\"CR-S-(\d\d)\"", text)) | set(re.findall(r"def test_s_(\d\d)_", text))
    assert found == set(ROWS.split())
