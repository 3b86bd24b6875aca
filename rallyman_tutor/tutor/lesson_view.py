"""A sitting as a page shows it: task, goals, answers, hints, refutation, stars, and the table, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from rallyman_tutor.coach.card_review import TRIES
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.tutor import past_cards
from rallyman_tutor.tutor.by_ear import Speech
from rallyman_tutor.tutor.explain import ExplanationData, explain_refusal
from rallyman_tutor.tutor.goals import in_words, is_met
from rallyman_tutor.tutor.grading import found_of, right_answer, seconds_behind
from rallyman_tutor.tutor.hints import HintShown, deciding_rule, hints
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, Choice, LessonStep
from rallyman_tutor.tutor.prose import spoken
from rallyman_tutor.tutor.refutation import Refutation, refute, rule_alone, worth_in_words
from rallyman_tutor.tutor.sitting import MOVE, Sitting, counted_at_finish, goal_context
from rallyman_tutor.tutor.view import Laying, Message, View, view
from rallyman_tutor.tutor.words import shared_words, words
from rallyman_tutor.tutor.worth_view import A_TENTH


class StepListed(TypedDict):
    """One step in the list of a lesson's steps."""

    id: str
    kind: str
    done: bool
    stars: int


class GoalShown(TypedDict):
    """One goal of a step, and whether it is met."""

    text: str
    met: bool


class PictureShown(TypedDict):
    """A picture in the text: its name among those of the place, and what it shows in words."""

    file: str
    alt: str


class AnswerShown(TypedDict):
    """An answer to choose or something to claim, and the dice that it lays."""

    id: str
    text: str
    draft: list[Laying]
    worth: str  # what a draft to choose is worth, once the best is known


LessonView = TypedDict(
    "LessonView",
    {
        "lesson": str,
        "title": str,
        "about": str,
        "steps": list[StepListed],
        "at": int,  # the step that is open, from 0
        "id": str,
        "kind": str,
        "task": str,  # what a step of this kind asks for
        "goal": str,
        "text": list[str],
        "pictures": list[PictureShown],
        "goals": list[GoalShown],
        "answers": list[AnswerShown],
        "claims": list[AnswerShown],
        "hints": list[HintShown],
        "more-hints": bool,
        "answer": str,  # the one given last
        "right": str,  # the right one, once it was given
        "after": str,  # what is told once the step is done
        "rule": ExplanationData | None,
        "done": bool,
        "stars": int,
        "refutation": Refutation | None,
        "last": bool,
        "passed": bool,
        "par": str,
        "say": str,  # for ears: what came of what was done
    },
)
"""A lesson as a page shows it."""


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
    answers = dict(texts.answers)
    follows = before is not None and (before.lesson, before.at) == (lesson, sitting.at)
    shown = view(session, before.session if before and follows else None, problem, _claims_in_words(sitting), speech)
    if sitting.done and step.kind == "break":
        shown["messages"] = _as_intended(step, shown["messages"])
    if shown["review"] and step.par:
        shown["review"]["how"].append(str(shared_words(session.game.key, "review")["how-lesson"]))
    if sitting.is_to_be_foretold:
        shown["dials"], shown["ends"] = [dial for dial in shown["dials"] if dial["name"] != "then"], ""
    refuted = refute(sitting)
    plain: LessonView = {
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
        "task": said[f"task-{step.kind}"],
        "goal": texts.goal,
        "text": [*texts.text, *_how_to_decide(step, said)],
        "pictures": [{"file": one.file, "alt": one.alt} for one in texts.pictures],
        "goals": _goals(sitting),
        "answers": [
            {
                "id": one.id,
                "text": answers[one.id],
                "draft": _dice_of_choice(sitting, one),
                "worth": _worth(sitting, one),
            }
            for one in (step.choices if step.kind != "decide" or sitting.done or sitting.hints[sitting.at] else ())
        ],
        "claims": [
            {"id": one.id, "text": answers[one.id], "draft": _dice_of_claim(sitting, one), "worth": ""}
            for one in step.claims
        ],
        "hints": hints(sitting),
        "more-hints": not sitting.done and sitting.hints[sitting.at] < MOVE,
        "answer": sitting.answer,
        "right": _right(sitting),
        "after": _after(sitting, said) if sitting.done else "",
        "rule": _rule_to_take_away(sitting),
        "done": sitting.done,
        "stars": sitting.stars[sitting.at],
        "refutation": refuted,
        "last": sitting.at + 1 == len(lesson.steps),
        "passed": sitting.is_passed,
        "par": words(session.game.key).fact(counted_at_finish(session.game, session.state), step.par)
        if step.par
        else "",
        "say": "",
    }
    plain["say"] = shown["say"] = spoken(_announcement(sitting, before, problem, plain, shown, said))
    return plain, shown


def _claims_in_words(sitting: Sitting) -> dict[str, str]:
    """The lesson's words for its claims, by notation. A die of the tray keeps its own name, since the first of two alike may
    be laid."""
    session, answers = sitting.session, dict(sitting.step.words.answers)
    dice = {piece.key for piece in session.game.desk(session.state, ()).pieces}
    found = {claim.text: answers[claim.id] for claim in sitting.step.claims}
    for claim in sitting.step.claims:
        for move in session.game.read_moves(session.state, claim.text):
            if session.game.desk(session.state, (move,)).laid[0].piece not in dice:
                found[session.game.write_move(move)] = answers[claim.id]
    return found


def _as_intended(step: LessonStep, messages: Sequence[Message]) -> list[Message]:
    """Messages about a rule that was to be broken: the rule alone, without alarm or remedies; and then about what was laid behind
    that, or instead."""
    codes = [aim.value for aim in step.goals]
    for message in messages:
        if message["code"] in codes:
            intended: Message = {**message, "kind": Kind.FACT, "fix": "", "remedies": []}
            return [intended, *(other for other in messages if other["at"] > message["at"])]
    return list(messages)


def _rule_to_take_away(sitting: Sitting) -> ExplanationData | None:
    """The rule that a step has taught, once it is done; None where a rule was broken on purpose, for that was told already."""
    code = deciding_rule(sitting.lesson, sitting.at) if sitting.done and sitting.step.kind != "break" else ""
    return {**rule_alone(sitting.session.game, code), "kind": Kind.FACT} if code else None  # nothing to be alarmed at


def _goals(sitting: Sitting) -> list[GoalShown]:
    """The goals one by one, each with whether it is met; none where a question is asked."""
    now = goal_context(sitting)
    return [{"text": in_words(now.game, aim), "met": is_met(aim, now)} for aim in sitting.step.goals]


def _dice_of_choice(sitting: Sitting, choice: Choice) -> list[Laying]:
    """A draft to choose, die by die."""
    if sitting.step.kind not in ("choose", "quiz", "decide") or not choice.text:
        return []
    return _dice(sitting, sitting.session.game.read_draft(choice.text).moves)


def _worth(sitting: Sitting, choice: Choice) -> str:
    """What a draft to choose is worth, in words; nothing as long as the learner is choosing."""
    is_told = sitting.done and sitting.step.kind in ("choose", "decide")
    return worth_in_words(sitting.lesson, sitting.at, choice) if is_told else ""


def _how_to_decide(step: LessonStep, said: Mapping[str, str]) -> list[str]:
    """What to do where a decision is laid, and what is good enough."""
    if step.found:
        return [said["decide-card-how"].format(tries=TRIES)]
    return [said["decide-how"].format(within=f"{step.within:g}")] if step.kind == "decide" else []


def _right(sitting: Sitting) -> str:
    """The right answer once it was given; of a decision whatever was good enough."""
    if not sitting.done or sitting.step.kind not in JUDGED_KINDS:
        return ""
    return sitting.answer if sitting.step.kind == "decide" else right_answer(sitting.lesson, sitting.at)


def _after(sitting: Sitting, said: Mapping[str, str]) -> str:
    """What is told behind a step; of a decision first how good it is."""
    after = sitting.step.words.after
    if sitting.step.kind != "decide":
        return after
    best = dict(sitting.step.words.answers)[right_answer(sitting.lesson, sitting.at)]
    if sitting.step.found:
        how = past_cards.how_good(sitting.lesson, found_of(sitting.lesson, sitting.at, sitting.answer))
        return f"{said[f'decided-card-{how}'].format(best=best)} {after}"
    behind = seconds_behind(sitting.lesson, sitting.at, sitting.answer)
    case = "decided-best" if behind < A_TENTH else "decided-good"
    return f"{said[case].format(behind=f'{behind:.1f}', best=best)} {after}"


def _task_for_ears(sitting: Sitting, said: Mapping[str, str]) -> str:
    """What a step asks for; before it, where a rule is to be broken, that it is."""
    goal = sitting.step.words.goal
    return f"{said['task-break']}. {goal}" if sitting.step.kind == "break" else goal


def _dice_of_claim(sitting: Sitting, claim: Choice) -> list[Laying]:
    """The dice that a claim lays, so that they are seen before it is pressed; none where it lays none."""
    return _dice(sitting, tuple(sitting.session.game.read_moves(sitting.session.state, claim.text)))


def _dice(sitting: Sitting, draft: tuple[AnyMove, ...]) -> list[Laying]:
    """The dice of a draft one by one, also of one that is driven as one."""
    game = sitting.session.game
    laid = game.desk(sitting.session.state, game.form(draft[0]).steps or draft).laid
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
        heard = "" if sitting.step.kind in JUDGED_KINDS else shown["say"]  # what came of it, before the praise
        rule = f"{plain['rule']['title']}." if plain["rule"] else ""
        is_missed = sitting.answer != plain["right"] and sitting.step.kind in JUDGED_KINDS
        return " ".join(
            text for text in (heard, said["not-this" if is_missed else "done"], plain["after"], rule, stars) if text
        )
    if len(plain["hints"]) > len(hints(before)):
        return plain["hints"][-1]["text"]
    if sitting.answer and sitting.answer != before.answer:
        return f"{said['not-this']} {plain['refutation']['say']}" if plain["refutation"] else ""
    return shown["say"]
