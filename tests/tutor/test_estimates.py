"""How risky is a draft? Every range is asked for, what is told is exact, and there is one try."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import estimates
from rallyman_tutor.tutor.learner.diary import LAPSE, PRACTICE, Entry
from rallyman_tutor.tutor.learner.estimates import (
    BOUNDS,
    RANGES,
    as_lesson,
    guessed,
    is_turn_for_one,
    middle_of,
    range_of,
)
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Again, Answer, Hint, Step
from tests.some import some


@pytest.mark.parametrize("key", RACES)
@pytest.mark.parametrize("many", [12, pytest.param(200, marks=pytest.mark.wide)])
def test_the_chance_that_is_told_is_that_of_driving_the_draft_to_its_end(key: str, many: int) -> None:
    """The other way: the tree of all that can happen, walked with the engine's own play."""
    game = SHELF[key]
    for seed in some(range(many)):
        asked = estimates.laid(game, str(seed))
        found = odds(game, asked.state, asked.draft)
        assert found.arrive + found.short == 1 - asked.chance, (asked.position, asked.draft)
        assert not game.judge(asked.state, asked.draft) and len(asked.draft) > 1


@pytest.mark.parametrize("key", RACES)
def test_each_range_is_asked_for_about_as_often_as_another(key: str) -> None:
    found = Counter(range_of(estimates.laid(SHELF[key], f"{seed}").chance) for seed in range(60))
    assert len(found) == RANGES and min(found.values()) > 4


def test_a_range_holds_its_middle_and_ends_at_its_bounds() -> None:
    assert [range_of(middle_of(number)) for number in range(RANGES)] == list(range(RANGES))
    for number, bound in enumerate(some(BOUNDS)):
        assert (range_of(bound - Fraction(1, 1000)), range_of(bound + Fraction(1, 1000))) == (number, number + 1)


def test_a_wrong_answer_ends_the_question_and_the_right_one_is_shown_with_the_chance() -> None:
    lesson = as_lesson(SHELF["classic"], "1")
    right = right_answer(lesson, 0)
    wrong = next(one.id for one in lesson.steps[0].choices if one.id != right)
    asked = sit_down(lesson)
    assert lesson_view(asked)["right"] == "" and lesson_view(asked)["after"] == ""
    answered = update(asked, Answer(wrong))
    told = lesson_view(answered, asked)
    assert answered.done and (told["answer"], told["right"]) == (wrong, right)
    assert told["say"].startswith("Not quite. The chance that it goes wrong is ")
    assert update(answered, Answer(right)) == answered, "there is but one try"
    assert update(answered, Again()) == update(answered, Step(0)) == answered
    known = lesson_view(update(asked, Answer(right)), asked)
    assert known["say"].startswith("Done.") and known["stars"] == 3


def test_what_was_meant_and_what_is_true_are_chances() -> None:
    for key in RACES:
        asked, lesson = estimates.laid(SHELF[key], "7"), as_lesson(SHELF[key], "7")
        for choice in some(lesson.steps[0].choices):
            assert guessed(lesson, choice.id) == (middle_of(int(choice.id)), float(asked.chance))


def test_hints_lead_to_the_range_and_name_no_rule() -> None:
    sitting = sit_down(as_lesson(SHELF["dirt"], "2"))
    for _ in range(3):
        sitting = update(sitting, Hint())
    told = lesson_view(sitting)
    right = next(one.text for one in sitting.step.words.answers if one.id == right_answer(sitting.lesson, 0))
    assert told["hints"][0]["text"].startswith("Count how many hazards") and right in told["hints"][2]["text"]
    assert told["rule"] is None


def test_a_guess_is_asked_for_after_two_answers_in_practice() -> None:
    answer, broken = Entry(1, PRACTICE, "CL-GEAR-03", 3), Entry(2, LAPSE, "CL-GEAR-03", 1)
    assert not is_turn_for_one(()) and not is_turn_for_one((answer,)) and is_turn_for_one((answer, answer))
    assert not is_turn_for_one((answer, broken, answer)) and not is_turn_for_one((answer, answer, broken))
