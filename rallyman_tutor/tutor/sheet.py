"""A sitting as a page shows it: task, goals, answers, hints, refutation, stars, and the table, as plain data."""

from __future__ import annotations

from collections.abc import Mapping

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.answers import right_answer
from rallyman_tutor.tutor.course import MOVE, Sitting, counts, moment
from rallyman_tutor.tutor.explain import refused
from rallyman_tutor.tutor.goals import in_words, is_met
from rallyman_tutor.tutor.hints import hints
from rallyman_tutor.tutor.lessons import ASKED, Choice
from rallyman_tutor.tutor.page import Plain
from rallyman_tutor.tutor.refuting import refutation
from rallyman_tutor.tutor.view import view
from rallyman_tutor.tutor.words import shared, words


def sheet(sitting: Sitting, before: Sitting | None = None, problem: Refused | Illegal | None = None) -> Plain:
    """Everything a page shows of a lesson; under `view`, the table as it is shown anywhere."""
    lesson, step, session = sitting.lesson, sitting.step, sitting.session
    said = shared(session.game.key, "lesson")
    told = step.told
    answers = dict(told.answers)
    follows = before is not None and (before.lesson, before.at) == (lesson, sitting.at)
    shown = view(session, before.session if before and follows else None, problem)
    for laid, move in zip(shown["draft"], session.draft, strict=True):  # what is only claimed has words of the lesson
        claim = next((one.id for one in step.claims if one.text == session.game.write_move(move)), "")
        laid["name"] = answers[claim] if claim else laid["name"]
    refuted = refutation(sitting)
    plain: Plain = {
        "lesson": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "steps": [
            {"id": one.id, "kind": one.kind, "done": bool(stars), "stars": stars}
            for one, stars in zip(lesson.steps, sitting.stars, strict=True)
        ],
        "at": sitting.at,
        "id": step.id,
        "kind": step.kind,
        "goal": told.goal,
        "text": list(told.text),
        "goals": _goals(sitting),
        "answers": [{"id": one.id, "text": answers[one.id], "draft": _drawn(sitting, one)} for one in step.choices],
        "claims": [{"id": one.id, "text": answers[one.id]} for one in step.claims],
        "hints": hints(sitting),
        "more-hints": not sitting.done and sitting.hints[sitting.at] < MOVE,
        "answer": sitting.answer,
        "right": right_answer(lesson, sitting.at) if step.kind in ASKED and sitting.done else "",
        "after": told.after if sitting.done else "",
        "done": sitting.done,
        "stars": sitting.stars[sitting.at],
        "refutation": refuted,
        "last": sitting.at + 1 == len(lesson.steps),
        "passed": sitting.is_passed,
        "par": words(session.game.key).fact(counts(session.game, session.state), step.par) if step.par else "",
        "view": shown,
    }
    plain["say"] = _announced(sitting, before, problem, plain, said)
    return plain


def _goals(sitting: Sitting) -> list[Plain]:
    """The goals one by one, each with whether it is met; none where a question is asked."""
    now = moment(sitting)
    return [{"text": in_words(now.game, aim), "met": is_met(aim, now)} for aim in sitting.step.aims]


def _drawn(sitting: Sitting, choice: Choice) -> list[Plain]:
    """A draft to choose, die by die."""
    if sitting.step.kind not in ("choose", "quiz") or not choice.text:
        return []
    game = sitting.session.game
    draft = game.read_draft(choice.text).moves
    return [{"piece": one.piece, "place": one.place} for one in game.desk(sitting.session.state, draft).laid]


def _announced(
    sitting: Sitting, before: Sitting | None, problem: Refused | Illegal | None, plain: Plain, said: Mapping[str, str]
) -> str:
    """One announcement for ears: what came of the learner's last deed."""
    if isinstance(problem, Refused):
        return refused(sitting.session.game, problem)
    if problem is not None or before is None:
        return str(plain["view"]["say"]) if problem else sitting.step.told.goal
    if before.at != sitting.at or before.lesson is not sitting.lesson:
        return sitting.step.told.goal
    if sitting.done and not before.done:
        stars = said["stars"].format(count=sitting.stars[sitting.at])
        heard = "" if sitting.step.kind in ASKED else plain["view"]["say"]  # what came of it, before the praise
        return " ".join(text for text in (heard, said["done"], plain["after"], stars) if text)
    if len(plain["hints"]) > len(hints(before)):
        return str(plain["hints"][-1]["text"])
    if sitting.answer and sitting.answer != before.answer:
        return f"{said['not-this']} {plain['refutation']['say']}" if plain["refutation"] else ""
    return str(plain["view"]["say"])
