"""Remedies in positions written for them: a remedy is open, and where there is none, the reason is given.

Thousands of random faulty drafts are asked the same in `tests/games/test_remedies.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from rallyman_tutor.core.remedy import Price
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.state import FlatOut, Roll, State
from rallyman_tutor.games.dirt.step import aim
from rallyman_tutor.tutor.words.explain import Explanation
from tests.games.dirt import rallies
from tests.games.dirt.roads import begin, drive
from tests.games.opened import explain
from tests.games.test_remedies import wrong
from tests.some import some


def answers(position: str | State, draft: str) -> dict[str, Explanation]:
    """The words on each rule that a draft breaks or strains."""
    state = begin(position) if isinstance(position, str) else position
    plan = GAME.read_draft(draft)
    found = (*GAME.judge(state, plan), *GAME.advise(state, plan))
    return {one.code: explain(GAME, state, plan, one) for one in found}


def labels(position: str | State, draft: str, code: str) -> list[str]:
    return [one.label for one in answers(position, draft)[code].remedies]


def test_the_die_that_fits_is_named_for_the_same_space_first() -> None:
    assert labels("FX-S | A@L3 g2", "4>L4", "DI-GEAR-02") == [
        "Lay the 3 on row 4 left on tile 1", "Lay the 2 on row 4 left on tile 1",
    ]  # fmt: skip


def test_what_is_laid_behind_a_mended_step_stays_where_it_lies_and_is_told() -> None:
    state = begin("FX-S | A@L1 g3")
    (broken,) = GAME.judge(state, GAME.read_draft("5>L2 4>L3"))
    assert broken.code == "DI-GEAR-02"
    found = GAME.remedies(state, GAME.read_draft("5>L2 4>L3").moves, broken)
    assert [[GAME.write_move(roll) for roll in one.draft] for one in found if one.kept] == [["3>L2", "4>L3"]]
    told = labels("FX-S | A@L1 g3", "5>L2 4>L3", "DI-GEAR-02")
    assert told[1] == "Lay the 3 on row 2 left on tile 1, and keep what lies behind"
    assert labels("FX-S | A@L1 g3", "5>L2", "DI-GEAR-02") == [told[0], "Lay the 3 on row 2 left on tile 1"]


def test_what_lies_behind_is_not_kept_where_it_costs_more() -> None:
    alone = labels("FX-S | A@L1 g3", "5>L2", "DI-GEAR-02")
    assert labels("FX-S | A@L1 g3", "5>L2 4>L3 w>L4", "DI-GEAR-02") == alone
    assert labels("FX-S | A@L1 g3", "5>L2 4>L30 w>L4", "DI-GEAR-02") == alone


@pytest.mark.parametrize(
    ("position", "draft", "code", "told"),
    [
        ("FX-S | A@R4 g3 ; B@L5 g3 ; C@R5 g3", "3>R5", "DI-MOVE-01", "Say that you are blocked, with car B and car C in the way: 3rd, +30 s"),
        ("FX-SL | A@L3 g3 ; B@h1 g1", "3>L4", "DI-CAR-03", "Say that you are blocked, with car B in the way: 3rd, +30 s"),
        ("FX-W | A@L3 g4 W2", "3>L4", "DI-FORD-02", "Say that you are blocked: 3rd, +30 s"),
        ("FX-S | A@R4 spun ; B@L5 g3 ; C@R5 g3", "1>R5", "DI-MOVE-01", "Say that you are blocked, with car B and car C in the way: neutral, +50 s"),
    ],
)  # fmt: skip
def test_who_cannot_move_is_told_who_is_in_the_way_and_what_it_costs(
    position: str, draft: str, code: str, told: str
) -> None:
    assert labels(position, draft, code) == [told]
    state, _ = drive(begin(position), "blocked")
    gear, seconds = told.rpartition(": ")[2].split(", ")
    assert f"+{state.cars[0].clock} s" == seconds
    assert gear == ("neutral", "1st", "2nd", "3rd")[state.cars[0].gear]


def test_no_shortcut_is_named_that_cannot_be_driven() -> None:
    for draft, code in (("3>line1", "DI-CAR-01"), ("3>L4", "DI-CAR-03")):
        position = "FX-C | A@L4 g4 ; B@d2 g3" if code == "DI-CAR-01" else "FX-SL | A@L3 g3 ; B@h1 g1"
        said = answers(position, draft)[code]
        assert "shortcut" not in said.fix + said.said
    assert "Lay the 2 on shortcut space 1 on tile 1" in labels("FX-SL | A@R4 g3 ; B@d1 g3", "2>line1", "DI-CAR-01")


@pytest.mark.parametrize("code", ["DI-SLIDE-06", "DI-LEAD-02", "DI-TURN-03", "DI-FORD-05", "DI-PASS-01"])
def test_no_lane_gas_die_or_gear_is_promised_that_is_not_there(code: str) -> None:
    """These once had one fixed piece of advice for every position."""
    for example in some(GAME.book[code].broken):
        position, draft = example.split(" :: ")
        assert labels(position, draft, code), example
        found, _ = wrong("dirt", [(begin(position), GAME.read_draft(draft).moves)])
        assert not found, found


def test_each_fault_of_a_draft_rolled_at_once_is_told_about_its_own_step() -> None:
    told = answers("FX-S | A@L3 g3", "flat 5>L4 w>R4")
    assert told["DI-GEAR-02"].said == "You go up from 3rd to 5th without touching 4th."
    assert "You send the gas die from row 4 left on tile 1 to row 4 right on tile 1" in told["DI-MOVE-03"].said
    for way in ("go", "flat"):
        plain, whole = answers("FX-S | A@L3 g3", "5>L4 w>R4"), answers("FX-S | A@L3 g3", f"{way} 5>L4 w>R4")
        assert {code: one.said for code, one in plain.items()}.items() <= {
            c: one.said for c, one in whole.items()
        }.items()


def test_braking_to_nothing_is_told_as_that() -> None:
    assert list(answers("FX-S | A@L3 g3", "0b>L4")) == ["DI-BRAKE-05", "DI-GEAR-06"]


def test_water_stops_a_draft_only_where_no_die_crosses() -> None:
    assert "DI-FORD-02" not in answers("FX-W | A@L3 g3", "3>L4")
    assert labels("FX-W | A@L3 g3", "3>L4", "DI-FORD-01") == [
        "Lay the gas die on row 4 left on tile 1", "Lay the gas die on row 4 right on tile 1",
    ]  # fmt: skip
    assert "DI-FORD-02" in answers("FX-W | A@L3 g4 W2", "3>L4")


def test_before_the_last_hazard_one_may_stop_secure_or_play_the_token() -> None:
    state, _ = drive(begin("FX-S | A@L3 g3 s3 | A | sisu=stage"), "go 4! w! (5)")
    told = answers(state, "5")["DI-ROLL-02"]
    assert [(one.label, one.price) for one in told.remedies] == [
        ("Play Sisu", "harmless"), ("End the turn in 4th: +20 s", "harmless"), ("Secure the 5 for 1 s", "costs-time"),
    ]  # fmt: skip


def test_stopping_is_not_named_before_the_first_roll() -> None:
    for draft, code in (("4>L4$", "DI-SECURE-02"), ("2b>L4$1", "DI-SECURE-03"), ("stop", "DI-MOVE-07")):
        assert not any("End the turn" in label for label in labels("FX-S | A@L3 g4", draft, code))


def test_a_warning_names_what_is_safer_or_says_that_nothing_is() -> None:
    assert labels("FX-LS | A@L4 g5", "w>L5", "DI-PLAN-04")[0] == "Lay the 4 on row 5 left on tile 1"
    told = answers("FX-LS | A@L4 g6 B1", "6>L5")
    assert not told["DI-PLAN-04"].remedies
    assert told["DI-PLAN-04"].fix.endswith(
        "Every die from here is too fast. The limit on row 5 left on tile 1 is 4, and you cannot enter below 5th."
    )


def test_what_certainly_loses_control_is_named_with_that_warning_where_nothing_else_is() -> None:
    told = answers("FX-LS | A@L4 g6 B1", "stop")["DI-MOVE-07"]
    assert {one.price for one in told.remedies} == {"loses-control"}
    assert all("(you lose control there)" in one.label for one in told.remedies)


def test_rolled_dice_are_laid_where_control_is_lost_at_the_least_damage() -> None:
    told = labels("FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]", "arrange 4>L5 5>L6 w>d1", "DI-REARR-03")
    assert told[0] == "Lay the rolled dice so that they end on slide space 2 on tile 1, in 4th (you lose control there)"


def test_a_short_draft_can_be_driven_flat_out_instead() -> None:
    state = begin("FX-S | A@L1 g3")
    plan = GAME.read_draft("go 4>L2 (w>L3)").moves
    (advice,) = GAME.advise(state, plan)
    assert GAME.remedies is not None
    (remedy,) = GAME.remedies(state, plan, advice)
    assert isinstance(remedy.draft[0], FlatOut) and remedy.price is Price.HARMLESS


def test_who_is_not_in_turn_is_told_whose_turn_it_is() -> None:
    told = answers("FX-S | A@L3 g3 ; B@L2 g4 | A", "B:")["DI-ORD-01"]
    assert not told.remedies and told.fix.endswith("It is the turn of car A.")


def test_nothing_is_named_once_the_stage_is_over() -> None:
    told = answers("FX-F | A finished", "stop")
    assert all(not one.remedies and one.fix.endswith("Nothing can be driven any more.") for one in told.values())
    assert told


def warnings(seeds: range) -> Iterator[tuple[State, tuple[Roll, ...]]]:
    """Legal drafts of random rallies that end above a limit or in a far too fast jump, or roll on with two hazards."""
    rng = random.Random(seeds.start)
    for seed in seeds:
        for state in (decision.before for decision in rallies.drive(seed)):
            if state.turn.phase == "roll" and state.turn.hazards == 2:
                yield state, state.turn.draft
                continue
            steps = next_steps(state) if state.turn.phase == "draft" and rng.random() < 0.1 else []
            if grave := [roll for roll in steps if aim(state, roll).lost]:
                yield state, (rng.choice(grave),)


def test_every_remedy_to_a_warning_can_be_carried_out_and_costs_less() -> None:
    found, seen = wrong("dirt", islice(warnings(range(400, 440)), 40))
    assert not found, found[:10]
    assert seen[Kind.UNWISE] >= 40 and seen["remedies"] > 40, seen


@pytest.mark.parametrize(
    ("position", "draft", "at"),
    [
        ("FX-W | A@L2 s6 K2 | A", "1>L3$ flat 1$ w", 1),
        ("FX-S | A@L10 s2 G1 W2 | A | brakes=3", "flat 1>L11 2>R12 3>R13 go 1>R11$", 1),
        ("FX-JC | A@L10 g3 c30 #1 ; B@R5 g3 c60 s2 #6 | B r4 | sisu=stage", "1b>line1 2>R7 flat 2$ w", 2),
    ],
)
def test_a_step_that_fits_behind_nothing_is_to_be_left_out(position: str, draft: str, at: int) -> None:
    state, script = GAME.read(position), GAME.read_draft(draft)
    found = [one for one in GAME.judge(state, script) if one.at == at]
    told = [explain(GAME, state, script.moves, one).fix for one in some(found)]
    assert any(one.endswith("Leave this step out: it does not fit behind those before it.") for one in told)
    assert not GAME.judge(state, script.moves[:at])


def test_of_a_whole_draft_that_fits_in_no_way_the_dice_are_named_that_do() -> None:
    state = GAME.read("FX-W | A@R13 g4 c20 s1 #1 ; B@L12 s6 W2 K2 | B leader B | brakes=0")
    draft = GAME.read_draft("flat 1$ w 1bb>L7").moves
    for violation in some(GAME.judge(state, draft)):
        ways = GAME.remedies(state, draft, violation)
        assert ways and all(not GAME.judge(state, way.moves) for way in ways)
