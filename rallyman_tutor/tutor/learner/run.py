"""A run against the clock: rules and decisions in turn, one try each, until the time is up or three were wrong.

A question follows from the game, the seed of the run and its number alone, so that the next one can be worked out while
this one is answered. What is asked grows harder: the puzzles stand in the order of how many simple drivers miss them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from rallyman_tutor.coach import puzzles as shipped
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import addresses, practice, puzzles
from rallyman_tutor.tutor.learner.records import MOST_LETTERS, MOST_SCORE
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.words.language import kept_by_language

MINUTES = (3, 5)
MOST_MISTAKES = 3
STEP_OF_PUZZLES = 12
"""By how many puzzles further on the next one is at most: after twenty of them the hardest are reached."""


class WrongAnswer(NamedTuple):
    """A question that was answered wrongly: what it was about, and where that is told."""

    title: str
    at: str


@dataclass(frozen=True, slots=True)
class Run:
    """One run at one moment."""

    key: str  # of the game
    minutes: int
    name: str  # of whoever plays; the learner's own is empty
    seed: str
    ends: datetime
    number: int = 0  # of the question that is open, from 0
    score: int = 0
    missed: tuple[WrongAnswer, ...] = ()
    over: Literal["", "time", "mistakes"] = ""


def address(key: str) -> str:
    """Where the runs of a game are."""
    return f"{addresses.RUN}/{key}"


def kind_of(key: str, minutes: int) -> str:
    """The name under which scores of this kind of run are kept."""
    return f"{key}/{minutes}"


def begin(key: str, minutes: int, name: str, now: datetime) -> Run:
    """A run that begins now. One of other length, or with so long a name, is refused."""
    name = " ".join(name.split())
    if minutes not in MINUTES or len(name) > MOST_LETTERS:
        raise Refused("unknown-intent")
    return Run(key, minutes, name, f"{now.isoformat()} {name}", now + timedelta(minutes=minutes))


def milliseconds_left(run: Run, now: datetime) -> int:
    """How long the run still is; nothing once it is over."""
    return 0 if run.over else max(0, round((run.ends - now) / timedelta(milliseconds=1)))


def answered(run: Run, lesson: Lesson, *, is_right: bool) -> Run:
    """The run after an answer: the last mistake that is allowed ends it."""
    if is_right:
        return replace(run, score=min(MOST_SCORE, run.score + 1), number=run.number + 1)
    missed = (*run.missed, _missed(lesson))
    over: Literal["", "mistakes"] = "mistakes" if len(missed) == MOST_MISTAKES else ""
    return replace(run, missed=missed, number=run.number + 1, over=over)


def _missed(lesson: Lesson) -> WrongAnswer:
    step, room = lesson.steps[0], addresses.room_of(lesson.name)
    if room == addresses.PUZZLES:
        return WrongAnswer(lesson.title, f"{lesson.name}/{step.id}")
    code = lesson.teaches[0]
    return WrongAnswer(code, f"rules/{code}")


# -- Questions --------------------------------------------------------------------------------------------------------


@kept_by_language(16)
def question(key: str, seed: str, number: int) -> Lesson:
    """A question of a run, as a lesson of one step with one try: in turn a rule and a decision, where the game is
    solved."""
    game, luck = SHELF[key], Random(f"{key}:{seed}:{number}")
    is_rule, at = (number % 2 == 0, number // 2) if key in RACES else (True, number)
    codes = _askable(key)
    code = Random(f"{key}:{seed}").sample(codes, len(codes))[at % len(codes)]  # none twice before all were asked
    while True:
        lesson = _about_rule(game, code, seed) if is_rule else _about_decision(game, at, luck)
        if lesson and right_answer(lesson, 0):
            (step,) = lesson.steps
            return replace(lesson, steps=(replace(step, once=True),))
        code = luck.choice(codes)


def _about_rule(game: AnyGame, code: str, seed: str) -> Lesson | None:
    """A rule, in a position of the drives that all rules of this run share."""
    found = practice.exercise(game, code, seed)
    return practice.as_lesson(game, found) if found else None


@lru_cache(maxsize=4)
def _askable(key: str) -> tuple[str, ...]:
    """The rules of a game that can be asked."""
    rules = (rule for rule in SHELF[key].rules() if rule.kind is not Kind.FACT)
    return tuple(rule.code for rule in rules if practice.game_of({key: SHELF[key]}, rule.code, key))


def _about_decision(game: AnyGame, at: int, luck: Random) -> Lesson:
    """One of the next puzzles, of which the first are the easiest."""
    last = len(shipped.puzzles(game.key)) - 1
    return puzzles.as_lesson(game, 1 + min(last, at * STEP_OF_PUZZLES + luck.randrange(STEP_OF_PUZZLES)))
