"""The rows of the catalogue's tables of edge cases that are longer stories: accidents, damage, order, whole stages.

Each is a test with the row's number in its name; `test_edges.py` holds that none is missing.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.step import aim, caps
from tests.games.dirt.roads import begin, drive, finish, happened, order, place, rally, refused, whereabouts
from tests.games.driving import codes, with_car

# Losing control, damage, the spare wheel, retiring


def test_e_181_a_spun_car_keeps_its_way_and_its_bend() -> None:
    state, _ = drive(begin("FX-C | A@L4 g4 ; B@L3 g3 | A then B"), "go 5>d1{spin}")
    assert state.cars[0].spun
    assert refused(state, "3>L4 w>line1") == ("DI-CAR-01", 2)
    state, _ = drive(state, "go 3>L4")
    assert (whereabouts(state), state.cars[0].spun) == ("d1 0", False)
    assert {step.to.rpartition(".")[2] for step in next_steps(state)} == {"d2"}


def test_e_182_the_car_on_the_road_moves_off_before_the_other_comes_back() -> None:
    state, _ = drive(begin("FX-LS | A@L4 g5 ; B@R3 g3 | A then B"), "go w>L5{crash}")
    state, _ = drive(state, "go 3>R4 2>L5")
    assert order(state) == "B A"
    state, _ = drive(state, "go 3>L6")
    assert (whereabouts(state), state.cars[0].beside, state.turn.seat) == ("L5 0", False, 0)


def test_e_184_of_two_cars_beside_one_space_the_first_to_crash_plays_first() -> None:
    state, _ = drive(begin("FX-S | A@L5 off #2 ; B@L5 off #1 ; C@L1 g1 | C then -"), "go 1>L2")
    assert order(state) == "B A C"


def test_e_185_damage_is_felt_from_the_next_turn_and_a_flag_not_at_all() -> None:
    state, _ = drive(begin("FX-D | A@L8 g4"), "go 5! w! w!{crash}{gear}{flag}{brake}")
    car = state.cars[0]
    assert (car.gears, car.brakes, car.gas, car.flags) == (1, 1, 0, 1)
    assert caps(state) == (5, 2, 0)


def test_e_187_the_sixth_gear_damage_retires_the_car_at_once() -> None:
    state, events = drive(begin("FX-D | A@L8 g4 G5 ; B@L1 g1 | A then B"), "go 5! w! w!{crash}{flag}{flag}{gear}")
    assert (state.cars[0].status, order(state)) == ("out", "B")
    assert "DI-RET-01" in codes(events)


def test_e_188_who_retires_is_a_minute_behind_the_slowest() -> None:
    state, _ = drive(begin("FX-F | A@L7 c400 ; B@L3 g1 c100 out ; C@L6 g5 c300 | C then -"), "go w>L7")
    assert GAME.over(state)
    assert GAME.result(state)["times"] == [[400, 460, 315]]


def test_e_190_if_all_retire_the_largest_sum_is_the_slowest() -> None:
    start = "FX-D | A@L3 c250 out ; B@L8 g4 c120 G5 | B then -"
    state, _ = drive(begin(start), "go 5! w! w!{crash}{flag}{flag}{gear}")
    assert GAME.over(state)
    assert GAME.result(state)["times"] == [[310, 310]]


def test_e_193_no_wheel_is_changed_on_a_whole_car() -> None:
    state, _ = drive(begin("FX-S | A@L3 g1"), "go 1>L4")
    assert refused(state, "wheel")[0] == "DI-SPARE-01"


def test_e_194_a_wheel_is_changed_after_1st_blocked_or_not_and_never_after_losing_control() -> None:
    second, _ = drive(begin("FX-S | A@L3 g1 W1"), "go 2>L4")
    assert refused(second, "wheel")[0] == "DI-SPARE-01"
    lost, _ = drive(begin("FX-S | A@L3 g3 W1"), "go 3! 2! 1!{spin}")
    assert refused(lost, "wheel")[0] == "DI-SPARE-01"
    blocked, _ = drive(begin("FX-S | A@L3 g1 W1 ; B@L4 g6 ; C@R4 g6 | A then B C"), "blocked")
    assert blocked.turn.phase == "wheel"
    blocked, _ = drive(blocked, "wheel")
    assert (blocked.cars[0].gas, blocked.cars[0].clock, blocked.cars[0].wheel) == (0, 110, False)


def test_e_196_a_wheel_mends_a_burst_tyre_of_a_shortcut() -> None:
    state, _ = drive(begin("FX-S | A@L3 g1 K1"), "go 1>L4 wheel")
    assert (state.cars[0].punctures, state.cars[0].wheel, state.cars[0].clock) == (0, False, 110)


def test_e_197_a_car_with_a_wheel_off_lets_its_neighbour_go_first() -> None:
    state, _ = drive(begin("FX-S | A@L3 g1 W1 ; B@R4 spun | A then -"), "go 1>L4 wheel")
    assert order(state) == "B A"


def test_e_199_a_car_with_a_wheel_off_does_not_close_its_bend() -> None:
    state, _ = drive(begin("FX-C | A@L4 g2 W1 ; B@L3 g3 | A then B"), "go 1>d1 wheel")
    assert (whereabouts(state), state.cars[0].beside) == ("d1 0", True)
    state, _ = drive(state, "go 3>L4 w>line1")
    assert order(state) == "B A"
    state, _ = drive(state, "go 3>L6")
    assert {step.to.rpartition(".")[2] for step in next_steps(state)} == {"d2"}


# Order of play, start, finish


def test_e_200_the_road_goes_before_the_roadside_and_then_the_faster_car() -> None:
    start = "FX-S | P@L5 spun ; Q@R5 off ; S@R5 g2 ; C@L1 g1 | C then -"
    state, _ = drive(begin(start), "go 1>L2")
    assert order(state) == "S P Q C"


def test_e_202_with_no_bend_ahead_the_earlier_car_plays_first() -> None:
    state, _ = drive(begin("FX-S | A@L5 g3 #2 ; B@R5 g3 #1 ; C@L1 g1 | C then -"), "go 1>L2")
    assert order(state) == "B A C"


@pytest.mark.parametrize(
    ("position", "draft", "code"),
    [
        ("FX-S | A@L5 g3 ; B@L1 g1 | B then -", "go 1>L2", "DI-ORD-02"),
        ("FX-S | A@L5 spun ; B@R5 off ; C@L1 g1 | C then -", "go 1>L2", "DI-ORD-05"),
        ("FX-S | A@L5 g2 ; B@R5 g3 ; C@L1 g1 | C then -", "go 1>L2", "DI-ORD-03"),
        ("FX-C | A@L4 g2 ; B@R4 g2 ; C@L1 g1 | C then -", "go 1>L2", "DI-ORD-04"),
        ("FX-S | A@L5 g3 #2 ; B@R5 g3 #1 ; C@L1 g1 | C then -", "go 1>L2", "DI-ORD-04"),
        ("FX-S | A@L0 ; B ; C | A r1 then -", "go 1>L1", "DI-START-01"),
        ("FX-S | A@L2 g1 ; B@L0 ; C | A r2 then B", "go 1>L3 / go 1>L1", "DI-ORD-02"),
    ],
)
def test_an_order_is_told_by_the_rule_that_decides_between_the_first_two(position: str, draft: str, code: str) -> None:
    _, events = drive(begin(position), draft)
    assert [event.code for event in events if event.what == "order"] == [code]


def test_e_203_the_front_edge_counts_and_not_the_number() -> None:
    state, _ = drive(begin("FX-G | A@L4 g6 ; B@R5 g1 ; C@L1 g1 | C then -"), "go 1>L2")
    assert order(state) == "B A C"


def test_e_205_waiting_drivers_keep_their_order() -> None:
    state, _ = drive(rally("A B C D", ["FX-S"]), "go 1>L1")
    assert refused(state, "lineup A B D C")[0] == "DI-START-03"


def test_e_206_six_drivers_have_six_turns_in_round_six() -> None:
    state = rally("A B C D E F", ["FX-S"])
    turns: dict[int, int] = {}
    while state.round <= 6:
        turns[state.round] = turns.get(state.round, 0) + 1
        step = next(step for step in next_steps(state) if not aim(state, step).lost)
        state, _ = drive(state, f"go {GAME.write_move(step)}")
    assert list(turns.values()) == [1, 2, 3, 4, 5, 6]


def test_e_208_overtaking_does_not_change_the_order_of_a_round() -> None:
    state, _ = drive(begin("FX-S | A@L4 g5 ; B@R4 g3 ; C@L2 g2 | A then B C"), "go 5>L5 6>R6")
    assert order(state) == "B C"


def test_e_211_in_a_single_stage_a_loss_behind_the_line_costs_nothing() -> None:
    state, events = drive(begin("FX-F | A@L4 g4"), "go 5>L5! w>L6! w>L7!")
    car = state.cars[0]
    assert (car.status, car.clock, car.gears, car.gas, car.brakes) == ("finished", 15, 0, 0, 0)
    assert {"DI-FIN-04", "DI-FIN-05"} & set(codes(events))


def test_e_212_in_a_rally_a_crash_behind_the_line_still_costs_damage() -> None:
    state, _ = drive(begin("FX-F | A@L4 g5 | A | rally=on"), "go 6>L5! w>L6! w>L7!{crash}{gear}{flag}")
    car = state.cars[0]
    assert (car.status, car.clock, car.gears, car.flags) == ("finished", 10, 1, 1)


def test_e_214_a_car_wrecked_behind_the_line_retires_when_the_next_stage_starts() -> None:
    state = rally("A B", ["FX-F", "FX-F", "FX-F"])
    state = with_car(state, 0, place=place(state, "L6"), gear=4, gears=5)
    state = state._replace(turn=state.turn._replace(hazards=2))
    state, _ = drive(state, "go 5>L7!{crash}{gear}")
    assert (state.cars[0].status, state.cars[0].clock, state.cars[0].gears) == ("finished", 15, 6)
    state = finish(state, 0, 100)
    assert state.rally is not None
    assert state.rally.times == ((15, 100),)
    assert (state.rally.number, state.cars[0].status, order(state)) == (1, "out", "B")
    state = finish(state, 0, 200)
    assert state.rally is not None
    assert state.rally.times == ((15, 100), (260, 200))
    assert (state.cars[0].gears, state.cars[0].status, order(state)) == (0, "road", "A")


def test_e_215_seconds_left_come_off_the_cards() -> None:
    state, _ = drive(begin("FX-F | A@L6 g3 c160 s7"), "go w>L7")
    assert state.cars[0].clock == 190
    assert GAME.result(state)["times"] == [[3 * 60 + 3]]


# Rally and advanced rules


@pytest.mark.parametrize("park", ["", " 201a"])
def test_e_217_the_service_park_mends_everything_and_has_a_wheel(park: str) -> None:
    state = with_car(rally("A", [f"202a 203a{park}"] * 2), wheel=False, gears=2, brakes=1, flags=1)
    state = finish(state, 100)
    car = state.cars[0]
    mended = (0, 0, 0, True)
    assert (car.gears, car.brakes, car.flags, car.wheel) == (mended if park else (2, 1, 0, False))


def test_e_218_only_damage_is_noted_on_the_sheet() -> None:
    state = with_car(rally("A", ["FX-F", "FX-F"]), punctures=1, gas=1, fine=1, flags=1)
    state = finish(state, 100)
    assert state.turn.phase == "gap"
    state, _ = drive(state, "accept")
    car = state.cars[0]
    assert (car.gas + car.punctures, car.fine, car.flags) == (2, 0, 0)


def test_e_220_the_next_stage_starts_by_the_total() -> None:
    state = finish(rally("A B C", ["FX-F", "FX-F", "FX-F"]), 100, 150, 90)
    assert [state.cars[seat].name for seat in state.order] == ["C", "A", "B"]
    state = finish(state, 100, 90, 200)
    assert [state.cars[seat].name for seat in state.order] == ["A", "B", "C"]


def test_e_221_penalties_come_in_fives() -> None:
    state = finish(rally("A", ["FX-F", "FX-F"], timecontrol="on"), 100)
    assert state.turn.phase == "penalty"
    assert refused(state, "penalty 7")[0] == "DI-TC-01"
    state, _ = drive(state, "penalty 15")
    assert state.rally is not None
    assert state.rally.times == ((115,),)
    alone = finish(rally("A", ["FX-F"], timecontrol="on"), 100)
    assert alone.over and alone.turn.phase != "penalty"


def test_e_224_a_stalled_start_forgives_the_other_hazards() -> None:
    state, events = drive(begin("FX-S | A@L3 | A | quickstart=on"), "flat 2! 3! w!")
    assert (whereabouts(state), state.cars[0].clock, state.cars[0].seconds) == ("L4 2", 40, 3)
    assert "lost" not in happened(events)


def test_e_226_a_quick_start_is_not_declared_afterwards() -> None:
    state, _ = drive(begin("FX-S | A@L0 | A | quickstart=on"), "flat 1! 2! w!")
    assert refused(state, "arrange 2 1 w")[0] == "DI-QS-05"


def test_e_232_sisu_wipes_out_the_hazards_of_the_whole_turn() -> None:
    state, _ = drive(begin("FX-S | A@L1 g3 | A | sisu=stage"), "go 4! 5! w! (w 6)")
    assert state.turn.phase == "sisu"
    state, events = drive(state, "sisu w! 6!")
    assert whereabouts(state) == "L6 6"
    assert "lost" not in happened(events)


def test_e_233_a_turned_card_cannot_be_taken_back() -> None:
    state, _ = drive(begin("FX-S | A@L1 g3 | A | sisu=stage"), "go 4! 5! w! accept")
    assert (whereabouts(state), state.cars[0].sisu) == ("L4 0", True)
    assert refused(state, "sisu")[0] == "DI-LOC-12"


def test_e_235_there_is_one_sisu_token_a_stage() -> None:
    state, _ = drive(begin("FX-S | A@L1 g3 no-sisu | A | sisu=stage"), "go 4! 5! (w)")
    assert refused(state, "sisu")[0] == "DI-SISU-01"
