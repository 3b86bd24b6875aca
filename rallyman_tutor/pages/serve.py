"""Starting the tutor: Voila on the notebooks that come with it, on this machine, in the browser.

Voila is imported when it is started and not before, since the command line answers questions without it. How it is set up is
in `server`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from rallyman_tutor.core.game import Plain
from rallyman_tutor.pages import shipped

PORT = 8866
OPENING = ("index.ipynb", "drive.ipynb")
LESSONS_VARIABLE = "RALLYMAN_TUTOR_LESSONS"
"""The environment's name for lessons of one's own: folders, joined as on a search path. Kernels inherit it."""


def serve(
    *,
    port: int = PORT,
    ip: str = "localhost",
    base_url: str = "/",
    browser: bool = True,
    folder: Path | None = None,
    more: Mapping[str, Plain] | None = None,
) -> int:
    """Serve the notebooks until Ctrl+C. The port is the first one tried; `more` are settings of Jupyter's on top."""
    try:
        _serve(folder or shipped.folder("notebooks"), port, ip, base_url, browser, more or {})
    except KeyboardInterrupt:
        print()
    return 0


def _serve(folder: Path, port: int, ip: str, base_url: str, browser: bool, more: Mapping[str, Plain]) -> None:
    from nbformat.sign import MemorySignatureStore
    from traitlets.config import Config

    from rallyman_tutor.pages.server import settings
    from rallyman_tutor.pages.server.alone import Tutor

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
    config.Seats = Config(arguments=["--IPKernelApp.log_level=ERROR"])  # our one line is all there is to read
    logging.getLogger("tornado").setLevel(logging.ERROR)
    # Who only shows pages signs nothing, and need not write anything into Jupyter's folders for it.
    config.NotebookNotary = Config(store_factory=MemorySignatureStore, secret=os.urandom(32))
    config.merge(Config({name: dict(section) for name, section in more.items()}))
    tutor = Tutor(config=config)
    with settings.our_template_shown():
        tutor.initialize([])
    tutor.start()


def bring_lessons(folders: Iterable[Path]) -> None:
    """Lessons of one's own, for every kernel that is started from now on."""
    os.environ[LESSONS_VARIABLE] = os.pathsep.join(str(folder.resolve()) for folder in folders)


def brought_lessons() -> tuple[Path, ...]:
    """The folders that were brought."""
    return tuple(Path(folder) for folder in os.environ.get(LESSONS_VARIABLE, "").split(os.pathsep) if folder)


def opening_notebook(folder: Path) -> str:
    """The notebook that opens first; none, if a folder has neither."""
    return next((name for name in OPENING if (folder / name).is_file()), "")
