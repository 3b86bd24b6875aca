"""Every worked example of the two rulebooks, as the catalogue lists them.

The edge cases are ours; these are the authors' own. Where a rulebook shows a turn, a route or a sum, it is here under
its number, and what the book says comes of it is what must come of it.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.generate import next_dice, next_steps
from rallyman_tutor.games.classic.notation import read_sheet
from rallyman_tutor.games.classic.play import ranks
from rallyman_tutor.games.classic.road import boards, read_stage
from rallyman_tutor.games.classic.routes import legend, read_route, write_route
from rallyman_tutor.games.classic.rules import judge_sheet
from rallyman_tutor.games.classic.state import GAS, Roll, State
from rallyman_tutor.games.classic.step import aim, notes
from tests.games.classic.roads import begin, drive, facts, lost, rally, refused, whereabouts
from tests.games.driving import codes, with_car
from tests.some import some

ES1 = "C8 / C3-J6-J5-C4 / C5"
ES2 = "L0 / L1-C7-C6-L2-L3-V2-V3-C5 / C4"
ES3 = "J1 / – / J4"
AROUND = "L0-L1 / C7-C6 / L2-L3 / V2-V3 / C5-C4"


def wrong(first: str) -> list[str]:
    """The rules broken by a course sheet that begins with this stage."""
    return [violation.code for violation in judge_sheet(read_sheet(f"sheet A B C D ; {first} * ; {ES1} * ; {ES3}"))]


def seams(route: str) -> list[tuple[str, str]]:
    """Where a route goes from one board onto the next."""
    pairs = read_route(route).pairs
    return [(before[1], behind[0]) for before, behind in pairwise(pairs)]


def clock(setup: str, draft: str) -> int:
    """The clock of A after a draft."""
    return drive(begin(setup), draft)[0].cars[0].clock


# Routes and the course sheet


def test_x_01_a_route_is_read_as_pairs_of_exits_of_one_zone() -> None:
    assert read_route(ES1).pairs == (("C8", "C3"), ("J6", "J5"), ("C4", "C5"))
    assert seams(ES1) == [("C3", "J6"), ("J5", "C4")]
    assert boards(read_stage(ES1)) == ("C", "J")
    assert wrong(ES1) == []


def test_x_02_a_board_may_be_crossed_twice() -> None:
    pairs = read_route(AROUND).pairs
    assert pairs == (("L0", "L1"), ("C7", "C6"), ("L2", "L3"), ("V2", "V3"), ("C5", "C4"))
    assert seams(AROUND) == [("L1", "C7"), ("C6", "L2"), ("L3", "V2"), ("V3", "C5")]
    assert boards(read_stage(AROUND)) == ("L", "C", "V")
    assert wrong(AROUND) == []


def test_x_03_the_slip_on_the_sample_sheet_mixes_zones() -> None:
    assert wrong(ES2.replace("L1", "C1"))[0] == "CL-RALLY-03"
    assert read_route(ES2) == read_route(AROUND)


def test_x_04_a_stage_may_be_one_crossing_of_one_board() -> None:
    route = read_route(ES3)
    assert (route.pairs, route.zones, seams(ES3)) == ((("J1", "J4"),), ("J",), [])
    assert boards(read_stage(ES3)) == ("J",)
    assert wrong(ES3) == []


def test_x_05_service_after_the_first_two_stages() -> None:
    sheet = read_sheet(f"sheet A B C D ; {ES1} * ; {AROUND} * ; {ES3}")
    assert judge_sheet(sheet) == []
    assert sheet.service == (True, True, False)
    assert len(sheet.drivers) == 4


def test_x_06_the_shorter_time_has_the_better_place() -> None:
    assert ranks((3 * 60 + 40, 3 * 60 + 22)) == (2, 1)


# Turns


def test_x_07_third_gear_first_die() -> None:
    state = begin("S | A@s1 g3")
    assert set(next_dice(state)) == {2, 3, 4, GAS}
    assert {draft: refused(state, draft) for draft in "12345w"} == {
        "1": ("CL-GEAR-02", 1), "2": ("", 0), "3": ("", 0), "4": ("", 0), "5": ("CL-GEAR-02", 1), "w": ("", 0),
    }  # fmt: skip


def test_x_08_first_gear_costs_fifty_seconds() -> None:
    assert clock("S | A@s1 g2", "1 stop") == 50


def test_x_09_gas_last_does_not_change_the_card() -> None:
    state, events = drive(begin("S | A@s1 g2"), "3 4 w")
    assert whereabouts(state) == "s4 4"
    _, events = drive(state, "stop")
    assert facts(events, "CL-CARD-02")["gear"] == 4


def test_x_10_four_drivers_start_one_by_one() -> None:
    state = GAME.new({"drivers": list("ABCD"), "stages": ["s14"]})
    played = [""] * 4
    while state.round <= 4:
        played[state.round - 1] += state.car.name
        state, _ = drive(state, "1 stop")
    assert played == ["A", "AB", "ABC", "ABCD"]


# Bends, cuts, dirt, punctures


@pytest.mark.parametrize("gear", [1, 2, 3])
def test_x_11_up_to_its_note_any_gear_fits_the_line(gear: int) -> None:
    for before in some({gear - 1, gear, gear + 1} - {0}):
        state, _ = drive(begin(f"B | A@s4 g{before}"), f"{gear}>l")
        assert (whereabouts(state), state.turn.ended) == (f"l {gear}", "")


def test_x_11_above_its_note_the_line_is_lost_or_left_to_the_drift() -> None:
    assert refused(begin("B | A@s4 g4"), "4>l") == ("CL-BEND-10", 1)
    _, events = drive(begin("B | A@s4 g4"), "5>l")
    assert lost(events)["cause"] == "bend"


def test_x_12_gas_keeps_the_car_drifting() -> None:
    state, events = drive(begin("B | A@s4 g4"), "4>d w>d w>d")
    assert (whereabouts(state), codes(events).count("CL-BEND-02")) == ("d3 4", 3)


def test_x_13_shifting_down_leads_from_the_drift_to_the_line() -> None:
    state, _ = drive(begin("B | A@s4 g4"), "4>d 3>l")
    assert whereabouts(state) == "l 3"


def test_x_14_up_to_its_note_any_gear_fits_the_cut() -> None:
    for gear in (1, 2, 3, 4):
        state, _ = drive(begin(f"K | A@s4 g{gear}"), f"{gear}>k")
        assert (whereabouts(state), state.turn.ended) == (f"k {gear}", "")
    _, events = drive(begin("K | A@s4 g5"), "5>k")
    assert lost(events)["cause"] == "bend"


def test_x_15_dirt_takes_one_off_line_and_drift() -> None:
    state, _ = drive(begin("K2 | A@s4 g3 ; B@s3 g3"), "3>k{dirty} stop")
    assert GAME.turn(state) == 1
    assert notes(state, state.car, 0) == (1, 2, 3)


def test_x_16_two_dirt_close_the_line_and_leave_the_cut() -> None:
    state = begin("K2 | A@s4 g1 | A | dirt b1:2")
    assert notes(state, state.car, 0) == (0, 1, 3)
    assert refused(state, "1>l") == ("CL-CUT-06", 1)
    assert whereabouts(drive(state, "1>d")[0]) == "d1 1"
    for gear in (1, 2, 3):
        state, _ = drive(begin(f"K2 | A@s4 g{gear} | A | dirt b1:2"), f"{gear}>k")
        assert (whereabouts(state), state.turn.ended) == (f"k {gear}", "")


def test_x_17_punctures_cost_gas_dice_and_the_third_the_rally() -> None:
    assert [gas_left(begin(f"S | A p{count}").car, ()) for count in (0, 1, 2)] == [2, 1, 0]
    for count in (0, 1, 2):
        assert refused(begin(f"S | A p{count}"), "1" + " w" * (3 - count))[1] == 4 - count
        assert refused(begin(f"S | A p{count}"), "1" + " w" * (2 - count)) == ("", 0)
    state, events = drive(begin("K | A@s4 g4 p2"), "4>k{puncture}")
    assert (state.cars[0].status, "CL-PUNC-03" in codes(events)) == ("out", True)


@pytest.mark.parametrize(("gear", "there"), [(2, "j 2"), (3, "s5 3"), (4, "s6 4"), (5, "s7 5")])
def test_x_18_the_faster_over_a_jump_the_further(gear: int, there: str) -> None:
    state = begin(f"J | A@s3 g{gear} no-sisu")
    step = aim(state, Roll(gear))
    assert state.road.spaces[step.to].item - state.road.spaces[state.car.place].item == gear - 1
    for face in ".!":
        after, events = drive(state, f"{gear}{face}")
        keeps = gear < 4 or (gear == 4 and face == ".")
        assert ("lost" not in [event.what for event in events]) == keeps
        assert whereabouts(after) == (there if keeps else f"{there.split(maxsplit=1)[0]} 0")


# Damage


def test_x_19_what_the_landscape_of_zone_c_costs() -> None:
    assert [legend("C")[terrain] for terrain in ("grass", "earth", "forest", "rock")] == [0, 0, 1, 2]


def test_x_20_one_damage_costs_one_gear_die() -> None:
    state = begin("S | A d1")
    assert refused(state, "1 2 3 4 w w") == ("", 0)
    assert refused(state, "1 2 3 4 5") == ("CL-DMG-02", 5)
    assert refused(state, "1 w w w") == ("CL-GAS-04", 4)


def test_x_21_the_next_turn_may_turn_round() -> None:
    state, _ = drive(begin("S | A d1"), "1 2 3 4")
    assert whereabouts(state) == "s4 4"
    state, _ = drive(state, "stop / 5 4 3 2")
    assert whereabouts(state) == "s8 2"


def test_x_22_the_third_hazard_loses_control_and_in_snow_the_second() -> None:
    state, _ = drive(begin("S | A@s1 g2 no-sisu"), "3! 4!")
    assert state.turn.ended == ""
    _, events = drive(state, "5!")
    assert lost(events)["cause"] == "hazards"
    _, events = drive(begin("SW | A@s1 g2 no-sisu"), "3! 4!")
    assert lost(events)["cause"] == "hazards"


# Attack and seconds


def test_x_23_securing_three_dice_costs_six() -> None:
    state, events = drive(begin("S | A@s1 g2 s6"), "3$ 4$ 5$")
    assert [event.facts["cost"] for event in events if event.code == "CL-SEC-01"] == [1, 2, 3]
    assert state.car.seconds == 0


def test_x_24_seconds_are_a_number_whatever_the_markers() -> None:
    state = begin("S | A@s1 g2 s8")
    assert state.car.seconds == 8
    assert drive(state, "3$")[0].car.seconds == 7


def test_x_25_seconds_left_come_off_the_pile() -> None:
    _, events = drive(begin("F | A@s5 g4 c280 s12"), "w")
    assert facts(events, "CL-FIN-03") == {"clock": 300, "seconds": 12, "time": 4 * 60 + 48}


def test_x_26_an_attack_that_loses_control_is_rewarded_all_the_same() -> None:
    state, events = drive(begin("S | A@s1 g2 ; B@s1"), "A[2! 3! 4! w w] 2 3 4")
    assert lost(events)["cause"] == "hazards"
    assert state.cars[0].seconds == 5


def test_x_27_a_second_earned_on_dry_road_helps_in_the_snow() -> None:
    state, _ = drive(begin("W | A g0"), "A[1 2 w] 1 w 2")
    assert (whereabouts(state), state.car.seconds) == ("s3 2", 3)
    state, _ = drive(state, "3! w$")
    assert (whereabouts(state), state.car.seconds, state.turn.hazards, state.turn.ended) == ("s5 3", 2, 1, "")


# Weather and tyres


def test_x_28_one_die_for_each_board() -> None:
    state = GAME.new({"drivers": ["A"], "stages": [AROUND], "options": {"weather": "variable"}})
    state, events = drive(state, "weather", "!", ".", "!")
    assert [(event.facts["die"], event.facts["zone"], event.facts["snow"]) for event in events] == [
        (1, "L", True), (2, "C", False), (3, "V", True),
    ]  # fmt: skip
    assert {item.legend for item in state.road.items if item.snow} == {"L", "V"}


@pytest.mark.parametrize(("punctures", "gas"), [(1, 1), (2, 0)])
@pytest.mark.parametrize("road", ["SW", "S"])
def test_x_29_punctures_count_on_winter_tyres_too(road: str, punctures: int, gas: int) -> None:
    state = begin(f"{road} | A@s1 g3 winter p{punctures}")
    assert refused(state, " ".join("w" * gas + "3")) == ("", 0)
    assert refused(state, " ".join("w" * (gas + 1))) == ("CL-PUNC-05", gas + 1)


# The spare wheel, splits, the finish


def punctured() -> State:
    """A rally without service behind the first stage, and a car with a puncture at its end."""
    return drive(with_car(rally("A", ["s1"] * 3, [False, True]), punctures=1), "1 2")[0]


def test_x_30_between_two_stages_a_wheel_costs_no_time() -> None:
    state, _ = drive(punctured(), "wheel")
    assert (state.car.punctures, state.car.clock, state.car.wheel) == (0, 0, False)
    assert state.rally is not None
    assert (state.rally.number, state.rally.times) == (1, ((40,),))


def test_x_31_in_a_stage_a_wheel_costs_a_minute() -> None:
    assert clock("S | A@s1 g1 p1", "wheel 1 stop") == clock("S | A@s1 g1", "1 stop") + 60


def test_x_32_the_clock_is_read_at_a_seam_a_bend_or_a_space() -> None:
    stage = read_stage(write_route(read_route(ES1)))
    kinds = [item.kind for item in stage.road.items]
    points = (stage.seams[0], kinds.index("bend"), kinds.index("straight"))
    state = GAME.new({"drivers": ["A"], "stages": [stage.text], "points": points})
    assert state.points == points
    while not GAME.over(state):
        step = next(roll for roll in next_steps(state) if not aim(state, roll).lost)
        state, _ = drive(state, GAME.write_move(step))
        if state.turn.used:
            state, _ = drive(state, "stop")
    assert {split.point for split in state.splits} == set(points)


def test_x_33_control_lost_across_the_line_in_fourth() -> None:
    state, events = drive(begin("F | A@s3 g2 no-sisu"), "3! 4! w!")
    car = state.cars[0]
    assert (car.status, car.gear, car.clock, car.damage) == ("finished", 4, 20, 1)
    assert "CL-LOC-03" not in codes(events)


# All of them


def test_every_worked_example_has_its_test() -> None:
    assert {name[7:9] for name in globals() if name.startswith("test_x_")} == {f"{n:02}" for n in range(1, 34)}
