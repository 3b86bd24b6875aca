"""Mistakes at cards asked again: every possible card can be laid, and is judged by the findings of looking back."""

from __future__ import annotations

import json
import math

import pytest

from rallyman_tutor.coach.card_review import (
    MoveComparison,
    SeatGame,
    WeighedDecision,
    comparing,
    going_on,
    review,
    weigh_all,
)
from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.decision import CardPart, is_clear
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import card_puzzles
from rallyman_tutor.tutor.learner.past_cards import as_lesson, mistakes, puzzle_as_lesson
from rallyman_tutor.tutor.learner.past_decisions import PastDecision, plain, read
from rallyman_tutor.tutor.learner.puzzles import past_decision_as_lesson
from rallyman_tutor.tutor.lesson.grading import LAID, is_right, right_answer
from rallyman_tutor.tutor.lesson.kinds.played_card import PlayedCardStep
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table
from rallyman_tutor.tutor.lesson.lessons import Lesson, MoveFound, Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Answer, Draft, Hint, Undo
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
            said = told["refutation"]["say"] if told["refutation"] else ""
            figures = [*told["figures"], said]
            assert sum("behind the best that was found, give or take" in one for one in figures) == 1
            assert bool(told["figures"]) != said.startswith("There is a better one."), "else by a principle"
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


HELD = "A ; B | A ?x6 ; B 50 75x2 100 endlimit petrolx2 | B | pile 200 flat 25"
FOUND = (
    MoveFound("discard 50", 0.0, 0.0),
    MoveFound("discard 75", 9.0, 2.0, CardPart("own", 8.0, 2.0)),
    MoveFound("discard 100", 20.0, 4.0, CardPart("own", 18.0, 3.0)),
    MoveFound("discard petrol", 6.0, 1.0, CardPart("held", 5.0, 1.0)),
    MoveFound("discard endlimit", 6.0, 1.0),
)
MADE_UP = PastDecision("mil_millas", HELD, ("discard 50", "discard 100"), FOUND, "MMD-KEEP-07")
"""Cards to throw away: two distances would be too long, with a principle, and of a cure one is known, too."""


def test_hints_say_where_to_look_then_the_principle_then_the_card() -> None:
    sitting = sit_down(asked(MADE_UP))
    told = [
        one["text"]
        for one in parts(lesson_and_table(update(update(update(sitting, Hint()), Hint()), Hint()))[0])["hints"]
    ]
    assert told[0].startswith("Look at how far your side gets in the next turns. ")
    assert told[1].startswith("The principle: Keep the longer distance. ") and told[2] == "It is about this card: 50."
    doors = [lesson_and_table(one)[0]["principle"] for one in (sitting, update(sitting, Hint()))]
    assert doors == [None, None], "what was not told yet is not named"
    named = lesson_and_table(update(update(sitting, Hint()), Hint()))[0]["principle"]
    assert named == {"code": "MMD-KEEP-07", "name": "Keep the longer distance"}


def test_what_goes_against_a_principle_is_told_by_it_and_in_brief_where_it_was_told_before() -> None:
    sitting = decided(asked(MADE_UP), "discard 100")
    told = parts(lesson_and_table(sitting)[0])
    gives = "That leaves your side with {n} points less than it could have, give or take {error}."
    assert (
        told["refutation"]
        and not told["principle"]
        and told["figures"] == ["This one: 20 points behind the best that was found, give or take 4."]
    )
    reason = "Of two distances, the longer one brings you farther with one card."
    assert told["refutation"]["say"] == f"{gives.format(n=18, error=3)} {reason}"
    again = decided_next(sitting, "discard 75")
    told = parts(lesson_and_table(again)[0])
    assert told["refutation"]
    assert told["refutation"]["say"] == f"Again: “Keep the longer distance”. {gives.format(n=8, error=2)}"
    other = parts(lesson_and_table(decided_next(again, "discard endlimit"))[0])
    assert other["refutation"] and not other["figures"], "no principle is known there"
    assert other["refutation"]["say"].startswith("There is a better one. ")
    done = parts(lesson_and_table(decided_next(again, "discard 50"))[0])
    assert done["after"] == "Nothing better was found. Again: “Keep the longer distance”."
    assert done["principle"] == {"code": "MMD-KEEP-07", "name": "Keep the longer distance"}
    assert len(done["figures"]) == 5 and done["figures"][-1].startswith("In your game you chose: ")


def test_a_principle_that_was_told_in_the_task_before_is_told_in_brief() -> None:
    lesson = asked(MADE_UP)
    before = decided(lesson, "discard 50")
    assert before.done and before.step.takes_home(before) == "MMD-KEEP-07"
    after = sit_down(lesson, told=before.step.takes_home(before))
    wrong = update(update(after, Draft(("discard 100",))), Act("discard 100"))
    told = parts(lesson_and_table(wrong)[0])
    assert told["refutation"] and told["refutation"]["say"].startswith("Again: “Keep the longer distance”. That leaves")
    assert wrong.step.takes_home(wrong) == "", "it is not taken home before the step is done"
    right = parts(lesson_and_table(update(update(after, Draft(("discard 50",))), Act("discard 50")))[0])
    assert right["after"] == "Nothing better was found. Again: “Keep the longer distance”."


@pytest.mark.parametrize("key", CARDS)
def test_every_puzzle_is_a_mistake_that_goes_against_its_principle_and_can_be_asked(key: str) -> None:
    game, found = SHELF[key], card_puzzles.puzzles(key)
    assert len({one.name for one in found}) == len(found) >= 2 * len(CARD_PRINCIPLES[key].all)
    told, asked_for, is_mistake = list[str](), list[str](), list[bool]()
    for number, one in enumerate(found, 1):
        state, (best, made) = game.read(one.position), one.answers
        (made_move,), (best_move,) = game.read_moves(state, made), game.read_moves(state, best)
        own = next(move for move in one.found if move.move == made)
        against = why_worse(game, state, made_move, best_move, own.part)
        told.append(against.principle.code if against else "")
        lesson = puzzle_as_lesson(one, number, "")
        asked_for.append(lesson.steps[0].id)
        is_mistake.append(as_lesson(one, "1") is not None and not is_right(lesson, 0, f"{LAID}{made}"))
        assert is_right(lesson, 0, right_answer(lesson, 0))
    assert told == [one.principle for one in found]
    assert asked_for == [str(number) for number in range(1, len(found) + 1)] and all(is_mistake)


def decided_next(sitting: Sitting, move: str) -> Sitting:
    """The step with another decision laid in place of the last one."""
    return update(update(update(sitting, Undo()), Draft((move,))), Act(move))


def test_what_was_found_is_kept_with_the_largest_part() -> None:
    data = plain(MADE_UP)
    assert data["found"][1] == ["discard 75", 9.0, 2.0, "own", 8.0, 2.0] and len(data["found"][4]) == 3
    assert read(json.loads(json.dumps(data)), "here") == MADE_UP
    wrongs: tuple[list[object], ...] = (
        ["own"],
        ["own", 1.0],
        [3, 1.0, 1.0],
        ["own", "1", 1.0],
        ["own", 1.0, math.inf],
        ["own", 1, 1, 1],
    )
    for wrong in some(wrongs):
        with pytest.raises(Refused):
            read({**data, "found": [["discard 75", 9.0, 2.0, *wrong]]}, "here")
    assert read({**data, "principle": "MMD-KEEP-99"}, "here").principle == "", "as one of a later version"


def test_what_was_not_compared_yet_or_was_played_by_somebody_else_is_not_kept() -> None:
    played, one, _ = mistake("mil_millas")
    assert not [*mistakes(played, one.met.number + 1)] and [*mistakes(played, one.met.number)]
    assert review(played) and not [*mistakes(played._replace(compared=()))]
    assert not [*mistakes(played._replace(weighed=played.weighed[:-1]))], "nor before all of it was played out"


def test_the_answers_stand_in_another_order_another_time() -> None:
    orders = {as_lesson(kept("mil_millas"), str(seed)) for seed in range(6)}
    assert len({one.steps[0].choices for one in orders if one}) > 1
