"""A lesson as a page shows it: plain data."""

from __future__ import annotations

from typing import NewType, NotRequired, TypedDict

from rallyman_tutor.tutor.table.shown import Laying
from rallyman_tutor.tutor.words.explain import (
    ExplanationData,
)
from rallyman_tutor.tutor.words.happenings import Happening
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed


class HintShown(TypedDict):
    """A hint: its words, and what it shows on the road."""

    text: str
    place: NotRequired[str]  # where to look
    draft: NotRequired[list[Laying]]  # the move itself
    language: NotRequired[str]  # of a lesson that is told in another one than the page


class ChoiceWorth(TypedDict):
    """The worth of one of the drafts to choose from."""

    id: str
    text: str


class Refutation(TypedDict):
    """Why an answer or a draft is wrong; `say` sums it up, first in the words of the lesson where it has some."""

    answer: str
    rules: list[ExplanationData]
    events: list[Happening]
    goals: list[str]  # that are still open
    lost: list[str]  # goals that cannot be reached any more
    worth: list[ChoiceWorth]
    say: str


KindWord = NewType("KindWord", str)
"""The word of a kind of steps. The page's scripts know all there are, and a misspelt one fails their types."""


class StepListed(TypedDict):
    """One step in the list of a lesson's steps."""

    id: str
    kind: KindWord
    done: bool
    stars: int


class GoalShown(TypedDict):
    """One goal of a step, and whether it is met."""

    text: str
    met: bool


class PictureShown(TypedDict):
    """A picture in the text: its name among those of the place, and what it shows in words."""

    file: str
    alt: str


class AnswerShown(TypedDict):
    """An answer to choose or something to claim, and the dice that it lays."""

    id: str
    text: str
    brief: str  # beside its dice; nothing where they are not drawn
    draft: list[Laying]
    worth: str  # what a draft to choose is worth, once the best is known
    language: NotRequired[str]  # of a lesson that is told in another one than the page


LessonView = TypedDict(
    "LessonView",
    {
        "lesson": str,
        "title": str,
        "about": str,
        "steps": list[StepListed],
        "at": int,  # the step that is open, from 0
        "id": str,
        "kind": KindWord,
        "lays": bool,  # whether the learner lays dice
        "plays": bool,  # and plays what lies there
        "task": str,  # what a step of this kind asks for
        "goal": str,
        "text": list[str],
        "pictures": list[PictureShown],
        "hints": list[HintShown],
        "more-hints": bool,
        "answer": str,  # the one given last
        "right": str,  # the right one, once it was given
        "after": str,  # what is told once the step is done
        "rule": ExplanationData | None,
        "principle": PrincipleNamed | None,  # to be taken home, or told by a hint
        "figures": list[str],  # to the last digit, for whoever asks
        "done": bool,
        "stars": int,
        "refutation": Refutation | None,
        "last": bool,
        "passed": bool,
        "say": str,  # for ears: what came of what was done
        "say-language": NotRequired[str],  # where these are words of a lesson that is told in another than the page
    },
)
"""The parts of a lesson that a page shows in every step. A kind of steps adds some of its own: `kinds/registry.py`
names for each kind the type of the whole, which says by `wants` what the learner is to give."""
