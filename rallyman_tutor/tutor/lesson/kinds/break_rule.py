"""`break`: the learner breaks a rule on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.kinds import driven, usual
from rallyman_tutor.tutor.lesson.kinds.driven import DraftView
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lines, Mistake, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import LessonView
from rallyman_tutor.tutor.lesson.sitting import goal_context
from rallyman_tutor.tutor.table.shown import Message, View

KEYS = Keys(("goals", "solution"), ("claims",))


@dataclass(frozen=True, slots=True)
class BreakStep:
    """A rule to break."""

    id: str
    start: str
    goals: tuple[Goal, ...]
    solution: str
    claims: tuple[Choice, ...] = ()
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "break"
    mistakes: ClassVar[tuple[Mistake, ...]] = ()
    choices: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = True
    plays: ClassVar = False
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = True

    describe_start = usual.describe_start
    read_start = usual.read_start
    take = driven.take
    solve = driven.solve
    earned = driven.earned
    find_right = driven.find_no_answer
    accepts = driven.accept_no_answer
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    refute = driven.refute
    hint_where = driven.hint_where
    hint_without_rule = driven.hint_without_rule
    hint_move = driven.hint_move
    lay_out = usual.lay_out_nothing
    end = usual.end_at_start
    rules_asked = driven.rules_named
    is_reached = driven.meets_goals

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the solution breaks the very rule."""
        return driven.prove(self, sitting, say, _prove_end)

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DraftView:
        """The rule that was broken on purpose; it was told already, and is not told again behind the step."""
        if sitting.done:
            shown["messages"] = self._as_intended(shown["messages"])
        return {**driven.show(self, sitting, plain, shown, said), "rule": None}

    def _as_intended(self, messages: Sequence[Message]) -> list[Message]:
        """Messages about a rule that was to be broken: the rule alone, without alarm or remedies; and then those about
        pieces laid behind that, or instead."""
        codes = [aim.value for aim in self.goals]
        for message in messages:
            if message["code"] in codes:
                intended: Message = {**message, "kind": Kind.FACT, "fix": "", "remedies": []}
                return [intended, *(other for other in messages if other["at"] > message["at"])]
        return list(messages)


def read(step: StepReader) -> BreakStep:
    """The step as it stands in the file."""
    found = BreakStep(**driven.read_common(step))
    if found.goals and [aim.name for aim in found.goals] != ["breaks"]:
        step.fault("break-goal", "goals")
    return found


def _prove_end(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    if not end.done:
        yield say("solution", "breaks-other", codes=[broken.code for broken in goal_context(end).objections])
    else:
        yield from driven.prove_full_stars(end, say)
