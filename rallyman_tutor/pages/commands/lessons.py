"""`guide`, `new-lesson`, `check` and `notebooks`: how lessons are written, begun, proven, and opened in notebooks."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import notebooks, shipped
from rallyman_tutor.pages.commands.brought import brought, proven
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, as_typed, complain, print_json
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson import faults, lesson_folders
from rallyman_tutor.tutor.lesson.reading import FOLDER_NAME
from rallyman_tutor.tutor.words.words import text_tables


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    command("guide", _guide)
    check = command("check", _check)
    check.add_argument("lessons", nargs="*", type=Path, help=say("options.lessons"))
    check.add_argument("--notebooks", metavar="FOLDER", type=Path, help=say("options.notebooks"))
    check.add_argument("--json", action="store_true", help=say("options.lessons-json"))
    new = command("new-lesson", _new_lesson)
    new.add_argument("folder", type=Path, help=say("options.folder"))
    written = command("notebooks", _notebooks)
    written.add_argument("--lessons", metavar="LESSONS", nargs="+", type=Path, help=say("options.lessons-lessons"))
    written.add_argument("folder", nargs="?", type=Path, help=say("options.lessons-folder"))


def _guide(asked: argparse.Namespace) -> int:
    print((shipped.folder("lessons") / "README.md").read_text("utf-8"))
    return LEGAL


def _check(asked: argparse.Namespace) -> int:
    built_in = shipped.folder("lessons")
    with brought(asked.lessons or [built_in]) as own:
        first = own.folders[0]
        is_own = not first.is_relative_to(built_in.resolve())
        before = shipped.lessons() if is_own else lesson_folders.lessons_before(built_in, first)
        found = proven(own, before)
        rows = [
            (own.name(fault.file), fault.line, fault.key, fault.why, faults.fault_text(fault)) for fault in found.faults
        ]
    folder = asked.notebooks or (None if is_own else shipped.folder("notebooks"))
    if folder is not None:
        rows += [
            (str(folder / one.file), one.cell, one.step, *_told(one, folder, asked.lessons))
            for one in notebooks.differences(folder, found.lessons)
        ]
    if asked.json:
        print_json([
            {"file": str(Path(file).absolute()), "line": line, "key": key, "why": why, "said": said}
            for file, line, key, why, said in rows
        ])  # fmt: skip
        return ILLEGAL if rows else LEGAL
    for file, line, key, _, said in rows:
        print(f"{file}:{line}: {key}: {said}")
    if rows:
        print("\n" + say("lessons.faults", n=len(rows)))
        return ILLEGAL
    steps = sum(len(lesson.steps) for lesson in found.lessons)
    print(say("lessons.proven", n=len(found.lessons), steps=steps))
    return LEGAL


def _told(one: notebooks.Difference, folder: Path, lessons: list[Path]) -> tuple[str, str]:
    """Where a notebook differs from its lesson: in which way, and in words."""
    way = "differs" if one.cell and one.lesson else "extra" if one.cell else "lacks"
    own = f" --lessons {' '.join(as_typed(str(path)) for path in lessons)}" if lessons else ""
    write = f"rallyman-tutor notebooks {as_typed(str(folder))}{own}"
    text = str(text_tables("pages")["notebook"][way])
    return f"notebook-{way}", text.format(lesson=one.lesson, notebook=one.notebook, write=write)


def _new_lesson(asked: argparse.Namespace) -> int:
    folder = asked.folder.resolve()
    if folder.parent.name not in SHELF:
        near = difflib.get_close_matches(folder.parent.name, SHELF, 1)
        places = [folder.parent.with_name(key) for key in near] or [folder.parent / key for key in SHELF]
        said = say("lessons.no-game", folder=repr(str(asked.folder)))
        complain(said, *(as_typed(str(place / folder.name)) for place in places))
        return NOT_NOTATION
    if not FOLDER_NAME.fullmatch(folder.name):
        complain(say("lessons.no-name", it=repr(folder.name)), say("lessons.such-a-name"))
        return NOT_NOTATION
    try:
        written = lesson_folders.write_first_lesson(asked.folder)
    except OSError as error:
        complain(say("lessons.not-written", folder=asked.folder, why=error.strerror), say("lessons.another-folder"))
        return NOT_NOTATION
    if not written:
        complain(say("lessons.there", folder=asked.folder), say("lessons.another-folder"))
        return ILLEGAL
    print("\n".join(say("lessons.written", file=path) for path in written))
    print("\n" + say("lessons.now", command=f"rallyman-tutor check {asked.folder}"))
    return LEGAL


def _notebooks(asked: argparse.Namespace) -> int:
    folder = asked.folder or shipped.folder("notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lessons = shipped.lessons()
        if asked.lessons:
            with brought(asked.lessons) as own:
                lessons = (*lessons, *proven(own, lessons).lessons)
        done = notebooks.write(folder, lessons)
    except OSError as error:
        complain(say("lessons.not-written", folder=folder, why=error.strerror), say("lessons.another-folder"))
        return NOT_NOTATION
    for said, names in (
        ("written", done.written),
        ("gone", done.gone),
        ("foreign", done.foreign),
    ):
        for name in names:
            print(say(f"lessons.{said}", file=as_typed(str(folder.resolve() / name))))
    if not any(done):
        print(say("lessons.fine", folder=as_typed(str(folder.resolve()))))
    return ILLEGAL if done.foreign else LEGAL
