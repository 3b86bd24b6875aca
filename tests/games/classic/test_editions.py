"""Three books of one game: what the Spanish and the German text settle differently comes out differently."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.luck import Scripted, Seeded
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.editions import EDITIONS
from rallyman_tutor.games.classic.judging import judge
from rallyman_tutor.games.classic.notation import read_draft, read_position
from rallyman_tutor.games.classic.rules import BOOK, book
from rallyman_tutor.games.classic.state import State

BEND = "forest/rock s4 R3/4x3 s5"


def lose(text: str, *shown: str) -> State:
    """The position after the last die of a draft has lost control, with these cards."""
    position, plan = text.split(" :: ")
    state = read_position(position)
    for move in read_draft(plan).moves:
        state, _ = GAME.play(state, move, Scripted([".", *shown], rest=Seeded(1)))
    return state


def where(state: State, seat: int = 0) -> str:
    return state.road.spaces[state.cars[seat].place].key


def test_the_default_is_the_union_of_both_texts() -> None:
    assert len(book("classic")) == len(BOOK)
    for edition in ("es", "de"):
        assert {rule.code for rule in book(edition)} < {rule.code for rule in BOOK}


def test_the_german_text_knows_no_sisu() -> None:
    state = GAME.new({"drivers": ["A"], "stages": ["s9"], "options": {"edition": "de"}})
    assert not state.car.sisu
    assert [v.code for v in judge(read_position("s14 | A@s1 g2 | A | edition=de"), read_draft("3! sisu"))] == [
        "CL-COMP-04"
    ]


@pytest.mark.parametrize("option", ["sisu", "training"])
def test_an_option_its_text_does_not_offer_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match="edition=de"):
        GAME.new({"drivers": ["A"], "stages": ["s9"], "options": {option: "on", "edition": "de"}})


@pytest.mark.parametrize(("edition", "place"), [("classic", "b1.line"), ("es", "b1.line"), ("de", "b1.d2")])
def test_where_a_car_stands_after_a_spin_in_a_drift(edition: str, place: str) -> None:
    state = lose(f"{BEND} | A@b1.d1 g4 ; B | A | edition={edition} :: 5>d", "spin")
    assert where(state) == place


@pytest.mark.parametrize(("edition", "place"), [("classic", "b1.line"), ("es", "b1.d2"), ("de", "b1.line")])
def test_where_a_car_restarts_after_leaving_a_drift(edition: str, place: str) -> None:
    state = lose(f"{BEND} | A@b1.d1 g4 | A | edition={edition} :: 5>d", "left")
    assert where(state) == place and state.car.gear == 0


@pytest.mark.parametrize(("edition", "refused"), [("classic", True), ("es", False), ("de", True)])
def test_whether_two_cars_share_a_line(edition: str, refused: bool) -> None:
    state = read_position(f"{BEND} | A@s4 g3 ; B@b1.line g2 | A | edition={edition}")
    assert bool(judge(state, read_draft("3>l"))) == refused


@pytest.mark.parametrize(("edition", "out"), [("classic", False), ("es", False), ("de", True)])
def test_which_note_throws_a_car_out(edition: str, out: bool) -> None:
    """4th on a shortcut noted 1: three too fast for that way, not for the bend, whose drift is noted 4."""
    state = lose(f"s4 R3/4x3K1 s5 | A@s4 g4 ; B | A | edition={edition} :: 4>k", "good", "spin")
    assert (state.cars[0].status == "out") == out


@pytest.mark.parametrize(("edition", "refused"), [("classic", "CL-ATK-05"), ("es", "CL-ATK-05"), ("de", "")])
def test_how_many_attack_dice_the_finish_allows_with_a_jump(edition: str, refused: str) -> None:
    state = read_position(f"s2 j3 s1 | A@s1 g3 | A | edition={edition}")
    broken = judge(state, read_draft("A[3 4 w w]"))
    assert (broken[0].code if broken else "") == refused


def test_the_split_counts_seconds_in_spanish_and_not_in_german() -> None:
    for edition, time in (("es", 106), ("de", 110)):
        state = read_position(f"s9 | A@s1 g3 c110 s4 | A | points 2 ; edition={edition}")
        after, _ = GAME.play(state, read_draft("3").moves[0], Scripted(["."]))
        assert not after.splits
        after, _ = GAME.play(after, read_draft("4").moves[0], Scripted(["."]))
        assert [split.time for split in after.splits] == [time]


@pytest.mark.parametrize(("splits", "times"), [("on", [106]), ("off", [])])
def test_splits_are_read_where_they_were_agreed_on(splits: str, times: list[int]) -> None:
    state = read_position(f"s9 | A@s2 g3 c110 s4 | A | points 2 ; edition=es splits={splits}")
    after, _ = GAME.play(state, read_draft("4").moves[0], Scripted(["."]))
    assert [split.time for split in after.splits] == times


def test_after_a_wheel_the_german_text_drives_on() -> None:
    for edition, refused in (("classic", False), ("de", True)):
        state = read_position(f"s9 | A@s1 g1 p1 | A | edition={edition}")
        assert bool(judge(state, read_draft("wheel stop"))) == refused


def test_used_shortcut_cards_go_underneath_in_german() -> None:
    assert [EDITIONS[edition].options.k_deck for edition in ("classic", "es", "de")] == ["discard", "discard", "bottom"]


def test_a_car_spun_in_the_drift_is_not_held_there_by_one_behind_it() -> None:
    state = read_position(f"{BEND} | A@b1.d2 ; B@b1.d1 g2 | A | edition=de")
    assert judge(state, read_draft("1>l")) == []
