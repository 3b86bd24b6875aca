"""The chapter about driving well: what it calls best costs least of all that could be decided, not only of what it offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.coach import solver
from rallyman_tutor.tutor import lesson_folders
from rallyman_tutor.tutor.grading import cost_of_choice, right_answer, seconds_behind
from rallyman_tutor.tutor.step_start import start_state
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, lesson_in, name

CHAPTER = "driving-well"
QUICK = {"dirt/25-what-a-second-buys"}
"""The lessons that an ordinary run reckons."""
HALF_A_TENTH = 0.05
"""Costs are told in tenths of a second."""
CLEARLY = 1.0
"""Seconds by which the best of the offered drafts is better than the next, to a hundredth."""
IN_CHAPTER = {cover.folder for cover in lesson_folders.covers(ROOT) if cover.chapter == CHAPTER}


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, id=name(folder), marks=() if name(folder) in QUICK else pytest.mark.wide)
        for folder in FOLDERS
        if folder in IN_CHAPTER and folder.parent.name == "dirt"
    ],
)
def test_nothing_else_costs_less_than_the_right_answer(folder: Path) -> None:
    lesson = lesson_in(folder)
    for at in some(at for at, step in enumerate(lesson.steps) if step.by == "cost"):
        state, right = start_state(lesson, at), right_answer(lesson, at)
        least = min(cost for cost, _ in solver.at_hand(lesson.key, state).best.costs(state))
        offered = {choice.id: float(cost_of_choice(lesson, at, choice)) for choice in lesson.steps[at].choices}
        assert offered[right] <= least + HALF_A_TENTH, lesson.steps[at].id
        behind = [seconds_behind(lesson, at, other) for other in offered if other != right]
        assert min(behind) > CLEARLY - 0.01, lesson.steps[at].id


def test_each_lesson_ends_with_a_sentence_to_take_along() -> None:
    for folder in some(IN_CHAPTER):
        assert "Take this with you: " in lesson_in(folder).steps[-1].words.after, name(folder)
