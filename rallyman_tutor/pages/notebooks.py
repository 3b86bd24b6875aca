"""Writes the notebooks: one for every place of the tutor, and one that walks through the engine.

They are checked in, and a test compares them with the lessons. A page's first cell of code says only where the tutor
opens; around it, the notebook of a lesson has cells for JupyterLab (`lesson_notebook.py`). The text of the walk is
`texts/engine.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.games import NAMES
from rallyman_tutor.pages.lesson_notebook import LAB, cells_before, cells_behind
from rallyman_tutor.pages.shipped import CALL
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.words.words import text_tables, words

ENGINE = "engine.ipynb"
"""The notebook that walks through the engine. It belongs to no place of the tutor."""


class FolderChanges(NamedTuple):
    """The changes to a folder by writing, by file name."""

    written: tuple[str, ...]
    gone: tuple[str, ...]
    foreign: tuple[str, ...]  # files that are not ours but have the name of one of ours; they are left as they are


class Difference(NamedTuple):
    """One place where a notebook is not as its lesson is: the file, the number of its cell (0 where it has none), the
    step, and the first lines that differ. Where only one of them has a cell, the other line is empty."""

    file: str
    cell: int
    step: str
    lesson: str
    notebook: str


def wanted(lessons: Iterable[Lesson]) -> Mapping[str, str]:
    """Every notebook there should be, by file name."""
    named = {lesson.name: lesson for lesson in lessons}
    titles = {name: lesson.title for name, lesson in named.items()}
    pages = {
        f"{file}.ipynb": _page(file, at, title_of(at, titles), named.get(at))
        for file, at in addresses.notebook_names(titles).items()
    }
    return {**pages, ENGINE: _walk()}


def title_of(at: str, lessons: Mapping[str, str]) -> str:
    """The title of a place's page; `lessons` are the titles of all lessons by name."""
    page = text_tables("tutor")["page"]
    title = lessons.get(at) or _title(at, page)
    return title if title == page["name"] else str(page["page-title"]).format(title=title)


def _title(at: str, page: Mapping[str, str]) -> str:
    """The title of a place that is no lesson; it begins with the game's name where the place names a game."""
    room, _, key = at.partition("/")
    if room == "home":
        return NAMES[key] if key else page["name"]
    title = {"drive": "free-drive", "practice": "practice", "rules": "rulebook", addresses.COMING: addresses.COMING}[
        room
    ]
    return f"{NAMES[key]}, {words(key).group('page').get(title, page[title])}" if key else page[title]


def write(folder: Path, lessons: Iterable[Lesson]) -> FolderChanges:
    """Write the notebooks that are missing or different, delete those that belong to no place. Files that are not ours
    are left alone."""
    there = {path.name: path.read_text("utf-8", errors="replace") for path in folder.glob("*.ipynb")}
    ours = {name for name, text in there.items() if CALL in text}
    should = wanted(lessons)
    changed = [name for name, text in should.items() if there.get(name) != text]
    done = FolderChanges(
        tuple(name for name in changed if name in ours or name not in there),
        tuple(sorted(ours - should.keys())),
        tuple(name for name in changed if name in there and name not in ours),
    )
    for name in done.written:
        (folder / name).write_text(should[name], "utf-8")
    for name in done.gone:
        (folder / name).unlink()
    return done


def differences(folder: Path, lessons: Iterable[Lesson]) -> Iterator[Difference]:
    """The places where the notebooks of these lessons in a folder are not as the lessons are. Cells that a teacher has
    put in, outputs, and lessons without a notebook there do not count."""
    named = {lesson.name: lesson for lesson in lessons}
    for file, at in addresses.notebook_names({name: lesson.title for name, lesson in named.items()}).items():
        path = folder / f"{file}.ipynb"
        if at in named and path.is_file():
            should = json.loads(_page(file, at, named[at].title, named[at]))["cells"]
            yield from _different_cells(path.name, should, _cells_of(path))


def _cells_of(path: Path) -> list[Mapping[str, object]]:
    try:
        return list(json.loads(path.read_text("utf-8"))["cells"])
    except (ValueError, KeyError, TypeError):
        return []


def _different_cells(
    file: str, should: Sequence[Mapping[str, object]], there: Sequence[Mapping[str, object]]
) -> Iterator[Difference]:
    own = {str(cell.get("id", "")): (number, _source(cell)) for number, cell in enumerate(there, 1)}
    step = ""
    for cell in should:
        text, (number, found) = _source(cell), own.pop(str(cell["id"]), (0, ""))
        step = text.partition("\n")[0].lstrip("# ") if text.startswith("#") else step
        for one, other in zip_longest(text.splitlines(), found.splitlines(), fillvalue=""):
            if one.rstrip() != other.rstrip():
                yield Difference(file, number, step, one, other)
                break
    ours = re.compile(rf"{re.escape(file.removesuffix('.ipynb')[:56])}(-[ab]\d+)?")
    yield from (
        Difference(file, number, step, "", text.partition("\n")[0])
        for name, (number, text) in own.items()
        if ours.fullmatch(name)
    )


def _source(cell: Mapping[str, object]) -> str:
    """The text of a cell, which is a list of lines or one text."""
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _page(file: str, place: str, title: str, lesson: Lesson | None) -> str:
    name = file[:56]
    tutor = _cell(name, f'{CALL}\n\nopen_at("{place}")', is_code=True)
    if lesson is None:
        return _notebook(title, [tutor])
    before, behind = (
        [_cell(f"{name}-{where}{n}", one.text, is_code=one.is_code, tag=LAB) for n, one in enumerate(cells)]
        for where, cells in (("a", cells_before(lesson)), ("b", cells_behind(lesson)))
    )
    return _notebook(title, [*before, tutor, *behind])


def _walk() -> str:
    """The walk through the engine as a notebook: cells of text, with cells of Python between them."""
    text = resources.files("rallyman_tutor.pages").joinpath("texts", "engine.md").read_text("utf-8")
    parts = [part.strip() for part in re.split(r"```(?:python)?\n", text)]
    cells = [_cell(f"engine-{n}", part, is_code=n % 2 == 1) for n, part in enumerate(parts) if part]
    return _notebook(text.partition("\n")[0].lstrip("# "), cells)


def _cell(name: str, text: str, *, is_code: bool, tag: str = "") -> dict[str, object]:
    code: dict[str, object] = {"cell_type": "code", "execution_count": None}
    outputs: dict[str, object] = {"outputs": []} if is_code else {}
    kind = code if is_code else {"cell_type": "markdown"}
    metadata = {"tags": [tag]} if tag else {}
    return {**kind, "id": name, "metadata": metadata, **outputs, "source": text.splitlines(keepends=True)}


def _notebook(title: str, cells: Sequence[Mapping[str, object]]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}, "title": title},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
