"""The chapter about driving well: its best decisions cost least of all possible ones, not only of those it offers, and
its words leave all figures to the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games.classic.draws import chance
from rallyman_tutor.games.classic.state import GAS
from rallyman_tutor.tutor.lesson import lesson_folders
from rallyman_tutor.tutor.lesson.grading import cost_of_choice, is_driven, right_answer, seconds_behind
from rallyman_tutor.tutor.lesson.step_start import start_state
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, lesson_in, name

CHAPTER = "driving-well"
QUICK = {"dirt/25-what-a-second-buys"}
"""The lessons of DIRT that an ordinary run reckons."""
HALF_A_TENTH = 0.05
"""Costs are told in tenths of a second."""
CLEARLY = 1.0
"""Seconds by which the best of the offered drafts is better than the next, to a hundredth."""
IN_CHAPTER = {cover.folder for cover in lesson_folders.covers(ROOT) if cover.chapter == CHAPTER}


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, id=name(folder), marks=pytest.mark.wide if is_slow else ())
        for folder in FOLDERS
        if folder in IN_CHAPTER
        for is_slow in [folder.parent.name == "dirt" and name(folder) not in QUICK]
    ],
)
def test_nothing_else_costs_less_than_the_right_answer(folder: Path) -> None:
    lesson = lesson_in(folder)
    for at in some(at for at, step in enumerate(lesson.steps) if step.by == "cost"):
        state, right = start_state(lesson, at), right_answer(lesson, at)
        offered = {choice.id: float(cost_of_choice(lesson, at, choice)) for choice in lesson.steps[at].choices}
        if is_driven(lesson.game, state):
            least = min(cost for cost, _ in RACES[lesson.key]().at_hand(state).best.costs(state))
            assert offered[right] <= least + HALF_A_TENTH, lesson.steps[at].id
        behind = [seconds_behind(lesson, at, other) for other in offered if other != right]
        assert min(behind) > CLEARLY - 0.01, lesson.steps[at].id


def test_each_lesson_ends_with_a_sentence_to_take_along() -> None:
    for folder in some(IN_CHAPTER):
        assert "Take this with you: " in lesson_in(folder).steps[-1].words.after, name(folder)


def test_words_tell_no_figures() -> None:
    for folder in some(IN_CHAPTER):
        for step in some(lesson_in(folder).steps):
            told = " ".join([step.words.goal, *step.words.text, step.words.hint, step.words.after])
            assert not re.search(r"\d+(\.\d+)? ?(s|%|seconds?|per cent)\b", told), (name(folder), step.id)


def test_a_white_die_of_the_2009_game_carries_half_the_hazards_of_a_black_one() -> None:
    assert {chance(die) for die in (1, 2, 3, 4, 5)} == {2 * chance(GAS)}
