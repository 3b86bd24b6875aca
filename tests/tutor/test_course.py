"""The whole course as beginners play it: every step of every lesson solved, every mistake caught, clicking about."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from rallyman_tutor.tutor.lesson.hints import deciding_rule
from rallyman_tutor.tutor.lesson.kinds.goal import GoalStep
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.kinds.roll import RollStep
from rallyman_tutor.tutor.lesson.lesson_view import lesson_and_table, lesson_view
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.refutation import refute
from rallyman_tutor.tutor.lesson.sitting import MOST_STARS, attempt, sit_down, update
from rallyman_tutor.tutor.lesson.walkthrough import last_sitting, make_mistake, walk_through
from rallyman_tutor.tutor.session.intents import (
    Act,
    Again,
    Answer,
    AtTable,
    Claim,
    Clear,
    Copy,
    Hint,
    InLesson,
    Lay,
    Look,
    Next,
    Point,
    Put,
    Step,
    Swap,
    Take,
    Undo,
)
from tests.pages.learner import is_only_spelt_anew, variants
from tests.sampled import sampled
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, deeds, lesson_in, name, solved

SAMPLE = FOLDERS[::4]
"""Lessons of every game, with every kind of step: all are proven in `test_proof.py`."""
OFTEN = pytest.mark.parametrize("folder", sampled(FOLDERS, SAMPLE), ids=name)
CLICKS = 120
MOST_BY_CHANCE = 0.05


def test_the_sample_has_every_kind_of_step_of_every_game() -> None:
    assert {folder.parent for folder in SAMPLE} == {folder.parent for folder in FOLDERS}
    assert {step.kind for folder in SAMPLE for step in lesson_in(folder).steps} == set(KINDS)


@OFTEN
def test_every_deed_of_a_solution_can_be_done_by_hand(folder: Path) -> None:
    """A die that a solution lays in another way than the page does has a button for that, as the page shows it. All
    solutions are proven so in `test_proof.py`, by the desk."""
    lesson = lesson_in(folder)
    for at in range(len(lesson.steps)):
        for intent, before, after in deeds(lesson, at):
            if not isinstance(intent, Put) or before.done or is_only_spelt_anew(intent, before, after):
                continue
            offered = lesson_and_table(before)[1]["draft"][intent.at]["variants"]
            done = [variants(update(before, replace(intent, move=other["move"]))) for other in offered]
            assert variants(after) in done, f"{lesson.steps[at].id}: {intent.move}"


@OFTEN
def test_the_solution_of_every_step_earns_full_stars_and_can_be_shown_at_every_moment(folder: Path) -> None:
    sitting = sit_down(lesson_in(folder))
    for _ in sitting.lesson.steps:
        assert not sitting.done
        before: Sitting | None = None
        for now in some(walk_through(sitting)):
            plain = lesson_view(now, before)
            assert json.loads(json.dumps(plain)) == plain
            assert plain["goal"] and plain["say"]
            assert "{" not in plain["say"]
            before = sitting = now
        assert sitting.done and sitting.stars[sitting.at] == MOST_STARS, sitting.step.id
        if not lesson_view(sitting)["last"]:
            sitting = update(sitting, Next())
    assert sitting.is_passed and lesson_view(sitting)["passed"]


@OFTEN
def test_every_mistake_is_caught_by_exactly_its_rules(folder: Path) -> None:
    lesson = lesson_in(folder)
    for at, step in enumerate(lesson.steps):
        for mistake in step.mistakes if isinstance(step, GoalStep | RollStep) else ():
            sitting = last_sitting(make_mistake(sit_down(lesson, at), mistake.draft))
            game, session = sitting.session.game, sitting.session
            assert {told.code for told in game.judge(session.state, session.draft)} == set(mistake.breaks)
            if mistake.warns:
                assert {told.code for told in game.advise(session.state, session.draft)} == set(mistake.warns)
            refuted = refute(sitting)
            assert not sitting.done and refuted and refuted["say"]
            if mistake.breaks:
                assert {told["code"] for told in refuted["rules"]} == set(mistake.breaks)


@OFTEN
def test_every_step_gives_three_hints_and_then_one_star(folder: Path, wide: bool) -> None:
    """The star of the first step, in a wide run of every step."""
    lesson = lesson_in(folder)
    for at, step in enumerate(lesson.steps):
        sitting = sit_down(lesson, at)
        for stage in (1, 2, 3):
            sitting = update(sitting, Hint())
            told = lesson_view(sitting)["hints"]
            assert len(told) == stage and all(hint["text"] and "{" not in hint["text"] for hint in told)
        rule = deciding_rule(lesson, at)
        assert rule in told[1]["text"] and (rule or step.by == "cost"), f"no rule decides {step.id}"
        if wide or not at:
            assert solved(sitting).stars[at] == 1


@OFTEN
def test_clicking_about_never_gets_stuck(folder: Path, wide: bool) -> None:
    """The step at which the clicks ended can still be solved, and so can the last one; in a wide run every step."""
    sitting = clicked(folder, 0)
    assert json.dumps(lesson_view(sitting))
    count = len(sitting.lesson.steps)
    for at in some(range(count) if wide else {sitting.at, count - 1}):
        assert solved(update(sitting, Step(at))).done


def test_clicking_about_hardly_ever_passes_a_lesson(wide: bool) -> None:
    tries = [
        clicked(folder, seed).is_passed for folder in (FOLDERS if wide else SAMPLE) for seed in range(20 if wide else 1)
    ]
    assert sum(tries) <= MOST_BY_CHANCE * len(tries)


@lru_cache
def clicked(folder: Path, seed: int) -> Sitting:
    """Somebody who clicks without reading."""
    luck = random.Random(f"{name(folder)} {seed}")
    sitting = sit_down(lesson_in(folder))
    for click in range(CLICKS):
        before = sitting
        sitting, problem = attempt(sitting, a_click(sitting, luck))
        if click % 20 == 0:
            assert lesson_view(sitting, before, problem)["say"] is not None
    return sitting


def a_click(sitting: Sitting, luck: random.Random) -> InLesson | AtTable:
    session, step = sitting.session, sitting.step
    desk = session.game.desk(session.state, session.draft)
    offers = [session.game.write_move(offer.move) for offer in desk.offers] or ["stop"]
    places = [place.key for place in session.game.places(session.state)]
    pieces = [piece.key for piece in desk.pieces] or ["none"]  # a hand of cards can be empty
    clicks: list[InLesson | AtTable] = [
        Lay(luck.choice(pieces), luck.choice(places)),
        Lay(luck.choice(pieces)),
        Act(luck.choice(offers)),
        Act(offers[0]),
        Take(),
        Put(luck.randrange(3), luck.choice(places)),
        Clear(),
        Undo(),
        Look(luck.randrange(-1, 5)),
        Swap(),
        Copy(),
        Hint(),
        Answer(luck.choice([*(choice.id for choice in step.choices), "what?"])),
        Claim(luck.choice([*(claim.id for claim in step.claims), "what?"])),
        Point(luck.randrange(-1, 7)),
        Next(),
        Again(),
        Step(luck.randrange(-1, len(sitting.lesson.steps) + 1)),
    ]  # fmt: skip
    return luck.choice(clicks)
