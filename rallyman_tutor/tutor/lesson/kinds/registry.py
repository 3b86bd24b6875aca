"""The kinds that a lesson can be written with: the keys of each, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rallyman_tutor.tutor.lesson.kinds import break_rule, choose, decide, drive, find, goal, predict, quiz, roll
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import AnyStep


class Kind(NamedTuple):
    """The keys of a kind, and who reads it."""

    keys: Keys
    read: Callable[[StepReader], AnyStep]


KINDS: Mapping[str, Kind] = {
    "goal": Kind(goal.KEYS, goal.read),
    "roll": Kind(roll.KEYS, roll.read),
    "break": Kind(break_rule.KEYS, break_rule.read),
    "find": Kind(find.KEYS, find.read),
    "predict": Kind(predict.KEYS, predict.read),
    "choose": Kind(choose.KEYS, choose.read),
    "decide": Kind(decide.KEYS, decide.read),
    "quiz": Kind(quiz.KEYS, quiz.read),
    "drive": Kind(drive.KEYS, drive.read),
}
