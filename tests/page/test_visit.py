"""What comes behind an answer comes in steps of a moment, so that the page hears soon what is done meanwhile; and what fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rallyman_tutor.page import visit
from rallyman_tutor.page.show import Patch
from rallyman_tutor.page.visit import A_MOMENT, Visit
from tests.page.host import LESSONS, came_behind

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
