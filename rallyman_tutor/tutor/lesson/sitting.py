"""A learner in a lesson: which step, the table as it stands, hints taken, wrong answers given, stars earned.

A sitting is a value that holds a session: the table of the step. What the learner does there is passed on to the
session, and the goals are checked after every change, so any legal way to meet them counts. `refutation.py` tells why
something is wrong, `hints.py` helps on, and `lesson_view.py` makes plain data of all of it for a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.goals import GoalContext
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.session.intents import Again, AtTable, Hint, InLesson, Next, Step

MOST_STARS = 3
WHERE, RULE, MOVE = 1, 2, 3
"""The stages of a hint."""


def sit_down(lesson: Lesson, at: int = 0, stars: Iterable[int] = (), told: str = "") -> Sitting:
    """A learner at a step of a lesson, with the stars of earlier times, and the principle taken home just before."""
    none = (0,) * len(lesson.steps)
    kept = tuple(min(MOST_STARS, max(0, star)) for star in stars)[: len(none)]
    at = min(max(at, 0), len(none) - 1)
    return Sitting(lesson, at, session_at_start(lesson, at), none, none, kept + none[len(kept) :], told=told)


# -- What the learner does --------------------------------------------------------------------------------------------


def update(sitting: Sitting, intent: InLesson | AtTable) -> Sitting:
    """The sitting after what the learner did. What an intent names may not exist."""
    match intent:
        case Hint():
            return _hint(sitting)
        case Next():
            return _next(sitting)
        case Step(at):
            return _step(sitting, at)
        case Again():
            return _enter(sitting, sitting.at)
        case _:
            return sitting.step.take(sitting, intent)


def attempt(sitting: Sitting, intent: InLesson | AtTable) -> tuple[Sitting, Refused | Illegal | None]:
    """The sitting after an intent, or the same one and why it was refused."""
    try:
        return update(sitting, intent), None
    except (Refused, Illegal) as problem:
        return sitting, problem


def _hint(sitting: Sitting) -> Sitting:
    """The next stage of the hints: where to look, which rule, the move itself."""
    if sitting.done:
        return sitting
    return replace(sitting, hints=put_at(sitting.hints, sitting.at, min(MOVE, sitting.hints[sitting.at] + 1)))


def _next(sitting: Sitting) -> Sitting:
    if not sitting.done:
        raise Refused("not-done-yet")
    if sitting.at + 1 == len(sitting.lesson.steps):
        raise Refused("last-step")
    return _enter(sitting, sitting.at + 1)


def _step(sitting: Sitting, at: int) -> Sitting:
    if not 0 <= at < len(sitting.lesson.steps):
        raise Refused("no-such-step")
    return _enter(sitting, at)


def _enter(sitting: Sitting, at: int) -> Sitting:
    """A step from its start. Hints and wrong answers of a step that was done before are forgotten; where there is but
    one try, it stays done."""
    if sitting.step.once and sitting.done and at == sitting.at:
        return sitting
    fresh = bool(sitting.stars[at])
    hints, tries = (put_at(kept, at, 0) if fresh else kept for kept in (sitting.hints, sitting.tries))
    start = session_at_start(sitting.lesson, at)
    return Sitting(sitting.lesson, at, start, hints, tries, sitting.stars, told=sitting.told)


def put_at(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


# -- What it earns ----------------------------------------------------------------------------------------------------


def goal_context(sitting: Sitting) -> GoalContext:
    """The table for the goals of the step; the draft counts only where laying dice is the task."""
    session = sitting.session
    draft = session.draft if sitting.step.lays and not sitting.step.plays else ()
    return GoalContext(session.game, session.replay.start, session.state, draft, session.replay.past)


def finished(sitting: Sitting) -> Sitting:
    """The sitting once its step is done, with the stars of this time, if they are more than before."""
    stars = max(sitting.stars[sitting.at], earned_stars(sitting))
    return replace(sitting, done=True, stars=put_at(sitting.stars, sitting.at, stars))


def earned_stars(sitting: Sitting) -> int:
    """The stars for this time: fewer for hints, for wrong answers, and over par."""
    hints = sitting.hints[sitting.at]
    return max(1, sitting.step.earned(sitting, MOST_STARS if not hints else MOST_STARS - 1 if hints < MOVE else 1))
