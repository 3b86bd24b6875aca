"""Where the lessons and the notebooks lie.

In a checkout both folders are beside the package; in an installed wheel they are inside it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rallyman_tutor.tutor.lesson.lessons import Lesson

PACKAGE = Path(__file__).resolve().parents[1]

Folder = Literal["lessons", "notebooks"]

CALL = "from rallyman_tutor.pages.app import open_at"
"""The line by which a notebook of ours is known."""
BEGINNING = 2**16
"""How many bytes at the start of a notebook are searched for CALL."""


def folder(name: Folder, package: Path = PACKAGE) -> Path:
    """The folder of this name that belongs to this package, wherever it was installed."""
    packed = package / "_shipped" / name
    if packed.is_dir():
        return packed
    beside = package.parent / name
    if (
        beside.is_dir() and (package.parent / "pyproject.toml").is_file()
    ):  # a folder beside an installed package may be anybody's
        return beside
    raise FileNotFoundError(f"no folder {name!r}, neither at {packed} nor at {beside}: install rallyman-tutor again")


@cache
def lessons() -> tuple[Lesson, ...]:
    """The built-in lessons. They are read once."""
    from rallyman_tutor.tutor.lesson.lesson_folders import read_lessons

    return read_lessons(folder("lessons")).lessons


def is_ours(notebook: Path) -> bool:
    """Whether this file is a notebook that opens the tutor."""
    if notebook.suffix != ".ipynb" or not notebook.is_file():
        return False
    with notebook.open("rb") as file:
        return CALL.encode() in file.read(BEGINNING)
