"""The kinds that a lesson can be written with: the keys of each, who reads it, and what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rallyman_tutor.tutor.lesson.kinds import (
    answered,
    break_rule,
    choose,
    decide,
    decided,
    drive,
    driven,
    find,
    goal,
    order,
    predict,
    quiz,
    roll,
)
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import AnyStep
from rallyman_tutor.tutor.lesson.shown import LessonView


class Kind(NamedTuple):
    """The keys of a kind, who reads it, and the parts of it that a page shows."""

    keys: Keys
    read: Callable[[StepReader], AnyStep]
    shown: type[LessonView]


KINDS: Mapping[str, Kind] = {
    "goal": Kind(goal.KEYS, goal.read, driven.DraftView),
    "roll": Kind(roll.KEYS, roll.read, driven.DraftView),
    "break": Kind(break_rule.KEYS, break_rule.read, driven.DraftView),
    "find": Kind(find.KEYS, find.read, find.DieView),
    "predict": Kind(predict.KEYS, predict.read, answered.AnswerView),
    "choose": Kind(choose.KEYS, choose.read, answered.AnswerView),
    "order": Kind(order.KEYS, order.read, order.RankingView),
    "decide": Kind(decide.KEYS, decide.read, decided.DecisionView),
    "quiz": Kind(quiz.KEYS, quiz.read, answered.AnswerView),
    "drive": Kind(drive.KEYS, drive.read, driven.DraftView),
}
