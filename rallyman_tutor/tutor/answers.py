"""What the engine itself answers to a question of a lesson, and what each draft to choose from is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.goals import Moment, as_number, is_met
from rallyman_tutor.tutor.lessons import Choice, Lesson, foreseen
from rallyman_tutor.tutor.opening import foretold, opening, play_on, table

BY = ("risk", "seconds", "progress", "points")
"""By what drafts are compared."""
DISTANCES = ("km", "distance")
"""What tells how far a player has come where nobody drives from space to space."""


@lru_cache(maxsize=1024)
def right_answer(lesson: Lesson, at: int) -> str:
    """The answer that the engine gives; nothing where it gives none, or more than one."""
    step = lesson.steps[at]
    if step.kind == "find":
        return str(step.wrong - 1)
    if step.kind == "quiz":
        return step.right
    if step.kind == "predict":
        right = [choice.id for choice in step.choices if comes_true(lesson, at, choice)]
    else:
        worth = {choice.id: merit(lesson, at, choice) for choice in step.choices}
        right = [id_ for id_, value in worth.items() if value == min(worth.values())]
    return right[0] if len(right) == 1 else ""


def comes_true(lesson: Lesson, at: int, choice: Choice) -> bool:
    """Whether what an answer foresees does happen."""
    game, replay = lesson.game, foretold(lesson, at)
    aim = foreseen(game, replay.start, choice.text)
    return is_met(aim, Moment(game, replay.start, replay.state, (), replay.past))


def merit(lesson: Lesson, at: int, choice: Choice) -> Fraction:
    """What a draft is worth by the measure of its step; less is better."""
    game, state, by = lesson.game, opening(lesson, at), lesson.steps[at].by
    draft = game.read_draft(choice.text).moves
    if by == "risk":
        return sum(game.risk(state, draft), Fraction(0))
    if by == "seconds":
        return Fraction(seconds(lesson, state, draft))
    if by == "points" or game.hides:
        return -Fraction(counted(lesson, at, draft))
    now = Moment(game, state, state, draft)
    return -Fraction([place.key for place in game.places(state)].index(now.place))


def seconds(lesson: Lesson, state: AnyState, draft: tuple[AnyMove, ...]) -> int:
    """What the card behind a draft would cost."""
    gauges = lesson.game.desk(state, draft).gauges
    return gauges["cards"][gauges["then"]]


def counted(lesson: Lesson, at: int, draft: tuple[AnyMove, ...]) -> int:
    """What the learner has in points, or how far he has come, once a draft is played and nothing goes wrong."""
    start, by = table(lesson, at).replay, lesson.steps[at].by
    after = play_on(start, draft, lesson.game.calm)
    facts = Moment(lesson.game, start.state, after.state, (), after.past).stand.facts
    return next(as_number(facts[name]) for name in ((by,) if by == "points" else DISTANCES) if name in facts)


def measures(game: AnyGame, state: AnyState) -> tuple[str, ...]:
    """By what drafts can be compared in a game."""
    desk = game.desk(state, ())
    has = {"seconds": not game.hides, "points": "points" in desk.stands[0].facts}
    return tuple(by for by in BY if has.get(by, True))
