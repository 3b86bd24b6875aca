"""`quiz`: the learner answers a question whose right answer the lesson knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.kinds import answered, judged, usual
from rallyman_tutor.tutor.lesson.kinds.answered import AnswerView
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lesson_view import laid_dice
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet, rule_alone
from rallyman_tutor.tutor.lesson.shown import LessonView, Refutation
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.shown import View

KEYS = Keys(("answers", "right"), types={"answers": "texts", "right": "text"})


@dataclass(frozen=True, slots=True)
class QuizStep:
    """A question, its answers, and which one is right."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    right: str
    draft: str = ""  # what lies there
    breaks: tuple[str, ...] = ()  # what one of the answers breaks
    once: bool = False
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "quiz"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = False
    plays: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    end = usual.end_at_start
    take = answered.take
    solve = answered.solve
    play_out = judged.play_out_nothing
    earned = judged.earned
    accepts = judged.accepts
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    hint_where = judged.hint_where
    hint_without_rule = judged.hint_without_rule
    hint_move = judged.hint_move

    def lay_out(self, session: Session) -> Session:
        """The table with the draft that is asked about."""
        return replace(session, drafts=Drafts(session.game.read_draft(self.draft).moves if self.draft else ()))

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The right answer."""
        return self.right

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The rule; in the words of the lesson where it tells something to this answer."""
        if not sitting.answer:
            return None
        found, game = nothing_wrong_yet(sitting), sitting.session.game
        found["rules"] = [rule_alone(game, self.rule)] if self.rule else []
        return {**found, "say": judged.own_words(sitting) or in_one_sentence(game, found)}

    def rules_asked(self, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
        """The rules that the step names."""
        yield self.rule, "rule"
        yield from ((code, "breaks") for code in self.breaks)

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That something is told to each wrong answer, where no rule tells it."""
        return judged.prove_words(sitting, needs_all=not self.rule)

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> AnswerView:
        """The right answer, once it was given; and the dice of answers that are drafts."""
        found = answered.show(self, sitting, plain, shown, said)
        for one, choice in zip(found["answers"], self.choices, strict=True):
            if choice.text:
                one["draft"] = laid_dice(sitting.session, sitting.session.game.read_draft(choice.text).moves)
        return found


def read(step: StepReader) -> QuizStep:
    """The step as it stands in the file."""
    ids, right = step.get("answers", "texts"), step.text("right")
    step.check_ids(ids, "answers", len(ids), least=2)
    if ids and right not in ids and isinstance(step.table.get("right"), str):
        step.fault("right-is-none", "right", found=right, list=ids)
    choices = tuple(Choice(id_) for id_ in ids)
    return QuizStep(**step.common(choices, after="must", tells=True), choices=choices, right=right)
