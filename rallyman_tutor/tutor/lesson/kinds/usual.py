"""The usual parts of steps: they begin at a table that is described in one line of text. And the parts of those in
which nothing is laid at the start, nothing is played, or no answers are compared."""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.game import AnyGame, AnyState, Spec
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Choice, Lesson, Sitting
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.session.session import Session


def describe_start(step: AnyStep, game: AnyGame) -> Spec:
    """The description of the game."""
    return game.spec(step.start, ())


def read_start(step: AnyStep, game: AnyGame) -> AnyState:
    """The state at the start."""
    return game.new(step.describe_start(game))


def lay_out_nothing(step: AnyStep, session: Session) -> Session:
    """The table at the start as it is."""
    return session


def end_at_start(step: AnyStep, lesson: Lesson, at: int) -> AnyState:
    """The state at the start, where nothing is played."""
    return start_state(lesson, at)


def costs_nothing(step: AnyStep, lesson: Lesson, at: int, choice: Choice) -> Fraction:
    """The cost of an answer where answers are not compared."""
    return Fraction(0)


def takes_nothing_home(step: AnyStep, sitting: Sitting) -> str:
    """The principle to take home where answers are not compared: none."""
    return ""
