"""Messages behind an answer come in steps of a moment, so that the page soon hears new deeds; and their failures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rallyman_tutor.coach.card_review import SeatGame
from rallyman_tutor.page import visit
from rallyman_tutor.page.behind import with_found
from rallyman_tutor.page.show import Patch
from rallyman_tutor.page.visit import A_MOMENT, Visit
from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import LESSONS, came_behind
from tests.page.test_card_review import forget
from tests.tutor.test_card_review import over

TOLD = Patch({"ground": {}})


def test_small_steps_are_taken_together_and_what_is_told_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def later(*_: object) -> Iterator[Patch | None]:
        for number in range(30):
            taken.append(number)
            yield TOLD if number in (5, 6) else None

    clock = iter(range(100))
    monkeypatch.setattr(visit, "later", later)
    monkeypatch.setattr(visit, "monotonic", lambda: next(clock) * A_MOMENT / 10)
    steps = Visit(LESSONS).later
    assert [(step, len(taken)) for step in steps] == [(TOLD, 6), (TOLD, 7), (None, 17), (None, 27)]
    assert len(taken) == 30


def test_what_brings_no_new_board_keeps_what_is_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "A_MOMENT", 0)
    visited = Visit(LESSONS, "drive")
    visited.hears({"do": "hello", "theme": "light"})
    visited.hears({"do": "ghost", "on": True})
    next(visited.later)
    board = visited.page.board.number
    visited.hears({"do": "tell", "about": "gear"})
    assert visited.page.board.number == board
    (ghost,) = came_behind(visited.later, "ghost")
    assert ghost["n"] == board and ghost["said"]


def test_what_brings_a_new_board_drops_what_was_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "A_MOMENT", 0)
    visited = Visit(LESSONS, "drive")
    visited.hears({"do": "hello", "theme": "light"})
    visited.hears({"do": "ghost", "on": True})
    next(visited.later)
    visited.hears({"do": "lay", "piece": "1"})
    assert {one["n"] for one in came_behind(visited.later, "ghost")} == {visited.page.board.number}


def test_what_goes_wrong_behind_an_answer_is_told_like_other_faults_and_the_page_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    visited = Visit(LESSONS, "drive")
    assert all(step is not None for step in visited.later)

    def later(*_: object) -> Iterator[Patch | None]:
        yield TOLD
        raise ZeroDivisionError("in advice")

    with monkeypatch.context() as patch:
        patch.setattr(visit, "later", later)
        visited.hears({"do": "lay", "piece": "1"})
        first, told = (step for step in visited.later if step)
    answer = told.wire["answer"]
    assert first == TOLD and answer["kind"] == "told" and "ZeroDivisionError" in answer["text"]
    assert "could not be carried out" in caplog.text
    assert visited.page.session and len(visited.page.session.draft) == 1
    assert "view" in visited.hears({"do": "lay", "piece": "2"})[0].wire and any(visited.later)


def test_a_message_that_brings_no_new_board_keeps_what_is_still_to_come_and_one_that_does_drops_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visited = Visit(LESSONS, "drive")
    taken: list[str] = []

    def later(name: str) -> Iterator[Patch | None]:
        for number in range(2):
            taken.append(f"{name}{number}")
            yield TOLD

    names = iter("abcd")
    monkeypatch.setattr(visit, "later", lambda *_: later(next(names)))
    visited.hears({"do": "lay", "piece": "1"})
    assert next(visited.later) == TOLD and taken == ["a0"]
    visited.hears({"do": "share"})
    assert next(visited.later) == TOLD and taken == ["a0", "a1"], "what was asked of this board still comes, and first"
    visited.hears({"do": "lay", "piece": "2"})
    assert [*visited.later] == [TOLD, TOLD] and taken == ["a0", "a1", "c0", "c1"], "and of another board nothing does"


def test_what_is_found_of_a_review_stays_known_when_nothing_happens_on_the_board_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget(monkeypatch)
    visited = Visit(LESSONS, "drive/mil_millas")
    visited.hears({"do": "hello", "at": "drive/mil_millas", "theme": "light"})
    visited.hears({"do": "new", "table": share(over())})
    visited.hears({"do": "review"})
    found = next(patch.review for patch in visited.later if patch and patch.review)
    assert visited.page.session and visited.page.session.looking_back.review == found and len(found.weighed) == 1
    visited.hears({"do": "share"})
    assert visited.page.session.looking_back.review == found
    came = came_behind(visited.later, "reviewed")
    assert len(came) == 1 and came[0]["mistakes"], "it goes on where it was"
    known = visited.page.session.looking_back.review
    visited.hears({"do": "new", "table": share(over())})
    assert visited.page.session.looking_back.review is None and with_found(visited.page, found) == visited.page
    assert isinstance(known, SeatGame) and len(known.compared) == 1
