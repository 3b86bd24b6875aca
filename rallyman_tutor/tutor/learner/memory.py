"""How long one learner remembers, found out from the diary of practice.

The scheduler expects of everybody what it has learned from millions of strangers: of each rule it knows after how many
days nine of ten people still know it, its *stability*. A learner's own *pace* is one number by which all stabilities
are multiplied: at 2 they remember twice as long as expected and are asked half as often. It is the most likely one for
what they have known and forgotten in practice, found by maximum likelihood. Rules broken in play are left out: those
kept in play are not noted, so they would make everybody look forgetful.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log

from rallyman_tutor.tutor.learner.diary import FORGOTTEN, PRACTICE, Diary, Entry

ENOUGH_ANSWERS = 200
"""Answers in practice from which a pace is reckoned; before, everybody is taken to be like the others."""
DECAY = 0.1542
"""How fast the curve of forgetting falls, the scheduler's own: its last parameter."""
FACTOR = 0.9 ** (-1 / DECAY) - 1
"""Makes a rule known by nine of ten once its stability has gone by."""
LEAST, MOST = 0.1, 10.0
"""Between these a pace is looked for."""
SPREAD_OF_LEARNERS = 0.7
"""How far learners are from each other, in logarithms: with few answers a pace stays near 1."""
PRECISION = 0.01
"""How exactly a pace is found, in logarithms."""
FEWEST_DAYS = 0.25
"""Days; what was asked again sooner tells nothing about days."""


def chance_known(entry: Entry, pace: float) -> float:
    """The chance that this answer would be known, for a learner of this pace."""
    return float((1 + FACTOR * entry.days / (pace * entry.stability)) ** -DECAY)


def log_loss(entries: Iterable[Entry], pace: float) -> float:
    """How much these answers surprise somebody who believes in this pace; less is better."""
    chances = [chance_known(entry, pace) for entry in entries]
    known = [entry.grade > FORGOTTEN for entry in entries]
    return -sum(log(p if right else 1 - p) for p, right in zip(chances, known, strict=True)) / len(chances)


def telling_answers(diary: Diary) -> list[Entry]:
    """The answers that tell something about remembering: given in practice, and not on the same day."""
    return [entry for entry in diary if entry.kind == PRACTICE and entry.days >= FEWEST_DAYS and entry.stability > 0]


@lru_cache(maxsize=4)
def pace(diary: Diary) -> float | None:
    """A learner's pace; None as long as there are not enough answers yet."""
    entries = telling_answers(diary)
    if len(entries) < ENOUGH_ANSWERS:
        return None

    def surprise(at: float) -> float:
        return len(entries) * log_loss(entries, exp(at)) + (at / SPREAD_OF_LEARNERS) ** 2 / 2

    low, high = log(LEAST), log(MOST)
    while high - low > PRECISION:  # there is one valley: keep the two thirds that hold its bottom
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if surprise(left) < surprise(right) else (left, high)
    return exp((low + high) / 2)


def days_until_due(stability: float, own: float | None) -> int:
    """After how many days a rule is asked again at this learner's pace; at the earliest tomorrow."""
    return max(1, round(stability * (own or 1)))
