"""Lessons from a zip, laid into a folder: only files that belong to lessons, and nothing outside that folder.

A zip may come from anybody. Nothing in it is run, no file of it is larger than a lesson needs, and one that tries to
leave the folder spoils the whole zip.
"""

from __future__ import annotations

import zlib
from pathlib import Path, PurePosixPath
from stat import S_ISLNK
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from rallyman_tutor.tutor.lesson.lesson_folders import belongs_to_a_lesson

MOST_FILES = 2_000
MOST_BYTES, MOST_BYTES_IN_ALL = 2_000_000, 60_000_000
"""Unpacked; a lesson has some ten thousand."""
LONGEST_NAME, DEEPEST = 100, 12
PASSWORD = 0x1
"""The flag of a file that is locked with a password."""


class Unfit(ValueError):
    """A zip that cannot be used: the file in it that is to blame, if it is one, and why."""

    def __init__(self, why: str, file: str = "") -> None:
        super().__init__(why)
        self.why, self.file = why, file[:LONGEST_NAME]


def unpack(packed: Path, folder: Path) -> None:
    """Lay the lessons of a zip into a folder."""
    try:
        with ZipFile(packed) as opened:
            _unpack(opened, folder)
    # The errors of `ZipFile` at a file that is broken, cut off, locked, or packed in a way unknown here: there are
    # many.
    except (BadZipFile, LargeZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeError) as error:
        raise Unfit("no-zip") from error


def _unpack(opened: ZipFile, folder: Path) -> None:
    files = [one for one in opened.infolist() if not one.is_dir()]
    if len(files) > MOST_FILES:
        raise Unfit("too-many")
    left = MOST_BYTES_IN_ALL
    for one in files:
        path = _path(one)
        if not belongs_to_a_lesson(path.name) or "__MACOSX" in path.parts:
            continue
        if one.flag_bits & PASSWORD:
            raise Unfit("locked", one.filename)
        with opened.open(one) as file:
            text = file.read(MOST_BYTES + 1)  # whatever size it claims to have
        left -= len(text)
        if len(text) > MOST_BYTES or left < 0:
            raise Unfit("too-large", one.filename)
        place = folder.joinpath(*path.parts)
        if place.exists():
            raise Unfit("twice", one.filename)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text)


def _path(one: ZipInfo) -> PurePosixPath:
    """Where a file of a zip lies in it. A file that would lie outside, or only points to another one, is refused."""
    name = one.filename.replace("\\", "/")
    parts = name.split("/")
    leaves = name.startswith("/") or any(part in ("", ".", "..") or ":" in part for part in parts)
    if leaves or S_ISLNK(one.external_attr >> 16):
        raise Unfit("outside", one.filename)
    if len(parts) > DEEPEST or any(len(part) > LONGEST_NAME for part in parts):
        raise Unfit("too-deep", one.filename)
    return PurePosixPath(*parts)
