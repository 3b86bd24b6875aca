"""The common parts of steps whose answer is right or wrong: it costs a star, it has words of its own, and the right one
is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.grading import is_right, offered_as, right_answer
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Lesson, Sitting
from rallyman_tutor.tutor.lesson.shown import HintShown, Refutation
from rallyman_tutor.tutor.lesson.sitting import finished, put_at
from rallyman_tutor.tutor.session.intents import AtTable
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update as update_session
from rallyman_tutor.tutor.words.words import shared_words


class JudgedStep(AnyStep, Protocol):
    """A step with a right answer."""

    def play_out(self, sitting: Sitting, answer: str) -> Session:
        """The table on which the learner sees what the answer was about, once the step is done."""


def play_out_nothing(step: JudgedStep, sitting: Sitting, answer: str) -> Session:
    """The table as it is."""
    return sitting.session


def answered(step: JudgedStep, sitting: Sitting, answer: str) -> Sitting:
    """An answer given: a wrong one costs a star, and ends the step where there is but one try; then the right one is
    played out on the road."""
    if sitting.done:
        return sitting
    sitting = replace(sitting, first_answer=sitting.first_answer or answer)
    if not is_right(sitting.lesson, sitting.at, answer):
        if answer != sitting.answer:  # the same click twice is one mistake
            tries = put_at(sitting.tries, sitting.at, sitting.tries[sitting.at] + 1)
            sitting = replace(sitting, tries=tries, wrong=(*sitting.wrong, answer))
        if not step.once:
            return replace(sitting, answer=answer)
    return finished(replace(sitting, answer=answer, session=step.play_out(sitting, answer)))


def at_table(sitting: Sitting, intent: AtTable) -> Sitting:
    """The sitting after a change of the table; an answer that was given for another draft is taken back."""
    session = update_session(sitting.session, intent)
    after = replace(sitting, session=session)
    return after if sitting.done or session.draft == sitting.session.draft else replace(after, answer="")


def earned(step: JudgedStep, sitting: Sitting, stars: int) -> int:
    """One star less for each wrong answer."""
    return stars - sitting.tries[sitting.at]


def accepts(step: JudgedStep, lesson: Lesson, at: int, answer: str) -> bool:
    """Whether an answer is the right one."""
    return answer == right_answer(lesson, at)


def own_words(sitting: Sitting) -> str:
    """The lesson's words to the answer that was given."""
    return dict(sitting.step.words.told).get(offered_as(sitting.lesson, sitting.at, sitting.answer), "")


def summed_up(sitting: Sitting, found: Refutation, sentence: str) -> Refutation:
    """A refutation that sums itself up, first in the words of the lesson."""
    return {**found, "say": f"{own_words(sitting)} {sentence}".strip()}


def hint_where(step: JudgedStep, sitting: Sitting) -> HintShown:
    """To read the question again."""
    said = shared_words(sitting.session.game.key, "lesson")
    return {"text": step.words.hint or said["hint-question"], "place": ""}


def hint_without_rule(step: JudgedStep, sitting: Sitting) -> str:
    """A wrong answer, as long as more than one is left then."""
    right = right_answer(sitting.lesson, sitting.at)
    return rule_out(sitting, next((choice.id for choice in step.choices if choice.id != right), ""))


def rule_out(sitting: Sitting, wrong: str) -> str:
    """That this answer is wrong; where it would leave but one, that no rule decides."""
    said, step = shared_words(sitting.session.game.key, "lesson"), sitting.step
    if len(step.choices) < 3:
        return str(said["hint-no-rule"])
    return str(said["hint-not"]).format(answer=dict(step.words.answers)[wrong])


def hint_move(step: JudgedStep, sitting: Sitting) -> HintShown:
    """The right answer."""
    right = right_answer(sitting.lesson, sitting.at)
    said, answers = shared_words(sitting.session.game.key, "lesson"), dict(step.words.answers)
    return {"text": said["hint-answer"].format(answer=answers.get(right, right))}


def right_once_done(sitting: Sitting) -> str:
    """The right answer, once it was given."""
    return right_answer(sitting.lesson, sitting.at) if sitting.done else ""


def prove_words(sitting: Sitting, needs_all: bool = False) -> Iterator[Fault]:
    """Checks the words told to answers: nothing but the praise to the right one; and with `needs_all` some to each
    wrong one."""
    lesson, step, right = sitting.lesson, sitting.step, right_answer(sitting.lesson, sitting.at)
    file, words = str(Path(lesson.file).with_name(f"{lesson.language}.md")), step.words
    told = [choice.id for choice in words.told]
    if right and right in told:
        yield Fault(file, words.line, step.id, "told-right", {"found": right})
    if needs_all:
        for silent in (one.id for one in step.choices if one.id not in (*told, right)):
            yield Fault(file, words.line, step.id, "told-not", {"found": silent})
