"""A decision that is laid: in each game every decision can be, and one nearly as good as the best is good enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.coach.review import GOOD_ENOUGH, review
from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.puzzles import past_decision_as_lesson
from rallyman_tutor.tutor.lesson.grading import LAID, given, is_right, offered_as, right_answer, seconds_behind
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.lesson.walkthrough import last_sitting, walk_through
from rallyman_tutor.tutor.session.intents import Act, Draft, Hint
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, a_lesson, lesson_in, name, parts
from tests.tutor.test_review import GAME, driven

pytestmark = pytest.mark.usefixtures("same_tables")

FEW = 40
"""Of so many positions one is asked about, but in a wide run."""


def asked(key: str, *, wide: bool) -> Iterator[Lesson]:
    """Positions of puzzles, as decisions of a drive that are asked again."""
    for found in puzzles(key)[:: 1 if wide else FEW]:
        best, wrong = (answer.moves[0] for answer in found.answers[:2])
        lesson = past_decision_as_lesson(PastDecision(key, found.position, (best, wrong)), "1")
        if lesson:
            yield lesson


def laid(lesson: Lesson, move: AnyMove) -> Sitting:
    """The step, once the dice of a decision lie and its button was pressed."""
    sitting, game = sit_down(lesson), lesson.game
    form = game.form(move)
    steps = form.steps or ((move,) if form.kind == "die" else ())
    offered = [offer.move for offer in game.desk(sitting.session.state, sitting.session.draft).offers]
    if move not in offered:
        sitting = update(sitting, Draft(tuple(map(game.write_move, steps or (move,)))))
    return update(sitting, Act(game.write_move(move)))


def decided(lesson: Lesson, text: str) -> AnyMove:
    """The decision by a draft to choose: all of it where it is driven as one, else its first die."""
    game: AnyGame = lesson.game
    moves = tuple(game.read_moves(start_state(lesson, 0), text))
    offers = game.desk(start_state(lesson, 0), moves).offers
    return next((offer.move for offer in offers if game.form(offer.move).steps == moves), moves[0])


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_each_draft_to_choose_can_be_laid_as_well_and_is_judged_alike(key: str, wide: bool) -> None:
    for lesson in some(asked(key, wide=wide)):
        for choice in some(lesson.steps[0].choices):
            after = laid(lesson, decided(lesson, choice.text))
            behind = seconds_behind(lesson, 0, choice.id)
            assert after.answer.startswith(LAID) and not after.session.replay.past
            assert seconds_behind(lesson, 0, after.answer) == pytest.approx(behind, abs=1e-6)
            assert after.done == (behind < GOOD_ENOUGH) == (choice.id == right_answer(lesson, 0))
        assert last_sitting(walk_through(sit_down(lesson))).done


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_the_best_that_the_tables_know_is_the_best_there_is(key: str, wide: bool) -> None:
    for lesson in some(asked(key, wide=wide)):
        state = start_state(lesson, 0)
        for cost, move in some(RACES[key]().at_hand(state).best.costs(state)[:1]):
            answer = f"{LAID}{lesson.game.write_move(move)}"
            assert seconds_behind(lesson, 0, answer) == pytest.approx(0) and is_right(lesson, 0, answer)
            assert given(lesson, 0, answer).text == lesson.game.write_move(move) and cost > 0


def near_the_best() -> Iterator[tuple[Lesson, AnyMove, float]]:
    """Decisions that cost a little more than the best one, in positions of drives."""
    for made in (one for stage in ("first", "short") for one in review(GAME, driven(stage).replay, 0).legs[0].turns):
        state = made.made[0].state
        (least, best), *others = race_coach(GAME).at_hand(state).best.costs(state)
        for cost, move in others:
            if 0.15 < cost - least < GOOD_ENOUGH - 0.05:
                answers = GAME.write_move(best), GAME.write_move(others[-1][1])
                lesson = past_decision_as_lesson(PastDecision(GAME.key, GAME.write(state), answers), "1")
                if lesson:
                    yield lesson, move, cost - least


def test_what_is_less_than_half_a_second_behind_is_praised_as_good_enough() -> None:
    for lesson, move, behind in some([*near_the_best()][:2]):
        after = laid(lesson, move)
        assert after.done and after.stars == (3,)
        sheet = lesson_and_table(after)[0]
        assert f"Good enough: {behind:.1f} s behind the best. The best: " in sheet["after"]
        assert sheet["right"] == after.answer


TOML = """game = "classic"
teaches = []

[[steps]]
id = "lay"
kind = "decide"
start = "s4 R3 s3 L3 s3 | You@s5 g4 c20 s6 #6 | You r2"
drafts = [{ id = "all", draft = "A[3 4 5 w w]" }, { id = "one", draft = "3>s6" }]
within = WITHIN
"""
WORDS = """# Lay it

What costs least?

## lay
Lay what costs least.

> Count the dice.

- all: Everything
- one: The 3
! one: The 3 alone is slow.
! So it is.
"""


def a_teachers(tmp: Path, within: float) -> Sitting:
    return sit_down(lesson_in(a_lesson(tmp, TOML.replace("WITHIN", str(within)), WORDS)))


def test_a_teachers_words_are_told_to_what_is_laid_and_the_learner_is_told_what_is_good_enough(tmp_path: Path) -> None:
    sitting = a_teachers(tmp_path, 0.5)
    begun = parts(lesson_and_table(sitting)[0])
    assert "Less than 0.5 s behind the best is good enough." in begun["text"][-1] and begun["answers"] == []
    (hinted,) = lesson_and_table(update(sitting, Hint()))[0]["hints"]
    assert hinted["text"].startswith("Count the dice. The best is one of these.")
    state = sitting.session.state
    costs = RACES["classic"]().at_hand(state).best.costs(state)
    slow = decided(sitting.lesson, "3>s6")
    after = laid(sitting.lesson, slow)
    told = lesson_and_table(after, sitting)[0]
    behind = next(cost for cost, move in costs if move == slow) - costs[0][0]
    assert told["refutation"] and not after.done
    assert told["refutation"]["say"].startswith("The 3 alone is slow. ")
    assert f"{behind:.1f} s more than the best" in told["figures"][0]
    other = laid(sitting.lesson, costs[-1][1])
    assert "slow" not in (lesson_and_table(other, sitting)[0]["refutation"] or told["refutation"])["say"]
    well = laid(sitting.lesson, costs[0][1])
    assert well.done and lesson_and_table(well, sitting)[0]["after"] == "Nothing is better. So it is."


def test_how_much_behind_is_good_enough_is_the_teachers(tmp_path: Path) -> None:
    strict, kind = a_teachers(tmp_path, 0.5), a_teachers(tmp_path / "kind", 10)
    state = strict.session.state
    (least, _), *others = RACES["classic"]().at_hand(state).best.costs(state)
    cost, move = next((cost, move) for cost, move in others if 1 < cost - least < 9)
    assert not laid(strict.lesson, move).done
    after = laid(kind.lesson, move)
    assert after.done and f"Good enough: {cost - least:.1f} s behind the best." in lesson_and_table(after)[0]["after"]


DECIDED = [folder for folder in FOLDERS if 'kind = "decide"' in (folder / "lesson.toml").read_text("utf-8")]


@pytest.mark.parametrize("folder", DECIDED, ids=name)
def test_in_lessons_each_draft_to_choose_can_be_laid_and_is_judged_alike(folder: Path) -> None:
    whole = lesson_in(folder)
    for at in some(at for at, step in enumerate(whole.steps) if step.kind == "decide"):
        lesson = replace(whole, steps=(whole.steps[at],))
        for choice in some(lesson.steps[0].choices):
            after = laid(lesson, decided(lesson, choice.text))
            assert after.done == (choice.id == right_answer(lesson, 0))
            assert offered_as(lesson, 0, after.answer) == choice.id
