"""Starts the tutor: Voila serves the notebooks that come with it, and the browser opens one.

Voila is imported only when it is started, since the other commands do without it. Its settings are in `server`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from rallyman_tutor.core.game import Plain
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.sentences import say

PORT = 8866
OPENING = ("index.ipynb", "drive.ipynb")
LESSONS_VARIABLE = "RALLYMAN_TUTOR_LESSONS"
"""The environment variable with the folders of a teacher's lessons, joined as on a search path. Kernels inherit it."""
ONLY_VARIABLE = "RALLYMAN_TUTOR_ONLY"
"""Set to 1 where there are to be no lessons but these."""


def serve(
    *,
    port: int = PORT,
    ip: str = "localhost",
    base_url: str = "/",
    browser: bool = True,
    folder: Path | None = None,
    rooms: Path | None = None,
    evening: Path | None = None,
    more: Mapping[str, Plain] | None = None,
) -> int:
    """Serve the notebooks until Ctrl+C. `port` is the first one tried; `more` are further settings for Jupyter. Rooms
    are kept in the folder `rooms`; of an `evening` everything is left in that folder."""
    tutor: dict[str, object] = {**((more or {}).get("Tutor") or {})}
    if evening is not None:
        rooms, tutor["evening"] = evening / "rooms", True
    if rooms is not None:
        tutor["rooms"] = str(rooms.resolve())
    more = {**(more or {}), "Tutor": tutor}
    with suppress(KeyboardInterrupt):  # it may come before the server can hear it
        _serve(folder or shipped.folder("notebooks"), port, ip, base_url, browser, more)
    print()
    if evening is not None and rooms is not None:
        _leave(rooms, evening)
    return 0


def _leave(rooms: Path, folder: Path) -> None:
    """Leave all that is to be kept of an evening, and say where."""
    from rallyman_tutor.pages.evening import leave, leave_films
    from rallyman_tutor.pages.server.room_files import RoomFiles

    files = RoomFiles(rooms)
    rooms_there = [room for code in files.codes() if (room := files.read(code))]
    many = leave(rooms_there, folder)
    print(say("serve.evening-left", folder=folder.resolve(), n=many), flush=True)
    with suppress(KeyboardInterrupt):  # whoever does not wait for the films has all else
        leave_films(rooms_there, folder)


def _serve(folder: Path, port: int, ip: str, base_url: str, browser: bool, more: Mapping[str, Plain]) -> None:
    from nbformat.sign import MemorySignatureStore
    from traitlets.config import Config

    from rallyman_tutor.pages.server import settings
    from rallyman_tutor.pages.server.alone import Tutor
    from rallyman_tutor.pages.server.room_lock import NoRooms

    with settings.our_template_shown():
        config = settings.settings()
    config.Tutor = Config(
        root_dir=str(folder),
        port=port,
        ip=ip,
        base_url=f"/{base_url.strip('/')}/".replace("//", "/"),
        open_browser=browser,
        opening=opening_notebook(folder),
        log_level="ERROR",
    )
    config.Seats = Config(arguments=["--IPKernelApp.log_level=ERROR"])  # so that our own line stays readable
    logging.getLogger("tornado").setLevel(logging.ERROR)
    # Pages are only shown, so no notebook is signed, and nothing for it is written into Jupyter's folders.
    config.NotebookNotary = Config(store_factory=MemorySignatureStore, secret=os.urandom(32))
    config.merge(Config({name: dict(section) for name, section in more.items()}))
    tutor = Tutor(config=config)
    with settings.our_template_shown():
        tutor.initialize([])
    try:
        tutor.start()
    except NoRooms as why:
        sys.stderr.write(f"{why}\n{say('top.try', it='rallyman-tutor serve --rooms my-rooms')}\n")
        raise SystemExit(1) from None


def bring_lessons(folders: Iterable[Path], only: bool = False) -> None:
    """Give these folders of lessons to every kernel started from now on, beside the built-in lessons or alone."""
    os.environ[LESSONS_VARIABLE] = os.pathsep.join(str(folder.resolve()) for folder in folders)
    os.environ[ONLY_VARIABLE] = "1" if only else ""


def brought_lessons() -> tuple[Path, ...]:
    """The folders of lessons that `bring_lessons` was given."""
    return tuple(Path(folder) for folder in os.environ.get(LESSONS_VARIABLE, "").split(os.pathsep) if folder)


def are_brought_alone() -> bool:
    """Whether the lessons that were brought are the only ones."""
    return bool(brought_lessons()) and os.environ.get(ONLY_VARIABLE, "") not in ("", "0")


def opening_notebook(folder: Path) -> str:
    """The notebook that opens first; "" where the folder has none of OPENING."""
    return next((name for name in OPENING if (folder / name).is_file()), "")
