"""Mistakes at cards asked again: every possible card can be laid, and is judged by the findings of looking back."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.card_review import (
    MoveComparison,
    SeatGame,
    WeighedDecision,
    comparing,
    going_on,
    is_clear,
    review,
    weigh_all,
)
from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.past_cards import as_lesson, mistakes
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.puzzles import past_decision_as_lesson
from rallyman_tutor.tutor.lesson.grading import LAID, is_right, right_answer
from rallyman_tutor.tutor.lesson.kinds.played_card import PlayedCardStep
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table
from rallyman_tutor.tutor.lesson.lessons import Lesson, MoveFound, Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Answer, Draft, Hint
from tests.coach.test_card_review import some_met
from tests.some import some
from tests.tutor.lessons_at_hand import parts
from tests.tutor.test_card_review import looked_back


def mistake(key: str) -> tuple[SeatGame, WeighedDecision, tuple[MoveComparison, ...]]:
    """A game with a mistake near its end, and every move there beside the best."""
    played = (
        [*filter(None, going_on(some_met(key)))][-1] if key == "crazy_rally" else looked_back()[0].looking_back.review
    )
    assert isinstance(played, SeatGame)
    (one, *_) = weigh_all(played).mistakes
    return played, one, to_the_end(comparing(key, one).go_on())


def kept(key: str) -> PastDecision:
    """The worst mistake, as it is kept."""
    played, one, _ = mistake(key)
    return next(found for found in mistakes(played) if found.position == SHELF[key].write(one.met.state))


def asked(decision: PastDecision) -> Lesson:
    lesson = as_lesson(decision, "1")
    assert lesson
    return lesson


def decided(lesson: Lesson, move: str) -> Sitting:
    """The step, once this was laid and its button was pressed."""
    sitting = sit_down(lesson)
    game, session = lesson.game, sitting.session
    if move not in [game.write_move(offer.move) for offer in game.desk(session.state, ()).offers]:
        sitting = update(sitting, Draft((move,)))
    return update(sitting, Act(move))


@pytest.mark.parametrize("key", CARDS)
def test_every_move_is_compared_in_the_games_that_told_what_the_mistake_cost(key: str) -> None:
    _, one, compared = mistake(key)
    assert compared[0].move == one.best and (compared[0].behind, compared[0].error) == (0, 0)
    assert {found.move for found in compared} == set(SHELF[key].moves(one.met.state))
    own = next(found for found in compared if found.move == one.met.move)
    assert (own.behind, own.error) == pytest.approx((one.behind, one.error))


@pytest.mark.parametrize("key", CARDS)
def test_whatever_is_played_is_judged_by_what_was_found_of_it(key: str) -> None:
    lesson = asked(kept(key))
    (step,) = lesson.steps
    assert isinstance(step, PlayedCardStep)
    for found in some(step.found):
        after = decided(lesson, found.move)
        is_worse = is_clear(found.behind, found.error) and found.behind > 0
        assert after.answer == f"{LAID}{found.move}" and after.done != is_worse and not after.session.replay.past
        told = parts(lesson_and_table(after, sit_down(lesson))[0])
        if is_worse:
            assert told["refutation"] and "behind the best that was found, give or take" in told["refutation"]["say"]
        else:
            assert told["after"].startswith(
                "Nothing better was found" if found == step.found[0] else ("Good", "Very good")
            )
            assert all(one["worth"] for one in told["answers"])


@pytest.mark.parametrize("key", CARDS)
def test_its_answers_are_help_that_is_asked_for_and_the_best_and_that_of_the_learner_are_among_them(key: str) -> None:
    decision = kept(key)
    lesson = asked(decision)
    sitting = sit_down(lesson)
    assert parts(lesson_and_table(sitting)[0])["answers"] == []
    texts = {choice.text: choice.id for choice in lesson.steps[0].choices}
    best, own = (texts[answer] for answer in decision.answers)
    assert right_answer(lesson, 0) == best and is_right(lesson, 0, best) and not is_right(lesson, 0, own)
    for number in some((1, 2, 3)):
        sitting = update(sitting, Hint())
        told = parts(lesson_and_table(sitting)[0])
        assert len(told["hints"]) == number and len(told["answers"]) == len(texts)
    assert lesson_and_table(update(sitting, Answer(best)))[0]["done"]


def test_what_could_not_be_told_apart_from_the_best_is_good_and_what_is_even_better_very_good() -> None:
    decision = kept("mil_millas")
    best, *others = decision.found
    for figures, begins in some((((3.0, 2.0), "Good: "), ((-30.0, 2.0), "Very good: "), ((-3.0, 2.0), "Good: "))):
        other = next(one for one in others if one.move not in decision.answers)
        found = (best, *(MoveFound(one.move, *figures) if one == other else one for one in others))
        after = decided(asked(decision._replace(found=found)), other.move)
        assert after.done and lesson_and_table(after)[0]["after"].startswith(begins)


def test_what_a_wrong_file_says_is_not_asked() -> None:
    decision = kept("mil_millas")
    own = next(one for one in decision.found if one.move == decision.answers[1])
    wrong = [
        decision._replace(game="classic"),
        decision._replace(position="nowhere"),
        decision._replace(found=decision.found[1:]),
        decision._replace(found=(*decision.found, MoveFound("lay 200", 1, 1))),
        decision._replace(found=(*decision.found[:-1], MoveFound("dance", 1, 1))),
        decision._replace(answers=decision.answers[::-1]),
        decision._replace(answers=(decision.answers[0], "lay 200")),
        decision._replace(found=tuple(MoveFound(one.move, 0.1, 9) if one == own else one for one in decision.found)),
    ]
    for one in some(wrong):
        assert past_decision_as_lesson(one, "1") is None


def test_what_was_not_compared_yet_or_was_played_by_somebody_else_is_not_kept() -> None:
    played, one, _ = mistake("mil_millas")
    assert not [*mistakes(played, one.met.number + 1)] and [*mistakes(played, one.met.number)]
    assert review(played) and not [*mistakes(played._replace(compared=()))]
    assert not [*mistakes(played._replace(weighed=played.weighed[:-1]))], "nor before all of it was played out"


def test_the_answers_stand_in_another_order_another_time() -> None:
    orders = {as_lesson(kept("mil_millas"), str(seed)) for seed in range(6)}
    assert len({one.steps[0].choices for one in orders if one}) > 1
