"""`serve`: the tutor in the browser, with lessons of one's own beside the built-in ones once they are proven."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.commands.brought import Brought, brought, proven
from rallyman_tutor.pages.commands.output import ILLEGAL, NOT_NOTATION, Add, complain, number_from
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.tutor.lesson import faults, lesson_folders, lesson_languages

SHARES = ("rooms_each", "devices_each", "behind_proxy")
"""Options that are settings of the server by these names: how much of its rooms those of one address may take."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    start = command("serve", _serve)
    start.add_argument("lessons", nargs="*", type=Path, help=say("options.serving-lessons"))
    start.add_argument("--only", action="store_true", help=say("options.only"))
    start.add_argument(
        "--port", type=number_from(0, 65535), default=serve.PORT, help=say("options.port", default=serve.PORT)
    )
    start.add_argument("--no-browser", action="store_true", help=say("options.no-browser"))
    start.add_argument("--base-url", default="/", help=say("options.base-url"))
    start.add_argument("--ip", help=say("options.ip"))
    start.add_argument("--rooms", metavar="FOLDER", type=Path, help=say("options.rooms"))
    for name, most, usual in (
        ("rooms", LIMITS.rooms, LIMITS.rooms_each),
        ("devices", LIMITS.guests, LIMITS.guests_each),
    ):
        told = say(f"options.{name}-each", default=usual)
        start.add_argument(f"--{name}-each", metavar="N", type=number_from(1, most), default=usual, help=told)
    start.add_argument("--behind-proxy", action="store_true", help=say("options.behind-proxy"))
    start.add_argument("--evening", metavar="FOLDER", type=Path, nargs="?", const=Path(), help=say("options.evening"))


def _serve(asked: argparse.Namespace) -> int:
    if asked.only and not asked.lessons:
        complain(say("serve.nothing-left"), "rallyman-tutor serve my-lessons --only")
        return NOT_NOTATION
    with brought(asked.lessons) as own:
        if asked.lessons:
            fine = bring(own, asked.only)
            if fine is None:
                return ILLEGAL
            serve.bring_lessons(fine, asked.only)
        evening = asked.evening
        if evening == Path():
            evening = Path(f"rally-evening-{date.today()}")
        ip = asked.ip or ("localhost" if evening is None else "0.0.0.0")
        shares = {name: getattr(asked, name) for name in SHARES}
        return serve.serve(
            port=asked.port, ip=ip, base_url=asked.base_url, browser=not asked.no_browser, rooms=asked.rooms,
            evening=evening, more={"Tutor": shares},
        )  # fmt: skip


def bring(own: Brought, only: bool = False) -> list[Path] | None:
    """Prove a teacher's lessons, and print any faults; gives the folders without faults, None when none is left."""
    built_in = shipped.lessons()
    found = proven(own, built_in)
    with_faults = {Path(fault.file).parent for fault in found.faults}
    faulty = {Path(fault.file).parent for fault in found.faults if not lesson_languages.is_of_another(fault.file)}
    taken = {lesson.name for lesson in built_in}
    fine: dict[str, Path] = {}
    for lesson in found.lessons:
        place = Path(lesson.file).parent
        if lesson.name in taken or lesson.name in fine:
            faulty.add(place)
            print(f"{own.name(place)}: {say('serve.twice', name=lesson.name)}")
        elif place not in faulty:
            fine[lesson.name] = place
    for fault in found.faults:
        print(f"{own.name(fault.file)}:{fault.line}: {fault.key}: {faults.fault_text(fault)}")
    folders = [place for folder in own.folders for place in lesson_folders.folders_of(folder)]
    for key, places in (("left-out", faulty), ("in-first-language", with_faults - faulty)):
        if named := [own.name(place) for place in folders if place in places]:
            print("\n" + say(f"serve.{key}", list=", ".join(named)))
    if not fine:
        typed = " ".join(map(str, own.typed))
        print(f"{say('serve.none')}\n{say('top.try', it=f'rallyman-tutor check {typed}')}")
        return None
    print(say("serve.only" if only else "serve.beside", list=", ".join(fine)), flush=True)
    return list(fine.values())
