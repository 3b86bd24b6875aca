"""`order`: the learner puts some drafts in order, the best first. The lesson says by which measure; the engine finds
the order, and drafts that are worth the same may stand in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import cost_by_measure, cost_of_choice, right_answer
from rallyman_tutor.tutor.lesson.kinds import answered, compared, judged, usual
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.refutation import nothing_wrong_yet
from rallyman_tutor.tutor.lesson.shown import AnswerShown, HintShown, LessonView, Refutation
from rallyman_tutor.tutor.session.intents import Answer, AtStep
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import shared_words, words

KEYS = Keys(("drafts", "by"), types={"by": "text"})
LEAST = 3
"""So many drafts at least: the order of two is a choice of one."""


class RankingView(LessonView):
    """A step in which drafts are put in order."""

    wants: Literal["ranking"]
    answers: list[AnswerShown]


@dataclass(frozen=True, slots=True)
class OrderStep:
    """Drafts to put in order, and the measure. An answer is their ids in an order, with blanks between them."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    by: str
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "order"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    within: ClassVar = GOOD_ENOUGH
    lays: ClassVar = False
    plays: ClassVar = False
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    lay_out = usual.lay_out_nothing
    end = usual.end_at_start
    solve = answered.solve
    earned = judged.earned
    cost = cost_by_measure
    takes_home = compared.takes_home
    worth = compared.worth
    hint_where = compared.hint_where

    def take(self, sitting: Sitting, intent: AtStep) -> Sitting:
        """The sitting after an order of all drafts was given, or after a look at the table."""
        if not isinstance(intent, Answer):
            return answered.take(self, sitting, intent)
        if sorted(intent.id.split(" ")) != sorted(choice.id for choice in self.choices):
            raise Refused("no-such-answer")
        return judged.answered(self, sitting, intent.id)

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The order from the best to the worst."""
        best_first = sorted(self.choices, key=lambda choice: cost_of_choice(lesson, at, choice))
        return " ".join(choice.id for choice in best_first)

    def accepts(self, lesson: Lesson, at: int, answer: str) -> bool:
        """Whether no draft stands before a better one."""
        return not self._first_wrong(lesson, at, answer)

    def _first_wrong(self, lesson: Lesson, at: int, answer: str) -> tuple[Choice, ...]:
        """The first two neighbours of which the second is better; empty where there are none."""
        costs = [(choice, cost_of_choice(lesson, at, choice)) for choice in self._ranked(answer)]
        return next(((one, other) for (one, more), (other, less) in pairwise(costs) if more > less), ())

    def _ranked(self, answer: str) -> list[Choice]:
        """The drafts in the order of an answer."""
        drafts = dict(self.choices)
        return [Choice(id_, drafts[id_]) for id_ in answer.split(" ")]

    def play_out(self, sitting: Sitting, answer: str) -> Session:
        """The table with the best draft."""
        return compared.play_out(self, sitting, answer.split(" ", maxsplit=1)[0])

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The first two drafts that stand the wrong way round, with the worth of each."""
        if not sitting.answer:
            return None
        lesson, at, told = sitting.lesson, sitting.at, dict(self.words.answers)
        found, said = nothing_wrong_yet(sitting), shared_words(lesson.key, "lesson")
        early, late = self._first_wrong(lesson, at, sitting.answer)
        if reasons.has_reasons(lesson, at):
            gives = reasons.gives_away(lesson, at, early.id, late.id)
            return {
                **found,
                "say": said["not-in-order-gives"].format(early=told[early.id], late=told[late.id], gives=gives),
            }
        found["worth"] = [{"id": one.id, "text": self.worth(lesson, at, one)} for one in (early, late)]
        worse, better = (one["text"] for one in found["worth"])
        pair = {"early": told[early.id], "late": told[late.id], "worse": worse, "better": better}
        return {**found, "say": said["not-in-order"].format_map(pair)}

    def rules_asked(self, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
        """The rule that the step names, and those that any of the drafts meets, as all are to be compared."""
        yield self.rule, "rule"
        for choice in self.choices:
            yield from compared.rules_of_draft(lesson, at, choice.text)

    def hint_without_rule(self, sitting: Sitting) -> str:
        """The principle of driving that decides; else which draft is the best."""
        if principle := compared.hint_principle(sitting):
            return principle
        best = right_answer(sitting.lesson, sitting.at).split(" ")[0]
        said = shared_words(sitting.session.game.key, "lesson")["hint-first"]
        return str(said).format(answer=dict(self.words.answers)[best])

    def hint_move(self, sitting: Sitting) -> HintShown:
        """The whole order."""
        key, told = sitting.session.game.key, dict(self.words.answers)
        named = [told[choice.id] for choice in self._ranked(right_answer(sitting.lesson, sitting.at))]
        return {"text": shared_words(key, "lesson")["hint-order"].format(order=words(key).joined(named))}

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the drafts are legal and not all worth the same, that no two are nearly so, and that the lesson does not
        tell the order itself."""
        found = list(compared.prove_comparable(self, sitting, say))
        yield from found or self._prove_order(sitting, say)

    def _prove_order(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        lesson, at = sitting.lesson, sitting.at
        costs = {choice.id: cost_of_choice(lesson, at, choice) for choice in self._ranked(right_answer(lesson, at))}
        if len(set(costs.values())) == 1:
            yield say("drafts", "all-alike", by=self.by)
            return
        for (one, less), (other, more) in pairwise(costs.items()):
            if self.by == "cost" and 0 < more - less < self.within:
                yield say("drafts", "hardly-apart", list=[one, other], more=decimal(float(more - less), 2))
        if self.accepts(lesson, at, " ".join(choice.id for choice in self.choices)):
            yield say("drafts", "in-order")

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> RankingView:
        """Which draft comes first; the drafts as the lesson has them, and once they are in order, in that order."""
        plain = compared.with_reasons(self, sitting, plain)
        answers = {one["id"]: one for one in compared.answers_shown(self, sitting)}
        ranked = self._ranked(sitting.answer) if sitting.done else self.choices
        return {
            **plain,
            "wants": "ranking",
            "text": [*plain["text"], said[f"order-by-{self.by}"]],
            "answers": [answers[choice.id] for choice in ranked],
            "right": sitting.answer if sitting.done else "",
        }


def read(step: StepReader) -> OrderStep:
    """The step as it stands in the file."""
    if by := step.text("by"):
        step.check_measure(by)
    choices = step.drafts(LEAST)
    return OrderStep(**step.common(choices, after="may"), choices=choices, by=by)
