"""The common parts of steps in which a decision is laid on the table and judged: of a drive, and of a game at cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.demonstration import carry_out_move
from rallyman_tutor.tutor.lesson.grading import LAID, decision_of, given, right_answer
from rallyman_tutor.tutor.lesson.kinds import answered, compared, judged
from rallyman_tutor.tutor.lesson.kinds.compared import ComparedStep
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet
from rallyman_tutor.tutor.lesson.shown import AnswerShown, HintShown, LessonView, Refutation
from rallyman_tutor.tutor.session.intents import Act, Answer, AtStep, Claim, Point, Undo
from rallyman_tutor.tutor.session.playing import offered
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.shown import Laying
from rallyman_tutor.tutor.words.words import shared_words


def lay_out(step: ComparedStep, session: Session) -> Session:
    """The table with the dice that lie there already and have to be driven on."""
    return replace(session, drafts=Drafts(tuple(session.game.frozen_draft(session.state) or ())))


def take(step: ComparedStep, sitting: Sitting, intent: AtStep) -> Sitting:
    """The sitting after a decision, which is judged; after an answer was chosen; or after any change of the table."""
    match intent:
        case Answer() | Point() | Claim():
            return answered.take(step, sitting, intent)
        case Act(named) if not sitting.done:
            return _decide(step, sitting, named)
        case Undo() if sitting.answer and not sitting.done:
            return replace(sitting, answer="")
        case _:
            return judged.at_table(sitting, intent)


def _decide(step: ComparedStep, sitting: Sitting, named: str) -> Sitting:
    """The sitting after a decision for which dice are laid: it is judged, and nothing is rolled."""
    session = sitting.session
    move = offered(session, named)
    if broken := session.game.judge(session.state, (move,)):
        raise Illegal(broken)
    return judged.answered(step, sitting, f"{LAID}{named}")


def solve(step: ComparedStep, sitting: Sitting) -> Iterator[AtStep]:
    """The dice of the best decision, and its button."""
    move = decision_of(sitting.lesson, sitting.at, right_answer(sitting.lesson, sitting.at))
    for deed, _ in carry_out_move(step, sitting.session, move, rolls=True):
        yield deed
        if isinstance(deed, Act):  # it is judged as soon as it is decided
            return


def refute(step: ComparedStep, sitting: Sitting) -> Refutation | None:
    """The worth of the decision; that of the others is not told yet."""
    return refuted(step, sitting, "not-best")


def refuted(step: ComparedStep, sitting: Sitting, not_best: str) -> Refutation | None:
    """The worth of the decision, in this sentence."""
    if not sitting.answer:
        return None
    found = nothing_wrong_yet(sitting)
    if reasons.has_reasons(sitting.lesson, sitting.at):
        return {**found, "say": compared.gives_away(sitting)}
    laid = given(sitting.lesson, sitting.at, sitting.answer)
    found["worth"] = [{"id": laid.id, "text": step.worth(sitting.lesson, sitting.at, laid)}]
    return judged.summed_up(sitting, found, in_one_sentence(sitting.session.game, found, not_best))


def hint_where(step: ComparedStep, sitting: Sitting) -> HintShown:
    """The hint of the lesson, or the space where the drafts part; and that drafts can be chosen now."""
    choices = shared_words(sitting.session.game.key, "lesson")["hint-choices"]
    if step.words.hint or not reasons.where_decided(sitting.lesson, sitting.at):
        return {"text": f"{step.words.hint} {choices}".strip(), "place": ""}
    look = compared.hint_where(step, sitting)
    return {**look, "text": f"{look['text']} {choices}"}


def hint_move(step: ComparedStep, sitting: Sitting) -> HintShown:
    """The best draft, or the die with which it begins, and where it goes."""
    right, game = right_answer(sitting.lesson, sitting.at), sitting.session.game
    moves = game.read_draft(dict(step.choices)[right]).moves
    lies = game.desk(sitting.session.state, game.form(moves[0]).steps or moves).laid
    told = compared.hint_move(step, sitting)
    draft: list[Laying] = [{"piece": one.piece, "place": one.place} for one in lies if one.place]
    is_whole = told == judged.hint_move(step, sitting)
    return {**told, "draft": draft if is_whole else draft[:1]}


class DecisionView(LessonView):
    """A step in which a decision is laid, or chosen by whoever asks for help."""

    wants: Literal["decision"]
    answers: list[AnswerShown]


def show(step: ComparedStep, sitting: Sitting, plain: LessonView, how: str) -> DecisionView:
    """How it is judged; the drafts to choose from, to whoever asks for help, and behind the step to all; a good enough
    one is right."""
    return {
        **compared.with_reasons(step, sitting, plain),
        "wants": "decision",
        "text": [*plain["text"], how],
        "answers": compared.answers_shown(step, sitting) if sitting.done or sitting.hints[sitting.at] else [],
        "right": sitting.answer if sitting.done else "",
    }
