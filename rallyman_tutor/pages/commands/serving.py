"""`serve`: the tutor in the browser, with lessons of one's own beside the built-in ones once they are proven."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.commands.brought import Brought, brought, proven
from rallyman_tutor.pages.commands.output import ILLEGAL, NOT_NOTATION, Add, number_from
from rallyman_tutor.tutor.lesson import faults, lesson_folders

SERVE_HELP = """\
examples: rallyman-tutor serve --port 9000
          rallyman-tutor my-lessons                     with lessons of your own beside the built-in ones
          rallyman-tutor my-lessons --no-browser
          rallyman-tutor serve club autumn.zip --only   with these lessons alone, out of a folder and a zip

Lessons of your own are proven first, behind the built-in ones; one with faults is named and left out. Of a zip only
lessons are unpacked, until the tutor ends. A folder that is called like a command is written with its path:
rallyman-tutor ./rules
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    start = command("serve", _serve, "Start the tutor in your browser.", SERVE_HELP)
    start.add_argument("lessons", nargs="*", type=Path, help="lessons of your own: a lesson, a folder or a zip of them")
    start.add_argument("--only", action="store_true", help="these lessons alone, without the built-in ones")
    start.add_argument(
        "--port", type=number_from(0, 65535), default=serve.PORT, help=f"the first to try (default {serve.PORT})"
    )
    start.add_argument("--no-browser", action="store_true", help="only print the address")
    start.add_argument("--base-url", default="/", help="the path it is served under, such as /rally/")
    start.add_argument("--ip", default="localhost", help="where to listen; 0.0.0.0 lets others in")


def _serve(asked: argparse.Namespace) -> int:
    if asked.only and not asked.lessons:
        sys.stderr.write(
            "Nothing would be left without the built-in lessons.\nTry: rallyman-tutor serve my-lessons --only\n"
        )
        return NOT_NOTATION
    with brought(asked.lessons) as own:
        if asked.lessons:
            fine = bring(own, asked.only)
            if fine is None:
                return ILLEGAL
            serve.bring_lessons(fine, asked.only)
        return serve.serve(port=asked.port, ip=asked.ip, base_url=asked.base_url, browser=not asked.no_browser)


def bring(own: Brought, only: bool = False) -> list[Path] | None:
    """Prove a teacher's lessons, and print any faults; gives the folders without faults, None when none is left."""
    built_in = lesson_folders.read_lessons(shipped.folder("lessons")).lessons
    found = proven(own, built_in)
    faulty = {Path(fault.file).parent for fault in found.faults}
    taken = {lesson.name for lesson in built_in}
    fine: dict[str, Path] = {}
    for lesson in found.lessons:
        place = Path(lesson.file).parent
        if lesson.name in taken or lesson.name in fine:
            faulty.add(place)
            print(f"{own.name(place)}: There is another lesson {lesson.name}. Give this one a name of its own.")
        elif place not in faulty:
            fine[lesson.name] = place
    for fault in found.faults:
        print(f"{own.name(fault.file)}:{fault.line}: {fault.key}: {faults.fault_text(fault)}")
    folders = (place for folder in own.folders for place in lesson_folders.folders_of(folder))
    left_out = [own.name(place) for place in folders if place in faulty]
    if left_out:
        print(f"\nLeft out until mended: {', '.join(left_out)}")
    if not fine:
        typed = " ".join(map(str, own.typed))
        print(f"There is no lesson to add, and nothing was started.\nTry: rallyman-tutor check {typed}")
        return None
    print(f"{'Only these lessons' if only else 'Beside the built-in lessons'}: {', '.join(fine)}", flush=True)
    return list(fine.values())
