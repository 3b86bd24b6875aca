"""`roll`: the learner drives, or plays, until all goals are met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.kinds import driven, usual
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lines, Mistake, Sitting, StepText

KEYS = Keys(("goals", "solution"), ("mistakes", "dice", "claims"))


@dataclass(frozen=True, slots=True)
class RollStep:
    """Something to reach by driving."""

    id: str
    start: str
    goals: tuple[Goal, ...]
    solution: str
    dice: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    claims: tuple[Choice, ...] = ()
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "roll"
    choices: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = True
    plays: ClassVar = True
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    lay_out = driven.lay_out
    end = driven.end
    take = driven.take
    solve = driven.solve
    earned = driven.earned
    find_right = driven.find_no_answer
    accepts = driven.accept_no_answer
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    refute = driven.refute
    rules_asked = driven.rules_asked
    hint_where = driven.hint_where
    hint_without_rule = driven.hint_without_rule
    hint_move = driven.hint_move
    show = driven.show
    is_reached = driven.meets_goals

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the solution meets the goals, and shows what it tells of the dice."""
        return driven.prove(self, sitting, say, _prove_end)


def read(step: StepReader) -> RollStep:
    """The step as it stands in the file."""
    return RollStep(**driven.read_common(step), dice=step.dice(), mistakes=step.mistakes())


def _prove_end(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    if not end.done:
        yield from driven.prove_met(end, say)
    else:
        yield from driven.prove_outcomes(end, say)
        yield from driven.prove_full_stars(end, say)
