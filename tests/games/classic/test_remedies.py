"""Every remedy is true in its position, whatever lies behind, whatever was rolled, and however the rally may end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rallyman_tutor.coach.odds import odds
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.notation import read_draft, read_position
from rallyman_tutor.tutor.words.explain import Explanation
from tests.games.opened import explain


def laid(position: str, draft: str) -> tuple[Any, Any]:
    """A position, and a script of a draft there."""
    return read_position(position), read_draft(draft)


def chances(position: str, draft: str) -> Any:
    return GAME.chances(*laid(position, draft))


def faults(position: str, draft: str) -> list[Violation]:
    state, script = laid(position, draft)
    return [*GAME.judge(state, script), *GAME.advise(state, script)]


def told(position: str, draft: str, code: str = "") -> Explanation:
    """The words on the first fault of a script, or on the one against this rule."""
    state, script = laid(position, draft)
    return explain(GAME, state, script, next(one for one in faults(position, draft) if code in ("", one.code)))


def ways(position: str, draft: str, code: str = "") -> list[str]:
    return [one.label for one in told(position, draft, code).remedies]


# -- What lies behind --------------------------------------------------------------------------------------------------

BEHIND = (
    ("s4 R3/4x3 s5 | A@s4 g5", "w", "5"),
    ("s4 R3/4x3 s5 | A@s4 g5", "3", "5"),
    ("s4 R3/4x3 s5 | A@s4 g4", "2>d", "5"),
    ("s3 j3 s8 | A@s2 g4", "2", "5"),
    ("s2 j3 R1 s1 j4 s8 | A@s2 g4 no-sisu", "4", "5"),
    ("s4 R3/4x3K4 s5 | A@s4 g4 p2", "4>k", "5"),
    ("s14 | A@s1 g3", "5", "4"),
)


@pytest.mark.parametrize(("position", "die", "behind"), BEHIND)
def test_a_die_that_lies_behind_a_fault_changes_nothing_of_what_is_told(position: str, die: str, behind: str) -> None:
    alone = told(position, die)
    whole = told(position, f"{die} {behind}", alone.code)
    kept = ", and keep what lies behind"
    assert [one.label.replace(kept, "") for one in whole.remedies] == [one.label for one in alone.remedies]
    assert (whole.said, whole.why) == (alone.said, alone.why)


def test_the_harmless_way_through_a_bend_is_told_whatever_lies_behind() -> None:
    position = "s4 R3/4x3 s5 | A@s4 g5"
    assert ways(position, "w 5", "CL-BEND-05") == ["Lay the 4 on drift space 1 of bend 1"]
    assert ways(position, "3 5")[0] == "Lay the 4 on drift space 1 of bend 1"


def test_dice_behind_stay_laid_where_they_cost_nothing_more_and_that_is_said() -> None:
    state, draft = laid("s14 | A@s1 g2", "5 4")
    found = GAME.remedies(state, draft, GAME.judge(state, draft)[0])
    written = [(" ".join(map(GAME.write_move, one.draft)), one.kept) for one in found]
    assert ("3>s2 4", 1) in written and ("2>s2", 0) in written
    assert "Lay the 3 on space 2, and keep what lies behind" in ways("s14 | A@s1 g2", "5 4")


def test_dice_behind_that_would_cost_something_are_not_kept() -> None:
    assert all("keep" not in one for one in ways("s14 | A@s1 g3", "5 5 w w"))


# -- The end of the rally ----------------------------------------------------------------------------------------------


def test_where_control_is_lost_in_any_case_the_way_without_a_shortcut_card_is_safer() -> None:
    found = ways("s4 R1/2x3K1 s5 | A@s4 g5 p2", "4>k", "CL-PUNC-03")
    assert found and all("shortcut" not in one for one in found)


def test_a_puncture_is_a_reason_to_lose_control_elsewhere() -> None:
    assert "Lay the 4 on the line of bend 1 (you lose control there)" in ways("s4 R1/2x3K1 s5 | A@s4 g5 p1", "4>k")


def test_a_remedy_that_may_end_the_rally_says_so() -> None:
    *_, cut = ways("s4 R1/2x3K1 s5 | A@s4 g4 p2", "5>l")
    warning = "(you lose control there, and in 20 % of all cases your rally ends)"
    assert cut == f"Lay the 4 on the shortcut of bend 1 {warning}"
    assert "Lay the 3 on the shortcut of bend 1 (20 % that your rally ends)" in ways("s4 R3K4 s5 | A@s4 g4 p2", "2>k")


def test_a_way_that_may_end_the_rally_is_no_remedy_for_losing_control() -> None:
    assert told("s4 R2K4 s5 | A@s4 g4 p2", "4").fix == "Nothing else that you can do now is safer."


def test_where_everything_ends_the_rally_that_is_said() -> None:
    position = "forest/rock L1 R4/3x2K2 L1/1x3 s1 | A@b2.d2 g5 winter s2 | A | edition=es"
    assert {told(position, "w>l$", one.code).fix for one in faults(position, "w>l$")} == {
        "Whatever you do now ends your rally."
    }


def test_control_that_is_lost_beside_a_shortcut_may_end_the_rally() -> None:
    """One push in three goes to the right, into the shortcut; one card in five is the third puncture."""
    found = chances("s4 R1/2x3K1 s5 | A@s4 g4 p2", "4>l")
    assert (found.end, found.lose) == (Fraction(1, 15), Fraction(14, 15))


def test_damage_that_takes_the_last_gear_die_ends_the_rally() -> None:
    found = chances("rock/rock s4 R1/2x3 s5 | A@s4 g4 d4", "4")
    assert 0 < found.end < 1 and found.end + found.lose == 1


# -- A script that has rolled ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "draft", "at"),
    [
        ("s14 | A@s1 g2 no-sisu", "3! 4! w! 5", 3),
        ("s14 | A@s1 g2 no-sisu", "3! 4! w! sisu", 3),
        ("s14 | A@s1 g2", "A[3! 4! w!] 3 4 w sisu", 4),
        ("s14 | A@s1 g2", "A[3! 4! w! 5] 3 4 w 5", 4),
    ],
)
def test_behind_lost_control_there_is_nothing_but_to_take_back(position: str, draft: str, at: int) -> None:
    state, script = laid(position, draft)
    fault = next(one for one in GAME.judge(state, script) if one.at == at)
    found = explain(GAME, state, script, fault)
    assert [one.label for one in found.remedies] == ["Take back what comes after the gas die (you lose control there)"]


def test_behind_lost_control_sisu_and_taking_what_comes_are_told_where_they_are_open() -> None:
    assert ways("s14 | A@s1 g2", "3! 4! w! 5") == ["Play Sisu", "Take what comes (you lose control there)"]


def test_what_follows_an_order_that_is_refused_waits_for_that() -> None:
    assert told("s2 j3 s8 | A@s2 g3", "A[4! w] 4 w", "CL-LOC-02").fix.startswith("Mend step 2 first")


# -- Chances -----------------------------------------------------------------------------------------------------------


def test_a_third_puncture_is_the_end_of_the_rally_and_no_lost_control() -> None:
    found = chances("s4 R3/4x3K4 s5 | A@s4 g4 p2", "4>k")
    assert (found.end, found.lose, found.arrive) == (Fraction(1, 5), 0, Fraction(4, 5))


def test_far_too_much_speed_is_the_end_of_the_rally_and_no_lost_control() -> None:
    found = chances("s4 R1/2x3 s5 | A@s4 g5 s1", "w$")
    assert (found.end, found.lose) == (1, 0)


def test_an_attack_through_a_shortcut_draws_one_card_and_is_told_its_chance_once() -> None:
    state, draft = laid("s4 R3/4x3K4 s5 | A@s4 g4 p2", "A[4 5] 4>k 5")
    found: Any = GAME.chances(state, draft)
    assert found.out == (0, Fraction(1, 5), 0) and found.lose == 0
    assert odds(GAME, state, draft).out == Fraction(1, 5)


@pytest.mark.parametrize(
    ("draft", "lose"), [("3! 4! w", Fraction(1, 6)), ("A[3! 4! w!]", 1), ("A[3! 4! w.]", 0), ("3. 4. w", 0)]
)
def test_faces_that_are_told_count_as_told_in_the_odds_as_well(draft: str, lose: Fraction) -> None:
    state, script = laid("s14 | A@s1 g2 no-sisu", draft)
    assert odds(GAME, state, script).lose == GAME.chances(state, script).lose == lose


def test_what_may_come_of_a_draft_adds_up_to_one() -> None:
    found = chances("s4 R3/4x3K4 s5 | A@s4 g4 p1 no-sisu | A 3 4 !!", "w>k 5")
    assert found.lose + found.end + found.short + found.arrive == 1


def test_a_gas_die_that_a_puncture_takes_ends_the_draft_early() -> None:
    found = chances("s4 R3/4x3K4 s5 | A@s4 g4 p1", "4>k w")
    assert (found.short, found.arrive) == (Fraction(1, 5), Fraction(4, 5))


@pytest.mark.parametrize(
    ("position", "draft", "code", "said"),
    [
        ("s14 | A@s1 g2", "3! 4! w", "CL-HAZ-01", "it shows hazard number 3. You lose control."),
        ("s3 j3 s8 | A@s3 g3", "4", "CL-JUMP-03", "There is a hazard on the 4, so you lose control on landing."),
        ("s5 | A@s3 g3", "3! 4! 5", "CL-FIN-04", "it shows a hazard. You lose control, and that costs"),
        ("snow s14 | A@s1 g2", "3! 4", "CL-TYRE-03", "it shows hazard number 2. You lose control."),
        ("s3 snow s5 | A@s1 g2", "3! 4! w", "CL-TYRE-07", "it shows one more. You lose control."),
    ],
)
def test_a_hazard_that_is_told_is_no_chance_and_of_a_clean_face_nobody_is_warned(
    position: str, draft: str, code: str, said: str
) -> None:
    assert "The chance is" in told(position, draft, code).said
    assert said in told(position, f"{draft}!", code).said
    assert code not in [one.code for one in faults(position, f"{draft}.")]


def test_a_card_that_is_told_is_no_chance() -> None:
    position = "s4 R3/4x3K4 s5 | A@s4 g4 p2"
    assert "The chance is 20 %." in told(position, "4>k.").said
    assert told(position, "4>k{puncture}").said.endswith("and the card brings a third. Your rally ends.")
    assert not faults(position, "4>k{good}")


def test_no_card_and_no_landing_is_warned_of_that_far_too_much_speed_forestalls() -> None:
    assert [one.code for one in faults("s4 R1/2x3K1 s5 | A@s4 g5 p2", "5>k")] == ["CL-BEND-06"]
    assert [one.code for one in faults("s2 j3 s1 R3 s8 | A@s2 g4 no-sisu", "4")] == ["CL-BEND-05"]


# -- Sentences ---------------------------------------------------------------------------------------------------------


def test_a_die_that_is_paid_for_in_an_attack_leaves_the_others_as_they_are() -> None:
    assert [one.code for one in faults("s14 | A@s1 g3 s3", "A[3 4] 3$ 4")] == ["CL-SEC-04"]


def test_a_driver_without_seconds_is_not_told_to_keep_them() -> None:
    assert ways("s14 | A@s1 g2", "3$")[0] == "Roll the 3"
    assert "Roll the 3, and keep your seconds" in ways("s14 | A@s3 g2 s1 | A 1 2 $1", "3$")


def test_an_attack_with_too_many_dice_does_not_say_that_fewer_are_needed_than_it_offers() -> None:
    found = told("s2 j3 s1 | A@s1 g3 | A | edition=es", "A[3 4 w w]")
    assert "in no order do you need all of them" in found.said and "need only" not in found.said


@pytest.mark.parametrize(
    ("gear", "die", "expected"),
    [(5, "2", {"the 4", "the 5", "the gas die"}), (1, "4", {"the 1", "the 2", "the gas die"})],
)
def test_the_gear_one_is_in_is_told_beside_the_next_one(gear: int, die: str, expected: set[str]) -> None:
    assert set(ways(f"s14 | A@s1 g{gear}", die)) == {f"Lay {one} on space 2" for one in expected}


def test_a_car_that_drifts_reaches_the_line_past_one_that_is_not_ahead_of_it() -> None:
    """To a car in the drift only a car farther along closes the line: else two drifting cars would wait for each
    other."""
    road = "s4 R3/4x3 s5"
    behind, ahead = f"{road} | A@b1.d2 g4 ; B@b1.d1 g4 | A", f"{road} | A@b1.d1 g4 ; B@b1.d2 g4 | A"
    assert not faults(behind, "3>l")
    assert [one.code for one in faults(ahead, "3>l")] == ["CL-PASS-05"]
    assert GAME.book["CL-PASS-05"].cite.ruling == "R-11 and R-53"
    assert told(ahead, "3>l").why.endswith("only the one ahead closes the line, or both would wait for ever.")


def test_an_attack_of_more_dice_than_spaces_is_told_the_spaces_and_no_number_of_dice_that_would_do() -> None:
    """The German rules count the spaces; here no three of these dice cross the finish, for the bend is too slow."""
    found = told("s1 L3 s1 | A@s1 g5 s3 | A | edition=de", "A[4 5 w w]", "CL-ATK-05")
    assert found.said == "You attack with 4 dice, and there are fewer spaces to the finish: 3."


def test_what_the_last_die_showed_is_not_told_of_another_die_in_its_place() -> None:
    """The gas die came out clean. The 4 in its place has its own chance of a hazard, and so it is not safer."""
    state, script = laid("snow s2 L3 s2 L3K2 s4 | A@b1.line g5 | A", "5 w. stop")
    (warning,) = GAME.advise(state, script)
    assert warning.code == "CL-BEND-11" and not GAME.remedies(state, script, warning)
