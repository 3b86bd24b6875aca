"""The odds of a draft counted in two ways and as they are published, and what a loss of control comes to."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from functools import partial

import pytest

from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.draws import damage, marks_of, sisu_gear
from rallyman_tutor.games.dirt.notation import read_position, write_position
from rallyman_tutor.games.dirt.state import CRASH, HARD, SPIN, VALUES, Arrange, Drive, FlatOut, Roll, State, Word
from tests.games.dirt.rallies import draft, drive


def lost_by_enumeration(state: State, steps: tuple[Roll, ...]) -> Fraction:
    """The chance that control is lost when these steps are driven flat out, every throw tried."""
    found = Fraction(0)
    for chance, _, (_, events) in every_outcome(lambda luck: GAME.play(state, FlatOut(steps), luck)):
        lost = any(event.what == "lost" for event in events) or any(event.what == "failed" for event in events)
        found += chance * lost
    return found


def test_the_risk_of_a_draft_is_what_every_throw_of_its_dice_comes_to() -> None:
    rng = random.Random(3)
    tried = 0
    for seed in range(318, 372):
        for decision in drive(seed):
            state = decision.before
            plain = state.turn.phase == "draft" and state.options.sisu == "off"
            if not plain or rng.random() > 0.25 or not (steps := draft(state, rng)):
                continue
            if any(roll.pay for roll in steps) or len(steps) > 5:
                continue
            tried += 1
            assert sum(GAME.risk(state, steps), Fraction(0)) == lost_by_enumeration(state, steps), (
                write_position(state),
                [GAME.write_move(roll) for roll in steps],
            )
    assert tried > 25


@pytest.mark.parametrize(
    ("steps", "options", "chance"),
    [
        ("1>L1 2>L2 3>L3", "", Fraction(2, 216)),
        ("1 2 3 4 5 6", "", 0.213),
        ("1 2 3 4 5 6 w w", "", 0.320),
        ("1 2 3 4 5 6 o o", "leader", 0.428),
    ],
)
def test_published_odds_come_out(steps: str, options: str, chance: object) -> None:
    state = read_position(f"FX-S | A@L0 | A {'leader A' if options else ''}")
    found = sum(GAME.risk(state, GAME.read_draft(steps)), Fraction(0))
    if isinstance(chance, Fraction):
        assert found == chance
    else:
        assert round(float(found), 3) == chance


def test_with_a_brake_die_on_top_the_risk_is_the_published_one() -> None:
    state = read_position("FX-S | A@L0 | A | redzone=on")
    found = sum(GAME.risk(state, GAME.read_draft("1 2 3 4 5 6 w w b")), Fraction(0))
    assert round(float(found), 3) == 0.426


def test_a_whole_draft_as_one_move_has_the_risk_of_its_steps() -> None:
    state = read_position("FX-LS | A@L1 g3")
    steps = tuple(move for move in GAME.read_draft("4>L2 5>L3 w>L4 4>L5").moves if isinstance(move, Roll))
    whole = sum(GAME.risk(state, steps), Fraction(0))
    assert GAME.risk(state, (FlatOut(steps),)) == (whole,)
    assert GAME.risk(state, (Drive(steps),)) == (whole,)


# -- Cards ------------------------------------------------------------------------------------------------------------


def test_a_crash_costs_more_the_faster_and_the_more_dangerous() -> None:
    for danger in ("yellow", "orange", "red"):
        marks = [marks_of(gear, CRASH, danger) for gear in range(1, 7)]
        assert marks == sorted(marks)
    for gear in range(1, 7):
        marks = [marks_of(gear, CRASH, danger) for danger in ("yellow", "orange", "red")]
        assert marks == sorted(marks) and marks_of(gear, SPIN, "red") == 0
    assert marks_of(4, HARD, "red") == 3
    assert [sisu_gear(gear) for gear in range(1, 7)] == [1, 1, 2, 3, 4, 5]


def test_a_token_that_lies_on_a_dashboard_is_not_in_the_bag_again() -> None:
    """Three of four gear tokens are out, all brake tokens but one: what is left decides the odds of the next."""
    state = read_position("FX-S | A@L3 g3 G3 B2 ; B@R3 G2 W1 F4 | A")
    lost: dict[str, Fraction] = defaultdict(Fraction)
    for chance, _, (after, _) in every_outcome(lambda luck: (damage(state, 1, "DI-DMG-01", [], luck), ())):
        drawn = next(kind for kind in BAG if sum(getattr(car, kind) for car in after.cars) > OUT[kind])
        lost[drawn] += chance
    left = {kind: full - OUT[kind] for kind, full in zip(BAG, VALUES["bag.damage"], strict=True)}
    assert lost == {kind: Fraction(count, sum(left.values())) for kind, count in left.items()}


BAG = ("gears", "brakes", "gas", "flags")
OUT = {"gears": 5, "brakes": 2, "gas": 1, "flags": 4}


@pytest.mark.parametrize("deck", ["1-0-0-0", "0-0-0-1", "3-0-0-1", "1-0-0-2"])
def test_what_an_arrangement_costs_on_average_is_what_playing_it_out_comes_to(deck: str) -> None:
    """SISU cards of the deck show a gear that is quicker than a turned card."""
    state = read_position(f"FX-S | A@L3 g3 | A rolled[4>L4! 5>L5! w>L6!] | back4 {deck} ; back5 {deck}")
    found = arrangements(state)
    assert found
    for arranged in found:
        ways = every_outcome(partial(GAME.play, state, Arrange(arranged.steps)))
        assert sum(chance * after.cars[0].clock for chance, _, (after, _) in ways) == arranged.seconds


def test_dice_laid_anew_behind_a_token_that_is_kept_have_the_chances_they_have_alone() -> None:
    told = []
    for decision in (one for seed in range(40) for one in drive(seed)):
        if decision.before.turn.phase == "sisu" and decision.before.turn.faces:
            after, _ = GAME.play(decision.before, Word.ACCEPT, GAME.harmless_luck)
            for move in (move for move in GAME.moves(after) if isinstance(move, Arrange)):
                both = GAME.chances(decision.before, (Word.ACCEPT, move))
                told.append((both[2:], sum(both.lost), sum(both.out), GAME.chances(after, (move,))))
    assert len(told) > 10
    assert [one for one in told if one[:3] != (one[3][2:], sum(one[3].lost), sum(one[3].out))] == []
