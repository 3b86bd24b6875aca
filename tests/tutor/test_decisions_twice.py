"""Puzzles and decisions that come back in practice are told twice: a test has every decision costed, asks the simple
drivers, and reads off the table what a move is called; see `told_twice.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rallyman_tutor.coach.coaches import CARDS, RACES
from rallyman_tutor.coach.puzzles import puzzles as shipped
from rallyman_tutor.coach.racing import LEVELS, drive
from rallyman_tutor.coach.review import review
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.learner.past_decisions import PastDecision, mistakes
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Answer, Draft
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_past_cards import asked, kept
from tests.tutor.test_review import to_the_finish
from tests.tutor.test_session import does

pytestmark = pytest.mark.usefixtures("own_tables")

STAGES = {"classic": "first", "dirt": "R1-SS1"}
EVERY, EVERY_WIDE = 60, 3
SIMPLE = [driver for level in ("novice", "club") for driver in LEVELS[level]]
TOLD_HERE = re.compile(r"(card-)?decision|puzzle(-goal|-text|-after)?$")


def cost_of(key: str, state: AnyState, move: AnyMove) -> float:
    """The seconds that the rest of the stage takes after a decision, on average."""
    return float(RACES[key]().at_hand(state).best.cost_of(state, move))


def names(key: str, state: AnyState, line: tuple[str, ...]) -> set[str]:
    """The names of a decision: with the spaces of all its dice, and with that of the first die alone."""
    whole = twice.draft(key, state, line)
    first, *rest = whole.split(", ")
    on = rf" (on|to) (?!{'|'.join(['the gas die'])}).*"
    short = ", ".join([first, *(re.sub(on, "", one) for one in rest)])
    return {twice.capital(whole), twice.capital(short)}


@pytest.mark.parametrize("key", RACES)
def test_a_puzzle_is_told_again(key: str, wide: bool) -> None:
    tell, game, every = twice.Twice(key, "page"), SHELF[key], EVERY_WIDE if wide else EVERY
    for number in some(range(1, len(shipped(key)) + 1, every)):
        lesson = puzzles.as_lesson(game, number)
        (step,) = lesson.steps
        state = game.read(step.start)
        costs = {one.id: cost_of(key, state, game.read_moves(state, one.text)[0]) for one in step.choices}
        best, second = sorted(costs.values())[:2]
        worse = [cost_of(key, state, drive(game, state, one).move) - best > 0.5 for one in SIMPLE]
        told = re.fullmatch(r"On average (\S+) s .* at least (\S+) s more\. At least (\d) .*", step.words.after)
        assert told and 1 <= float(told[2]) <= second - best + 0.06, (number, step.words.after)
        assert abs(float(told[1]) - best) < 0.06 and 1 <= int(told[3]) <= sum(worse), (number, step.words.after)
        assert step.words.after == tell("puzzle-after", cost=told[1], margin=told[2], missed=told[3], of=len(SIMPLE))
        assert lesson.title == tell("puzzle", n=number)
        assert (step.words.goal, *step.words.text) == (tell("puzzle-goal"), tell("puzzle-text"))
        right = update(sit_down(lesson), Answer(min(costs, key=costs.__getitem__)))
        assert right.done and lesson_view(right)["after"] == step.words.after


def decisions(key: str) -> Iterator[tuple[PastDecision, Lesson]]:
    """The mistakes of a beginner's drive, each as it comes back in practice."""
    over = to_the_finish(begin(SHELF[key], STAGES[key], ("You",), frozenset(), "3"), "novice")
    for decision, _ in mistakes(SHELF[key], review(SHELF[key], over.replay, 0)):
        lesson = puzzles.past_decision_as_lesson(decision, "1")
        assert lesson
        yield decision, lesson


@pytest.mark.parametrize("key", RACES)
def test_a_decision_of_a_drive_is_told_again(key: str) -> None:
    tell, game = twice.Twice(key, "page"), SHELF[key]
    for decision, lesson in some(decisions(key)):
        (step,) = lesson.steps
        state = game.read(decision.position)
        best, own = (cost_of(key, state, game.read_moves(state, one)[0]) for one in decision.answers)
        choices = {one.text: one.id for one in step.choices}
        (drafted,) = [text for text in choices if text.split(" ")[0] == decision.answers[1].split(" ")[0]][:1]
        (name,) = [one.text for one in step.words.answers if one.id == choices[drafted]]
        (made,) = game.read_moves(state, decision.answers[1])
        line = tuple(map(game.write_move, RACES[key]().at_hand(state).best.line(state, made)))
        assert name in names(key, state, line), (name, names(key, state, line))
        loss = f"{own - best:.1f}"
        assert step.words.text == (tell("decision-text", loss=loss), tell("puzzle-text"))
        assert step.words.after == tell("decision-after", cost=f"{best:.1f}", move=name, loss=loss)
        assert (lesson.title, step.words.goal) == (tell("decision"), tell("decision-goal"))
        wrong, right = (update(sit_down(lesson), Answer(id_)) for id_ in ("2", "1"))
        assert right.done and not wrong.done


@pytest.mark.parametrize("key", CARDS)
def test_a_decision_at_cards_is_told_again(key: str) -> None:
    tell, decision = twice.Twice(key, "page"), kept(key)
    lesson = asked(decision)
    (step,) = lesson.steps
    best, own = decision.answers
    (behind, error) = next((one.behind, one.error) for one in decision.found if one.move == own)
    digits = 0 if error >= 1 or not behind else 1
    so_much = str(text_tables(f"games.{key}")["words"]["card-review"]["so-much"])
    facts = {"cost": so_much.format(n=f"{behind:.{digits}f}"), "error": f"{error:.{0 if error >= 1 else 1}f}"}
    assert behind >= 3 * error, "surely worse"
    assert step.words.text == (tell("card-decision-text", **facts),)
    assert step.words.after == tell("card-decision-after", move=called(lesson, own), **facts)
    assert (lesson.title, step.words.goal) == (tell("card-decision"), tell("card-decision-goal"))
    choices = {one.text: one.id for one in step.choices}
    assert update(sit_down(lesson), Answer(choices[best])).done
    assert not update(sit_down(lesson), Answer(choices[own])).done


def called(lesson: Lesson, move: str) -> str:
    """The name of a move on the table of the step: its button, or the card on its place."""
    session = sit_down(lesson).session
    labels = [one["label"] for one in view(session)["offers"] if one["move"] == move]
    return labels[0] if labels else str(view(does(session, Draft((move,))))["draft"][0]["name"])


def test_every_text_about_a_decision_is_told() -> None:
    for key in RACES:
        test_a_puzzle_is_told_again(key, wide=False)
        test_a_decision_of_a_drive_is_told_again(key)
    test_a_decision_at_cards_is_told_again("mil_millas")
    assert not {name for name in twice.never_told("page") if TOLD_HERE.match(name)}
