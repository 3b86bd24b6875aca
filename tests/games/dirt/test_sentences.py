"""Sentences around a ruling, in cases where the usual one would be false: what they name is so in the very position."""

from __future__ import annotations

import pytest

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.generate import blockers
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.tutor.words.words import words
from tests.games.dirt.roads import begin, drive
from tests.games.dirt.test_remedies import answers, labels
from tests.some import some


def log(state: State, script: str) -> list[str]:
    """The events of a script, as the log tells them."""
    now, events = drive(state, script)
    return [words("dirt").phrase("events", *GAME.describe_event(now, event)) for event in events]


# -- Dice that are rolled or paid together -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "draft", "code", "first"),
    [
        ("FX-S | A@L4 g5 | A 5 left[3b>L5]", "3>L5", "DI-ROLL-04", "Roll the 3 with a brake die"),
        ("FX-S | A@L4 g6 | A 6 left[3bb>L5] | brakes=3", "3>L5", "DI-ROLL-04", "Roll the 3 with 2 brake dice (4 % to lose control)"),
        ("FX-S | A@L4 g5 s3 | A 5 left[3b>L5]", "4>L5", "DI-PLAN-02", "Roll the 3 with a brake die"),
    ],
)  # fmt: skip
def test_a_die_is_rolled_with_its_brakes_and_told_so(position: str, draft: str, code: str, first: str) -> None:
    assert first in labels(position, draft, code)


def test_the_price_of_a_die_and_its_brakes_is_told_as_that_of_all_of_them() -> None:
    told = answers("FX-S | A@L3 g5 s1", "3b>L4$")["DI-SECURE-02"]
    assert told.said == "You want to secure the 3 with a brake die. It costs 3 s now, and you have 1 s."
    assert answers("FX-S | A@L3 g5", "4>L4$")["DI-SECURE-02"].said.startswith("You want to secure the 4. It costs 1 s")
    assert "A: the 4 with a brake die, secured for 3 s." in log(begin("FX-S | A@L3 g6 s5"), "go 4b$")
    assert "Secure the 3 with a brake die for 3 s" in labels(
        "FX-S | A@L4 g5 s3 | A 5 left[3b>L5]", "3>L5", "DI-ROLL-04"
    )
    desk = GAME.desk(begin("FX-S | A@L4 g5 s3 | A 5 left[3b>L5]"), ())
    told_on_buttons = [words("dirt").phrase("offers", one.name, one.facts) for one in desk.offers]
    assert told_on_buttons[:2] == ["Roll the 3 with a brake die", "Secure the 3 with a brake die for 3 s"]


# -- What throws a car that drives flat out ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "script", "cause"),
    [
        ("FX-J | A@L3 g3", "flat 4>L4>L6! 5>L7. w>L8.{spin}", "a hazard on a fast landing"),
        ("FX-LS | A@L3 g4", "flat 5>L4 w>L5{spin}", "too much speed for the limit"),
        ("FX-J | A@L3 g4", "flat 5>L4>L6{spin}", "a jump far too fast"),
        ("FX-LS | A@L1 g3 | A | sisu=stage", "flat 4>L2! 5>L3! w>L4! sisu", ""),
        ("FX-LS | A@L1 g3 | A | sisu=stage", "flat 4>L2! 5>L3! w>L4! 6>L5. sisu{spin}", "too much speed for the limit"),
    ],
)  # fmt: skip
def test_who_is_thrown_flat_out_is_not_told_that_dice_or_hazards_had_no_part_in_it(
    position: str, script: str, cause: str
) -> None:
    told = log(begin(position), script)
    assert ("A: thrown on the way, and nothing is laid anew." in told) == bool(cause)
    assert not cause or f"A: control is lost, {cause}." in told
    for code in ("DI-FLAT-03", "DI-FLAT-08"):
        assert not {"few", "luck", "below"} & set(words("dirt").text(code, "said", {}).replace(".", "").split())


# -- Roads ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "draft", "two"),
    [
        ("202a 224b:R1 203a | A@2.k1 g5", "4>2.R3", "shortcut space 1 on tile 2 to row 3 right on tile 2"),
        ("FX-SL | A@L4 g3", "2>k1", "row 4 left on tile 1 to shortcut space 1 on tile 1"),
    ],
)
def test_a_space_that_does_not_touch_a_shortcut_is_told_without_a_bend(position: str, draft: str, two: str) -> None:
    told = answers(position, draft)["DI-SHORT-02"]
    assert told.said == f"You send the {draft[0]} from {two}, and the two do not touch."
    assert "touch" in told.title


@pytest.mark.parametrize(
    ("position", "draft", "advice"),
    [
        ("FX-W | A@L3 g4", "3>L4", "Keep a gas die for the water."),
        ("FX-W | A@L3 g4 | A leader A", "3>L4", "Keep a leader die for the water."),
        ("FX-W | A@L3 g4 W2", "3>L4", "Damage has taken your gas."),
        ("FX-W | A@L3 g4 W1 K1", "3>L4", "Damage has taken your gas."),
        ("FX-W | A@L3 | A | quickstart=on", "2>L4", "From neutral only the 1 takes you into the water."),
    ],
)
def test_at_the_water_nobody_is_advised_to_keep_a_die_that_they_do_not_have(
    position: str, draft: str, advice: str
) -> None:
    assert answers(position, draft)["DI-FORD-01"].general.startswith(advice)


# -- Other cars -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rival", ["g3", "spun", "g0"])
def test_a_car_in_a_bend_is_told_where_it_is_and_not_that_it_drives(rival: str) -> None:
    said = answers(f"FX-C | A@L4 g5 ; B@d1 {rival}", "3b>line1")["DI-CAR-01"].said
    assert said.endswith("and car B is on the drift of this bend.")
    assert "slides" not in answers(f"FX-SL | A@L3 g3 ; B@h1 {rival}", "3>L4")["DI-CAR-03"].said


@pytest.mark.parametrize(
    ("position", "draft", "names"),
    [
        ("FX-SL | A@R4 g5 B1 ; B@line1 g1", "4>k1", "car B"),
        ("FX-LS | A@L4 g5 ; B@L5 g5", "5>R5", "car B"),
        ("FX-SL | A@R4 g5 B1 ; B@line1 g1 ; C@L1 g1", "4>k1", "car B"),
    ],
)
def test_who_is_blocked_is_told_why_and_by_whom(position: str, draft: str, names: str) -> None:
    told = answers(position, draft)["DI-BLOCK-02"]
    assert f"With {names} in the way, every move you have left loses control" in told.said
    assert told.remedies[0].label.startswith(f"Say that you are blocked, with {names} in the way")


def test_the_cars_that_block_are_the_same_for_the_rules_and_for_the_generator() -> None:
    """The reason names those that the rules find, the remedy those of the generator."""
    for position in some([
        "FX-SL | A@R4 g5 B1 ; B@line1 g1", "FX-LS | A@L4 g5 ; B@L5 g5", "FX-LS | A@L4 g6 ; B@L5 g6 ; C@R4 g6",
        "FX-C | A@L4 g6 B1 ; B@line1 g1 ; C@L3 g1",
    ]):  # fmt: skip
        state = begin(position)
        for die in ("4", "5", "6"):
            told = [one for one in GAME.judge(state, GAME.read_draft(f"{die}>R5")) if one.code == "DI-BLOCK-02"]
            names = tuple(state.cars[seat].name for seat in blockers(state))
            assert all(one.facts["names"] == names for one in told), position
