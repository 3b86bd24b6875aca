"""The placement: a few questions find the lesson at which somebody begins who knows the game already."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.placement import (
    MOST_QUESTIONS,
    SLIP,
    SURE,
    PlacementQuestion,
    askable,
    chances,
    first_gap,
    lesson_to_ask,
    lesson_to_begin,
    next_question,
)
from rallyman_tutor.tutor.lesson.kinds.find import FindStep
from tests.page.host import LESSONS


def questions_of(key: str, gap: int, luck: Random, slip: float, guesses: tuple[float, ...]) -> list[PlacementQuestion]:
    """The answers of a simulated learner who knows all lessons before `gap`, and guesses from there on."""
    can = [bool(codes) for _, codes in askable(LESSONS.covers, key)]
    asked: list[PlacementQuestion] = []
    while len(asked) < MOST_QUESTIONS and (at := lesson_to_ask(chances(len(can), asked), can)) is not None:
        guess = luck.choice(guesses)
        asked.append(PlacementQuestion(at, "", guess or 1 / 3, luck.random() < (1 - slip if gap > at else guess)))
    return asked


@pytest.mark.parametrize("key", SHELF)
def test_a_learner_who_neither_slips_nor_guesses_is_placed_within_one_lesson(key: str) -> None:
    many = len(askable(LESSONS.covers, key))
    asked = [questions_of(key, gap, Random(gap), 0, (0,)) for gap in range(many + 1)]
    found = [first_gap(chances(many, answers))[0] for answers in asked]
    assert max(abs(one - gap) for gap, one in enumerate(found)) <= 1
    assert max(map(len, asked)) <= 12


@pytest.mark.parametrize("key", ["dirt", "mil_millas"])
def test_of_learners_who_slip_and_guess_nearly_nine_of_ten_are_placed_within_one_lesson(key: str) -> None:
    many, luck = len(askable(LESSONS.covers, key)), Random(key)
    gaps = [*range(many + 1)] * (240 // (many + 1))
    found = [first_gap(chances(many, questions_of(key, gap, luck, SLIP, (1 / 2, 1 / 3, 1 / 4))))[0] for gap in gaps]
    near = sum(abs(one - gap) <= 1 for one, gap in zip(found, gaps, strict=True)) / len(gaps)
    assert near > 0.85


def test_the_chances_are_those_of_all_learners_who_answer_so() -> None:
    asked = [PlacementQuestion(1, "", 0.5, True), PlacementQuestion(2, "", 0.25, False)]
    weights = []
    for gap in range(4):
        weight = 0.0
        for first, second in product((True, False), repeat=2):  # every way they may answer
            chance = 1.0
            for one, right in zip(asked, (first, second), strict=True):
                knows = 1 - SLIP if one.lesson < gap else one.guess
                chance *= knows if right else 1 - knows
            weight += chance if (first, second) == (True, False) else 0
        weights.append(weight)
    assert chances(3, asked) == pytest.approx([weight / sum(weights) for weight in weights])


def test_without_an_answer_every_first_gap_is_as_likely_and_the_middle_is_asked() -> None:
    likely = chances(9, ())
    assert likely == pytest.approx([0.1] * 10)
    assert lesson_to_ask(likely, [True] * 9) == 4
    assert lesson_to_ask(likely, [True] * 4 + [False] * 5) == 3
    assert lesson_to_ask(likely, [False] * 9) is None


def test_nothing_more_is_asked_once_the_gap_is_one_of_three_neighbours() -> None:
    asked = [PlacementQuestion(lesson, "", 1 / 3, lesson < 4) for lesson in (0, 1, 2, 3, 3, 4, 5, 6, 5, 4)]
    gap, sure = first_gap(chances(9, asked))
    assert gap == 4 and sure >= SURE
    assert lesson_to_ask(chances(9, asked), [True] * 9) is None


@pytest.mark.parametrize("key", SHELF)
def test_a_question_asks_for_a_rule_of_its_lesson_and_knows_how_often_a_guess_is_right(key: str) -> None:
    course = askable(LESSONS.covers, key)
    found = next_question(SHELF[key], course, (), "1")
    assert found
    lesson, asked = found
    assert asked.code in course[asked.lesson][1] and not asked.is_right
    (step,) = lesson.steps
    many = len(SHELF[key].read_draft(step.draft).moves) if isinstance(step, FindStep) else len(step.choices)
    assert many > 1 and asked.guess == pytest.approx(1 / many)


def test_whoever_has_no_gap_begins_behind_the_rules_if_there_is_a_lesson() -> None:
    course = askable(LESSONS.covers, "dirt")
    rules = [cover for cover, _ in course]
    knows_all = [PlacementQuestion(at, "", 1 / 3, True) for at in range(len(course))] * 3
    assert not lesson_to_begin(rules, "dirt", knows_all)
    assert (
        lesson_to_begin(rules, "dirt", [PlacementQuestion(at, "", 1 / 3, False) for at in (9, 3, 1, 0, 0)])
        == rules[0].name
    )
    behind = [
        *rules,
        rules[0]._replace(name="dirt/99-x", chapter="driving"),
        rules[0]._replace(name="dirt/98-y", key="x"),
    ]
    assert lesson_to_begin(behind, "dirt", knows_all) == "dirt/99-x"


def test_no_more_is_asked_than_a_few_questions() -> None:
    course = askable(LESSONS.covers, "classic")
    unsure = [PlacementQuestion(13, "", 1 / 3, at % 2 == 0) for at in range(MOST_QUESTIONS)]
    assert next_question(SHELF["classic"], course, unsure, "1") is None
    assert next_question(SHELF["classic"], course, unsure[:2], "1") is not None
