"""The common parts of steps in which a question is answered, and nothing is laid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.kinds import judged
from rallyman_tutor.tutor.lesson.kinds.judged import JudgedStep
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.shown import AnswerShown, LessonView
from rallyman_tutor.tutor.session.intents import Answer, Ask, AtStep, Look, Undo
from rallyman_tutor.tutor.table.shown import View


class AnswerView(LessonView):
    """A step in which one of some answers is chosen."""

    wants: Literal["answer"]
    answers: list[AnswerShown]


def take(step: JudgedStep, sitting: Sitting, intent: AtStep) -> Sitting:
    """The sitting after an answer, or after a look at the table; nothing else is taken."""
    match intent:
        case Answer(id_):
            return chosen(step, sitting, id_)
        case Look() | Ask():
            return judged.at_table(sitting, intent)
        case Undo():
            return replace(sitting, answer="")
        case _:
            raise Refused("only-answers")


def chosen(step: JudgedStep, sitting: Sitting, id_: str) -> Sitting:
    """The sitting after one of the answers was chosen."""
    if id_ not in [choice.id for choice in step.choices]:
        raise Refused("no-such-answer")
    return judged.answered(step, sitting, id_)


def show(step: JudgedStep, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> AnswerView:
    """The answers; and which is right, once it was given."""
    told, language = dict(step.words.answers), sitting.lesson.other_language
    answers: list[AnswerShown] = [
        {"id": one.id, "text": told[one.id], "brief": "", "draft": [], "worth": ""} for one in step.choices
    ]
    for answer in answers if language else ():
        answer["language"] = language
    return {**plain, "wants": "answer", "right": judged.right_once_done(sitting), "answers": answers}


def solve(step: JudgedStep, sitting: Sitting) -> Iterator[AtStep]:
    """The right answer."""
    yield Answer(right_answer(sitting.lesson, sitting.at))
