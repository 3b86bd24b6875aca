"""How a turn is driven: all at once or one by one, with how many dice, and where it ends."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    at_once,
    drive_on,
    fewer_dice,
    more_dice,
    one_by_one,
    other_dice,
    stop_here,
)
from rallyman_tutor.coach.principles.principle import Principle

PLAN = (
    Principle("CLD-PLAN-01", frozenset({"earned"}), at_once),
    Principle("CLD-PLAN-02", frozenset({"pace"}), at_once),
    Principle("CLD-PLAN-03", frozenset({"lost", "out"}), at_once),
    Principle("CLD-PLAN-04", frozenset({"spent"}), at_once),
    Principle("CLD-PLAN-05", frozenset({"lost", "out"}), one_by_one),
    Principle("CLD-PLAN-06", frozenset({"pace"}), one_by_one),
    Principle("CLD-PLAN-07", frozenset({"earned"}), more_dice),
    Principle("CLD-PLAN-08", frozenset({"pace"}), more_dice),
    Principle("CLD-PLAN-09", frozenset({"lost", "out"}), more_dice),
    Principle("CLD-PLAN-10", frozenset({"lost", "out"}), fewer_dice),
    Principle("CLD-PLAN-11", frozenset({"pace"}), fewer_dice),
    Principle("CLD-PLAN-12", frozenset({"pace now"}), other_dice),
    Principle("CLD-PLAN-13", frozenset({"pace later"}), other_dice),
    Principle("CLD-PLAN-14", frozenset({"lost", "out"}), other_dice),
    Principle("CLD-PLAN-15", frozenset({"earned"}), other_dice),
    Principle("CLD-PLAN-16", frozenset({"pace"}), drive_on),
    Principle("CLD-PLAN-17", frozenset({"lost", "out"}), drive_on),
    Principle("CLD-PLAN-18", frozenset({"lost", "out"}), stop_here),
    Principle("CLD-PLAN-19", frozenset({"pace"}), stop_here),
)
