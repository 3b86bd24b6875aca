"""Runs against the clock: questions with one right answer each, a score, three mistakes, and best scores that are
kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rallyman_tutor.coach import puzzles
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import records, run
from rallyman_tutor.tutor.learner.progress import Progress, merged, plain, read, with_run
from rallyman_tutor.tutor.learner.run_view import run_shown
from rallyman_tutor.tutor.lesson.grading import right_answer
from tests.some import some

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("key", SHELF)
def test_rules_and_decisions_take_turns_and_each_has_one_try(key: str) -> None:
    lessons = [run.question(key, "evening", number) for number in range(6)]
    rooms = [lesson.name.partition("/")[0] for lesson in lessons]
    assert rooms == (["practice", "puzzles"] * 3 if key in RACES else ["practice"] * 6)
    for lesson in some(lessons):
        assert lesson.steps[0].once and right_answer(lesson, 0) and lesson.key == key
    rules = [lesson.teaches[0] for lesson, room in zip(lessons, rooms, strict=True) if room == "practice"]
    assert len(set(rules)) == len(rules)


def test_a_question_follows_from_the_seed_of_the_run_and_its_number() -> None:
    run.question.cache_clear()
    before = [run.question("classic", "one", number) for number in range(3)]
    run.question.cache_clear()
    assert [run.question("classic", "one", number) for number in range(3)] == before
    assert run.question("classic", "two", 1) != before[1]


def test_decisions_grow_harder_and_never_run_out() -> None:
    grades = []
    for number in (1, 21, 61, 2001):
        lesson = run.question("classic", "long", number)
        grades.append(puzzles.puzzles("classic")[int(lesson.steps[0].id) - 1].grade)
    assert grades == sorted(grades) and grades[0] < grades[-1]


def test_the_third_mistake_ends_a_run_and_right_answers_count() -> None:
    lesson = run.question("dirt", "x", 1)
    now = run.begin("dirt", 3, "  Ana   Maria ", NOON)
    assert (now.name, now.score, run.milliseconds_left(now, NOON + timedelta(seconds=1))) == ("Ana Maria", 0, 179_000)
    now = run.answered(now, lesson, is_right=True)
    for mistakes in range(1, run.MOST_MISTAKES + 1):
        assert not now.over
        now = run.answered(now, lesson, is_right=False)
        assert len(now.missed) == mistakes
    assert (now.over, now.score, now.number) == ("mistakes", 1, 4)
    assert (
        run.milliseconds_left(now, NOON) == 0 == run.milliseconds_left(replace(now, over=""), NOON + timedelta(hours=1))
    )


def test_a_run_of_no_such_length_or_name_is_refused() -> None:
    for minutes, name in ((4, ""), (0, ""), (3, "x" * (records.MOST_LETTERS + 1))):
        with pytest.raises(Refused):
            run.begin("classic", minutes, name, NOON)


def test_the_best_score_of_each_name_is_kept_the_best_first() -> None:
    progress = Progress()
    for name, score in (("Ana", 4), ("", 6), ("Ana", 7), ("Ben", 4), ("Ana", 2)):
        progress = with_run(progress, "classic/3", name, score)
    assert list(progress.runs["classic/3"].items()) == [("Ana", 7), ("", 6), ("Ben", 4)]
    for number in range(records.MOST_NAMES):
        progress = with_run(progress, "classic/3", f"Cleo {number}", 5)
    kept = progress.runs["classic/3"]
    assert len(kept) == records.MOST_NAMES and kept["Ana"] == 7 and "Ben" not in kept
    assert read(plain(progress)) == progress
    other = with_run(with_run(Progress(), "classic/3", "Ana", 9), "dirt/5", "", 1)
    both = merged(progress, other)
    assert both.runs["classic/3"]["Ana"] == 9 and both.runs["dirt/5"] == {"": 1} and both.runs["classic/3"][""] == 6


@pytest.mark.parametrize(
    "wrong",
    [[], {"classic/3": []}, {"classic/3": {"x" * 25: 1}}, {"classic/3": {"Ana": -1}}, {"classic/3": {"Ana": 1.5}},
     {"classic/3": {str(n): n for n in range(9)}}, {str(n): {} for n in range(99)}],
)  # fmt: skip
def test_scores_that_cannot_be_are_refused(wrong: object) -> None:
    with pytest.raises(Refused, match="broken-progress"):
        read({**plain(Progress()), "runs": wrong})


def test_what_came_of_a_run_is_told_with_its_mistakes_and_its_place() -> None:
    game = SHELF["classic"]
    now = replace(run.begin("classic", 5, "Ben", NOON), score=3, over="time")
    for number in (0, 1):
        now = replace(run.answered(now, run.question("classic", "y", number), is_right=False), over="time")
    progress = with_run(with_run(Progress(), "classic/5", "Ana", 8), "classic/5", "Ben", 3)
    shown = run_shown(game, now, progress.runs, NOON, "over")
    assert shown["said"] == "The time is up. Ben: 3." and shown["left"] == 0
    three, five = shown["scores"]
    assert three["rows"] == [] and three["newest"] == -1
    assert five["rows"] == [["1", "Ana", "8"], ["2", "Ben", "3"]] and five["newest"] == 1
    rule, puzzle = shown["missed"]
    assert rule["at"].startswith("rules/CL-") and not rule["title"].startswith("CL-")
    assert puzzle["at"].startswith("puzzles/classic/") and puzzle["title"].startswith("Puzzle ")
