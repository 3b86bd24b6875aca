"""Puzzles as a learner meets them: every answer has its own words, the engine finds the right one, the next is
unsolved."""

from __future__ import annotations

import re
from datetime import date

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.puzzles import number_of_the_day
from rallyman_tutor.coach.puzzles import puzzles as shipped
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.learner.progress import Progress, with_stars
from rallyman_tutor.tutor.lesson.grading import cost_of_choice, right_answer
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.some import some
from tests.tutor.lessons_at_hand import parts

DAY = date(2026, 12, 24)
EVERY = 20


@pytest.mark.parametrize("key", RACES)
def test_each_answer_reads_differently_and_shows_its_dice(key: str) -> None:
    for number in some(range(1, len(shipped(key)) + 1, EVERY)):
        (step,) = puzzles.as_lesson(SHELF[key], number).steps
        told = [answer.text for answer in step.words.answers]
        assert len(set(told)) == len(told) == len(step.choices) >= 3
        assert all(text[0].isupper() and "{" not in text for text in told)
        assert f"{shipped(key)[number - 1].margin:.1f} s" in step.words.figures[-1]


def test_an_answer_shows_the_dice_that_it_names() -> None:
    game = SHELF["classic"]
    for number in some(range(1, len(shipped("classic")) + 1, EVERY)):
        shown = parts(lesson_view(sit_down(puzzles.as_lesson(game, number))))
        for answer in some(shown["answers"]):
            named = re.findall(
                r"\b[1-5]\b(?! s)|gas die|both gas dice", re.sub(r" (on|of) .*?(?=,|$)", "", answer["text"])
            )
            assert len(named) + named.count("both gas dice") == len(answer["draft"]), answer


@pytest.mark.parametrize("key", RACES)
def test_the_engine_finds_the_answer_that_was_shipped_as_the_best(key: str) -> None:
    for number in some(range(1, len(shipped(key)) + 1, EVERY)):
        lesson, found = puzzles.as_lesson(SHELF[key], number), shipped(key)[number - 1]
        assert right_answer(lesson, 0) == "1"
        for choice in lesson.steps[0].choices:
            cost = found.answers[int(choice.id) - 1].cost
            assert float(cost_of_choice(lesson, 0, choice)) == pytest.approx(cost, abs=0.006)


def test_the_best_answer_does_not_always_stand_at_the_same_place() -> None:
    ids = [puzzles.as_lesson(SHELF["classic"], number).steps[0].choices[0].id for number in range(1, 30)]
    assert {"1", "2", "3"} <= set(ids)


def test_a_puzzle_is_asked_for_by_its_number_or_by_the_day() -> None:
    assert puzzles.number_at("puzzles/dirt/7", DAY) == 7
    assert puzzles.number_at("puzzles/dirt", DAY) == number_of_the_day("dirt", DAY)
    assert puzzles.number_at("puzzles", DAY) == number_of_the_day("classic", DAY)
    many = len(shipped("dirt"))
    assert all(map(puzzles.is_there, ("puzzles", "puzzles/dirt", "puzzles/classic/1", f"puzzles/dirt/{many}")))
    wrong = (
        "puzzles/mil_millas",
        "puzzles/chess",
        "puzzles/dirt/0",
        f"puzzles/dirt/{many + 1}",
        "puzzles/dirt/01",
        "puzzles/dirt/x",
    )
    assert not any(map(puzzles.is_there, wrong))


def test_only_games_that_are_solved_have_puzzles() -> None:
    assert [key for key, game in SHELF.items() if puzzles.address(game)] == list(RACES)
    assert puzzles.address(SHELF["dirt"], 3) == "puzzles/dirt/3"


def test_behind_a_puzzle_stands_the_next_that_is_not_solved() -> None:
    many = len(shipped("dirt"))
    known = Progress()
    assert [puzzles.next_number(known, "dirt", number) for number in (1, many)] == [2, 1]
    known = with_stars(with_stars(known, "puzzles/dirt", "2", 1), "puzzles/dirt", "3", 3)
    assert puzzles.is_solved(known, "dirt", 2) and not puzzles.is_solved(known, "classic", 2)
    assert puzzles.next_number(known, "dirt", 1) == 4
    for number in range(1, many + 1):
        known = with_stars(known, "puzzles/dirt", str(number), 1)
    assert puzzles.next_number(known, "dirt", 5) == 6
