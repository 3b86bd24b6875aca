"""Proving a lesson: the engine plays it before any learner does.

Every claim a lesson makes is put to the engine by the same road a learner takes (`sitting.update`): that the start does
not meet the goals, that the solution does and earns full stars, that each mistake is caught by exactly its rules, that
one answer is right and no other, and that nothing is asked for that was not taught. What there is to prove each kind of
step knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.hints import rules_needed
from rallyman_tutor.tutor.lesson.lesson_folders import FoundLessons, folders_of, read_lessons
from rallyman_tutor.tutor.lesson.lesson_languages import languages_in
from rallyman_tutor.tutor.lesson.lessons import SAME, Lesson, line_of
from rallyman_tutor.tutor.lesson.reading import read
from rallyman_tutor.tutor.lesson.sitting import sit_down


def prove(lesson: Lesson, taught: Iterable[str] = ()) -> list[Fault]:
    """Everything that is wrong with a lesson; `taught` are the rules that earlier lessons have taught."""
    known = {*taught, *lesson.teaches}
    faults: list[Fault] = []
    for at in range(len(lesson.steps)):
        found = list(_prove_step(lesson, at))
        if not found:
            say = partial(_fault, lesson, at)
            found = [
                say(_key_behind(lesson, at, code), "not-taught", codes=[code])
                for code in rules_needed(lesson, at)
                if code not in known
            ]
        faults += found
        if found and at + 1 < len(lesson.steps) and lesson.steps[at + 1].start == SAME:
            break  # where this step ends is not known
    return faults


def check(folder: Path, before: Iterable[Lesson] = ()) -> FoundLessons:
    """A folder of lessons, read in every language and proven, each with what those before it have taught."""
    taught: dict[str, set[str]] = {}
    for lesson in before:
        taught.setdefault(lesson.key, set()).update(lesson.teaches)
    found = read_lessons(folder)
    faults = list(found.faults)
    for lesson in found.lessons:
        faults += prove(lesson, taught.setdefault(lesson.key, set()))
        taught[lesson.key].update(lesson.teaches)
    for one in folders_of(folder):
        others = languages_in(one)[1:]
        faults += [fault for language in others for fault in read(one, language)[1] if fault not in faults]
    return FoundLessons(found.lessons, tuple(faults))


def _fault(lesson: Lesson, at: int, key: str, why: str, **facts: object) -> Fault:
    step = lesson.steps[at]
    return Fault(lesson.file, line_of(step, key), f"steps[{at + 1}].{key}", why, facts)


def _key_behind(lesson: Lesson, at: int, code: str) -> str:
    """The key of a step that asks for a rule."""
    return next(key for asked, key in lesson.steps[at].rules_asked(lesson, at) if asked == code)


def _prove_step(lesson: Lesson, at: int) -> Iterator[Fault]:
    say = partial(_fault, lesson, at)
    try:
        sitting = sit_down(lesson, at)
    except (Refused, Illegal) as error:
        yield say("start", "bad-start", cause=error)
        return
    if lesson.game.over(sitting.session.state):
        yield say("start", "over-already")
        return
    yield from sitting.step.prove(sitting, say)
