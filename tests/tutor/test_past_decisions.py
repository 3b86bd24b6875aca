"""Decisions of a drive asked again: the decision made and the best are among the answers; all sentences are reckoned
anew."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.puzzles import MOST_ANSWERS
from rallyman_tutor.coach.review import Review, ReviewedDecision, review
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.learner.past_decisions import MOST_MOVES, PastDecision, _found, mistakes
from rallyman_tutor.tutor.learner.puzzles import past_decision_as_lesson
from rallyman_tutor.tutor.lesson.grading import right_answer, seconds_behind
from tests.some import some
from tests.tutor.test_review import GAME, driven

pytestmark = pytest.mark.usefixtures("same_tables")


def looked_at(level: str = "novice") -> tuple[Review, list[tuple[PastDecision, float]]]:
    found = review(GAME, driven(level=level).replay, 0)
    return found, list(mistakes(GAME, found))


@pytest.mark.parametrize("level", ["novice", "club"])
def test_each_mistake_of_a_drive_has_the_best_decision_and_that_of_the_learner_among_its_answers(level: str) -> None:
    found, kept = looked_at(level)
    one: ReviewedDecision
    for one, (decision, loss) in some(zip(found.mistakes, kept, strict=True)):
        assert loss == one.loss and GAME.read(decision.position) == GAME.read(GAME.write(one.state))
        assert decision.answers == (GAME.write_move(one.best[0]), GAME.write_move(one.move))


@pytest.mark.parametrize("level", ["novice", "club"])
def test_the_engine_finds_the_best_answer_again_and_what_the_learner_lost(level: str) -> None:
    for decision, loss in some(looked_at(level)[1]):
        lesson = past_decision_as_lesson(decision, "1")
        assert lesson and right_answer(lesson, 0) == "1"
        assert seconds_behind(lesson, 0, "1") == 0 and seconds_behind(lesson, 0, "2") == pytest.approx(loss, abs=0.001)
        (step,) = lesson.steps
        texts = dict(step.words.answers)
        assert len(set(texts.values())) == len(step.choices) <= MOST_ANSWERS
        assert [choice.text.split(" ")[0] for choice in sorted(step.choices)][:2] == [
            answer.split(" ")[0] for answer in decision.answers
        ]
        assert f"What you chose there costs {loss:.1f} s more" in step.words.text[0] and texts["2"] not in " ".join(
            step.words.text
        )
        assert f"you chose: {texts['2']}. On average that costs {loss:.1f} s more" in step.words.figures[-1]


def test_the_answers_stand_in_another_order_another_time() -> None:
    decision = looked_at()[1][0][0]
    lessons = [past_decision_as_lesson(decision, str(seed)) for seed in range(10)]
    assert len({lesson.steps[0].choices for lesson in lessons if lesson}) > 1
    assert {len(lesson.steps[0].choices) for lesson in lessons if lesson} == {MOST_ANSWERS}


ROAD = "s4 R3 s3 L3 s3"


@pytest.mark.parametrize(
    ("game", "position", "answers"),
    [
        ("chess", f"{ROAD} | You", ("1>s1", "A[1 2]")),
        ("mil_millas", f"{ROAD} | You", ("1>s1", "A[1 2]")),
        ("classic", "nowhere", ("1>s1", "A[1 2]")),
        ("classic", "s4 R3 s3 L3 s2 | You", ("1>s1", "A[1 2]")),  # a stage without a table
        ("classic", f"{ROAD} | You", ("1>s1", "1>s1")),
        ("classic", f"{ROAD} | You", ("1>s1", "dance")),
        ("classic", f"{ROAD} | You", ("1>s1", "5>s1")),  # not allowed
        ("classic", f"{ROAD} | You", ("1>s1", "sisu")),  # not offered
        ("classic", f"{ROAD} | You", ("1>s1", "1>s1 2>s2")),  # two moves
        ("classic", f"{ROAD} | You fin g5 c60", ("1>s1", "stop")),
    ],
)
def test_what_a_wrong_file_says_is_not_asked(game: str, position: str, answers: tuple[str, ...]) -> None:
    assert past_decision_as_lesson(PastDecision(game, position, answers), "1") is None


def test_what_is_wrong_above_is_asked_where_it_is_right() -> None:
    assert past_decision_as_lesson(PastDecision("classic", f"{ROAD} | You", ("A[1 2]", "1>s1")), "1")


def test_a_file_that_does_not_know_the_best_is_told_it_and_what_is_no_mistake_is_not_asked() -> None:
    at = f"{ROAD} | You@s6 g5 c10 no-sisu #7 | You r2"
    lesson = past_decision_as_lesson(PastDecision("classic", at, ("A[3 4]", "5>s7")), "1")
    assert lesson and dict(lesson.steps[0].choices)[right_answer(lesson, 0)].split()[0] == "4>s7"
    assert past_decision_as_lesson(PastDecision("classic", at, ("A[3 4]", "4>s7")), "1") is None


def test_a_file_that_tells_more_moves_than_a_hand_can_have_is_refused() -> None:
    one = ["lay 25", 1.0, 0.5]
    assert len(_found([one] * MOST_MOVES, "0")) == MOST_MOVES
    with pytest.raises(Refused, match="broken-progress"):
        _found([one] * (MOST_MOVES + 1), "0")
