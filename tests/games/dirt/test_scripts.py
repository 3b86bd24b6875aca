"""Scripts: judged as they are played, move by move, through the end of a turn and into the next."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.replay import told_too_much
from rallyman_tutor.games.dirt import GAME
from tests.games.dirt.roads import begin

TOKEN = "FX-S | A@L3 g3 | A | sisu=stage"
GONE = TOKEN.replace("g3", "g3 no-sisu")


def told(position: str, script: str) -> list[tuple[int, str]]:
    """The faults of a script: the number of each move, from 1, and the rule."""
    return [(one.at + 1, one.code) for one in GAME.judge(begin(position), GAME.read_draft(script))]


@pytest.mark.parametrize("decision", ["sisu", "accept"])
@pytest.mark.parametrize("drive", ["flat 4! 5! w!", "go 4! 5! w!", "4! 5! w!"])
def test_after_the_third_hazard_the_driver_decides_about_the_token(drive: str, decision: str) -> None:
    assert told(TOKEN, f"{drive} {decision}") == []


@pytest.mark.parametrize("drive", ["flat 4! 5! w!", "go 4! 5! w!"])
def test_without_a_token_there_is_nothing_to_decide(drive: str) -> None:
    assert [code for _, code in told(GONE, f"{drive} accept")] == ["DI-TURN-01"]


def test_rolled_dice_are_laid_again_once_the_token_is_kept() -> None:
    assert told(TOKEN, "flat 4! 5! w! arrange 4>L4 5>L5 w>L6") == [(2, "DI-TURN-01")]
    assert told(TOKEN, "flat 4! 5! w! accept arrange 4>L4 5>L5 w>L6") == []
    assert told(GONE, "flat 4! 5! w! arrange 4>L4 5>L5 w>L6") == []


def test_dice_laid_again_are_carried_out_before_what_follows_them() -> None:
    rolled = "FX-S | A@L3 g3 ; B@R1 g1 | A rolled[4>L4! 5>L5! w>L6!]"
    assert told(rolled, "4>L4 5>L5 w>L6 B: 1") == []
    assert told(rolled, "4>L4 5>L5") == []
    assert told(rolled, "4>L4 5>L5 B:") == [(2, "DI-REARR-03")]


def test_a_turn_that_ends_in_first_is_followed_by_the_wheel() -> None:
    assert told("FX-S | A@L3 g1 W1", "go 1 wheel") == []
    assert told("FX-S | A@L3 g1 W1", "1 wheel") == []
    assert told("FX-S | A@L3 g2 W1", "flat 1. wheel") == []
    assert told("FX-S | A@L3 g1", "go 1 wheel") == [(2, "DI-SPARE-01")]


def test_behind_the_last_die_of_a_turn_the_next_driver_plays() -> None:
    assert told("FX-S | A@L3 g3 ; B@R3 g2", "go 4 5 B: 2") == []
    assert told("FX-S | A@L3 g3 ; B@R3 g2", "4 5 B: 2") == []
    assert told("FX-S | A@L3 g3 ; B@R3 g2", "go 4 5 A:") == [(3, "DI-ORD-01")]


def test_whoever_has_rolled_the_last_die_cannot_stop_any_more() -> None:
    assert told("FX-S | A@L3 g3", "go 4 5 w stop") == [(4, "DI-MOVE-07")]


def test_behind_a_claim_out_of_turn_nothing_is_judged() -> None:
    assert told("FX-S | A@L3 g3 ; B | A r1 then -", "B: 1") == [(1, "DI-START-01")]


def test_a_die_that_is_refused_counts_as_the_one_that_is_due() -> None:
    assert told("FX-S | A@L3 g3", "go 4 (5 w) 5>R5 w>L6") == [(2, "DI-PLAN-02")]
    assert told("FX-S | A@L3 g3", "go 4 (5 w) 5>R5 5>L5") == [(2, "DI-PLAN-02"), (3, "DI-PLAN-02")]


def test_dice_in_a_row_are_one_draft_however_much_they_show() -> None:
    assert told("FX-S | A@L3 g3", "4! 5! w! 5") == [(4, "DI-TURN-03"), (4, "DI-COMP-02"), (4, "DI-GEAR-04")]
    assert told("FX-S | A@L3 g3", "4! 5! w! w") == []


@pytest.mark.parametrize(
    ("script", "number", "left"),
    [
        ("4{spin}", 1, ["spin"]),
        ("4! 5{hard}", 2, ["hard"]),
        ("go 4! (5) 5{spin}", 2, ["spin"]),
        ("go 4! (5 w) 5! w! accept{spin}", 0, []),
    ],
)
def test_what_no_die_and_no_card_comes_to_show_is_told_too_much(script: str, number: int, left: list[str]) -> None:
    untrue = told_too_much(GAME, begin(TOKEN), GAME.read_draft(script))
    assert (untrue.facts["number"], untrue.facts["list"]) == (number, left) if untrue else not number
