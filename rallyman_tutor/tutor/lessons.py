"""What a lesson is: steps with something to do, and the words for them.

`lessons/README.md` tells teachers how lessons are written; `reading.py` reads them, `lesson_folders.py` finds them, `proof.py` proves
them and `sitting.py` sits a learner down at one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor import goals
from rallyman_tutor.tutor.goals import Goal
from rallyman_tutor.tutor.words import LANGUAGES, words

SAME = "same"
"""The start that is the end of the step before."""
QUESTION_KINDS = ("find", "predict", "choose", "quiz")
"""Kinds that are answered, not driven."""
JUDGED_KINDS = (*QUESTION_KINDS, "decide")
"""These, and the one whose answer may be laid on the road: a decision, of which nothing is rolled."""


class MoveFound(NamedTuple):
    """How a move at cards stood beside the best one when a game was looked back at: so much behind, and the standard error of that."""

    move: str
    behind: float
    error: float


class Choice(NamedTuple):
    """An answer, a draft to choose, or something the learner can claim."""

    id: str
    text: str = ""  # what happens, a draft or a move


class Mistake(NamedTuple):
    """What a beginner lays, and what the rules make of it."""

    draft: str
    breaks: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()


class PictureNamed(NamedTuple):
    """A picture in the text of a step: its file, what it shows in words, and the line where it stands."""

    file: str
    alt: str
    line: int


class StepText(NamedTuple):
    """The words of one step."""

    goal: str = ""
    text: tuple[str, ...] = ()  # paragraphs
    hint: str = ""
    answers: tuple[Choice, ...] = ()
    after: str = ""  # what comes of the right answer
    line: int = 1
    told: tuple[Choice, ...] = ()  # to wrong answers, what is wrong with each
    pictures: tuple[PictureNamed, ...] = ()


NO_TEXT = StepText()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """Something to do. Which fields are filled hangs on the kind."""

    id: str
    kind: str
    start: str
    goals: tuple[Goal, ...] = ()
    solution: str = ""
    dice: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    draft: str = ""
    wrong: int = 0
    breaks: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    by: str = ""
    right: str = ""
    once: bool = False  # whether the first answer ends a question, right or wrong
    found: tuple[MoveFound, ...] = ()  # of every move, the best first: a decision at cards is judged by this
    rule: str = ""
    par: int = 0
    within: float = (
        GOOD_ENOUGH  # seconds behind the best: a decision that is laid and costs less than this more is right
    )
    claims: tuple[Choice, ...] = ()
    words: StepText = NO_TEXT
    lines: tuple[tuple[str, int], ...] = ()

    def line(self, key: str) -> int:
        """Where a key of this step stands in the file."""
        return dict(self.lines).get(key, dict(self.lines).get("", 1))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson in one language."""

    name: str  # game/folder: what progress is kept under
    file: str
    key: str  # of the game
    title: str
    about: str
    teaches: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    language: str = LANGUAGES[0]

    @property
    def game(self) -> AnyGame:
        return SHELF[self.key]


def expected_goal(game: AnyGame, state: AnyState, when: str) -> Goal:
    """What an answer of `predict` says will be: an event, or any goal."""
    event = when in words(game.key).group("events") and when not in goals.GOAL_KINDS
    return goals.read(game, state, f"event {when}" if event else when)


def broken_on_purpose(lesson: Lesson) -> tuple[str, ...]:
    """The rules that a learner breaks on purpose in a lesson."""
    return tuple(
        aim.value for step in lesson.steps for aim in step.goals if step.kind == "break" and aim.name == "breaks"
    )
