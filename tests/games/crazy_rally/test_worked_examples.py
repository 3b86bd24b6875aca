"""Every test case that the catalogue takes from the sheet: what the text says comes of it is what must come of it.

Cars that are not described have a maximum of 9, a strength of 8, a handling of 9, speed 5 and no distance.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import COURSE, Table, is_event
from rallyman_tutor.games.crazy_rally.step import winners
from tests.games.crazy_rally.races import NAMES, after, played, values

CAR = "m9 s8 h9"


def race(course: str, car: str, draft: str) -> tuple[int, int, int, int]:
    """Speed, handling, strength and distance of one car after a stage."""
    return values(after(f"{course} | A {car} | choose", draft))


def test_01_a_new_car_is_seven_seven_seven() -> None:
    for car in GAME.new(GAME.demo_game(4)).cars:
        assert (car.top, car.handling, car.strength) == (7, 7, 7)


def test_02_the_first_two_course_cards_are_flagged_and_all_fourteen_are_there() -> None:
    for seed in range(200):
        course = after_deal(seed)
        assert [COURSE[card].flag for card in course[:2]] == [True, True]
        assert sorted(course) == sorted(COURSE)
        assert sum(COURSE[card].flag for card in course[2:]) == 5


def after_deal(seed: int) -> tuple[str, ...]:
    return GAME.play(GAME.new(GAME.demo_game(3)), GAME.read_draft("deal").moves[0], Seeded(seed))[0].course


def test_03_six_drivers_leave_three_blue_three_yellow_and_no_purple() -> None:
    state = after(f"sheet {' '.join(NAMES)}", "deal " + " ".join(
        f"table {colour}{n:02d}" for colour in "BYP" for n in range(1, 13, 2)
    ))  # fmt: skip
    assert [sum(card[0] == colour for card in state.supply) for colour in "BYP"] == [3, 3, 0]


@pytest.mark.parametrize(
    ("tabled", "expected"),
    [
        pytest.param("table B05", (9, 8, 7), id="test_04_two_tyres_and_a_wheel"),
        pytest.param("table B05 table Y11 table P09", (10, 9, 9), id="test_05_three_cards_make_the_car"),
    ],
)
def test_04_05_symbols_raise_what_they_show(tabled: str, expected: tuple[int, int, int]) -> None:
    car = after("rest | A (B05 B01) | tune A | supply Y11 P09 rest", tabled).cars[0]
    assert (car.top, car.handling, car.strength) == expected


def test_06_a_starting_hand_is_one_of_each_colour_and_an_event() -> None:
    state = after(
        "sheet A B C", "deal table B01 table B03 table B05 table Y01 table Y03 table Y05 table P01 table P03 table P05"
    )
    for car in state.cars:
        assert sorted(card[0] for card in car.hand) == ["B", "E", "P", "Y"]


def test_07_the_start_notes_the_handling() -> None:
    car = after("rest | A m9 h9 | look 14", "go").cars[0]
    assert (car.speed, car.distance, car.fresh) == (5, 0, 9)


@pytest.mark.parametrize(("drivers", "count"), [(3, 38), (4, 34), (5, 30), (6, 26)])
def test_08_the_supply_holds_what_nobody_holds(drivers: int, count: int) -> None:
    state = GAME.new(GAME.demo_game(drivers))
    tabled: list[str] = []
    while state.phase != "draw":
        move = GAME.moves(state)[0]
        tabled += move.cards[:1] if isinstance(move, Table) else ()
        state = GAME.play(state, move, Seeded(1))[0]
    assert len(state.supply) == count
    assert set(tabled) <= set(state.supply)


STAGES = [
    ("CR-T-09", "C06 rest", "v5 B08", "play B08+ pass", (6, 9, 8, 6)),
    ("CR-T-10", "C06 rest", "v6 B08", "play B08+ pass", (7, 9, 8, 7)),
    ("CR-T-11", "C10 rest", "v7 h8 B08", "play B08+ pass", (5, 3, 8, 5)),
    ("CR-T-12", "C10 rest", "v7 h5/8 B08", "play B08+ pass", (5, 0, 8, 5)),
    ("CR-T-13", "C10 rest", "v7 h4/8 d30 B08", "play B08+ pass", (0, 8, 5, 30)),
    ("CR-T-14", "C10 rest", "v7 h4/8 d30 s3 B08", "play B08+ pass", (0, 8, 0, 30)),
    ("CR-T-15", "C14 rest", "v5 h8 B08", "play B08- pass", (7, 4, 8, 7)),
    ("CR-T-16", "C13 rest", "v7 B08", "play B08+ pass", (8, 9, 8, 8)),
    ("CR-T-17", "C01 rest", "v4 P01", "play P01+ pass", (7, 9, 7, 7)),
    ("CR-T-18", "C01 rest", "v7 P01", "play P01- pass", (4, 9, 7, 4)),
    ("CR-T-19", "C01 rest", "m8 v7 B01", "play B01+ pass", (8, 9, 7, 8)),
]


@pytest.mark.parametrize(("row", "course", "car", "draft", "expected"), STAGES, ids=[row[0] for row in STAGES])
def test_a_stage_leaves_a_car_as_the_text_says(
    row: str, course: str, car: str, draft: str, expected: tuple[int, int, int, int]
) -> None:
    draft = draft.replace(" pass", "") if row == "CR-T-14" else draft
    two = row == "CR-T-14"
    position = f"{course} | A {CAR} {car}" + (" ; B Y01" if two else "") + " | choose"
    assert values(after(position, f"{draft} play Y01+ pass pass" if two else draft)) == expected


def test_14_a_car_without_strength_is_out() -> None:
    state, events = played("C10 rest | A m9 s3 h4/8 v7 d30 B08 ; B Y01 | choose", "play B08+ play Y01+ pass pass")
    assert state.cars[0].out == 1
    assert "CR-OUT-01" in [event.code for event in events]


def test_20_a_rivals_event_at_the_maximum_costs_strength() -> None:
    state = after("C01 rest | A m8 s8 v8 ; B E1 | event B : B A", "event faster>A")
    assert (state.cars[0].speed, state.cars[0].strength) == (8, 7)


def test_21_the_smallest_distance_decides_first() -> None:
    state = after("C09 rest | A d20 B01 ; B d12 B02 ; C d15 B03 | choose", "play B01+ play B02+ play B03+")
    assert [state.cars[seat].name for seat in state.order] == ["B", "C", "A"]


def test_22_a_hand_of_events_is_shown_discarded_and_drawn_anew() -> None:
    state, events = played("C09 rest | A E1 ; B B05 | draw A | supply E4 B01 Y01 rest", "draw exchange")
    assert state.cars[0].hand == ("B01", "Y01") and state.discard == ("E1", "E4")
    (shown,) = [event for event in events if event.code == "CR-HAND-02"]
    assert shown.facts["list"] == ("E1", "E4")


def test_23_an_empty_supply_is_shuffled_from_the_discard_pile() -> None:
    state = after("C09 rest | A B05 | draw | supply - ; discard B01 Y01", "draw{Y01}")
    assert state.cars[0].hand == ("B05", "Y01") and state.supply == ("B01",) and state.discard == ()


FINISHES = [
    ("CR-T-24", "C06 | A d81 v3 B08 ; B d75 v8 m9 Y07", "play B08+ play Y07+ pass pass", ["A"]),
    ("CR-T-25", "C06 | A d78 v6 B08 ; B d80 v4 Y07", "play B08+ play Y07+ pass pass", ["A"]),
    ("CR-T-26", "C10 | A m9 h4/9 d90 v7 B08 ; B d76 v3 Y07", "play B08+ play Y07+ pass pass", ["B"]),
    ("CR-T-27", "C06 | A d75 v4 B08 E1 E2 ; B d78 v4 Y07", "play B08+ play Y07+ pass pass", ["A"]),
]


@pytest.mark.parametrize(("row", "position", "draft", "won"), FINISHES, ids=[row[0] for row in FINISHES])
def test_the_finish_names_the_winner(row: str, position: str, draft: str, won: list[str]) -> None:
    state = after(f"{position} | choose", draft)
    assert state.over and [state.cars[seat].name for seat in winners(state)[0]] == won


def test_27_unused_events_are_worth_two_each() -> None:
    state = after("C06 | A d75 v4 B08 E1 E2 ; B d78 v4 Y07 | choose", "play B08+ play Y07+ pass pass")
    assert [car.distance for car in state.cars] == [84, 83]


def test_28_the_next_race_starts_from_the_distance_so_far() -> None:
    state = after("C06 | A d78 B08 | choose | races 3", "play B08+ pass")
    assert (state.cars[0].distance, state.cars[0].speed, state.results) == (84, 5, ((84,),))
    assert not any(map(is_event, state.cars[0].hand)) and state.phase == "deal"


def test_no_case_of_the_sheet_is_forgotten() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"CR-T-(\d\d)\"", text)}
    numbers |= {int(n) for name in re.findall(r"test_([\d_]+)_[a-z]", text) for n in name.split("_")}
    assert numbers == set(range(1, 29))
