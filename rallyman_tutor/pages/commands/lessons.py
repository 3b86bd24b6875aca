"""`guide`, `new-lesson`, `check` and `notebooks`: how lessons are written, begun, proven, and opened in notebooks."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import notebooks, shipped
from rallyman_tutor.pages.commands.brought import brought, proven
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, as_typed, print_json
from rallyman_tutor.tutor.lesson import faults, lesson_folders
from rallyman_tutor.tutor.lesson.reading import FOLDER_NAME
from rallyman_tutor.tutor.words.words import text_tables

CHECK_HELP = """\
examples: rallyman-tutor check                          the built-in lessons
          rallyman-tutor check my-lessons               a folder of your own, behind the built-in ones
          rallyman-tutor check my-lessons/classic/01-braking
          rallyman-tutor check club autumn.zip          several folders and zips, one behind the other

          rallyman-tutor check my-lessons --notebooks my-notebooks
                                                      also where their notebooks say something else

One line for every fault: file:line: key: what is wrong, and what to do; of a notebook, file:cell: step. Of the built-in
lessons the notebooks of this tutor are compared. Exit: 0 when all is proven, 1 when not, 2 when the line cannot be read.
The format is told by: rallyman-tutor guide
"""

GUIDE_HELP = "example: rallyman-tutor guide > guide.md"

NEW_LESSON_HELP = """\
example: rallyman-tutor new-lesson my-lessons/classic/01-braking
         writes lesson.toml and en.md there; they pass rallyman-tutor check as they stand
"""

NOTEBOOKS_HELP = """\
examples: rallyman-tutor notebooks                      those of this tutor, after a change of its lessons
          rallyman-tutor notebooks my-notebooks         the same in another folder, to be opened in JupyterLab
          rallyman-tutor notebooks my-notebooks --lessons my-lessons
                                                        and those of your own lessons

One notebook for each lesson, and those for the map, the free drive, practice and the rulebook. Notebooks that
belong to no lesson any more are taken away; files that the tutor has not written are left as they are.
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    command("guide", _guide, "How lessons are written: one from nothing, then all there is.", GUIDE_HELP)
    check = command("check", _check, "Prove lessons: where each fault is, and what to do about it.", CHECK_HELP)
    check.add_argument(
        "lessons", nargs="*", type=Path, help="a lesson, a folder or a zip of lessons (default: the built-in ones)"
    )
    check.add_argument("--notebooks", metavar="FOLDER", type=Path, help="where the notebooks of these lessons lie")
    check.add_argument("--json", action="store_true", help="as a list of objects")
    new = command("new-lesson", _new_lesson, "Begin a lesson of your own, with comments.", NEW_LESSON_HELP)
    new.add_argument("folder", type=Path, help="where: a folder named after the game, then a number and a name")
    written = command("notebooks", _notebooks, "Write the notebooks, one for each lesson.", NOTEBOOKS_HELP)
    written.add_argument("--lessons", metavar="LESSONS", nargs="+", type=Path, help="your own lessons, with them")
    written.add_argument("folder", nargs="?", type=Path, help="where to (default: the notebooks of this tutor)")


def _guide(asked: argparse.Namespace) -> int:
    print((shipped.folder("lessons") / "README.md").read_text("utf-8"))
    return LEGAL


def _check(asked: argparse.Namespace) -> int:
    built_in = shipped.folder("lessons")
    with brought(asked.lessons or [built_in]) as own:
        first = own.folders[0]
        is_own = not first.is_relative_to(built_in.resolve())
        before = (
            lesson_folders.read_lessons(built_in).lessons if is_own else lesson_folders.lessons_before(built_in, first)
        )
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
        print(f"\nFaults: {len(rows)}.")
        return ILLEGAL
    steps = sum(len(lesson.steps) for lesson in found.lessons)
    print(f"Proven: {_counted(len(found.lessons), 'lesson')}, {_counted(steps, 'step')}.")
    return LEGAL


def _told(one: notebooks.Difference, folder: Path, lessons: list[Path]) -> tuple[str, str]:
    """Where a notebook differs from its lesson: in which way, and in words."""
    way = "differs" if one.cell and one.lesson else "extra" if one.cell else "lacks"
    own = f" --lessons {' '.join(as_typed(str(path)) for path in lessons)}" if lessons else ""
    write = f"rallyman-tutor notebooks {as_typed(str(folder))}{own}"
    text = str(text_tables("pages")["notebook"][way])
    return f"notebook-{way}", text.format(lesson=one.lesson, notebook=one.notebook, write=write)


def _counted(many: int, what: str) -> str:
    return f"{many} {what}" if many == 1 else f"{many} {what}s"


def _new_lesson(asked: argparse.Namespace) -> int:
    folder = asked.folder.resolve()
    if folder.parent.name not in SHELF:
        near = difflib.get_close_matches(folder.parent.name, SHELF, 1)
        places = [folder.parent.with_name(key) for key in near] or [folder.parent / key for key in SHELF]
        sys.stderr.write(f"A lesson lies in a folder named after its game, and {str(asked.folder)!r} does not.\n")
        sys.stderr.write(f"Try: {', '.join(as_typed(str(place / folder.name)) for place in places)}\n")
        return NOT_NOTATION
    if not FOLDER_NAME.fullmatch(folder.name):
        sys.stderr.write(f"{folder.name!r} is no name for a lesson.\nTry: a number and a name, such as 01-braking\n")
        return NOT_NOTATION
    try:
        written = lesson_folders.write_first_lesson(asked.folder)
    except OSError as error:
        sys.stderr.write(f"{asked.folder} cannot be written: {error.strerror}.\nTry: another folder\n")
        return NOT_NOTATION
    if not written:
        sys.stderr.write(f"There is a lesson in {asked.folder} already.\nTry: another folder\n")
        return ILLEGAL
    print("\n".join(f"Written: {path}" for path in written))
    print(f"\nNow change them, and ask: rallyman-tutor check {asked.folder}")
    return LEGAL


def _notebooks(asked: argparse.Namespace) -> int:
    folder = asked.folder or shipped.folder("notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lessons = lesson_folders.read_lessons(shipped.folder("lessons")).lessons
        if asked.lessons:
            with brought(asked.lessons) as own:
                lessons = (*lessons, *proven(own, lessons).lessons)
        done = notebooks.write(folder, lessons)
    except OSError as error:
        sys.stderr.write(f"{folder} cannot be written: {error.strerror}.\nTry: another folder\n")
        return NOT_NOTATION
    for said, names in (
        ("Written", done.written),
        ("Taken away", done.gone),
        ("Not ours, left as it is", done.foreign),
    ):
        for name in names:
            print(f"{said}: {as_typed(str(folder.resolve() / name))}")
    if not any(done):
        print(f"All notebooks in {as_typed(str(folder.resolve()))} are as they should be.")
    return ILLEGAL if done.foreign else LEGAL
