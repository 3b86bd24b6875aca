"""`decide`: the learner lays what costs least, and it is judged; nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.coach.draft_worth import NEGLIGIBLE
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.tutor.advice.worth_view import A_TENTH
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import best_of_all, cost_by_measure, decision_of, right_answer, seconds_behind
from rallyman_tutor.tutor.lesson.kinds import compared, decided, judged, usual
from rallyman_tutor.tutor.lesson.kinds.decided import DecisionView
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import LessonView
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.figures import decimal

KEYS = Keys(("drafts",), ("within",), {"within": "seconds"})


@dataclass(frozen=True, slots=True)
class DecideStep:
    """A decision of a drive, and drafts that come to mind."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    within: float = GOOD_ENOUGH  # seconds behind the best: what costs less than this more is right
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "decide"
    by: ClassVar = "cost"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    lays: ClassVar = True
    plays: ClassVar = True
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    end = usual.end_at_start
    earned = judged.earned
    lay_out = decided.lay_out
    take = decided.take
    solve = decided.solve
    play_out = compared.play_out
    find_right = compared.cheapest
    cost = cost_by_measure
    takes_home = compared.takes_home
    worth = compared.worth
    refute = decided.refute
    rules_asked = compared.rules_asked
    hint_where = decided.hint_where
    hint_without_rule = compared.hint_without_rule
    hint_move = decided.hint_move

    def accepts(self, lesson: Lesson, at: int, answer: str) -> bool:
        """Whether a decision is good enough."""
        return seconds_behind(lesson, at, answer) < self.within

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """As of drafts to choose; and no possible decision costs less than the best of them, and no two are the
        same."""
        found = list(compared.prove_drafts(self, sitting, say)) or list(self._prove_decisions(sitting, say))
        yield from found or judged.prove_words(sitting)

    def _prove_decisions(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        lesson, at, game = sitting.lesson, sitting.at, sitting.lesson.game
        right = right_answer(lesson, at)
        if (more := seconds_behind(lesson, at, right)) >= NEGLIGIBLE:
            move = game.write_move(best_of_all(lesson, at))
            yield say("drafts", "better-laid", id=right, move=move, more=decimal(more, 2))
        known: dict[str, str] = {}
        for choice in self.choices:
            made = game.write_move(decision_of(lesson, at, choice.id))
            if made in known:
                yield say("drafts", "same-decision", list=[known[made], choice.id])
            known.setdefault(made, choice.id)

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DecisionView:
        """The margin allowed; and behind the step how good the decision was."""
        found = decided.show(self, sitting, plain, said["decide-how"].format(within=f"{self.within:g}"))
        if sitting.done:
            behind = seconds_behind(sitting.lesson, sitting.at, sitting.answer)
            case = "decided-best" if behind < A_TENTH else "decided-good"
            best = dict(self.words.answers)[right_answer(sitting.lesson, sitting.at)]
            found["after"] = f"{said[case].format(behind=decimal(behind), best=best)} {found['after']}".strip()
        return found


def read(step: StepReader) -> DecideStep:
    """The step as it stands in the file."""
    step.check_measure("cost", is_laid=True)
    choices, within = step.drafts(), step.get("within", "seconds")
    return DecideStep(
        **step.common(choices, after="may", tells=True),
        choices=choices,
        within=within or GOOD_ENOUGH,
    )
