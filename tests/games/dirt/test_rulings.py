"""Rulings at the edges: what no row of the catalogue asks, each a sentence of its own."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rallyman_tutor.core.notation import Misread
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.play import default_arrangement
from rallyman_tutor.games.dirt.race import playing_order
from rallyman_tutor.games.dirt.state import Arrange, Roll, Word
from tests.games.dirt.roads import begin, broken, drive, facts, happened, refused, warned, whereabouts
from tests.games.opened import misread

BEND = "202a 210b:L2 203a | A@1.L3 | A | quickstart=on"
"""A start right before a line with limit 1."""
CLOSED = "202a 211b:R2 203a | A@{} g1 | A | gravel 2:2"
"""Gravel closes line and drift; the shortcut, inside on the right, stays open."""


def test_dice_that_lie_rolled_after_a_failed_flat_out_cannot_be_secured() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 s5"), "flat 4>L4! 5>L5! w>L6!")
    assert refused(state, "arrange 4>L4$ 5>L5 w>L6") == ("DI-SECURE-01", 1)
    assert refused(state, "4>L4$") == ("DI-SECURE-01", 1)
    assert refused(state, "arrange 4>L4 5>L5 w>L6") == ("", 0)


def test_a_rolled_die_laid_alone_is_a_part_of_a_layout_and_plays_nothing() -> None:
    state = begin("FX-S | A@L3 g3 s5 | A rolled[4>L4! 5>L5! w>L6!]")
    assert drive(state, "4>L4") == (state, ())


@pytest.mark.parametrize(
    ("position", "claim", "rules"),
    [
        ("FX-S | A@L3 g3 ; B ; C | A r2 then B", "A:", []),
        ("FX-S | A@L3 g3 ; B ; C | A r2 then B", "B:", ["DI-ORD-01"]),
        ("FX-S | A@L3 g3 ; B ; C | A r2 then B", "C:", ["DI-START-01"]),  # the third car starts in the third round
        ("FX-S | A finished ; B@L3 g3 | B", "A:", ["DI-ORD-06"]),
        ("FX-S | A out ; B@L3 g3 | B", "A:", ["DI-ORD-06"]),
    ],
)
def test_who_is_not_in_turn_is_told_so_by_the_one_rule_that_fits(position: str, claim: str, rules: list[str]) -> None:
    assert [one.code for one in GAME.judge(GAME.read(position), GAME.read_draft(claim))] == rules


def test_of_the_last_hazard_a_rolled_die_is_warned_and_a_secured_one_is_not() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 s3"), "go 4>L4! w>L5! (w>L6)")
    assert "DI-ROLL-02" in [told.code for told in GAME.advise(state, tuple(GAME.read_moves(state, "w>L6")))]
    assert GAME.advise(state, tuple(GAME.read_moves(state, "w>L6$"))) == []


@pytest.mark.parametrize("way", ["go 2>2.line1!", "flat 2>2.line1!"])
def test_a_stalled_start_loses_nothing_even_where_it_was_too_fast(way: str) -> None:
    state, events = drive(begin(BEND), way)
    assert whereabouts(state) == "2.line1 2"
    assert state.car.clock == 40
    assert "stalled" in happened(events) and "lost" not in happened(events)


@pytest.mark.parametrize("way", ["2>2.line1", "go 2>2.line1", "flat 2>2.line1"])
def test_a_quick_start_too_fast_for_its_space_is_lost_unless_it_stalls(way: str) -> None:
    state = begin(BEND)
    assert GAME.risk(state, GAME.read_draft(way)) == (Fraction(5, 6),)
    (advice,) = (told for told in GAME.advise(state, GAME.read_draft(way)) if told.code == "DI-PLAN-04")
    assert advice.facts["case"] == "quick" and advice.facts["chance"] == Fraction(5, 6)


def test_a_secured_quick_start_too_fast_for_its_space_is_lost_for_sure() -> None:
    state = begin(BEND.replace("@1.L3", "@1.L3 s1"))
    assert GAME.risk(state, GAME.read_draft("2>2.line1$")) == (Fraction(1),)
    _, events = drive(state, "go 2>2.line1${spin}")
    assert facts(events, "lost")["cause"] == "limit"


def test_sisu_is_not_asked_for_where_it_would_only_undo_the_stall() -> None:
    state, events = drive(begin(f"{BEND} sisu=stage"), "go 2>2.line1!")
    assert "stalled" in happened(events) and state.cars[0].sisu
    state, events = drive(begin(f"{BEND} sisu=stage"), "flat 2>2.line1!")
    assert "stalled" in happened(events) and state.cars[0].sisu


@pytest.mark.parametrize("rolled", ["4>L4>L6! w>L7! w>L8!", "4>L4>L6. w>L7! w>L8! 5>L9!", "3>L4>R5! w>R6! w>R7! 4>R8!"])
def test_the_layout_offered_after_a_failed_flat_out_is_legal(rolled: str) -> None:
    state = begin(f"FX-J | A@L3 g3 | A rolled[{rolled}]")
    offered = default_arrangement(state)
    assert not GAME.judge(state, (offered,))
    assert GAME.moves(state) == [offered]


def test_a_layout_ends_at_a_landing_that_shows_a_hazard() -> None:
    state = begin("FX-J | A@L3 g3 | A rolled[4>L4>L6! w>L7! w>L8!]")
    assert default_arrangement(state) == Arrange((Roll(4, "L4", land="L6"),))


def test_a_bend_closed_by_gravel_is_closed_from_the_outer_lane_too() -> None:
    state = begin(CLOSED.format("1.L3"))
    assert refused(state, "1>2.L1 w>2.line1") == ("DI-LIMIT-05", 2)
    assert refused(state, "1>2.R1 w>2.line1") == ("DI-LIMIT-05", 2)
    assert refused(state, "1>2.R1 w>2.k1") == ("", 0)


def test_who_begins_the_turn_with_nothing_but_the_closed_bend_ahead_gets_through_in_first() -> None:
    state = begin(CLOSED.format("2.L1"))
    assert refused(state, "1>2.line1") == ("", 0)
    assert warned(begin(CLOSED.format("2.L1").replace("g1", "g2")), "2>2.line1") == ["DI-PLAN-04"]
    assert refused(begin(CLOSED.format("2.R1")), "1>2.line1") == ("DI-LIMIT-05", 1), "the shortcut is open"


@pytest.mark.parametrize(
    ("position", "draft", "shares"),
    [
        ("FX-S | A@L1 g3", "go 4 5 w", (0, 0, Fraction(1, 54))),
        ("FX-S | A@L1 g3", "go 4 (5 w)", (Fraction(1, 54),)),
        ("FX-S | A@L1 g3", "go 4 5 (w)", (0, Fraction(1, 54))),
        ("FX-S | A@L1 g3", "go 4! 5! w", (0, 0, Fraction(1, 6))),
        ("FX-S | A@L1 g3", "go 4! 5! w.", (0, 0, 0)),
        ("FX-S | A@L1 g3", "flat 4! 5! w!", (1,)),
        ("FX-S | A@L1 g3", "4! 5! w", (0, 0, Fraction(1, 6))),
        ("FX-S | A@L1 g6", "go 4b! w! (w)", (0, Fraction(1, 6))),
        ("FX-S | A@L1 g3 | A | sisu=stage", "go 4! 5! (w) sisu w!", (0, 0, 0, 0)),
        ("FX-J | A@L3 g3", "go 4>L4>L6!", (1,)),
    ],
)
def test_every_die_of_a_drive_counts_once_and_shows_what_is_told(
    position: str, draft: str, shares: tuple[object, ...]
) -> None:
    risk = GAME.risk(begin(position), GAME.read_draft(draft))
    die = Fraction(1, 6) * Fraction(2, 6) * Fraction(2, 6) if shares[-1] == Fraction(1, 54) else None
    if die is not None:
        shares = (*shares[:-1], sum(GAME.risk(begin(position), GAME.read_draft("4 5 w")), Fraction(0)))
    assert risk == shares


@pytest.mark.parametrize("asked", ["5>L5", "5", "5>FX-S#1.L5", "5>L"])
def test_a_step_of_a_frozen_draft_may_be_called_by_any_name_of_its_space(asked: str) -> None:
    state, _ = drive(begin("FX-S | A@L3 g3"), "go 4 (5)")
    assert refused(state, asked) == ("", 0)
    after, _ = drive(state, asked)
    assert whereabouts(after) == "L5 5"


def test_of_two_gas_dice_the_one_laid_first_is_rolled_first() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3"), "go 4>L4 (w>L5 w>R6)")
    assert refused(state, "w>R6") == ("DI-ROLL-01", 1)
    assert refused(state, "w>R5") == ("DI-PLAN-02", 1)
    assert refused(state, "w") == ("", 0)


def test_sisu_may_be_called_before_the_first_roll() -> None:
    state = begin("FX-S | A@L3 g3 | A | sisu=stage")
    after, events = drive(state, "sisu")
    assert (happened(events), after.turn.phase, after.turn.safe, after.car.sisu) == (["sisu"], "draft", True, False)
    after, events = drive(after, "go 4! 5! w! 6!")
    assert whereabouts(after) == "L7 6" and "lost" not in happened(events)
    assert refused(begin("FX-S | A@L3 g3 | A | sisu=stage"), "sisu sisu") == ("DI-SISU-01", 2)
    assert Word.SISU not in GAME.moves(state), "without a hazard to ignore it is not offered"
    _, events = drive(state, "sisu / flat 4! 5! w! 6!")
    assert "made-it" in happened(events)


def test_a_rolled_hazard_is_told_by_the_rule_about_rolling_and_the_loss_by_the_one_about_losing() -> None:
    _, events = drive(begin("FX-S | A@L3 g3"), "go 4! 5! w!")
    assert [event.code for event in events if event.what == "rolled"] == ["DI-ROLL-01"] * 3
    assert [event.code for event in events if event.what == "lost"] == ["DI-ROLL-02"]


def test_who_is_out_before_the_stage_begins_leaves_no_gap_in_the_start() -> None:
    state = begin("FX-S | A out ; B ; C | B r1 then -")
    assert [state.cars[seat].name for seat in playing_order(state)] == ["B"]
    state, _ = drive(state, "go 1")
    assert state.round == 2
    assert [state.cars[seat].name for seat in playing_order(state)] == ["B", "C"]
    assert broken(begin("FX-S | A out ; B ; C | B r1 then -"), "C:") == ["DI-START-01"]


def test_a_wheel_is_changed_only_where_something_is_mended() -> None:
    assert refused(begin("FX-S | A@L3 g1 | A phase=wheel"), "wheel") == ("DI-SPARE-01", 1)
    assert refused(begin("FX-S | A@L3 g2 W1 | A phase=wheel"), "wheel") == ("DI-SPARE-01", 1)
    assert refused(begin("FX-S | A@L3 g1 W1 | A phase=wheel"), "wheel") == ("", 0)


IMPOSSIBLE = [
    ("FX-S | A@L3 g3 ; B@L3 g1", "B@L3", "room-taken"),
    ("FX-SL | A@L4 g3 ; B@h1 g1", "B@h1", "room-taken"),
    ("FX-S | A@L3 g7", "g7", "car-word"),
    ("FX-S | A@L3 waiting", "waiting", "car-placed"),
    ("FX-S | A road", "A road", "car-on-road"),
    ("FX-S | A@L3 spun off", "spun", "car-off"),
    ("FX-S | A@L3 g3 spun", "g3", "car-in-neutral"),
    ("FX-S | A@L3 g6 off", "g6", "car-in-neutral"),
    ("FX-S | A@L3 ; B g3", "g3", "car-waiting"),
    ("FX-S | A@L3 ; B c50", "c50", "car-waiting"),
    ("FX-S | A@L3 ; B s2", "s2", "car-waiting"),
    ("FX-S | A@L3 finished ; B@L1 | B", "finished", "car-finished"),
    ("FX-S | A@L13 g6 road", "A@L13", "car-past"),
    ("FX-S | A@L0 ; B@R0 ; C | C", "C", "start-taken"),
    ("FX-S | A@L3 ; B ; C@L1", "C@L1", "start-order"),
    ("FX-S | A@L3 | A r0", "r0", "round"),
    ("FX-S | A@L3 ; B@L1 | A r1", "r1", "round"),
    ("FX-D1 FX-D2 | A@R12 g1 ; B@L13 g2 ; F | F fresh r2", "r2", "round"),  # the third car starts in round 3
    ("FX-S | A@L3 g4 | A 4 w w w left[5>L4]", "A 4", "push-dice"),
    ("FX-S | A@L3 g4 | A 4 o left[5>L4]", "A 4", "push-dice"),
    ("FX-S | A@L3 g4 | A leader A 4 w left[5>L4]", "A leader", "push-dice"),
    ("FX-S | A@L3 g2 | A 2 b b left[3>L4]", "A 2", "brake-dice"),
    ("FX-S | A@L3 g4 | A 4 !! left[5>L4]", "!!", "hazards-of-dice"),
    ("FX-S | A@L3 g4 | A 4 ! $1 left[5>L4]", "!", "hazards-of-dice"),
    ("FX-S | A@L3 g4 | A 4 $5 left[5>L4]", "$5", "fewer-secured"),
    ("FX-S | A@L3 g3 | A 6 5 left[4>L4]", "A 6", "gear-driven"),
    ("FX-S | A@L3 g4 | A 4", "A 4", "draft-left"),
    ("FX-S | A@L3 g4 | A w !", "A w", "draft-left"),
    ("FX-S | A@L3 g3 s999999", "s999999", "seconds-earned"),
    ("FX-S | A@L3 g4 ; B@L9 g1 | A 4 level B left[5>L4]", "level", "level-with"),
    ("FX-S | A@L3 g4 | A 3 w 4 !!! ended=hazards phase=sisu", "phase", "sisu-held"),
    ("FX-S | A@L3 g4 no-sisu | A 3 w 4 !!! ended=hazards phase=sisu | sisu=stage", "phase", "sisu-held"),
    ("FX-C | A@L3 g4 | A | gravel 1:1", "gravel", "no-gravel"),
    ("FX-S | A@L3 g4 | A | gravel 1:1", "1:1", "no-gravel"),
    ("202a 210b:L2 224b:R1 203a | A@1.L3 g2 | A | gravel 2:1", "gravel", "gravel-cut"),
    ("FX-S | A@L3 g3 G6", "G6", "car-broken"),
    ("FX-S | A@L3 g3 W4 ; B@R3 W4", "B@R3", "tokens"),
    ("FX-S | A ; B ; C ; D ; E ; F ; G", "G", "fewer-cars"),
    ("FX-S | A@L3 g5 | A | back5 0-0-0-0", "back5", "whole-deck"),
    ("FX-S | A@L3 g5 | A | sisu=stage ; back5 12-19-0-2", "back5", "whole-deck"),
    ("FX-S | A@L3 g5 ; B | A | order A A", "order", "whole-order"),
    ("FX-S | A@L3 g5 ; B | A | order B", "order", "whole-order"),
    ("FX-SL | A@L3 g5 | A | gravel 1:13", "gravel", "tokens"),
    ("FX-S | A finished ; B@L3 g1 | A", "A", "whose-turn"),
    ("FX-S | A@L3 g1 ; B finished | A then B", "A then", "nobody-follows"),
    ("FX-S | A@L3 g1 ; B@L2 g1 | A then B A", "A then", "who-follows"),
    ("FX-S | A@L3 g1 | A level A", "level", "level-with-itself"),
    ("FX-S | A@L3 g4 | A 4 4 left[w]", "A 4", "gear-dice"),
    ("FX-S | A@L3 g4 | A 4 w w !!! left[5]", "A 4", "fewer-hazards"),
    ("FX-S | A@L3 g3 | A fresh", "A fresh", "fresh-start"),
    ("FX-S | A@L3 g3 | A phase=roll", "A phase", "steps-left"),
    ("FX-S | A@L3 g3 | A phase=penalty", "A phase", "time-control"),
    ("FX-S | A@L3 g3 | A ended=limit", "A ended", "ended-so"),
    ("FX-S | A@L3 g3 | A phase=sisu | sisu=stage", "A phase", "ended"),
    ("FX-S | A@L3 g3 | A rolled[4>L4! 5>L5. w>L6!]", "A rolled", "failed-flat-out"),
    ("FX-S | A@L0 | A rolled[2>L1! 3>L2! 4>L3!] | quickstart=on", "A rolled", "failed-flat-out"),
    ("FX-S | A@L3 g3 | A rolled[4>L4! 5>L9! w>L6!]", "A rolled", "laid-so"),
    ("FX-S | A@L3 g3 | A 3 left[6>L4]", "A 3", "laid-so"),
    ("FX-S | A@L4 g4 W2 | A 4 left[w>L5]", "A 4", "laid-so"),
    ("FX-S | A@L3 g3 K1 | A rolled[4>L4! w>L5! w>L6!]", "A rolled", "laid-so"),
    ("FX-S | A@L3 g3 | A 3 rolled[w>L4! 4>L5! 5>L6!]", "rolled", "all-at-once"),
    ("FX-S | A@L3 g3 | A 3 safe left[w>L4]", "safe", "sisu-played"),
    ("FX-S | A@L3 g3 | A 3 safe left[w>L4] | sisu=stage", "safe", "sisu-played"),
    ("FX-S | A@L3 g3 | A 3 quick left[w>L4]", "quick", "quick-begun"),
    ("FX-S | A@L3 g2 | A quick | quickstart=on", "quick |", "quick-begun"),
    ("FX-S | A@L3 g3 ; B finished | A phase=over", "phase", "still-driving"),
    ("FX-S | A@L3 g3 | A leader A | leader=off", "leader A", "no-leader"),
    ("FX-S | A@L3 g3 #5 ; B@R3 g1 #5", "#5", "arrived-first"),
    ("FX-S | A@L3 g3 #5 ; B@L13 finished #5", "#5", "arrived-first"),
    ("FX-S | A@L3 g3 c7", "c7", "clock"),
    ("203a 202a | A@1.L1 g1", "203a", "whole-stage"),
]


@pytest.mark.parametrize(("position", "at", "key"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_not_read(position: str, at: str, key: str) -> None:
    with pytest.raises(Misread) as caught:
        GAME.read(position)
    assert (caught.value.key, caught.value.column) == (key, position.rindex(at) + 1)


def test_what_is_told_of_a_position_that_cannot_be_says_what_would_do() -> None:
    for position, _, _ in IMPOSSIBLE:
        with pytest.raises(Misread) as caught:
            GAME.read(position)
        told = misread(GAME, caught.value).splitlines()[0]
        assert "belongs there: " in told and not re.search(r"–|-\d used|[{}]|\(\)|: \.", told), told


def test_cars_on_both_ways_of_a_bend_can_be() -> None:
    """One is thrown off the line, another takes the drift meanwhile, and the first comes back where it left the
    road."""
    state = begin("FX-C | A@L4 g4 ; B@R3 g3 | A")
    state, _ = drive(state, "go w>line1{crash} / go 3>R4 4>d1")
    names = {state.road.short(car.place): car.beside for car in state.cars}
    assert names == {"line1": False, "d1": False}
    assert GAME.read(GAME.write(state)).cars == state.cars


def test_a_car_is_passed_on_a_brake_die_of_the_red_zone() -> None:
    state, _ = drive(begin("FX-J | A@L10 g6 ; D@R10 g3 | A | redzone=on"), "go b>L11 (6>L12)")
    assert state.turn.passed and GAME.read(GAME.write(state)) == state


def test_a_position_in_which_nobody_is_left_is_over() -> None:
    assert GAME.read("FX-F | A finished ; B out").over


def test_a_jump_far_too_fast_stays_one_where_gravel_lies_on_the_landing() -> None:
    state = begin("202a 209b T15a 203a | A@2.L2 g4 | A | gravel 3:1")
    assert "DI-JUMP-05" in {one.code for one in GAME.advise(state, GAME.read_draft("5>2.L3>3.d2"))}


def test_whoever_lays_rolled_dice_again_has_kept_the_token() -> None:
    rolled = "FX-S | A@L3 g3{} | A rolled[4>L4! 5>L5! w>L6!] | sisu={}"
    assert broken(begin(rolled.format("", "stage")), "sisu") == ["DI-SISU-05"]
    assert broken(begin(rolled.format(" no-sisu", "stage")), "sisu") == ["DI-SISU-01"]
    assert broken(begin(rolled.format("", "off")), "sisu") == ["DI-SISU-01"]
    state = begin("FX-S | A@L3 g3 | A | sisu=stage")
    assert refused(state, "flat 4! 5! w! sisu") == ("", 0)
    assert refused(state, "flat 4! 5! w! accept sisu") == ("DI-SISU-05", 3)


def test_behind_the_end_of_a_turn_the_token_of_the_next_driver_is_called_on() -> None:
    state, events = drive(begin("FX-C | A@L4 g4 ; B@L1 g1 | A | sisu=stage"), "go 5>d1 sisu")
    assert [(car.name, car.sisu) for car in state.cars] == [("A", True), ("B", False)]
    assert [event.seat for event in events if event.what == "sisu"] == [1] and state.turn.safe
    alone = begin("FX-C | A@L4 g4 | A | sisu=stage")
    assert refused(alone, "go 5>d1 sisu") == ("DI-LOC-12", 2)
