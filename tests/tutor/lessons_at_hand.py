"""The lessons that tests are about: every built-in one, and the one that `new-lesson` writes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.tutor.lesson import lesson_folders, reading
from rallyman_tutor.tutor.lesson.faults import fault_text
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.shown import LessonView, Refutation
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.lesson.walkthrough import last_sitting, walk_through
from rallyman_tutor.tutor.session.intents import AtTable, InLesson

Intent = AtTable | InLesson
ROOT = Path(__file__).parents[2] / "lessons"
FOLDERS = lesson_folders.folders_of(ROOT)
SKELETON = Path(lesson_folders.__file__).parents[1] / "texts" / "new-lesson" / "classic"


def name(folder: Path) -> str:
    return f"{folder.parent.name}/{folder.name}"


@lru_cache
def lesson_in(folder: Path) -> Lesson:
    lesson, faults = reading.read(folder)
    assert lesson, [fault_text(fault) for fault in faults]
    return lesson


def solved(sitting: Sitting) -> Sitting:
    """The last sitting when the step is done right."""
    return last_sitting(walk_through(sitting))


@lru_cache(maxsize=8)
def deeds(lesson: Lesson, at: int) -> tuple[tuple[Intent, Sitting, Sitting], ...]:
    """How the solution of a step is carried out: each deed, the sitting before it and the one after."""
    told: list[tuple[Intent, Sitting, Sitting]] = []
    start = sit_down(lesson, at)

    def noted(before: Sitting, intent: Intent) -> Sitting:
        after = update(before, intent)
        told.append((intent, before, after))
        return after

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rallyman_tutor.tutor.lesson.walkthrough.update", noted)
        for _ in walk_through(start):
            pass
    return tuple(told)


def refuted(told: LessonView) -> Refutation:
    """Why the answer on this sheet is wrong."""
    assert told["refutation"]
    return told["refutation"]


def parts(told: LessonView) -> dict[str, Any]:
    """A lesson as a page shows it, to be asked for the parts that only a step of its kind has."""
    return {**told}


def taught_before(folder: Path) -> set[str]:
    """The rules that the built-in lessons before this one teach."""
    return {code for earlier in FOLDERS if earlier < folder for code in lesson_in(earlier).teaches}


def a_lesson(tmp: Path, toml: str, words: str, folder: str = "01-try", game: str = "classic") -> Path:
    """A lesson written by a test."""
    path = tmp / game / folder
    path.mkdir(parents=True, exist_ok=True)
    (path / "lesson.toml").write_text(toml, encoding="utf-8")
    (path / "en.md").write_text(words, encoding="utf-8")
    return path
