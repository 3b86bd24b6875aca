"""`serve`: the tutor in the browser, with lessons of one's own beside the built-in ones once they are proven."""

from __future__ import annotations

import argparse
from pathlib import Path

from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.commands.output import ILLEGAL, Add, as_typed, number_from
from rallyman_tutor.tutor import faults, lesson_folders, proof

SERVE_HELP = """\
examples: rallyman-tutor serve --port 9000
          rallyman-tutor my-lessons                     with lessons of your own beside the built-in ones
          rallyman-tutor my-lessons --no-browser

Lessons of your own are proven first; one with faults is named and left out. A folder that is called like a
command is written with its path: rallyman-tutor ./rules
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    start = command("serve", _serve, "Start the tutor in your browser.", SERVE_HELP)
    start.add_argument("folder", nargs="?", type=Path, help="a lesson of your own, or a folder of lessons")
    start.add_argument(
        "--port", type=number_from(0, 65535), default=serve.PORT, help=f"the first to try (default {serve.PORT})"
    )
    start.add_argument("--no-browser", action="store_true", help="only print the address")
    start.add_argument("--base-url", default="/", help="the path it is served under, such as /rally/")
    start.add_argument("--ip", default="localhost", help="where to listen; 0.0.0.0 lets others in")


def _serve(asked: argparse.Namespace) -> int:
    if asked.folder is not None and not _bring(asked.folder):
        return ILLEGAL
    return serve.serve(port=asked.port, ip=asked.ip, base_url=asked.base_url, browser=not asked.no_browser)


def _bring(folder: Path) -> bool:
    """Prove a teacher's lessons, add those without faults, and print the faults of the others. False when none is left."""
    built_in = lesson_folders.read_lessons(shipped.folder("lessons")).lessons
    found = proof.check(folder.resolve(), built_in)
    faulty = {Path(fault.file).parent for fault in found.faults}
    taken = {lesson.name for lesson in built_in}
    fine: dict[str, Path] = {}
    for lesson in found.lessons:
        place = Path(lesson.file).parent
        if lesson.name in taken or lesson.name in fine:
            faulty.add(place)
            print(f"{as_typed(str(place))}: There is another lesson {lesson.name}. Give this one a name of its own.")
        elif place not in faulty:
            fine[lesson.name] = place
    for fault in found.faults:
        print(f"{as_typed(fault.file)}:{fault.line}: {fault.key}: {faults.fault_text(fault)}")
    left_out = [as_typed(str(place)) for place in lesson_folders.folders_of(folder.resolve()) if place in faulty]
    if left_out:
        print(f"\nLeft out until mended: {', '.join(left_out)}")
    if not fine:
        print(f"There is no lesson to add, and nothing was started.\nTry: rallyman-tutor check {folder}")
        return False
    print(f"Beside the built-in lessons: {', '.join(fine)}", flush=True)
    serve.bring_lessons(fine.values())
    return True
