"""The rows of the catalogue's tables of edge cases that are little stories: dice, jumps, other cars, flat out, seconds.

Each is a test with the row's number in its name; `test_edges.py` holds that none is missing.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import aim, caps
from tests.games.dirt.roads import begin, can, drive, facts, happened, order, refused, whereabouts
from tests.games.driving import by_script, codes

# Losing control


@pytest.mark.parametrize(
    ("position", "draft", "rule"),
    [
        ("FX-LS | A@L4 g5", "go w>L5", "DI-LIMIT-02"),
        ("FX-J | A@L3 g4", "go 5>L4>L6", "DI-JUMP-05"),
        ("FX-J | A@L3 g3", "go 4>L4>L6!", "DI-JUMP-03"),
        ("FX-S | A@L3 g2", "go 3>L4! 4>L5! w>L6!", "DI-ROLL-02"),
        ("FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]", "arrange 4>L5 w>L6 w>d1", "DI-REARR-04"),
        ("FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]", "arrange 4>L5 5>L6 w>line1", "DI-LIMIT-02"),
    ],
)
def test_control_is_lost_by_the_rule_of_its_cause(position: str, draft: str, rule: str) -> None:
    _, events = by_script(GAME, GAME.read(position), draft)
    assert [event.code for event in events if event.what == "lost"] == [rule]


# Order


def test_the_order_of_a_new_round_is_nobodys_deed() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 ; B@R4 g4 | B then A"), "go 4>R5")
    _, events = drive(state, "go 3>L4")
    assert [(event.seat, event.facts["order"]) for event in events if event.what == "order"] == [(-1, ["B", "A"])]


# Dice


def test_e_020_damage_never_takes_more_dice_than_there_are() -> None:
    assert [caps(begin(f"FX-S | A@L3 g3 {damage}"))[1] for damage in ("", "W1", "W2", "W3")] == [2, 1, 0, 0]


def test_e_022_with_nothing_but_losses_left_one_of_them_must_be_driven() -> None:
    state = begin("FX-C | A@L4 g6 B1")
    steps = next_steps(state)
    assert {aim(state, step).lost for step in steps} == {"limit"}
    assert {step.to.rpartition(".")[2] for step in steps} == {"line1", "d1"}
    assert refused(state, "blocked")[0] == "DI-BLOCK-03"
    assert refused(state, "stop")[0] == "DI-MOVE-07"


def test_e_023_gas_alone_takes_the_card_of_the_gear() -> None:
    state, events = drive(begin("FX-S | A@L3 g5"), "go w>L4")
    assert facts(events, "card")["gear"] == 5
    assert (whereabouts(state), state.cars[0].clock) == ("L4 5", 15)
    assert "DI-END-02" in codes(events)


def test_e_031_once_a_car_has_finished_nobody_leads() -> None:
    state, _ = drive(begin("FX-F | A@L6 g3 ; B@L3 g3 | A leader A then B"), "go o>L7")
    assert state.cars[0].status == "finished"
    assert refused(state, "o>L4")[0] == "DI-LEAD-04"
    state, _ = drive(state, "go w>L4")
    assert (state.turn.seat, state.leader) == (1, -1)
    assert can(state, "w>L5")


def test_e_032_the_first_finisher_ends_the_sweeping_though_it_did_not_lead() -> None:
    state, _ = drive(begin("FX-F | A@L5 g4 ; B@R4 g5 | A leader A then B"), "go 4>L6")
    state, _ = drive(state, "go 5>R5 6>R6 w>R7")
    assert (state.cars[1].status, order(state)) == ("finished", "A")
    assert refused(state, "o>L7")[0] == "DI-LEAD-04"
    assert can(state, "w>L7")


def test_e_035_leader_dice_earn_seconds_too() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 | A leader A"), "flat 4 5 o o")
    assert (whereabouts(state), state.cars[0].seconds) == ("L7 5", 4)


def test_e_046_the_danger_changes_where_the_tile_does() -> None:
    road = begin("FX-D | A@L6 g3").road
    left = [space.danger for space in road.spaces if space.lane == "L"]
    assert left == ["yellow"] * 7 + ["red"] * 7


# Limits, shortcuts


def test_e_058_a_secured_die_does_not_help_against_a_limit() -> None:
    state, events = drive(begin("FX-C | A@L4 g4 s3"), "go 5>d1$")
    assert facts(events, "lost")["cause"] == "limit"
    assert (whereabouts(state), state.cars[0].seconds) == ("d1 0", 2)


def test_e_059_two_causes_are_one_loss_and_one_card() -> None:
    state, events = drive(begin("FX-C | A@L2 g3"), "go 4>L3! 5>L4! 6>d1!{spin}")
    assert (happened(events).count("lost"), happened(events).count("card")) == (1, 1)
    assert (whereabouts(state), state.cars[0].clock) == ("d1 0", 60)


def test_e_079_the_shortcut_reaches_further_than_the_slide_before_it() -> None:
    state, _ = drive(begin("FX-SL | A@h2 g3 ; B@k1 g2 ; C@L1 g1 | C then -"), "go 1>L2")
    assert order(state) == "B A C"


def test_e_085_one_visit_draws_one_token() -> None:
    state, _ = drive(begin("FX-SL | A@R4 g3"), "go 2>k1{ok}")
    assert (whereabouts(state), state.cars[0].fine) == ("k1 2", 1)
    state, events = drive(state, "go 3>R6")
    assert (whereabouts(state), state.cars[0].fine) == ("R6 3", 1)
    assert "DI-SHORT-03" not in codes(events)


def test_e_086_a_shortcut_that_is_only_drafted_draws_nothing() -> None:
    state, events = drive(begin("FX-SL | A@R3 g3"), "go 3>R4 (2>k1) stop")
    assert whereabouts(state) == "R4 3"
    assert (state.cars[0].fine, state.cars[0].punctures) == (0, 0)
    assert "DI-SHORT-03" not in codes(events)


def test_e_088_a_harmless_token_takes_no_die_and_stays_out_of_the_bag() -> None:
    state, _ = drive(begin("FX-SL | A@R4 g3"), "go 2>k1{ok}")
    assert (state.cars[0].fine, caps(state)) == (1, (6, 2, 1))


def test_e_089_a_burst_tyre_is_felt_from_the_next_turn_on() -> None:
    state, _ = drive(begin("FX-SL | A@R4 g3"), "go 2>k1{puncture} w>R6 w>R7")
    assert (whereabouts(state), state.cars[0].punctures) == ("R7 2", 1)
    assert caps(state) == (6, 1, 1)
    assert [refused(state, draft)[1] for draft in ("o>R8", "o>R8 o>R9")] == [0, 2]


def test_e_095_a_car_that_crashed_in_the_shortcut_comes_back_without_a_token() -> None:
    state, _ = drive(begin("FX-SL | A@R4 g3 ; B@L1 g1 | A then B"), "go 3>k1{ok}{crash}")
    assert state.cars[0].beside
    state, _ = drive(state, "go 1>L2")
    assert (whereabouts(state), state.cars[0].beside, state.cars[0].fine) == ("k1 0", False, 1)
    state, _ = drive(state, "go 1>R6")
    assert (whereabouts(state), state.cars[0].fine) == ("R6 1", 1)


# Jumps


def test_e_109_the_gear_die_alone_decides_the_jump() -> None:
    state, _ = drive(begin("FX-J | A@L3 g5"), "go 3b>L4>L5.! (w)")
    assert (whereabouts(state), state.turn.hazards, state.turn.ended) == ("L5 3", 1, "")


def test_e_110_a_hazard_on_the_brake_throws_nobody_off_a_jump() -> None:
    state, _ = drive(begin("FX-J | A@L3 g6"), "go 4b>L4>L6.! (w)")
    assert (whereabouts(state), state.turn.hazards, state.turn.ended) == ("L6 4", 1, "")


def test_e_112_sisu_wipes_the_hazard_off_a_jump() -> None:
    state, _ = drive(begin("FX-J | A@L3 g3 | A | sisu=stage"), "go 4>L4>L6!")
    assert state.turn.phase == "sisu"
    state, events = drive(state, "sisu")
    assert (whereabouts(state), state.cars[0].sisu) == ("L6 4", False)
    assert "lost" not in happened(events)


def test_e_113_sisu_does_not_help_against_a_jump_far_too_fast() -> None:
    state, events = drive(begin("FX-J | A@L3 g4 | A | sisu=stage"), "go 5>L4>L6")
    assert (whereabouts(state), facts(events, "lost")["cause"]) == ("L6 0", "jump")
    lost = begin("FX-J | A@L6 g5 | A 5 phase=sisu ended=jump | sisu=stage")
    assert refused(lost, "sisu")[0] == "DI-SISU-03"


def test_e_115_flat_out_over_a_jump_the_hazard_throws_and_nothing_is_laid_anew() -> None:
    state, events = drive(begin("FX-J | A@L3 g3"), "flat 4>L4>L6!")
    assert facts(events, "lost")["cause"] == "landing"
    assert (whereabouts(state), state.cars[0].seconds) == ("L6 0", 1)
    assert "DI-FLAT-08" in codes(events)


# Overtaking, blocked


def test_e_140_a_rival_who_has_moved_is_as_fast_as_their_new_card() -> None:
    state, _ = drive(begin("FX-S | A@L2 g4 ; B@R2 g3 | B then A"), "go 4>R3 5>R4 6>R5")
    assert refused(state, "w>L3 5>L4 w>L5") == ("DI-PASS-01", 3)
    assert can(state, "w>L3 5>L4 6>L5")


def test_e_148_blocked_at_a_standstill_costs_the_time_of_first() -> None:
    state, _ = drive(begin("FX-S | A@L3 spun ; B@L4 g1 ; C@R4 g1 | A then B C"), "blocked")
    assert (whereabouts(state), state.cars[0].clock) == ("L3 0", 50)


# One by one, flat out, laying anew


def test_e_154_what_is_laid_stays_when_the_first_die_is_rolled() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3"), "go 4>L4 (w>L5)")
    assert refused(state, "w>R5")[0] == "DI-PLAN-02"
    assert can(state, "w>L5")


def test_e_155_a_new_turn_begins_without_hazards() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3"), "go 4! 5! (w)")
    assert state.turn.hazards == 2
    state, _ = drive(state, "stop")
    assert (state.turn.hazards, whereabouts(state)) == (0, "L5 5")


def test_e_157_a_hazard_on_a_brake_counts_and_earns_nothing() -> None:
    state, _ = drive(begin("FX-C | A@L1 g5"), "flat 6>L2! 5>L3. 4>L4. 2b>d1.! w>d2! 3>L6.")
    assert state.turn.phase == "arrange"
    state, events = drive(state, "arrange 6>L2 5>L3 4>L4 2b>d1 w>d2")
    assert (whereabouts(state), state.cars[0].seconds) == ("d2 0", 6)
    assert facts(events, "card")["deck"] == 2


def test_e_158_two_dice_flat_out_cannot_fail() -> None:
    state, events = drive(begin("FX-S | A@L3 g3"), "flat 4! 5!")
    assert (whereabouts(state), state.cars[0].seconds) == ("L5 5", 2)
    assert "lost" not in happened(events)


def failed() -> State:
    """A flat out that failed, with hazards on the 4, the 5 and the gas die."""
    return drive(begin("FX-S | A@L1 g3"), "flat 4>L2! 5>L3! 6>L4. w>L5!")[0]


def test_e_161_fewer_dice_will_do_for_losing_control() -> None:
    assert failed().turn.phase == "arrange"
    state, events = drive(failed(), "arrange 4>L2 5>L3 w>L4")
    assert (whereabouts(state), state.cars[0].seconds) == ("L4 0", 4)
    assert facts(events, "card")["deck"] == 5


def test_e_163_dice_laid_anew_have_to_lose_control() -> None:
    assert refused(failed(), "arrange 4>L2 5>L3 6>L4")[0] == "DI-REARR-03"


def test_e_164_dice_laid_anew_keep_the_rules_of_gears() -> None:
    assert refused(failed(), "arrange 5>L2 4>L3 w>L4")[0] == "DI-GEAR-02"


def test_e_166_a_limit_broken_on_purpose_loses_control_as_well() -> None:
    state, _ = drive(begin("FX-C | A@L3 g4"), "flat 5>L4. 4>d1! w>d2! 3>L6!")
    state, events = drive(state, "arrange 5>L4 w>line1")
    assert facts(events, "lost")["cause"] == "limit"
    assert (whereabouts(state), state.cars[0].seconds) == ("line1 0", 4)
    assert facts(events, "card")["deck"] == 5


def test_e_167_dice_laid_anew_pass_nobody_too_slowly() -> None:
    state, _ = drive(begin("FX-S | A@L1 g3 ; B@R4 g5 | A then B"), "flat 4>L2! 5>L3! w>L4! w>L5!")
    assert refused(state, "arrange 4>L2 w>L3 w>L4")[0] == "DI-PASS-01"


def test_e_169_control_may_be_lost_behind_the_line() -> None:
    state, events = drive(begin("FX-F | A@L4 g3"), "flat 4>L5! 5>L6! w>L7!")
    state, more = drive(state, "arrange 4>L5 5>L6 w>L7")
    assert (state.cars[0].status, state.cars[0].clock, state.cars[0].seconds) == ("finished", 15, 3)
    assert "DI-FIN-04" in codes((*events, *more))


def test_e_170_flat_out_into_a_limit_loses_control_there() -> None:
    state, events = drive(begin("FX-C | A@L3 g4"), "flat 5>L4 w>d1")
    assert facts(events, "lost")["cause"] == "limit"
    assert (whereabouts(state), state.cars[0].seconds, state.turn.phase) == ("d1 0", 2, "draft")


# Securing


def test_e_176_a_rolled_die_cannot_be_secured() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 s3"), "go 4! (5)")
    assert refused(state, "$")[0] == "DI-SECURE-01"


def test_e_179_next_turn_the_price_begins_at_one_again() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 s5"), "go 4$ 5$")
    assert state.cars[0].seconds == 2
    state, _ = drive(state, "go 6$")
    assert state.cars[0].seconds == 1
