"""What comes behind an answer comes in steps of a moment, so that the page hears soon what is done meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rallyman_tutor.page import visit
from rallyman_tutor.page.show import Patch
from rallyman_tutor.page.visit import A_MOMENT, Visit
from tests.page.host import LESSONS

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
