"""The rows of the catalogue's tables of edge cases that are little stories: dice, damage, shortcuts, attacks, snow.

Each is a test with the row's number in its name; `test_edges.py` holds that none is missing.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.generate import can_be_driven, next_steps
from rallyman_tutor.games.classic.notation import die_text, read_position
from rallyman_tutor.games.classic.play import playing_order
from rallyman_tutor.games.classic.spaces import Item
from rallyman_tutor.games.classic.state import GAS, Roll, Stage
from rallyman_tutor.games.classic.step import aim, notes
from tests.games.classic.roads import begin, choices, drive, facts, lost, rally, refused, whereabouts
from tests.games.driving import by_script, codes, with_car

# Chain, gas, hazards, damage


def test_t_gear_05_offers_the_dice_near_the_gear() -> None:
    state = begin("S | A@s1 g3")
    assert {roll.die for roll in next_steps(state)} == {2, 3, 4, GAS}


@pytest.mark.parametrize(
    ("die", "rule"), [("2", "CL-TURN-01"), ("3", "CL-GEAR-04"), ("4", "CL-TURN-01"), ("w", "CL-GAS-01")]
)
def test_a_die_is_rolled_by_the_rule_of_its_kind(die: str, rule: str) -> None:
    _, events = drive(begin("S | A@s1 g3"), die)
    assert [event.code for event in events if event.what == "rolled"] == [rule]


def test_t_gear_10_names_the_gear_that_was_skipped() -> None:
    (violation,) = GAME.judge(begin("S | A@s1 g3"), GAME.read_draft("3 5"))
    assert violation.facts["skipped"] == [4]


def test_t_haz_01_turns_the_card_of_the_last_gear_die() -> None:
    _, events = drive(begin("S | A@s1 g2 no-sisu"), "3! 4! w!{spin}")
    assert facts(events, "CL-LOC-03") == {"gear": 0, "seconds": 60, "deck": 4, "back": "spin"}


def test_t_haz_04_pays_one_second_for_a_die_without_hazard() -> None:
    state, _ = drive(begin("S | A@s1 g2 s1"), "3! 4! 5$")
    assert (state.car.seconds, state.turn.hazards) == (0, 2)


def test_t_haz_05_the_next_turn_counts_from_nought() -> None:
    state, _ = drive(begin("S | A@s1 g2"), "3! 4!")
    assert state.turn.hazards == 2
    state, _ = drive(state, "stop / 5!")
    assert (state.turn.hazards, state.turn.ended, whereabouts(state)) == (1, "", "s4 5")


@pytest.mark.parametrize("service", [True, False])
def test_t_dmg_08_the_fifth_damage_on_the_line_counts_only_without_service(service: bool) -> None:
    state = with_car(rally("A", ["s2", "s2", "s2"], [service, True], sisu="off"), damage=4)
    state, events = drive(state, "1! w! w!")
    assert facts(events, "CL-FIN-04") == {"count": 1}
    assert state.rally is not None
    assert state.rally.times[0] == (50,)
    if service:
        assert (state.rally.number, state.car.damage, state.car.status) == (1, 0, "waiting")
    else:
        assert (state.cars[0].damage, state.cars[0].status, GAME.over(state)) == (5, "out", True)
        assert "CL-DMG-04" in codes(events)


def test_t_dmg_09_terrain_without_a_value_is_an_error_never_nought() -> None:
    with pytest.raises(ValueError, match=r"damage .*village"):
        Stage("a road through a village", (Item("straight", left="village", right="village"),) * 4, {"": {}})


# Losing control, and coming back. B waits behind, so that the car can be seen between two of its turns.


@pytest.mark.parametrize(
    ("position", "draft", "rule"),
    [
        ("s3 j2 s5 | A@s3 g4", "4", "CL-JUMP-04"),
        ("s3 j2 s5 | A@s3 g3", "3!", "CL-JUMP-03"),
        ("s4 R1/2x3 s5 | A@s4 g2", "3>l", "CL-BEND-05"),
        ("s4 R3/4x3K4 s5 | A@s4 g5", "5>k", "CL-CUT-02"),
        ("s14 | A@s1 g2", "3! 4! w!", "CL-HAZ-01"),
        ("snow s14 | A@s1 g2", "3! 4!", "CL-TYRE-03"),
        ("s14 | A@s1 g2", "A[3! 4! w!] 3 4 w", "CL-ATK-04"),
        ("snow s14 | A@s1 g2", "A[3! 4! w] 3 w 4", "CL-ATK-13"),
    ],
)
def test_control_is_lost_by_the_rule_of_its_cause(position: str, draft: str, rule: str) -> None:
    _, events = by_script(GAME, GAME.read(f"{position} no-sisu"), draft)
    assert [event.code for event in events if event.what == "lost"] == [rule]


def test_t_loc_02_a_spin_in_the_drift_ends_on_the_line() -> None:
    state, events = drive(begin("B | A@d1 g4 ; B@s1 g1"), "5>d{spin}")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.spun, car.damage) == ("l 0", True, 0)
    assert {"CL-LOC-04", "CL-LOC-05"} <= set(codes(events))


def test_t_loc_03_off_the_drift_into_the_forest_and_back_on_the_line() -> None:
    state, events = drive(begin("B | A@d1 g4 ; B@s1 g1"), "5>d{left}")
    assert (state.cars[0].beside, state.cars[0].damage) == ("left", 1)
    assert facts(events, "CL-DMG-01") == {"count": 1, "terrain": "forest"}
    state, events = drive(state, "1 stop")
    assert GAME.turn(state) == 0
    assert "CL-LOC-08" in codes(events)
    assert (whereabouts(state), state.car.beside) == ("l 0", "")
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_05_off_the_line_into_the_cut_draws_a_card_and_restarts_there() -> None:
    state, events = drive(begin("K | A@s2 g1 no-sisu ; B@s1 g1"), "1 2 3>l", "!", "!", "!", "right", "good")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("k 0", "", 0)
    assert {"CL-LOC-09", "CL-CUT-03", "CL-CUT-04"} <= set(codes(events))
    state, _ = drive(state, "1 stop / 1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_06_the_third_puncture_in_the_cut_ends_the_rally() -> None:
    state, events = drive(begin("K | A@s2 g1 p2 no-sisu ; B@s1 g1"), "1 2 3>l", "!", "!", "!", "right", "puncture")
    assert state.cars[0].status == "out"
    assert "CL-PUNC-03" in codes(events)


def test_t_loc_08_off_the_cut_to_the_left_is_onto_the_line() -> None:
    state, events = drive(begin("K | A@s2 g2 no-sisu ; B@s1 g1"), "2 3 w>k", "!", "!", "!", "good", "left")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("l 0", "", 0)
    assert "CL-LOC-10" in codes(events)
    state, _ = drive(state, "1 stop / 1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_09_off_the_cut_to_the_right_is_rock_and_coming_back_draws_no_card() -> None:
    state, _ = drive(begin("K | A@s2 g2 no-sisu ; B@s1 g1"), "2 3 w>k", "!", "!", "!", "good", "right")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("k 0", "right", 2)
    deck = state.shortcut
    state, events = drive(state, "1 stop")
    assert (whereabouts(state), state.car.beside, state.shortcut) == ("k 0", "", deck)
    assert "CL-CUT-03" not in codes(events)


def test_t_loc_11_pushed_onto_a_taken_line_the_car_stays_in_the_cut() -> None:
    state, events = drive(begin("K | A@s2 g2 no-sisu ; B@l g1"), "2 3 w>k", "!", "!", "!", "good", "left")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.spun, car.beside, car.damage) == ("k 0", True, "", 0)
    assert "CL-LOC-13" in codes(events)


@pytest.mark.parametrize("cars", ["A@d1 g4 ; B@d3 g4", "B@d3 g4 ; A@d1 g4 | A"])
def test_a_spin_behind_a_car_in_the_same_drift_ends_in_the_drift(cars: str) -> None:
    before = begin(f"B | {cars}")
    state, events = drive(before, "5>d{spin}")
    car = state.cars[before.turn.seat]
    assert (whereabouts(state, before.turn.seat), car.spun) == ("d2 0", True)
    assert "CL-LOC-13" in codes(events)


def test_t_loc_12_a_car_whose_place_was_taken_is_blocked_and_stays_beside_the_road() -> None:
    state = begin("N | A@s3 off-left #1 ; B@s3 spun #2")
    assert playing_order(state) == (0, 1)
    assert refused(state, "1") == ("CL-LOC-14", 1)
    assert choices(state) == ["blocked", "retire"]
    assert next_steps(state) == []
    state, events = drive(state, "blocked")
    assert (state.cars[0].clock, state.cars[0].gear, state.cars[0].beside) == (60, 0, "left")
    assert "CL-BLOCK-02" in codes(events)


# Bends


def test_t_bend_14_losing_control_is_the_best_choice_left() -> None:
    state = begin("BL | A@s4 g5")
    assert {(die_text(roll.die), aim(state, roll).out) for roll in next_steps(state)} == {
        ("4", False), ("5", True), ("w", True),
    }  # fmt: skip


def test_t_bend_21_stopping_too_fast_before_a_bend_is_allowed_and_warned_of() -> None:
    state = begin("BL | A@s3 g4")
    plan = GAME.read_draft("5 stop")
    assert GAME.judge(state, plan) == []
    assert [violation.code for violation in GAME.advise(state, plan)] == ["CL-BEND-11"]
    state, _ = drive(state, "5 stop")
    ends = {die_text(roll.die): "out" if (step := aim(state, roll)).out else step.lost for roll in next_steps(state)}
    assert ends == {"4": "bend", "5": "out", "w": "out"}


# Cuts, dirt, punctures


def test_t_cut_05_a_puncture_takes_nothing_when_both_gas_dice_are_played() -> None:
    state, _ = drive(begin("K | A@s3 g4"), "w w>k{puncture} 3 stop")
    assert gas_left(state.car, ()) == 1
    assert refused(state, "w w") == ("CL-PUNC-05", 2)


def test_t_cut_07_a_second_puncture_is_not_the_end() -> None:
    state, _ = drive(begin("K | A@s4 g4 p1"), "4>k{puncture} 3")
    assert (state.car.punctures, state.car.status) == (2, "road")


def test_t_cut_08_dirt_falls_before_control_is_lost() -> None:
    state, events = drive(begin("K | A@s4 g5"), "5>k{dirty}")
    assert state.dirt == (1,)
    happened = codes(events)
    assert happened.index("CL-CUT-05") < happened.index("CL-LOC-03")


def test_t_cut_19_dirt_does_not_strike_a_car_inside_the_bend() -> None:
    state, _ = drive(begin("K | A@d1 g4 ; B@s4 g4 ; C@s3 g4 | B"), "4>k{dirty} stop / 3 stop")
    state, _ = drive(state, "3 stop")  # B leaves the cut
    assert state.car.name == "A"
    assert notes(state, state.car, 0).drift == 4
    state, _ = drive(state, "4>d w>d")
    assert (whereabouts(state), state.turn.ended) == ("d3 4", "")
    state, _ = drive(state, "stop")
    assert (state.car.name, whereabouts(state)) == ("C", "s4 3")
    assert notes(state, state.car, 0).drift == 3
    assert refused(state, "3>d") == ("", 0)
    assert aim(state, Roll(3, "d")).lost == ""
    assert aim(state, Roll(4, "d")).lost == "bend"


def test_dirt_counts_at_the_end_of_the_longest_flight() -> None:
    clean = read_position("s3 j3 s2 R3 s1 | A@s3 g4")
    dirty = clean._replace(dirt=(1,))
    assert (aim(clean, Roll(5)).lost, aim(clean, Roll(5)).out) == ("jump", False)
    assert (aim(dirty, Roll(5)).lost, aim(dirty, Roll(5)).out) == ("jump", True)


def test_t_cut_22_an_empty_deck_of_shortcut_cards_is_shuffled_first() -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | k 0-0-0[gdp]"), "4>k{puncture}")
    assert state.shortcut.unseen == (("good", 1), ("dirty", 1), ("puncture", 0))
    assert state.shortcut.seen == ("puncture",)


def test_t_cut_23_no_wheel_in_third_gear_on_the_next_turn_either() -> None:
    state, _ = drive(begin("K | A@s4 g3"), "3>k{puncture} stop")
    assert refused(state, "wheel") == ("CL-SPARE-01", 1)


# Jumps


def test_t_jump_03_the_hazard_counts_though_it_loses_nothing() -> None:
    state, _ = drive(begin("J | A@s3 g3"), "w!")
    assert state.turn.hazards == 1


def test_t_jump_18_a_full_jump_blocks() -> None:
    state = begin("J | A@s3 g3 ; B@j ; C@j")
    assert choices(state) == ["blocked", "retire"]
    assert next_steps(state) == []
    state, _ = drive(state, "blocked")
    assert (whereabouts(state, 0), state.cars[0].clock) == ("s3 3", 30)


def test_t_jump_21_flying_at_the_note_then_across_the_line() -> None:
    state, _ = drive(begin("JF | A@s2 g3"), "3")
    assert whereabouts(state) == "s4 3"
    state, events = drive(state, "w")
    assert (state.cars[0].status, state.cars[0].clock, state.cars[0].damage) == ("finished", 30, 0)
    assert "CL-FIN-01" in codes(events)


def test_t_jump_23_a_car_that_lost_control_on_the_jump_restarts_from_it() -> None:
    state, _ = drive(begin("J | A@s1 g1 no-sisu"), "1! 2! w!{spin}")
    assert whereabouts(state) == "j 0"
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s5 1"


# Attack


def test_t_atk_10_the_jump_must_be_passed_in_third() -> None:
    state, _ = drive(begin("JF | A@s1 g3"), "A[3 4 w]")
    assert can_be_driven(begin("JF | A@s1 g3"), (3, 4, GAS))
    state, _ = drive(state, "w")
    assert {(step.die, step.to) for step in next_steps(state)} == {(3, "s3")}


def test_t_atk_13_gas_alone_holds_the_gear_of_the_card() -> None:
    _, events = drive(begin("S | A@s1 g3 ; B@s1"), "A[w w] w w")
    assert facts(events, "CL-ATK-12") == {"gear": 3, "seconds": 30}


def test_t_atk_19_no_order_keeps_control() -> None:
    state, _ = drive(begin("J | A@s3 g4"), "A[5 4!]")
    assert {step.die for step in next_steps(state)} == {4, 5}


def test_t_atk_22_on_the_line_the_open_card_counts_and_one_die_is_lost() -> None:
    for order, gear, clock in (("3 4", 4, 20), ("3 w 4", 4, 20), ("4 3 w", 3, 30)):
        state, _ = drive(begin("JF | A@s1 g3 ; B@s1"), f"A[3! 4! w!] {order}")
        car = state.cars[0]
        assert (car.status, car.gear, car.clock, car.damage, car.seconds) == ("finished", gear, clock, 1, 3)


def test_t_atk_24_a_puncture_takes_the_gas_die_with_its_hazard() -> None:
    state, events = drive(begin("K | A@s4 g4 ; B@s1"), "A[4 w w!] w>k.{puncture}")
    assert facts(events, "CL-ATK-08") == {"hazard": True}
    assert state.turn.hand == ((4, False),)


# Securing


def test_t_sec_01_two_secured_dice_cost_one_and_two() -> None:
    state, events = drive(begin("S | A@s1 g2 s3"), "3$ 4$")
    assert state.car.seconds == 0
    assert [event.facts["cost"] for event in events if event.code == "CL-SEC-01"] == [1, 2]


def test_t_sec_02_and_10_say_what_the_next_die_costs() -> None:
    for row, draft, costs in (("S | A@s1 g2 s2", "3$ 4$", 2), ("S | A@s1 g1 s7", "2$ 3$ 4$ 5$", 4)):
        (violation,) = GAME.judge(begin(row), GAME.read_draft(draft))
        assert violation.facts == {"costs": costs, "has": 1}


def test_t_sec_04_securing_the_whole_drift_costs_six() -> None:
    state, _ = drive(begin("B | A@s4 g4 s6"), "4>d$ w>d$ w>d$")
    assert state.car.seconds == 0


def test_t_sec_07_a_secured_die_still_draws_its_card() -> None:
    state, events = drive(begin("K | A@s4 g4 s1"), "4>k${puncture}")
    assert "CL-CUT-03" in codes(events)
    assert state.car.punctures == 1


# Weather and tyres


def test_t_snow_16_tyres_stay_on_where_no_service_was_planned() -> None:
    state = rally("A", ["s1", "snow s1", "s1"], [False, False], weather="fixed")
    state, _ = drive(state, "tyres summer / 1 w")
    assert state.rally is not None
    assert state.rally.number == 1
    assert refused(state, "tyres winter") == ("CL-SERV-03", 1)


def test_t_snow_18_dry_rules_hold_on_a_dry_patch_in_the_snow() -> None:
    state = GAME.read("snow s2 dry s1 snow s5 | A@s1 g2 no-sisu")
    state, _ = drive(state, "3! 4!")
    assert (whereabouts(state), state.turn.ended, state.turn.hazards) == ("s3 4", "", 2)
    _, events = drive(GAME.read("snow s8 | A@s1 g2 no-sisu"), "3! 4!")
    assert lost(events)["cause"] == "hazards"
