"""The rows of the catalogue's tables of edge cases that are longer stories: other cars, start, finish, whole rallies.

Each is a test with the row's number in its name; `test_edges.py` holds that none is missing.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.generate import next_steps
from rallyman_tutor.games.classic.notation import die_text, read_sheet
from rallyman_tutor.games.classic.play import playing_order, ranks
from rallyman_tutor.games.classic.rules import judge_sheet
from rallyman_tutor.games.classic.state import Event, Split, State
from rallyman_tutor.games.classic.step import aim
from tests.games.classic.roads import begin, choices, drive, facts, rally, refused, whereabouts
from tests.games.driving import codes, with_car


def sheet(stage: str) -> list[str]:
    """The rules broken by a rally whose first stage is this one."""
    rest = "START J1, FINISH J4 * ; START J1, FINISH J4"
    return [violation.code for violation in judge_sheet(read_sheet(f"sheet A B ; {stage} * ; {rest}"))]


# Other cars, order, start


def test_t_pass_03_the_turn_ends_behind_the_car() -> None:
    state, _ = drive(begin("N | A@s1 g3 ; B@s3"), "3")
    assert choices(state) == ["stop"]
    assert next_steps(state) == []
    state, _ = drive(state, "stop")
    assert whereabouts(state, 0) == "s2 3"


def test_t_block_01_a_blocked_driver_keeps_their_gear_and_takes_its_card() -> None:
    state, events = drive(begin("N | A@s2 g4 ; B@s3 g1"), "blocked")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.clock, car.damage) == ("s2 4", 20, 0)
    assert GAME.turn(state) == 1
    assert [event.what for event in events] == ["blocked", "card"]


def test_t_block_02_waiting_in_gear_0_costs_a_turned_card_without_its_event() -> None:
    state, events = drive(begin("N | A@s2 ; B@s3 g1"), "blocked")
    assert (whereabouts(state, 0), state.cars[0].clock, state.cars[0].spun) == ("s2 0", 60, False)
    assert [event.what for event in events] == ["blocked", "card"]
    assert state.backs == begin("N | A@s2 ; B@s3 g1").backs


def test_t_block_04_nobody_is_forced_off_by_a_rival() -> None:
    state = begin("K1 | A@s4 g4 ; B@l")
    assert {(die_text(roll.die), roll.to, aim(state, roll).lost) for roll in next_steps(state)} == {
        ("3", "b1.cut", "bend"), ("4", "b1.cut", "bend"), ("5", "b1.cut", "bend"), ("w", "b1.cut", "bend"),
    }  # fmt: skip
    assert "blocked" in choices(state)
    assert refused(state, "blocked") == ("", 0)


def test_t_block_05_the_cut_is_a_way() -> None:
    state = begin("K | A@s4 g4 ; B@l")
    assert "blocked" not in choices(state)
    calm = [roll for roll in next_steps(state) if not aim(state, roll).lost]
    assert {(die_text(roll.die), roll.to) for roll in calm} == {("3", "b1.cut"), ("4", "b1.cut"), ("w", "b1.cut")}


def test_t_ord_01_side_by_side_the_higher_gear_plays_first() -> None:
    assert playing_order(begin("S | A@s5 g3 ; B@s5 g4")) == (1, 0)


def test_t_ord_02_in_the_same_gear_whoever_arrived_first_plays_first() -> None:
    assert playing_order(begin("S | A@s5 g3 #1 ; B@s5 g3 #2")) == (0, 1)
    assert playing_order(begin("S | A@s5 g3 #2 ; B@s5 g3 #1")) == (1, 0)


def test_t_ord_04_passing_changes_the_order_from_the_next_round_on() -> None:
    state = begin("S | A@s5 g3 ; B@s4 g3 ; C@s1 g1 | A r5")
    turns = []
    for draft in ("3 stop", "3 4 5 stop", "1 stop", "5 stop", "3 stop", "1 stop"):
        turns.append((state.round, state.car.name))
        state, _ = drive(state, draft)
    assert turns == [(5, "A"), (5, "B"), (5, "C"), (6, "B"), (6, "A"), (6, "C")]


def test_t_ord_05_the_cut_reaches_further_than_the_second_of_three_drift_spaces() -> None:
    assert playing_order(begin("K | A@d2 g4 ; B@k g1")) == (1, 0)


def rounds(drivers: str, count: int) -> list[str]:
    """Who plays in each of the first rounds of a stage."""
    state = GAME.new({"drivers": drivers.split(), "stages": ["s14"]})
    played = [""] * count
    while state.round <= count:
        played[state.round - 1] += state.car.name
        state, _ = drive(state, "1 stop")
    return played


def test_t_start_01_a_driver_alone_has_one_turn_a_round() -> None:
    assert rounds("A", 5) == ["A"] * 5


@pytest.mark.parametrize("count", [2, 3, 4])
def test_t_start_02_drivers_start_one_round_after_the_other(count: int) -> None:
    names = "ABCD"[:count]
    assert rounds(" ".join(names), count + 1) == [names[:r] for r in range(1, count + 1)] + [names]


def test_t_start_04_an_early_elimination_leaves_the_start_rounds_as_they_are() -> None:
    state = with_car(GAME.new({"drivers": ["A", "B", "C"], "stages": ["R3/4x3K4 s9"]}), punctures=2)
    state, _ = drive(state, "1>k{puncture}")
    assert state.cars[0].status == "out"
    turns = []
    while state.round <= 3:
        turns.append((state.round, state.car.name))
        state, _ = drive(state, "1 stop")
    assert turns == [(2, "B"), (3, "B"), (3, "C")]


def test_t_start_05_a_newcomer_without_room_tries_again_next_round() -> None:
    # B changes a wheel on the first space and waits there.
    state = begin("N | A@s3 g1 ; B@s1 g1 p1 ; C | A r3")
    state, events = drive(state, "1 stop / wheel stop")
    assert "CL-START-06" in codes(events)
    assert (state.round, state.car.name, state.cars[2].clock, state.cars[2].status) == (4, "A", 0, "waiting")
    state, _ = drive(state, "1 stop / 1 stop")
    assert (state.round, state.car.name) == (4, "C")
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s1 1"


SLOW, MIDDLING, FAST = ["1 stop", "1 stop", "1"], ["1 w stop", "1"], ["1 2 3"]
"""Ways across a stage of two spaces: in 150 s, in 100 s, in 30 s."""


def race(state: State, *ways: list[str]) -> tuple[State, tuple[Event, ...]]:
    """A whole stage, each driver going their own way."""
    assert state.rally is not None
    number, left = state.rally.number, [list(way) for way in ways]
    happened: tuple[Event, ...] = ()
    while any(left):
        assert state.rally is not None
        assert state.rally.number == number
        state, events = drive(state, left[state.turn.seat].pop(0))
        happened += events
    return state, happened


def test_t_start_07_the_third_stage_starts_by_the_sum_of_two() -> None:
    state, _ = race(rally("A B", ["s2"] * 3), FAST, SLOW)
    assert state.order == (0, 1)
    state, _ = race(state, MIDDLING, FAST)
    assert state.rally is not None
    assert state.rally.times == ((30, 150), (100, 30))
    assert state.order == (0, 1)
    assert refused(state, "lineup B A") == ("CL-START-02", 1)
    assert refused(state, "lineup A B") == ("", 0)


# Wheel, finish, service


def test_t_spare_04_a_wheel_mends_one_of_two_punctures() -> None:
    state, events = drive(begin("S | A@s1 p2"), "wheel")
    assert (state.car.punctures, gas_left(state.car, ()), state.car.clock) == (1, 1, 60)
    assert "CL-SPARE-02" in codes(events)


def test_t_spare_07_between_stages_a_wheel_costs_no_time_but_is_gone() -> None:
    state, _ = drive(with_car(rally("A", ["s1"] * 3, [False, True]), punctures=2), "1 2")
    assert state.turn.phase == "gap"
    state, events = drive(state, "wheel")
    assert (state.car.punctures, state.car.clock, state.car.wheel) == (1, 0, False)
    assert "CL-SPARE-03" in codes(events)
    assert refused(state, "wheel") == ("CL-SPARE-04", 1)


def test_t_spare_09_a_used_wheel_comes_back_only_at_service() -> None:
    state = with_car(rally("A", ["s1"] * 3, [False, True]), punctures=1)
    state, _ = drive(state, "wheel 1 2")
    assert (state.turn.phase, state.car.wheel) == ("roll", False)
    assert refused(with_car(state, punctures=1), "wheel") == ("CL-SPARE-04", 1)
    state, events = drive(state, "1 2")
    assert "CL-SERV-01" in codes(events)
    assert state.car.wheel


def test_t_spare_10_a_wheel_changed_at_the_start_costs_what_the_gap_would_have_saved() -> None:
    state, _ = drive(with_car(rally("A", ["s1"] * 3, [False, True]), punctures=1), "1 2")
    (warning,) = GAME.advise(state, GAME.read_draft("accept"))
    assert (warning.code, warning.facts["costs"]) == ("CL-SPARE-02", 60)
    assert GAME.advise(state, GAME.read_draft("wheel")) == []
    state, _ = drive(state, "accept")
    assert (state.turn.phase, state.car.place, state.car.punctures) == ("roll", 0, 1)
    state, _ = drive(state, "wheel 1")
    assert (state.car.clock, state.car.punctures) == (60, 0)


def test_t_fin_05_a_third_hazard_on_the_last_space_is_an_ordinary_loss() -> None:
    state, events = drive(begin("F | A@s4 g3 no-sisu ; B@s1 g1 | A 2 3 !!"), "w!{left}")
    assert (whereabouts(state, 0), state.cars[0].clock, state.cars[0].damage) == ("s5 0", 60, 1)
    assert {"CL-LOC-03", "CL-LOC-06"} <= set(codes(events))
    assert "CL-FIN-04" not in codes(events)


def test_t_fin_06_seconds_left_come_off_the_clock() -> None:
    _, events = drive(begin("F | A@s5 g3 c190 s7"), "w")
    assert facts(events, "CL-FIN-03") == {"clock": 220, "seconds": 7, "time": 3 * 60 + 33}


def test_t_fin_08_equal_sums_share_the_place() -> None:
    state = rally("A B C", ["s2"] * 3)
    state, _ = race(state, FAST, MIDDLING, SLOW)
    state, _ = race(state, MIDDLING, FAST, FAST)
    state, events = race(state, FAST, FAST, FAST)
    assert facts(events, "CL-WIN-01") == {"sums": (160, 160, 210), "places": (1, 1, 3)}
    assert ranks((160, 160, None, 160)) == (1, 1, None, 1)


def test_t_fin_09_the_last_car_on_the_road_plays_alone_until_it_is_done() -> None:
    state, _ = drive(begin("F | A@s5 g3 ; B@s2 g1"), "w")
    turns = []
    while not GAME.over(state):
        turns.append(state.car.name)
        state, _ = drive(state, "1 stop" if state.car.place < state.road.finish - 1 else "1")
    assert turns == ["B"] * 4


def test_t_fin_11_who_retires_starts_no_more_and_keeps_their_earlier_time() -> None:
    state, _ = race(rally("A B", ["s2"] * 3), FAST, SLOW)
    state, _ = drive(state, "retire")
    state, _ = race(state, [], FAST)
    assert state.rally is not None
    assert state.rally.number == 2
    assert state.order == (1,)
    assert state.rally.times == ((30, 150), (None, 30))


def test_t_serv_01_service_mends_everything_and_offers_tyres() -> None:
    state, _ = drive(rally("A", ["s1"] * 3, weather="fixed"), "tyres summer")
    state, events = drive(with_car(state, damage=2, punctures=1, wheel=False), "1 w")
    assert (state.car.damage, state.car.punctures, state.car.wheel) == (0, 0, True)
    assert "CL-SERV-01" in codes(events)
    assert state.turn.phase == "tyres"
    state, _ = drive(state, "tyres winter")
    assert state.car.winter


# Sisu


def test_t_sisu_01_sisu_saves_a_car_from_the_third_hazard() -> None:
    state, events = drive(begin("S | A@s1 g2"), "3! 4! w! sisu")
    assert (state.turn.hazards, state.turn.ended, state.turn.phase, state.car.clock) == (0, "", "roll", 0)
    assert "lost" not in [event.what for event in events]
    state, _ = drive(state, "5!")
    assert (whereabouts(state), state.turn.hazards) == ("s5 5", 1)


def test_t_sisu_02_sisu_may_be_played_early() -> None:
    state, _ = drive(begin("S | A@s1 g2"), "3! 4! sisu")
    assert state.turn.hazards == 0


def test_t_sisu_07_sisu_comes_once_a_rally() -> None:
    state, _ = drive(rally("A", ["s2"] * 3), "1! sisu")
    assert refused(state, "2! sisu") == ("CL-SISU-01", 2)
    state, events = drive(state, "2 3")
    assert "CL-SERV-01" in codes(events)
    assert refused(state, "1! sisu") == ("CL-SISU-01", 2)


def test_t_sisu_08_sisu_on_the_line_makes_it_an_ordinary_finish() -> None:
    state, events = drive(begin("F | A@s3 g3"), "3! 4! 5! sisu")
    car = state.cars[0]
    assert (car.status, car.clock, car.damage, car.sisu) == ("finished", 10, 0, False)
    assert "CL-FIN-04" not in codes(events)


def test_t_sisu_10_the_german_text_deals_no_such_card() -> None:
    state = begin("S | A@s1 g2 | A | edition=de")
    assert not state.car.sisu
    state, events = drive(state, "3! 4! w!")
    assert "CL-LOC-03" in codes(events)


# Training, splits, routes


def test_t_train_04_training_ignores_the_puncture() -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | training=on"), "4>k{puncture} w w")
    assert state.car.punctures == 0


@pytest.mark.parametrize(("edition", "time"), [("es", 60 + 46), ("de", 60 + 50)])
def test_t_split_01_a_split_leaves_this_turns_card_out(edition: str, time: int) -> None:
    state = begin(f"S | A@s1 g3 c110 s4 | A | edition={edition} ; points 2")
    state, _ = drive(state, "3")
    assert state.splits == ()
    state, events = drive(state, "4")
    assert facts(events, "CL-SPLIT-01") == {"point": 2, "time": time}
    state, _ = drive(state, "5 stop")
    assert state.splits == (Split(2, 0, time),)


@pytest.mark.parametrize("draft", ["4>k", "4>d 3>l", "3>l"])
def test_t_split_02_every_way_through_a_bend_passes_its_timing_point(draft: str) -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | points 4"), f"{draft} w stop")
    assert [split.point for split in state.splits] == [4]


def test_t_rally_01_an_odd_number_of_exits_is_no_route() -> None:
    assert sheet("C8 / C3-J6-J5 / C5")[0] == "CL-RALLY-03"


def test_t_rally_02_a_stage_needs_two_different_ends() -> None:
    assert sheet("START J1, FINISH J1")[0] == "CL-RALLY-02"
