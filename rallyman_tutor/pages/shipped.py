"""Where the lessons and the notebooks lie.

They are text for people, so in a checkout they stand at the top, beside the package; an installed wheel carries the same
folders inside the package. Whoever reads a lesson asks here and need not know which of the two it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parents[1]

Folder = Literal["lessons", "notebooks"]

CALL = "from rallyman_tutor.pages.app import open_at"
"""What every notebook of ours says, and no other."""
BEGINNING = 2**16
"""Bytes of a notebook in which it would say so."""


def folder(name: Folder, package: Path = PACKAGE) -> Path:
    """The folder of this name that belongs to this package, wherever it was installed."""
    packed = package / "_shipped" / name
    if packed.is_dir():
        return packed
    beside = package.parent / name
    if beside.is_dir() and (package.parent / "pyproject.toml").is_file():  # among installed packages others lie beside
        return beside
    raise FileNotFoundError(f"no folder {name!r}, neither at {packed} nor at {beside}: install rallyman-tutor again")


def is_ours(notebook: Path) -> bool:
    """Whether this file is a notebook that opens the tutor."""
    if notebook.suffix != ".ipynb" or not notebook.is_file():
        return False
    with notebook.open("rb") as file:
        return CALL.encode() in file.read(BEGINNING)
