"""Told twice: runs against the clock, and the lacks of a position as the start of a lesson; see `told_twice.py`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import run as runs
from rallyman_tutor.tutor.learner.run_view import run_shown
from rallyman_tutor.tutor.lesson.lesson_start import lesson_start
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.explain import explain_misread, explain_refusal
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import told_twice as twice

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("key", SHELF)
def test_what_a_run_says_of_itself_is_what_it_asks(key: str) -> None:
    tell, game = twice.Twice(key, "run"), SHELF[key]
    shown = run_shown(game, None, {}, NOON, "start")
    asked = [runs.question(key, "evening", number).name.partition("/")[0] for number in range(4)]
    assert set(asked) <= {"practice", "puzzles"} and "practice" in asked
    assert shown["said"] == tell("about" if "puzzles" in asked else "about-rules")
    assert [one["title"] for one in shown["scores"]] == [tell("best", n=minutes) for minutes in (3, 5)]
    assert all(runs.question(key, "evening", number).steps[0].once for number in range(4))


@pytest.mark.parametrize("name", ["", "Ana"])
@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_what_came_of_a_run_is_counted_again(name: str, wrong: int) -> None:
    tell = twice.Twice("classic", "run")
    run, answers = runs.begin("classic", 3, name, NOON), [False] * wrong + [True] * 2
    for number, is_right in enumerate(answers[: 3 if wrong == 3 else None]):
        run = runs.answered(run, runs.question("classic", run.seed, number), is_right=is_right)
    assert (run.over == "mistakes") == (wrong == 3)
    right = 0 if wrong == 3 else 2
    over = run if run.over else replace(run, over="time")
    shown = run_shown(SHELF["classic"], over, {}, NOON + timedelta(minutes=3), "over")
    told = "over-mistakes" if wrong == 3 else "over-time"
    assert shown["said"] == tell(told, name=name or tell("you"), score=right)
    assert len(shown["missed"]) == wrong


@pytest.mark.parametrize("key", SHELF)
def test_what_a_position_lacks_as_a_start_is_told_again(key: str) -> None:
    tell, game, checked = twice.Twice(key, "lesson-start"), SHELF[key], 0
    for one in islice(decisions(key, 4), 3, 400, 9):
        position = game.write(one.before)
        session = Session(begin_game(game, game.spec(position, ())))
        for seat in (None, game.turn(one.before)):
            seen = game.write(one.before if seat is None else game.seen_by(one.before, seat))
            found = lesson_start(session, seat)
            driver = str(game.desk(one.before, ()).facts["driver"])
            assert re.search(rf"\b{driver}\b", position)
            notes = [tell("before"), tell("renamed", driver=driver, you="You")]
            if "?" in seen:
                notes.append(tell("unseen"))
            try:
                game.new(game.spec(seen, ()))
            except Refused as caught:
                notes.append(tell("no-start", why=explain_refusal(game, caught).partition("\n")[0]))
            assert found["notes"] == notes, position
            checked += 1
    assert checked > 4


def test_a_draft_a_name_and_a_rally_that_the_line_lacks_are_told() -> None:
    tell, game = twice.Twice("classic", "lesson-start"), SHELF["classic"]
    plain = Session(begin_game(game, game.spec("s4 R3 s3 | You@s1 g2", ())))
    (move,) = game.read_draft("3").moves
    laid = Session(plain.replay, drafts=Drafts((move,)))
    assert lesson_start(plain, None)["notes"] == [tell("before")]
    assert lesson_start(laid, None)["notes"] == [tell("before"), tell("draft", draft="3")]
    named = Session(begin_game(game, game.spec("s4 R3 s3 | g2@s1 g2", ())))
    assert lesson_start(named, None)["notes"] == [tell("before"), tell("not-renamed", driver="g2", you="You")]
    rally = Session(begin_game(game, {"drivers": ["You"], "stages": ["s9", "s9", "s9"], "service": [True, True]}))
    assert lesson_start(rally, None)["notes"] == [tell("before"), tell("rally")]


def test_a_start_whose_cards_are_hidden_is_none_and_says_why() -> None:
    tell, game = twice.Twice("mil_millas", "lesson-start"), SHELF["mil_millas"]
    state = game.read("A ; B | A 50x6 75 ; B 25x6 | A")
    session = Session(begin_game(game, game.spec(game.write(state), ())))
    with pytest.raises(Misread) as caught:
        game.new(game.spec(game.write(game.seen_by(state, 1)), ()))
    why = explain_misread(game, caught.value).partition("\n")[0]
    assert lesson_start(session, 1)["notes"] == [
        tell("before"), tell("not-renamed", driver="A", you="You"), tell("unseen"), tell("no-start", why=why),
    ]  # fmt: skip


def test_every_text_of_a_run_is_told() -> None:
    for key in some(SHELF):
        test_what_a_run_says_of_itself_is_what_it_asks(key)
    for wrong in (0, 3):
        test_what_came_of_a_run_is_counted_again("", wrong)
    assert not twice.never_told("run")
    for key in SHELF:
        test_what_a_position_lacks_as_a_start_is_told_again(key)
    test_a_draft_a_name_and_a_rally_that_the_line_lacks_are_told()
    test_a_start_whose_cards_are_hidden_is_none_and_says_why()
    assert not twice.never_told("lesson-start")
