"""How likely is it that a draft goes wrong? A learner names a range, and then the exact chance is told.

The drafts are answers of the puzzles: what learners and good drivers would lay in positions of real stages. Those that
cannot go wrong, and those that must, are not asked; nor is what has no chance of its own: the first dice of a draft
that has to be driven on, and a shortcut, whose card may take a die away.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from random import Random
from typing import NamedTuple

from rallyman_tutor.coach import puzzles
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.learner.diary import PRACTICE, Diary
from rallyman_tutor.tutor.lesson.kinds.quiz import QuizStep
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, StepText
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.words.figures import percent
from rallyman_tutor.tutor.words.move_words import named
from rallyman_tutor.tutor.words.words import shared_words, words

BOUNDS = (Fraction(5, 100), Fraction(15, 100), Fraction(25, 100), Fraction(40, 100))
"""Between two ranges of chances."""
RANGES = len(BOUNDS) + 1
FEWEST_DICE = 2
CUT = "cut"
"""The kind of a space on a shortcut."""
AFTER = 2
"""Answers in a row in practice after which a guess is asked for."""


class DraftChance(NamedTuple):
    """A draft in its position, and the chance that it goes wrong."""

    position: str
    state: AnyState
    draft: tuple[AnyMove, ...]
    chance: Fraction


def range_of(chance: float | Fraction) -> int:
    """The number of the range in which a chance lies, from 0."""
    return bisect_right(BOUNDS, chance)


def middle_of(number: int) -> float:
    """The chance in the middle of a range."""
    ends = (Fraction(0), *BOUNDS, Fraction(1))
    return float(ends[number] + ends[number + 1]) / 2


def address(key: str) -> str:
    """Where one is asked about drafts of a game."""
    return f"{addresses.RISK}/{key}"


def is_turn_for_one(diary: Diary) -> bool:
    """Whether in practice a guess is asked for now."""
    return len(diary) >= AFTER and all(entry.kind == PRACTICE for entry in diary[-AFTER:])


def laid(game: AnyGame, seed: str) -> DraftChance:
    """A draft to ask about: each range of chances comes as often as another."""
    luck = Random(f"{game.key}:{seed}")
    wanted, shipped = luck.randrange(RANGES), puzzles.puzzles(game.key)
    while True:
        puzzle = luck.choice(shipped)
        state = game.read(puzzle.position)
        draft = _dice(game, state, luck.choice(puzzle.answers).moves)
        if len(draft) >= FEWEST_DICE and not game.judge(state, draft) and _has_chance_of_its_own(game, state, draft):
            chance = sum(game.risk(state, draft), Fraction(0))
            if 0 < chance < 1 and to_a_tenth(chance) not in BOUNDS and range_of(chance) == wanted:
                return DraftChance(puzzle.position, state, draft, chance)


def to_a_tenth(chance: Fraction) -> Fraction:
    """A chance to a tenth of a percent, as it is told: told more roughly, it would seem to lie in the next range."""
    return Fraction(round(chance * 1000), 1000)


def in_words(chance: Fraction) -> str:
    """A chance as it is told behind the answer."""
    return percent(to_a_tenth(chance), 1)


def _dice(game: AnyGame, state: AnyState, line: tuple[str, ...]) -> tuple[AnyMove, ...]:
    """The dice with which a decision begins, one by one."""
    found: list[AnyMove] = []
    for text in line:
        (move,) = game.read_moves(state, text)
        form = game.form(move)
        if not found and form.steps:
            return form.steps
        if form.kind != "die":
            break
        found.append(move)
    return tuple(found)


def _has_chance_of_its_own(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> bool:
    """Whether what follows these dice, and what a card may do to them, has no part in how likely they go wrong."""
    kinds = {place.key: place.kind for place in game.places(state)}
    return not game.frozen_draft(state) and all(kinds.get(lies.place) != CUT for lies in game.desk(state, draft).laid)


def as_lesson(game: AnyGame, seed: str) -> Lesson:
    """A question about a draft, as a lesson of one step with one try."""
    asked, page, language = laid(game, seed), shared_words(game.key, "page"), words(game.key)
    dice = [
        page["risk-die"].format(die=named(game, language, {}, lies, move), chance=in_words(chance))
        for move, lies, chance in zip(
            asked.draft, game.desk(asked.state, asked.draft).laid, game.risk(asked.state, asked.draft), strict=True
        )
        if chance
    ]
    after = page["risk-after"].format(chance=in_words(asked.chance), list=", ".join(dice))
    ranges = tuple(Choice(str(number), text) for number, text in enumerate(page["risk-ranges"]))
    told = StepText(
        goal=page["risk-goal"], text=(page["risk-text"],), hint=page["risk-hint"], answers=ranges, after=after
    )
    step = QuizStep(
        "risk",
        asked.position,
        draft=" ".join(map(game.write_move, asked.draft)),
        choices=tuple(Choice(one.id) for one in ranges),
        right=str(range_of(asked.chance)),
        once=True,
        words=told,
    )
    return Lesson(address(game.key), "", game.key, page["risk"], "", (), (step,))


def guessed(lesson: Lesson, answer: str) -> tuple[float, float]:
    """The chance that a learner meant with an answer, and the true one."""
    session = session_at_start(lesson, 0)
    chance = sum(lesson.game.risk(session.state, session.draft), Fraction(0))
    return middle_of(int(answer)), float(chance)
