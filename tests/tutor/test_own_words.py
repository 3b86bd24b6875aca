"""Questions with words of a lesson's own for wrong answers, also about tactics, where no rule decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.tutor.lesson import proof
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.shown import LessonView
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Answer, Hint
from tests.tutor.lessons_at_hand import a_lesson, lesson_in

TOML = """game = "classic"
teaches = []

[[steps]]
id = "when"
kind = "quiz"
start = "s8 R2/3x2 s4 | A@s5 g4"
answers = ["now", "later", "never"]
right = "now"

[[steps]]
id = "which"
kind = "choose"
start = "s8 | A@s1 g2"
drafts = [{ id = "short", draft = "3" }, { id = "long", draft = "3 4" }]
by = "seconds"

[[steps]]
id = "what"
kind = "predict"
start = "s8 | A@s1 g2"
draft = "3. stop"
answers = [{ id = "third", when = "gear 3" }, { id = "second", when = "gear 2" }]
"""
WORDS = """# Early or late

When does one brake?

## when
Where would you begin to brake?

- now: Here
- later: In the bend
- never: Not at all
! later: In the bend it is *too late* for that.
! never: The trees have *no* brakes either.
! On the straight it costs least.

## which
Which of these costs less?

- short: One die
- long: Two dice
! short: Slow is dear.

## what
Where does it end?

- third: In 3rd
- second: In 2nd
! second: Look at the die.
! Note: the die is the gear.
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return lesson_in(a_lesson(tmp_path, TOML, WORDS))


def answered(lesson: Lesson, at: int, answer: str) -> LessonView:
    start = sit_down(lesson, at)
    return lesson_view(update(start, Answer(answer)), start)


def test_such_a_lesson_is_proven_without_any_rule_that_it_asks_for(lesson: Lesson) -> None:
    assert proof.prove(lesson, ["CL-TURN-01", "CL-CARD-01", "CL-GEAR-01"]) == []


@pytest.mark.parametrize(
    ("at", "answer", "said"),
    [
        (0, "later", "In the bend it is *too late* for that."),
        (0, "never", "The trees have *no* brakes either."),
        (1, "short", "Slow is dear. There is a better one. This one:"),
        (2, "second", "Look at the die. This is what would happen:"),
    ],
)
def test_each_wrong_answer_is_told_its_own_words_before_what_the_engine_says(
    lesson: Lesson, at: int, answer: str, said: str
) -> None:
    shown = answered(lesson, at, answer)
    assert shown["refutation"] and shown["refutation"]["say"].startswith(said)
    assert shown["say"].startswith("Not quite. ") and said.replace("*", "") in shown["say"]  # ears hear no markup


def test_the_right_answer_is_told_what_comes_of_it_alone(lesson: Lesson) -> None:
    for at, answer, after in (
        (0, "now", "On the straight it costs least."),
        (2, "third", "Note: the die is the gear."),
    ):
        shown = answered(lesson, at, answer)
        assert shown["done"] and shown["after"] == after and shown["refutation"] is None
    assert answered(lesson, 0, "now")["rule"] is None


def test_hints_of_a_question_without_a_rule_rule_out_a_wrong_answer_instead_of_naming_one(lesson: Lesson) -> None:
    sitting = sit_down(lesson, 0)
    for _ in range(3):
        sitting = update(sitting, Hint())
    texts = [hint["text"] for hint in lesson_view(sitting)["hints"]]
    assert len(texts) == 3 and "It is not this one" in texts[1] and "Here" not in texts[1] and "Here" in texts[2]
