"""Where a learner who knows the game should begin: found by a few questions about rules, each from one lesson.

Lessons build on each other, so a learner is taken to know all of them up to some lesson, and none from there on: that
one is their *first gap*. Each answer makes some first gaps more likely and others less, by the rule of Bayes. The next
question is about the lesson that divides them most evenly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import addresses, first_evening, practice
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.words.language import kept_by_language
from rallyman_tutor.tutor.words.words import shared_words

SLIP = 0.08
"""How often somebody answers wrong who knows the rule."""
SURE = 0.9
"""The placement ends as soon as the first gap is so likely to be one of three neighbours."""
SURE_OF_BEGINNERS = 0.6
"""How likely the first or the second lesson has to be the first gap itself."""
MOST_QUESTIONS = 18


@dataclass(frozen=True, slots=True)
class PlacementQuestion:
    """A question that was asked: its lesson, counted from 0, and its rule; how often a guess is right; the answer."""

    lesson: int
    code: str
    guess: float
    is_right: bool


def address(game: AnyGame) -> str:
    """Where the placement of a game is."""
    return f"{addresses.PLACEMENT}/{game.key}"


def askable(covers: Iterable[Cover], key: str) -> list[tuple[Cover, tuple[str, ...]]]:
    """The lessons about the rules of a game, in order, each with those of its rules that can be asked."""
    return [
        (cover, tuple(code for code in cover.teaches if practice.game_of({key: SHELF[key]}, code, key)))
        for cover in covers
        if cover.key == key and cover.teaches
    ]


def chances(many: int, asked: Iterable[PlacementQuestion]) -> list[float]:
    """How likely each first gap is among so many lessons, by these answers; the last entry is a learner without a
    gap."""
    likely = [1.0] * (many + 1)
    for one in asked:
        for gap in range(many + 1):
            right = 1 - SLIP if gap > one.lesson else one.guess
            likely[gap] *= right if one.is_right else 1 - right
    whole = sum(likely)
    return [chance / whole for chance in likely]


def first_gap(likely: Sequence[float]) -> tuple[int, float]:
    """The first gap in the middle of what is likely, and how likely it or a neighbour is the right one."""
    middle = bisect_left([*accumulate(likely)], 0.5)
    return middle, sum(likely[max(0, middle - 1) : middle + 2])


def lesson_to_ask(likely: Sequence[float], can_be_asked: Sequence[bool]) -> int | None:
    """The lesson whose question tells most: a learner knows it with a chance nearest to one half. None where the
    answers tell enough."""
    gap, near = first_gap(likely)
    is_beginner = gap <= 1  # whether they know the first lesson makes a difference
    if (near >= SURE and (not is_beginner or likely[gap] >= SURE_OF_BEGINNERS)) or not any(can_be_asked):
        return None
    known = [sum(likely[lesson + 1 :]) for lesson in range(len(can_be_asked))]
    return min((lesson for lesson, can in enumerate(can_be_asked) if can), key=lambda lesson: abs(known[lesson] - 0.5))


def next_question(
    game: AnyGame, lessons: Sequence[tuple[Cover, tuple[str, ...]]], asked: Sequence[PlacementQuestion], seed: str
) -> tuple[Lesson, PlacementQuestion] | None:
    """The next question, as noted if the answer is wrong; None where the first gap is known well enough."""
    if len(asked) >= MOST_QUESTIONS:
        return None
    likely = chances(len(lessons), asked)
    without_question = set[int]()
    while True:
        can = [bool(codes) and at not in without_question for at, (_, codes) in enumerate(lessons)]
        at = lesson_to_ask(likely, can)
        if at is None:
            return None
        often = [one.code for one in asked]
        for code in sorted(lessons[at][1], key=often.count):
            if lesson := _question(game.key, code, seed, len(asked)):
                return lesson, PlacementQuestion(at, code, 1 / _answers(lesson), is_right=False)
        without_question.add(at)


@kept_by_language(128)
def _question(key: str, code: str, seed: str, before: int) -> Lesson | None:
    """An exercise as a question of the placement, behind so many others. A class that begins in one minute is asked the
    same ones, which are then made once."""
    game = SHELF[key]
    found = practice.exercise(game, code, f"{seed}:{before}")
    if found is None:
        return None
    exercise, words = practice.as_lesson(game, found), shared_words(key, "page")
    (step,) = exercise.steps
    step = replace(step, words=step.words._replace(text=(words["placement-text"],)))
    return replace(exercise, title=words["placement-question"].format(n=before + 1), steps=(step,))


def _answers(lesson: Lesson) -> int:
    """How many answers there are to choose from, or dice to point at."""
    return len(lesson.steps[0].choices) or len(session_at_start(lesson, 0).draft)


def lesson_to_begin(covers: Sequence[Cover], key: str, asked: Sequence[PlacementQuestion]) -> str:
    """The lesson at which to begin. Who knows all rules begins behind them; nothing, where no lesson is behind them."""
    course = askable(covers, key)
    gap, _ = first_gap(chances(len(course), asked))
    evening = first_evening.of_game(covers, key)
    behind = (cover.name for cover in covers if cover.key == key and not cover.teaches and cover.name != evening)
    return course[gap][0].name if gap < len(course) else next(behind, "")
