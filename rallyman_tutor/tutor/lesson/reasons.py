"""The reasons in a step whose answers are decisions of a drive: what a wrong one gives away, and the principle to take
home.

They are reckoned when they are told, or while a learner thinks, and kept: nobody needs them to find out whether an
answer is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.coach.principles.principle import LEAST, Named, Seen, named
from rallyman_tutor.coach.why import principles_of
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.tutor.advice.choice_view import first_die
from rallyman_tutor.tutor.advice.why_view import given_away
from rallyman_tutor.tutor.lesson.grading import LAID, cost_of_choice, decision_of, given, is_driven, right_answer
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, Sitting
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.words.words import shared_words, words


class Reason(NamedTuple):
    """An answer that is worse than another: its decision, the better one that is held against it, and the principle
    that it goes against, where one is known."""

    seen: Seen[AnyState, AnyMove]
    instead: AnyMove
    named: Named[AnyState, AnyMove] | None

    @property
    def code(self) -> str:
        """The code of the principle; empty where none is known."""
        return self.named.principle.code if self.named else ""


def has_reasons(lesson: Lesson, at: int) -> bool:
    """Whether the answers of a step are decisions of a drive, and their cost decides."""
    return lesson.steps[at].by == "cost" and is_driven(lesson.game, start_state(lesson, at))


@lru_cache(maxsize=512)
def reason(lesson: Lesson, at: int, worse: str, better: str) -> Reason:
    """Why one answer is worse than another. A principle is named where the other one is the best there is."""
    seen = Seen(lesson.game, start_state(lesson, at), decision_of(lesson, at, worse))
    instead, (least, _) = decision_of(lesson, at, better), seen.options[0]
    is_best = float(cost_of_choice(lesson, at, given(lesson, at, better))) < least + LEAST
    found = named(seen, principles_of(lesson.game)) if is_best else None
    return Reason(seen, found.counterpart if found else instead, found)


def gives_away(lesson: Lesson, at: int, worse: str, better: str, told: str = "", *, is_short: bool = False) -> str:
    """The most that an answer gives away, in words that do not tell the better one; unless it is to be short, also the
    reason by a principle; in brief where this principle, by its code, was told just before."""
    found = reason(lesson, at, worse, better)
    gives = given_away(lesson.game, found.seen, found.instead)
    if is_short or not found.code:
        return gives
    texts = words(lesson.key).driving(found.code)
    if found.code == told:
        return str(shared_words(lesson.key, "why")["gives-again"]).format(name=texts["name"], gives=gives)
    return f"{gives} {texts['why']}"


def thought_ahead(lesson: Lesson, at: int) -> Iterator[None]:
    """Reckons the reasons of a step one by one, so that each of them is at hand when its answer is given."""
    if not has_reasons(lesson, at) or not (right := best_answer(lesson, at)):
        return
    for one in [right] if right.startswith(LAID) else [choice.id for choice in _others(lesson, at)]:
        yield
        reason(lesson, at, one, right)
    yield
    where_decided(lesson, at)


def told_before(sitting: Sitting) -> str:
    """The principle, by its code, that was told before the last wrong answer: with the one before it, else in the task
    before this one; empty where none was."""
    lesson, at = sitting.lesson, sitting.at
    before = decisions(lesson, at, sitting.wrong[:-1])
    return reason(lesson, at, before[-1], best_answer(lesson, at)).code if before else sitting.told


@lru_cache(maxsize=512)
def nearest(lesson: Lesson, at: int) -> Reason | None:
    """The reason for the answer that comes nearest to the best one, if possible of one whose principle is known; None
    where there are no reasons."""
    if not has_reasons(lesson, at) or not (right := best_answer(lesson, at)):
        return None
    others = _others(lesson, at)
    found = [reason(lesson, at, others[0].id, right)]
    for one in others[1:]:
        if found[-1].code:
            break
        found.append(reason(lesson, at, one.id, right))
    return found[-1] if found[-1].code else found[0]


def _others(lesson: Lesson, at: int) -> list[Choice]:
    """The answers but for the best one, the one that comes nearest to it first."""
    others = [one for one in lesson.steps[at].choices if one.id != best_answer(lesson, at)]
    return sorted(others, key=lambda one: cost_of_choice(lesson, at, one))


def best_answer(lesson: Lesson, at: int) -> str:
    """The draft that costs least: where drafts are put in order, the first."""
    return right_answer(lesson, at).partition(" ")[0]


def principle_of(lesson: Lesson, at: int, wrong: Sequence[str] = ()) -> str:
    """The principle to take home, by its code: the one that the first wrong answer went against; else that of the
    nearest one. Empty where none is known."""
    against = [reason(lesson, at, answer, best_answer(lesson, at)) for answer in decisions(lesson, at, wrong)[:1]]
    found = against[0] if against and against[0].code else nearest(lesson, at)
    return found.code if found else ""


def decisions(lesson: Lesson, at: int, answers: Sequence[str]) -> list[str]:
    """The answers that are decisions, and no order of them."""
    known = dict(lesson.steps[at].choices)
    return [one for one in answers if has_reasons(lesson, at) and (one in known or one.startswith(LAID))]


def to_take_home(sitting: Sitting, code: str) -> str:
    """A principle in words, once the right answer was found: in brief, where it was told with a wrong one, or in the
    task before this one. Where none is known, by how much the next best answer is worse."""
    lesson, at = sitting.lesson, sitting.at
    if not code:
        second = _others(lesson, at)[0].id
        gives = gives_away(lesson, at, second, best_answer(lesson, at))
        answer = dict(sitting.step.words.answers)[second]
        return str(shared_words(lesson.key, "why")["take-next"]).format(answer=answer, gives=gives)
    told = {reason(lesson, at, one, best_answer(lesson, at)).code for one in decisions(lesson, at, sitting.wrong)}
    return principle_in_words(lesson.key, code, code in {*told, sitting.told})


def principle_in_words(key: str, code: str, is_told: bool) -> str:
    """A principle to take home, in brief where it was told before."""
    return str(shared_words(key, "why")["take-again" if is_told else "take-home"]).format(**words(key).driving(code))


def begins_with(lesson: Lesson, at: int, answer: str) -> str:
    """The die with which an answer begins, in words; empty where it begins with none, or is no decision of a drive."""
    if not has_reasons(lesson, at):
        return ""
    state = start_state(lesson, at)
    return first_die(lesson.game, state, (decision_of(lesson, at, answer),))


def where_decided(lesson: Lesson, at: int) -> str:
    """The space ahead on which the best answer and the nearest one differ most in this turn; empty where there is
    none."""
    found = nearest(lesson, at)
    if found is None:
        return ""
    seen = found.seen
    here = seen.coach.standing(seen.state, seen.game.turn(seen.state)).place
    own, best = (seen.account(move).parts for move in (seen.move, found.instead))
    apart: dict[str, float] = {}
    for part in {**own, **best}:
        if part.when == "now" and part.where not in ("", here):
            apart[part.where] = apart.get(part.where, 0.0) + abs(own.get(part, 0.0) - best.get(part, 0.0))
    return max(apart, key=lambda place: (round(apart[place], 3), place), default="")
