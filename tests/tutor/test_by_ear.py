"""The table's answers to questions: true figures, in brief, as usual and in full, in every game and at any moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import get_args

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.page_words import asks, page_words
from rallyman_tutor.tutor.words.words import words
from tests.games.opened import opened
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor.test_hidden_hands import HIDING, acts, alone, shared
from tests.tutor.test_session import does, lay

SPEECH: tuple[Speech, ...] = get_args(Speech)
DEEDS = {"Backspace", "z", "r", "?", "/", ",", ".", "k", "v"}
"""Keys of the page that are no questions."""


def sat(position: str, game: str = "classic", bots: frozenset[int] = frozenset()) -> Session:
    return begin(SHELF[game], position, (), bots, "1")


def in_all(session: Session, about: str) -> Mapping[Speech, str]:
    return {speech: answer(session, about, speech) for speech in SPEECH}


def test_gear_and_dice_left_are_those_behind_the_draft() -> None:
    session = does(sat("s14 | A@s1 g2"), lay("3"))
    assert in_all(session, "gear") == {
        "brief": "2nd, then 3rd. 1 2 4 5 w w.",
        "normal": "In 2nd, and with this draft you would end in 3rd. Dice left: 1; 2; 4; 5; gas die, 2 of them.",
        "full": "In 2nd, and with this draft you would end in 3rd. "
        "Dice left: gear die 1; gear die 2; gear die 4; gear die 5; gas die, 2 of them.",
    }
    assert answer(sat("s14 | A@s1 g2 ; B@s3 g3"), "gear", "brief") == "A: 2nd. 1 2 3 4 5 w w."  # two learners
    assert "end in" not in answer(does(sat("s14 | A@s1 g2"), lay("5")), "gear")  # it may not be rolled


def test_the_next_bend_has_its_notes_and_the_spaces_before_it() -> None:
    told = in_all(sat("s4 R3/4x3K4 s5 | A@s2 g3 ; B@b1.d2 g3"), "bend")
    assert told == {
        "brief": "After 2: bend 1, right: line 3, drift 4 for 3, shortcut 4.",
        "normal": "Next: bend 1, right: line 3, drift 4 for 3, shortcut 4, with B on it. Spaces before it: 2.",
        "full": "Next: bend 1, right: line 3, drift 4 for 3, shortcut 4, beside it grass, with B on it. Spaces before it: 2.",
    }
    assert answer(sat("s4 R3/4x3 s5 | A@s4 g3"), "bend") == "Right ahead: bend 1, right: line 3, drift 4 for 3."
    assert answer(sat("s9 | A@s4 g3"), "bend") == "No bend before the finish."


def test_the_road_is_read_like_pace_notes_from_the_car_or_from_a_place_on() -> None:
    session = sat("s4 R3/4x3 snow s2 dry j4 L2/3x2 s1 | A@s2 g3")
    assert answer(session, "road", "brief") == "Straight for 2. Bend 1, right: line 3, drift 4 for 3."
    assert answer(session, "road") == (
        "Straight for 2. Bend 1, right: line 3, drift 4 for 3. Straight for 2, snow. Jump 1, note 4. "
        "Bend 2, left: line 2, drift 3 for 2. Straight for 1. The finish."
    )
    assert answer(session, "road", place="b1.d2").startswith("The drift goes on for 1, note 4. Straight for 2, snow.")
    assert answer(session, "road", place="nowhere") == answer(session, "road")
    assert answer(session, "road", place="finish") == "Nothing lies ahead."


def test_who_is_ahead_and_behind_comes_nearest_first() -> None:
    session = sat("s9 | A@s4 g3 ; B@s7 g5 ; C@s1 g1 ; D@s8 g5 | A", bots=frozenset({1, 2, 3}))
    assert answer(session, "field") == (
        "You on space 4 in 3rd. Ahead: B on space 7 in 5th; D on space 8 in 5th. Behind: C on space 1 in 1st."
    )
    assert answer(session, "field", "full").startswith("You on space 4 in 3rd, clock 0:00. Ahead: B on space 7")
    assert answer(sat("s9 | A@s4 g3 ; B@s4 g5 | A"), "field") == (
        "A on space 4 in 3rd. Nobody is ahead. Level: B on space 4 in 5th."
    )
    assert answer(sat("s9 | A@s4 g3"), "field") == "You on space 4 in 3rd. Nobody else is there."


def test_who_is_ahead_follows_the_fronts_of_the_spaces() -> None:
    for key in ("classic", "dirt"):
        game = SHELF[key]
        for decision in some(islice(decisions(key, 3), 0, 200, 20)):
            state = opened(decision.before)
            fronts = [state.road.spaces[car.place].front if car.place >= 0 else -1 for car in state.cars]
            far = [one.far for one in game.desk(decision.before, ()).standings]
            assert sorted(range(len(far)), key=lambda seat: far[seat]) == sorted(
                range(len(far)), key=lambda seat: fronts[seat]
            )


@pytest.mark.parametrize("key", SHELF)
def test_every_question_is_answered_at_every_moment_and_no_gap_is_left(key: str) -> None:
    game = SHELF[key]
    heard = set()
    for decision in some(islice(decisions(key, 5), 0, 400, 25)):
        seats = frozenset(range(1, len(game.desk(decision.before, ()).standings)))
        session = Session(begin_game(game, {"position": game.write(decision.before)}), bots=seats)
        for about in page_words(game)["asks"]:
            for speech, said in in_all(session, about).items():
                assert said.strip() and not re.search(r"[{}]|None", said), (about, speech, said)
                heard.add((about, speech, said))
    assert {about for about, _, _ in heard} == set(page_words(game)["asks"])


def test_the_figures_are_those_of_the_car() -> None:
    for key in ("classic", "dirt"):
        for decision in some(islice(decisions(key, 8), 0, 300, 30)):
            game, car, turn = SHELF[key], opened(decision.before).car, opened(decision.before).turn
            session = Session(begin_game(game, {"position": game.write(decision.before)}))
            assert f"{car.clock // 60}:{car.clock % 60:02d}. Seconds in hand: {car.seconds}." in answer(
                session, "clock"
            )
            assert f"Hazards: {turn.hazards}." in answer(session, "hazards")
            assert words(key).fact("gear", car.gear) in answer(session, "gear")


@pytest.mark.parametrize("key", HIDING)
def test_a_game_of_cards_tells_the_own_hand_and_what_lies_open(key: str) -> None:
    session = alone(key)
    for _ in range(9):
        session = acts(session)
    pieces = session.game.desk(session.visible_state, ()).pieces
    assert answer(session, "hand", "brief") == f"{' '.join(one.key for one in pieces for _ in range(one.left))}."
    assert re.fullmatch(r"Left in the (supply|deck): \d+. On the discard pile: \d+.", answer(session, "piles"))
    assert answer(session, "field").startswith("You")
    with pytest.raises(Refused):
        answer(session, "road")


@pytest.mark.parametrize("key", HIDING)
def test_a_covered_table_answers_nothing(key: str) -> None:
    session = shared(key)
    while not session.covered:
        session = acts(session)
    for about in some(page_words(session.game)["asks"]):
        with pytest.raises(Refused, match="covered"):
            answer(session, about)


def test_when_it_is_over_the_result_is_told() -> None:
    session = sat("s2 | A@finish g2 c70 finished ; B@s1 c30 out | A phase=over")
    assert session.game.over(session.state)
    assert answer(session, "clock") == "It is over. 1. A 1:10; B."


@pytest.mark.parametrize("key", SHELF)
def test_no_key_asks_for_two_things_and_none_lays_a_die(key: str) -> None:
    game = SHELF[key]
    keys = [one["key"] for one in asks(game).values()]
    dice = {
        piece.key for number in range(3) for piece in game.desk(game.new(game.demo_game(game.seats[number])), ()).pieces
    }
    assert len(set(keys)) == len(keys)
    assert not set(keys) & (DEEDS | dice | set(page_words(game).get("keys", {})))
