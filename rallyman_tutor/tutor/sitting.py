"""A learner in a lesson: which step, the table as it stands, hints taken, wrong answers given, stars earned.

A sitting is a value that holds a session: the table of the step. What the learner does there is passed on to the session,
and the goals are checked after every change, so any legal way to meet them counts. `refutation.py` tells why something is
wrong, `hints.py` helps on, and `lesson_view.py` makes plain data of all of it for a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor import session as sessions
from rallyman_tutor.tutor.demonstration import make_claim
from rallyman_tutor.tutor.goals import GoalContext, is_met
from rallyman_tutor.tutor.grading import LAID, is_right, right_answer
from rallyman_tutor.tutor.intents import (
    Act,
    Again,
    Answer,
    Ask,
    AtTable,
    Claim,
    Hint,
    InLesson,
    Look,
    Next,
    Point,
    Step,
    Undo,
)
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, QUESTION_KINDS, Lesson, LessonStep
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.step_start import predicted_replay, session_at_start
from rallyman_tutor.tutor.words import TIME_FACTS

MOST_STARS = 3
WHERE, RULE, MOVE = 1, 2, 3
"""The stages of a hint."""
NEAR_PAR = 20
"""Seconds over par that still earn two stars."""
NEAR_PAR_SHARE = 10
"""Where much is good (distance, points), what may be missing for two stars: this part of par."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One learner in one lesson at one moment. Hints, wrong answers and stars are kept for every step."""

    lesson: Lesson
    at: int
    session: Session
    hints: tuple[int, ...]
    tries: tuple[int, ...]
    stars: tuple[int, ...]  # the most a step has earned; 0 is not done yet
    done: bool = False  # this step, this time
    answer: str = ""  # the last one given: an id, or the number of a die from 0
    first_answer: str = ""  # the first one given, since the step was entered

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def is_to_be_foretold(self) -> bool:
        """Whether the learner is about to say what the draft on the table leads to."""
        return self.step.kind == "predict" and not self.done

    @property
    def is_passed(self) -> bool:
        """Whether every step of the lesson is done."""
        return all(self.stars)


def sit_down(lesson: Lesson, at: int = 0, stars: Iterable[int] = ()) -> Sitting:
    """A learner at a step of a lesson, with the stars of earlier times."""
    none = (0,) * len(lesson.steps)
    kept = tuple(min(MOST_STARS, max(0, star)) for star in stars)[: len(none)]
    at = min(max(at, 0), len(none) - 1)
    return Sitting(lesson, at, session_at_start(lesson, at), none, none, kept + none[len(kept) :])


# -- What the learner does --------------------------------------------------------------------------------------------


def update(sitting: Sitting, intent: InLesson | AtTable) -> Sitting:
    """The sitting after what the learner did. What an intent names may not exist."""
    match intent:
        case Hint():
            return _hint(sitting)
        case Answer(id_):
            return _answer(sitting, id_)
        case Point(at):
            return _point(sitting, at)
        case Claim(id_):
            return _checked(replace(sitting, session=make_claim(sitting.step, sitting.session, id_)))
        case Next():
            return _next(sitting)
        case Step(at):
            return _step(sitting, at)
        case Again():
            return _enter(sitting, sitting.at)
    if sitting.step.kind in QUESTION_KINDS and not isinstance(intent, Look | Ask):
        if isinstance(intent, Undo):
            return replace(sitting, answer="")
        raise Refused("only-answers")
    if sitting.step.kind == "decide" and not sitting.done:
        if isinstance(intent, Act):
            return _decide(sitting, intent.move)
        if isinstance(intent, Undo) and sitting.answer:
            return replace(sitting, answer="")
    session = sessions.update(sitting.session, intent)
    after = replace(sitting, session=session)
    if sitting.step.kind not in JUDGED_KINDS:
        return _checked(after)  # only an answer ends the others
    return after if sitting.done or session.draft == sitting.session.draft else replace(after, answer="")


def attempt(sitting: Sitting, intent: InLesson | AtTable) -> tuple[Sitting, Refused | Illegal | None]:
    """The sitting after an intent, or the same one and why it was refused."""
    try:
        return update(sitting, intent), None
    except (Refused, Illegal) as problem:
        return sitting, problem


def _hint(sitting: Sitting) -> Sitting:
    """The next stage of the hints: where to look, which rule, the move itself."""
    if sitting.done:
        return sitting
    return replace(sitting, hints=_put(sitting.hints, sitting.at, min(MOVE, sitting.hints[sitting.at] + 1)))


def _answer(sitting: Sitting, id_: str) -> Sitting:
    if id_ not in [choice.id for choice in sitting.step.choices]:
        raise Refused("no-such-answer")
    return _answered(sitting, id_)


def _decide(sitting: Sitting, named: str) -> Sitting:
    """The sitting after a decision for which dice are laid: it is judged, and nothing is rolled."""
    session = sitting.session
    move = sessions.offered(session, named)
    if broken := session.game.judge(session.state, (move,)):
        raise Illegal(broken)
    return _answered(sitting, f"{LAID}{named}")


def _point(sitting: Sitting, at: int) -> Sitting:
    if sitting.step.kind != "find" or not 0 <= at < len(sitting.session.draft):
        raise Refused("no-such-die")
    return _answered(sitting, str(at))


def _answered(sitting: Sitting, answer: str) -> Sitting:
    """An answer given: a wrong one costs a star, and ends the step where there is but one try; then the right one is played out on
    the road."""
    if sitting.done:
        return sitting
    sitting = replace(sitting, first_answer=sitting.first_answer or answer)
    step, session, right = sitting.step, sitting.session, right_answer(sitting.lesson, sitting.at)
    if not is_right(sitting.lesson, sitting.at, answer):
        tries = sitting.tries[sitting.at] + (answer != sitting.answer)  # the same click twice is one mistake
        sitting = replace(sitting, tries=_put(sitting.tries, sitting.at, tries))
        if not step.once:
            return replace(sitting, answer=answer)
    if step.kind == "predict":
        session = replace(session, replay=predicted_replay(sitting.lesson, sitting.at), draft=())
    elif laid := dict(step.choices).get({"choose": right, "decide": answer}.get(step.kind, "")):
        game, moves = session.game, session.game.read_draft(laid).moves
        session = replace(session, draft=game.form(moves[0]).steps or moves)  # what is driven as one is laid die by die
    return _finished(replace(sitting, answer=answer, session=session))


def _next(sitting: Sitting) -> Sitting:
    if not sitting.done:
        raise Refused("not-done-yet")
    if sitting.at + 1 == len(sitting.lesson.steps):
        raise Refused("last-step")
    return _enter(sitting, sitting.at + 1)


def _step(sitting: Sitting, at: int) -> Sitting:
    if not 0 <= at < len(sitting.lesson.steps):
        raise Refused("no-such-step")
    return _enter(sitting, at)


def _enter(sitting: Sitting, at: int) -> Sitting:
    """A step from its start. Hints and wrong answers of a step that was done before are forgotten; where there is but one try, it
    stays done."""
    if sitting.step.once and sitting.done and at == sitting.at:
        return sitting
    fresh = bool(sitting.stars[at])
    hints, tries = (_put(kept, at, 0) if fresh else kept for kept in (sitting.hints, sitting.tries))
    return Sitting(sitting.lesson, at, session_at_start(sitting.lesson, at), hints, tries, sitting.stars)


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


# -- What it earns ----------------------------------------------------------------------------------------------------


def goal_context(sitting: Sitting) -> GoalContext:
    """What the goals of the step are asked about; the draft counts only where laying dice is the task."""
    session = sitting.session
    draft = session.draft if sitting.step.kind in ("goal", "break") else ()
    return GoalContext(session.game, session.replay.start, session.state, draft, session.replay.past)


def meets_goals(sitting: Sitting) -> bool:
    """Whether all goals of a step are met, by a legal draft unless a rule is to be broken."""
    now = goal_context(sitting)
    if sitting.step.kind == "goal" and now.game.judge(now.state, now.draft):
        return False
    return all(is_met(aim, now) for aim in sitting.step.goals)


def _checked(sitting: Sitting) -> Sitting:
    return sitting if sitting.done or not meets_goals(sitting) else _finished(sitting)


def _finished(sitting: Sitting) -> Sitting:
    stars = max(sitting.stars[sitting.at], earned_stars(sitting))
    return replace(sitting, done=True, stars=_put(sitting.stars, sitting.at, stars))


def earned_stars(sitting: Sitting) -> int:
    """The stars for this time: fewer for hints, for wrong answers, and over par."""
    step, hints = sitting.step, sitting.hints[sitting.at]
    stars = MOST_STARS if not hints else MOST_STARS - 1 if hints < MOVE else 1
    if step.kind in JUDGED_KINDS:
        stars -= sitting.tries[sitting.at]
    if step.kind == "drive":
        near = (
            NEAR_PAR
            if counted_at_finish(sitting.session.game, sitting.session.state) in TIME_FACTS
            else step.par // NEAR_PAR_SHARE
        )
        worse = over_par(sitting)
        stars = min(stars, MOST_STARS if worse <= 0 else MOST_STARS - 1 if worse <= near else 1)
    return max(1, stars)


def counted_at_finish(game: AnyGame, state: AnyState) -> str:
    """The fact that is counted at the finish: a time, of which less is better, or something else, of which more is better."""
    return str(game.result(state).get("counts", "time"))


def over_par(sitting: Sitting) -> int:
    """By how much a drive misses par; 0 or less earns all stars."""
    over = result_so_far(sitting) - sitting.step.par
    return over if counted_at_finish(sitting.session.game, sitting.session.state) in TIME_FACTS else -over


def result_so_far(sitting: Sitting) -> int:
    """The learner's time so far, or whatever is counted: their clock on the way, the result at the finish."""
    session = sitting.session
    now = goal_context(sitting)
    final = session.game.result(session.state)["sums"][now.seat]
    return now.clock if final is None else int(final)
