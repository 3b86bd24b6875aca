"""Lessons in their folders: found, listed, and begun."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.tutor.lesson import lesson_pictures
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.kinds.reader import LESSON_FILE
from rallyman_tutor.tutor.lesson.lesson_languages import LANGUAGE_NAME, first_language, language_of
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.prose import decode, without_comments
from rallyman_tutor.tutor.lesson.reading import read
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES

PIECES = frozenset({LESSON_FILE, *(f"{language}.md" for language in LANGUAGES)})
"""The files by which a folder is known to hold a lesson."""
MOST_FOLDERS = 5_000
"""The folders of a tree that are looked into: a whole disk has more, and is not searched by mistake."""


class Cover(NamedTuple):
    """A lesson's entry on a map: enough to list it, without reading its inside."""

    folder: Path
    name: str
    key: str
    title: str
    about: str
    teaches: tuple[str, ...]
    steps: tuple[str, ...]  # their ids
    chapter: str = ""  # that it says it belongs to, by its key in the words of the page
    language: str = ENGLISH


def covers(folder: Path) -> tuple[Cover, ...]:
    """The lessons of a folder tree by their covers, each in its first language, in order. One without is left out, and
    `check` says why.

    A page lists all lessons and opens one: reading them all would make everybody wait.
    """
    found = []
    for one in folders_of(folder):
        with suppress(OSError, ValueError, LookupError, TypeError):
            language = first_language(one)
            words = (one / f"{language}.md").read_bytes()
            found.append(_cover(one, (one / LESSON_FILE).read_bytes(), words)._replace(language=language))
    return tuple(found)


def retold(cover: Cover) -> Cover:
    """The cover of a lesson in the language that is spoken, where the lesson has words in it."""
    with suppress(OSError, ValueError):
        language = language_of(cover.folder)
        title, about = _title_and_about((cover.folder / f"{language}.md").read_bytes())
        return cover._replace(title=title, about=about, language=language)
    return cover


@cache
def _cover(folder: Path, lesson: bytes, words: bytes) -> Cover:
    """The cover of a lesson with these two files, kept: servers have read all lessons before the first page is
    opened."""
    data = tomllib.loads(decode(lesson))
    title, about = _title_and_about(words)
    steps = tuple(str(step["id"]) for step in data["steps"])
    name = f"{data['game']}/{folder.name}"
    teaches, chapter = tuple(data["teaches"]), str(data.get("chapter", ""))
    return Cover(folder, name, data["game"], title, about, teaches, steps, chapter)


def _title_and_about(words: bytes) -> tuple[str, str]:
    title, _, rest = without_comments(decode(words)).lstrip("# \n").partition("\n")
    return title.strip(), " ".join(rest.partition("\n##")[0].split())


class FoundLessons(NamedTuple):
    """The lessons of some folders that can be read, in order; and what is wrong with all others."""

    lessons: tuple[Lesson, ...]
    faults: tuple[Fault, ...]


def read_lessons(*folders: Path) -> FoundLessons:
    """All lessons of some folder trees, each in its first language, in the order of the folders' names."""
    lessons: list[Lesson] = []
    faults: list[Fault] = []
    for folder in folders:
        found = folders_of(folder)
        if not found:
            faults.append(_nothing_in(folder))
        for one in found:
            lesson, wrong = read(one)
            lessons += [lesson] if lesson else []
            faults += wrong
    return FoundLessons(tuple(lessons), tuple(faults))


def _nothing_in(folder: Path) -> Fault:
    """Why a folder has no lessons."""
    if not folder.is_dir():
        return Fault(str(folder), 1, LESSON_FILE, "no-folder")
    if all(number < MOST_FOLDERS for number, _ in enumerate(_walked(folder))):
        return Fault(str(folder), 1, LESSON_FILE, "no-lessons")
    return Fault(str(folder), 1, LESSON_FILE, "many-folders", {"most": MOST_FOLDERS})


def folders_of(tree: Path) -> list[Path]:
    """Every folder of a tree that holds a lesson, or a piece of one; a piece stands for its folder. None where the tree
    has more than MOST_FOLDERS."""
    tree = tree.parent if tree.name in PIECES and tree.is_file() else tree
    found = []
    for number, (folder, names) in enumerate(_walked(tree)):
        if number == MOST_FOLDERS:
            return []
        if not PIECES.isdisjoint(names):
            found.append(folder)
    return sorted(found, key=lambda folder: folder.parts)


def _walked(tree: Path) -> Iterator[tuple[Path, list[str]]]:
    """Each folder of a tree with the names of its files. Links to folders are not followed, and a folder that may not
    be opened has none."""
    return ((Path(folder), names) for folder, _, names in os.walk(tree))


def belongs_to_a_lesson(name: str) -> bool:
    """Whether a file of this name is a part of a lesson."""
    stem, _, kind = name.rpartition(".")
    is_words = kind == "md" and LANGUAGE_NAME.fullmatch(stem) is not None
    return name == LESSON_FILE or is_words or lesson_pictures.NAME.fullmatch(name) is not None


def write_first_lesson(folder: Path) -> list[Path]:
    """Write a first lesson with comments, about the game that its folder lies in; nothing where there is one already.
    Who opens it can change it line by line."""
    pieces = [LESSON_FILE, f"{ENGLISH}.md"]
    if any((folder / piece).exists() for piece in pieces):
        return []
    folder.mkdir(parents=True, exist_ok=True)
    first = files("rallyman_tutor.tutor").joinpath("texts", "new-lesson", folder.resolve().parent.name)
    for piece in pieces:
        text = first.joinpath(piece).read_text("utf-8")
        (folder / piece).write_text(text, encoding="utf-8")
    return [folder / piece for piece in pieces]


def lessons_before(tree: Path, folder: Path) -> tuple[Lesson, ...]:
    """The lessons of a tree that are taken before those of one of its folders."""
    first = next(iter(folders_of(folder)), None)
    found = read_lessons(tree).lessons if first and first.resolve() != folders_of(tree)[0].resolve() else ()
    return tuple(lesson for lesson in found if first and Path(lesson.file).parent.parts < first.resolve().parts)
