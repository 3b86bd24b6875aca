"""The notebooks, one thin page for every place of the tutor. They are written by a command and checked in; a test holds
them in step with the lessons.

What a notebook shows is in the package: its one cell says only where the tutor opens.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rallyman_tutor.tutor.lessons import Lesson
from rallyman_tutor.tutor.words import tables


def wanted(lessons: Sequence[Lesson]) -> Mapping[str, str]:
    """Every notebook there should be, by file name."""
    page = tables("tutor")["page"]
    places = {
        "index": ("home", page["name"]),
        "drive": ("drive", page["free-drive"]),
        "practice": ("practice", page["practice"]),
        "rules": ("rules", page["rulebook"]),
        **{lesson.name.replace("/", "-"): (lesson.name, lesson.title) for lesson in lessons},
    }
    return {f"{file}.ipynb": _notebook(file, place, title, page) for file, (place, title) in places.items()}


def write(folder: Path, lessons: Sequence[Lesson]) -> list[str]:
    """Write what is missing or different, take away what belongs to no place; tells the names of both."""
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.ipynb")}
    should = wanted(lessons)
    for name in there.keys() - should.keys():
        (folder / name).unlink()
    changed = [name for name, text in should.items() if there.get(name) != text]
    for name in changed:
        (folder / name).write_text(should[name], "utf-8")
    return sorted([*changed, *(there.keys() - should.keys())])


def _notebook(file: str, place: str, title: str, page: Mapping[str, str]) -> str:
    title = title if title == page["name"] else page["page-title"].format(title=title)
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": file[:64],
        "metadata": {},
        "outputs": [],
        "source": ["from rallyman_tutor.pages.app import open_at\n", "\n", f'open_at("{place}")'],
    }
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": [cell],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}, "title": title},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
