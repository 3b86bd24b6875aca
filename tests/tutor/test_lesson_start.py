"""A position of a real game becomes the start of a lesson, and what its line cannot say is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.lesson_start import driver_of, lesson_start
from rallyman_tutor.tutor.session import playing
from rallyman_tutor.tutor.session import update as updates
from rallyman_tutor.tutor.session.intents import Act, Lay, Look
from rallyman_tutor.tutor.session.session import Session
from tests.some import some


def _played(key: str, moves: int = 40, seed: int = 3) -> Iterator[Session]:
    """A whole game of as few as may play and one more, move by move."""
    game, random = SHELF[key], Random(seed)
    replay = begin(game, game.demo_game(game.seats[1]))
    for number in range(moves):
        yield Session(replay)
        replay = replay.play(random.choice(game.moves(replay.state)), Seeded(f"{seed} {number}"))
        if game.over(replay.state):
            return


@pytest.mark.parametrize("key", SHELF)
def test_the_line_holds_the_whole_position_but_names_and_the_rally(key: str) -> None:
    game = SHELF[key]
    for session in some(_played(key)):
        state: Any = session.state
        line = lesson_start(session, None)["line"]
        known = game.new(game.spec(line, ()))
        assert driver_of(game, known) == "You"
        named = re.sub(r"\bYou\b", driver_of(game, state), line)
        back = game.new(game.spec(named, ()))
        fields = [name for name in state._fields if getattr(back, name) != getattr(state, name)]
        assert fields in ([], ["rally"])


def test_a_driver_called_you_who_is_not_to_decide_changes_names_with_the_one_who_is() -> None:
    game = SHELF["classic"]
    session = Session(begin(game, game.spec("s4 R3 s3 | You@s1 g2 ; Ben@s3 g1 | Ben", ())))
    found = lesson_start(session, 1)
    assert found["line"] == "s4 R3 s3 | Ben@s1 g2 ; You@s3 g1 | You"
    assert any("Ben is called You" in note for note in found["notes"])


def test_a_name_that_is_also_a_word_of_notation_is_left_to_be_changed_by_hand() -> None:
    game = SHELF["classic"]
    session = Session(begin(game, game.spec("s4 R3 s3 | g2@s1 g2", ())))
    found = lesson_start(session, 0)
    assert found["line"] == "s4 R3 s3 | g2@s1 g2 | g2"
    assert any("by hand" in note for note in found["notes"])


def test_what_is_laid_is_told_beside_the_line_and_what_is_looked_at_is_the_start() -> None:
    session = playing.begin(SHELF["classic"], "s4 R3 s3", ("You",), frozenset(), "1")
    laid = updates.update(session, Lay("1", "s1"))
    assert lesson_start(session, 0)["line"] == lesson_start(laid, 0)["line"] == "s4 R3 s3 | You | You"
    assert any("1>s1" in note for note in lesson_start(laid, 0)["notes"])
    rolled = updates.update(laid, Act("1>s1"))
    assert lesson_start(rolled, 0)["line"].startswith("s4 R3 s3 | You@s1 g1")
    looked = updates.update(updates.update(rolled, Lay("2", "s2")), Look(0))
    assert not any("2>s2" in note for note in lesson_start(looked, 0)["notes"])


def test_the_rest_of_a_rally_is_told_to_be_missing_and_of_one_stage_alone_it_is_not() -> None:
    rally = next(_played("classic"))
    alone = playing.begin(SHELF["classic"], "bends", ("You",), frozenset(), "1")
    assert any("rally" in note for note in lesson_start(rally, 0)["notes"])
    assert not any("rally" in note for note in lesson_start(alone, 0)["notes"])


@pytest.mark.parametrize("key", ["crazy_rally", "mil_millas"])
def test_cards_that_a_seat_does_not_see_stay_hidden_and_that_is_told(key: str) -> None:
    game = SHELF[key]
    for session in some(list(_played(key))[9:12]):
        seat = game.turn(session.state)
        found = lesson_start(session, seat)
        assert "?" in found["line"] and any("hidden" in note for note in found["notes"])
        other = replace(session, replay=replace(session.replay, start=game.seen_by(session.state, seat), past=()))
        assert lesson_start(other, None)["line"] == found["line"]
        starts = "hidden ones can be judged" in " ".join(found["notes"])
        assert starts is (key == "crazy_rally")


def test_a_game_that_is_over_is_no_start() -> None:
    game = SHELF["classic"]
    session = Session(begin(game, game.spec("s4 R3 s3 | You@finish g3 finished", ())))
    with pytest.raises(Refused, match="over-no-start"):
        lesson_start(session, 0)
