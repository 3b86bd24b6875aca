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
from tests.tutor.lessons_at_hand import parts
from tests.tutor.test_past_cards import asked, kept
from tests.tutor.test_review import to_the_finish
from tests.tutor.test_session import does
from tests.tutor.test_why_twice import dice, die, laid

pytestmark = pytest.mark.usefixtures("same_tables")

STAGES = {"classic": "first", "dirt": "R1-SS1"}
EVERY, EVERY_WIDE = 60, 3
SIMPLE = [driver for level in ("novice", "club") for driver in LEVELS[level]]
TOLD_HERE = re.compile(r"(card-)?decision|puzzle(-goal|-text|-after)?$")


def cost_of(key: str, state: AnyState, move: AnyMove) -> float:
    """The seconds that the rest of the stage takes after a decision, on average."""
    return float(RACES[key]().at_hand(state).best.cost_of(state, move))


def names(key: str, state: AnyState, line: tuple[str, ...]) -> set[str]:
    """The names that a decision may have: with the place of its first die or without; with all places, if two would
    else read alike."""
    names = {called(key, state, line, with_place=True), called(key, state, line, with_place=False)}
    return {twice.capital(name) for name in (*names, twice.draft(key, state, line))}


def called(key: str, state: AnyState, line: tuple[str, ...], *, with_place: bool) -> str:
    """A decision as a player says it, read from its notation."""
    tell, (first, *rest) = twice.Twice(key, "choice"), line
    if first == "sisu" and rest and rest[0].startswith(("go ", "flat ")):
        then = called(key, state, tuple(rest), with_place=with_place)
        return twice.Twice(key, "worth")("then", first=twice.draft(key, state, (first,)), draft=then)
    if re.match(r"[a-z]{2,}$|arrange ", first):
        return twice.draft(key, state, line)
    lies = [one for move in (line[:1] if first.startswith(("go ", "flat ")) else line) for one in laid(move)]
    if first.startswith(("A[", "flat")):
        return tell("attack", dice=dice(key, lies))
    letter, brakes, place, secured = lies[0]
    name = die(letter, brakes) + (f" on {twice.place(key, place)}" if with_place else "")
    spent = re.search(r" \$(\d)\b", SHELF[key].write(state))
    already = int(spent[1]) if spent else 0
    cost = sum(already + 1 + at for at in range(1 + len(brakes)))  # each die that is secured costs a second more
    told = tell("secure", die=name, cost=cost) if secured else tell("roll", die=name)
    return tell("first", first=told, rest=dice(key, lies[1:])) if lies[1:] else told


def briefly(key: str, state: AnyState, line: tuple[str, ...]) -> Iterator[str]:
    """The names that a decision may have beside its dice."""
    tell, first = twice.Twice(key, "choice"), line[0]
    if first == "sisu" and line[1].startswith(("go ", "flat ")):
        for behind in briefly(key, state, line[1:]):
            told = twice.Twice(key, "worth")("then", first=twice.draft(key, state, (first,)), draft=behind)
            yield twice.capital(told)
    elif first.startswith(("A[", "flat")):
        yield tell("attack-brief")
    elif not re.match(r"[a-z]{2,}$|arrange ", first):
        whole, rest = called(key, state, line, with_place=True).partition(", then ")[::2]
        yield tell("first-brief", first=whole) if rest else called(key, state, line, with_place=False)
        secured = re.search(r"for (\d+) s", whole)
        yield tell("secure-brief", cost=secured[1]) if secured else tell("roll-brief")


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
        method, after = step.words.figures
        told = re.fullmatch(r"Every other answer .* at least (\S+) s more\. Of 4 simple drivers, (\d) .*", after)
        assert told and 1 <= float(told[1]) <= second - best + 0.06, (number, after)
        assert int(told[2]) == sum(worse) >= 1, (number, after)
        assert after == tell("puzzle-after", margin=told[1], missed=told[2], of=len(SIMPLE))
        assert (lesson.title, method) == (tell("puzzle", n=number), tell("puzzle-text"))
        assert (step.words.goal, step.words.text) == (tell("puzzle-goal"), ())
        right = update(sit_down(lesson), Answer(min(costs, key=costs.__getitem__)))
        assert right.done and lesson_view(right)["figures"][-2:] == [method, after]
        for answer, one in zip(shipped(key)[number - 1].answers, sorted(step.words.answers), strict=True):
            assert one.text in names(key, state, answer.moves), (one.text, names(key, state, answer.moves))
            brief = dict(step.words.brief)[one.id]
            assert brief in (one.text, *briefly(key, state, answer.moves)), (brief, one.text)
        shown = [
            (one["brief"], [lies["piece"] for lies in one["draft"]]) for one in parts(lesson_view(right))["answers"]
        ]
        assert all(shown.count(one) == 1 for one in shown), "beside its dice each reads differently"


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
        assert step.words.text == (tell("decision-text", loss=loss),)
        assert step.words.figures == (tell("puzzle-text"), tell("decision-after", move=name, loss=loss))
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
    assert step.words.after == tell("card-decision-after", move=name_of_card(lesson, own), **facts)
    assert (lesson.title, step.words.goal) == (tell("card-decision"), tell("card-decision-goal"))
    choices = {one.text: one.id for one in step.choices}
    assert update(sit_down(lesson), Answer(choices[best])).done
    assert not update(sit_down(lesson), Answer(choices[own])).done


def name_of_card(lesson: Lesson, move: str) -> str:
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
    assert not twice.never_told("choice") and not any(twice.never_told("choice", key) for key in RACES)
