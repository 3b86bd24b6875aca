"""The languages of a lesson: it has words in one or several, each in a file of its own."""

from __future__ import annotations

import re
from pathlib import Path

from rallyman_tutor.tutor.words.language import ENGLISH, spoken

LANGUAGE_NAME = re.compile(r"[a-z]{2}(-[A-Z]{2})?")
"""The name of a file of words, without its ending: a language, or that of one country."""


def languages_in(folder: Path) -> list[str]:
    """The languages that a lesson has words in, by the names of its files: `de.md` is German. English comes first."""
    found = (file.stem for file in folder.glob("*.md") if LANGUAGE_NAME.fullmatch(file.stem))
    return sorted(found, key=lambda language: (language != ENGLISH, language))


def first_language(folder: Path) -> str:
    """The language in which a lesson is told to those whose own it has not: English where it can, else the first that
    it has words in."""
    return next(iter(languages_in(folder)), ENGLISH)


def language_of(folder: Path) -> str:
    """The language in which a lesson is told: the one that is spoken, where it has words in it."""
    return spoken() if (folder / f"{spoken()}.md").is_file() else first_language(folder)


def is_of_another(file: str) -> bool:
    """Whether a file has words of a lesson in another language than its first: a fault in it leaves the lesson in
    that one."""
    path = Path(file)
    return path.stem in languages_in(path.parent)[1:]
