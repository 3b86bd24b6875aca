"""A lesson: steps with something to do, and the words for them.

`lessons/README.md` tells teachers how lessons are written; what a step of a kind is, is in `kinds/`; `reading.py` reads
them, `lesson_folders.py` finds them, `proof.py` proves them and `sitting.py` sits a learner down at one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.kinds.step import AnyStep
from rallyman_tutor.tutor.words import LANGUAGES

SAME = "same"
"""The start that is the end of the step before."""


class MoveFound(NamedTuple):
    """How a move at cards stood beside the best one when a game was looked back at: so much behind, and its standard
    error."""

    move: str
    behind: float
    error: float


class Choice(NamedTuple):
    """An answer, a draft to choose, or something the learner can claim."""

    id: str
    text: str = ""  # what happens, a draft or a move


class Mistake(NamedTuple):
    """A beginner's draft, and the rules' answer to it."""

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


Lines: TypeAlias = tuple[tuple[str, int], ...]
"""Where each key of a step stands in the file; the step itself under the empty key."""


def line_of(step: AnyStep, key: str) -> int:
    """Where a key of a step stands in the file."""
    return dict(step.lines).get(key, dict(step.lines).get("", 1))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson in one language."""

    name: str  # game/folder: what progress is kept under
    file: str
    key: str  # of the game
    title: str
    about: str
    teaches: tuple[str, ...]
    steps: tuple[AnyStep, ...]
    language: str = LANGUAGES[0]

    @property
    def game(self) -> AnyGame:
        return SHELF[self.key]


def broken_on_purpose(lesson: Lesson) -> tuple[str, ...]:
    """The rules that a learner breaks on purpose in a lesson."""
    return tuple(
        aim.value for step in lesson.steps for aim in step.goals if step.breaks_on_purpose and aim.name == "breaks"
    )
