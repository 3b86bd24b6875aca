"""`choose`: the learner picks the best of some drafts. By which measure the lesson says; which it is, the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import cost_by_measure, right_answer
from rallyman_tutor.tutor.lesson.kinds import answered, compared, judged, usual
from rallyman_tutor.tutor.lesson.kinds.answered import AnswerView
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet
from rallyman_tutor.tutor.lesson.shown import LessonView, Refutation
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.shown import View

KEYS = Keys(("drafts", "by"), types={"by": "text"})


@dataclass(frozen=True, slots=True)
class ChooseStep:
    """Drafts to choose from, and the measure by which one is the best."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    by: str
    once: bool = False
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "choose"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    within: ClassVar = GOOD_ENOUGH
    lays: ClassVar = False
    plays: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    lay_out = usual.lay_out_nothing
    end = usual.end_at_start
    take = answered.take
    solve = answered.solve
    earned = judged.earned
    accepts = judged.accepts
    hint_where = compared.hint_where
    hint_move = compared.hint_move
    find_right = compared.cheapest
    cost = cost_by_measure
    takes_home = compared.takes_home
    worth = compared.worth
    rules_asked = compared.rules_asked
    hint_without_rule = compared.hint_without_rule

    def play_out(self, sitting: Sitting, answer: str) -> Session:
        """The table with the best draft."""
        return compared.play_out(self, sitting, right_answer(sitting.lesson, sitting.at))

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The reason why the answer is worse; the worth of each draft, where something else than seconds decides."""
        if not sitting.answer:
            return None
        found = nothing_wrong_yet(sitting)
        if reasons.has_reasons(sitting.lesson, sitting.at):
            return {**found, "say": compared.gives_away(sitting)}
        found["worth"] = [{"id": one.id, "text": self.worth(sitting.lesson, sitting.at, one)} for one in self.choices]
        return judged.summed_up(sitting, found, in_one_sentence(sitting.session.game, found))

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That one draft is the best."""
        found = list(compared.prove_drafts(self, sitting, say))
        yield from found or judged.prove_words(sitting)

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> AnswerView:
        """The drafts die by die; once the best is known, what each is worth."""
        plain = compared.with_reasons(self, sitting, plain)
        return {**answered.show(self, sitting, plain, shown, said), "answers": compared.answers_shown(self, sitting)}


def read(step: StepReader) -> ChooseStep:
    """The step as it stands in the file."""
    if by := step.text("by"):
        step.check_measure(by)
    choices = step.drafts()
    return ChooseStep(**step.common(choices, after="may", tells=True), choices=choices, by=by)
