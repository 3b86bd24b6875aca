"""Hints in three stages: where to look, which rule decides, the move itself.

What they say each kind of step knows: those that are driven go on from where the learner stands, as `kinds/ahead.py`
tells. For the first stage the hint that a teacher wrote is used where there is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.core.replay import PastMove
from rallyman_tutor.tutor.lesson.grading import DECIDED_BY_NO_RULE
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.shown import HintShown
from rallyman_tutor.tutor.lesson.sitting import MOVE, RULE, WHERE
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.words import shared_words


@lru_cache(maxsize=1024)
def rules_needed(lesson: Lesson, at: int) -> tuple[str, ...]:
    """The rules that a step needs: first those it names, then those behind the events of its solution."""
    return tuple(dict.fromkeys(code for code, _ in lesson.steps[at].rules_asked(lesson, at) if code))


def rules_met(lesson: Lesson, at: int, past: Iterable[PastMove[AnyState, AnyMove]]) -> list[str]:
    """The rules behind what happens to the learner, and to all."""
    seat = lesson.game.turn(start_state(lesson, at))
    return [event.code for one in past for event in one.events if event.seat in (seat, -1)]


def deciding_rule(lesson: Lesson, at: int) -> str:
    """The rule that decides a step: the one it names; else the first rule it needs, if possible one the lesson teaches.
    No single rule decides which decision is the best of a drive, or of a game."""
    step = lesson.steps[at]
    if step.rule or step.by in DECIDED_BY_NO_RULE:
        return step.rule
    codes = rules_needed(lesson, at)
    taught = [code for code in codes if code in lesson.teaches]
    return next(iter((*taught, *codes)), "")


def hints(sitting: Sitting) -> list[HintShown]:
    """The hints taken so far, stage by stage."""
    step, said = sitting.step, shared_words(sitting.session.game.key, "lesson")
    found: list[HintShown] = []
    taken = sitting.hints[sitting.at]
    if taken >= WHERE:
        where, language = step.hint_where(sitting), sitting.lesson.other_language
        found.append({**where, "language": language} if language and where["text"] == step.words.hint else where)
    if taken >= RULE:
        code = deciding_rule(sitting.lesson, sitting.at)
        title = rule_title(sitting.session.game, code) if code else ""
        named = said["hint-rule"].format(title=title, code=code) if code else ""
        found.append({"text": named or step.hint_without_rule(sitting)})
    if taken >= MOVE:
        found.append(step.hint_move(sitting))
    return found
