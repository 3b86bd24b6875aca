"""Lessons of one's own as they are typed: folders, and zips that are unpacked for as long as the command runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rallyman_tutor.pages.commands.output import NOT_NOTATION, as_typed
from rallyman_tutor.pages.lesson_zips import MOST_BYTES, Unfit, unpack
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson import proof
from rallyman_tutor.tutor.lesson.lesson_folders import FoundLessons
from rallyman_tutor.tutor.lesson.lessons import Lesson


class Brought(NamedTuple):
    """Folders with lessons, and the names by which they were typed."""

    folders: tuple[Path, ...]
    typed: tuple[Path, ...]

    def name(self, file: Path | str) -> str:
        """A file as one would type it: one out of a zip under the name of the zip."""
        for folder, typed in zip(self.folders, self.typed, strict=True):
            if is_zip(typed) and Path(file).is_relative_to(folder):
                return str(typed / Path(file).relative_to(folder))
        return as_typed(str(file))


def is_zip(path: Path) -> bool:
    """Whether this is the name of a zip that is there."""
    return path.suffix.lower() == ".zip" and path.is_file()


@contextmanager
def brought(typed: Sequence[Path]) -> Iterator[Brought]:
    """These folders and zips, all as folders. A zip that cannot be used ends the command."""
    with TemporaryDirectory(prefix="rallyman-lessons-") as there:
        folders = []
        for number, path in enumerate(typed):
            folder = path.resolve()
            if is_zip(path):
                folder = Path(there).resolve() / str(number)
                folder.mkdir()
                try:
                    unpack(path, folder)
                except Unfit as error:
                    why = say(f"brought.{error.why}", most=MOST_BYTES // 1_000_000)
                    sys.stderr.write(f"{path / error.file if error.file else path}: {why}\n")
                    raise SystemExit(NOT_NOTATION) from error
            folders.append(folder)
        yield Brought(tuple(folders), tuple(typed))


def proven(own: Brought, before: tuple[Lesson, ...]) -> FoundLessons:
    """All lessons that were brought, each proven behind those before it."""
    found = FoundLessons((), ())
    for folder in own.folders:
        here = proof.check(folder, (*before, *found.lessons))
        found = FoundLessons((*found.lessons, *here.lessons), (*found.faults, *here.faults))
    return found
