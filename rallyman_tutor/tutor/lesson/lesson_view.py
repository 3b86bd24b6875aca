"""A sitting as a page shows it: task, goals, answers, hints, refutation, stars, and the table, as plain data."""

from __future__ import annotations

from collections.abc import Mapping

from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.tutor.lesson.hints import deciding_rule, hints
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.prose import spoken
from rallyman_tutor.tutor.lesson.refutation import refute, rule_alone
from rallyman_tutor.tutor.lesson.shown import KindWord, LessonView
from rallyman_tutor.tutor.lesson.sitting import MOVE
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.shown import Laying, View
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech
from rallyman_tutor.tutor.words.explain import ExplanationData, explain_refusal
from rallyman_tutor.tutor.words.words import shared_words


def lesson_view(
    sitting: Sitting, before: Sitting | None = None, problem: Refused | Illegal | None = None
) -> LessonView:
    """Everything a page shows of a lesson, but for its table."""
    return lesson_and_table(sitting, before, problem)[0]


def lesson_and_table(
    sitting: Sitting,
    before: Sitting | None = None,
    problem: Refused | Illegal | None = None,
    speech: Speech = "normal",
) -> tuple[LessonView, View]:
    """Everything a page shows of a lesson, and its table; both have the same announcement for screen readers."""
    lesson, step, session = sitting.lesson, sitting.step, sitting.session
    said = shared_words(session.game.key, "lesson")
    texts = step.words
    follows = before is not None and (before.lesson, before.at) == (lesson, sitting.at)
    shown = view(session, before.session if before and follows else None, problem, claims_in_words(sitting), speech)
    plain: LessonView = {
        "lesson": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "steps": [
            {"id": one.id, "kind": KindWord(one.kind), "done": bool(stars), "stars": stars}
            for one, stars in zip(lesson.steps, sitting.stars, strict=True)
        ],
        "at": sitting.at,
        "id": step.id,
        "kind": KindWord(step.kind),
        "lays": step.lays,
        "plays": step.plays,
        "task": said[f"task-{step.kind}"],
        "goal": texts.goal,
        "text": list(texts.text),
        "pictures": [{"file": one.file, "alt": one.alt} for one in texts.pictures],
        "hints": hints(sitting),
        "more-hints": not sitting.done and sitting.hints[sitting.at] < MOVE,
        "answer": sitting.answer,
        "right": "",
        "after": texts.after if sitting.done else "",
        "rule": _rule_to_take_away(sitting),
        "principle": None,
        "figures": [],
        "done": sitting.done,
        "stars": sitting.stars[sitting.at],
        "refutation": refute(sitting),
        "last": sitting.at + 1 == len(lesson.steps),
        "passed": sitting.is_passed,
        "say": "",
    }
    plain = step.show(sitting, plain, shown, said)
    announced = _announcement(sitting, before, problem, plain, shown, said)
    plain["say"] = shown["say"] = spoken(announced)
    if lesson.other_language and announced in (texts.goal, texts.hint):
        plain["say-language"] = lesson.other_language
    return plain, shown


def claims_in_words(sitting: Sitting) -> dict[str, str]:
    """The lesson's words for its claims, by notation. A die keeps its own name, as the first of two alike may be
    laid."""
    session, answers = sitting.session, dict(sitting.step.words.answers)
    dice = {piece.key for piece in session.game.desk(session.state, ()).pieces}
    found = {claim.text: answers[claim.id] for claim in sitting.step.claims}
    for claim in sitting.step.claims:
        for move in session.game.read_moves(session.state, claim.text):
            if session.game.desk(session.state, (move,)).laid[0].piece not in dice:
                found[session.game.write_move(move)] = answers[claim.id]
    return found


def _rule_to_take_away(sitting: Sitting) -> ExplanationData | None:
    """The rule that a step has taught, once it is done."""
    code = deciding_rule(sitting.lesson, sitting.at) if sitting.done else ""
    return {**rule_alone(sitting.session.game, code), "kind": Kind.FACT} if code else None  # nothing to be alarmed at


def _task_for_ears(sitting: Sitting, said: Mapping[str, str]) -> str:
    """The task of a step; before it, where a rule is to be broken, that it is."""
    goal = sitting.step.words.goal
    return f"{said['task-break']}. {goal}" if sitting.step.breaks_on_purpose else goal


def laid_dice(session: Session, draft: tuple[AnyMove, ...]) -> list[Laying]:
    """The dice of a draft one by one, also of one that is driven as one."""
    laid = session.game.desk(session.state, session.game.form(draft[0]).steps or draft).laid
    return [{"piece": piece, "place": one.place} for one in laid for piece in one.piece.split()]


def _announcement(
    sitting: Sitting,
    before: Sitting | None,
    problem: Refused | Illegal | None,
    plain: LessonView,
    shown: View,
    said: Mapping[str, str],
) -> str:
    """One sentence for screen readers: what came of the learner's last action."""
    if isinstance(problem, Refused):
        return explain_refusal(sitting.session.game, problem)
    if problem is not None or before is None:
        return shown["say"] if problem else _task_for_ears(sitting, said)
    if before.at != sitting.at or before.lesson is not sitting.lesson:
        return _task_for_ears(sitting, said)
    if sitting.done and not before.done:
        stars = said["stars"].format(count=sitting.stars[sitting.at])
        heard = "" if sitting.answer else shown["say"]  # what came of it, before the praise
        rule = f"{plain['rule']['title']}." if plain["rule"] else ""
        is_missed = sitting.answer != plain["right"]
        return " ".join(
            text for text in (heard, said["not-this" if is_missed else "done"], plain["after"], rule, stars) if text
        )
    if sitting.hints[sitting.at] > before.hints[sitting.at]:
        return plain["hints"][-1]["text"]
    if sitting.answer and sitting.answer != before.answer:
        return f"{said['not-this']} {plain['refutation']['say']}" if plain["refutation"] else ""
    return shown["say"]
