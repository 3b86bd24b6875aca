"""The things by which a page can be seen and touched before its kernel is there: its first picture, and its scripts.

A picture is drawn by the Python that draws the page, in a process of its own, when somebody comes who may see it. It is
kept for all who come later; where a teacher's lessons are served, which may change at any time, it is drawn anew.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.games import NAMES
from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.server.forked import CAN_FORK, warm
from rallyman_tutor.scene.palette import darkened
from rallyman_tutor.tutor.words.language import ASKED
from rallyman_tutor.widgets.modules import page_script
from rallyman_tutor.widgets.style import page_style

SCRIPTS = Path(__file__).parents[1] / "site" / "scripts"
OPENS = re.compile(re.escape(shipped.CALL) + r'\s+open_at\("([\w/-]+)"\)')
"""The cell of a notebook of ours, with its place."""
MAPS = frozenset(f"home/{key}" for key in NAMES)
KINDS = {".js": "text/javascript", ".css": "text/css", ".bin": "application/octet-stream"}


class Part(NamedTuple):
    """A file of the page: its kind, and its contents packed by gzip."""

    kind: str
    packed: bytes


@cache
def parts() -> Mapping[str, Part]:
    """The scripts and the style of the page by the names of their files."""
    texts = {
        "tutor.js": page_script(),
        "tutor.css": page_style(),
        "build.js": f"export const DARK = {json.dumps(darkened())};\n",
        **{name: (SCRIPTS / name).read_text("utf-8") for name in ("served.js", "shown.js", "pictures.js", "unpack.js")},
    }
    return {
        name: Part(KINDS[Path(name).suffix], gzip.compress(text.encode(), 6, mtime=0)) for name, text in texts.items()
    }


@cache
def folder() -> str:
    """The name of the folder that the page's files seem to lie in: a hash of them, so that a browser never takes an old
    one for a new one."""
    return hashlib.sha256(b"".join(part.packed for part in parts().values())).hexdigest()[:12]


def place_of(source: str) -> str:
    """The place at which the code of a notebook's cell opens the tutor, where it does nothing else; else nothing."""
    found = OPENS.fullmatch(source.strip())
    return found[1] if found else ""


class FirstPictures:
    """The first pictures of places, packed, drawn when they are asked for first."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    def begin(self, at: str, language: str) -> None:
        """Have the picture of a place drawn, which a page will ask for in a moment."""
        drawn = self._drawn.get((at, language))
        if drawn is None or (drawn.done() and (serve.brought_lessons() or not drawn.result())):
            self._drawn[at, language] = asyncio.ensure_future(_drawn(at, language))

    def there(self, at: str, language: str) -> bytes:
        """The picture of a place, where it is drawn already; else nothing."""
        drawn = self._drawn.get((at, language))
        return drawn.result() if drawn and drawn.done() else b""

    async def of(self, at: str, language: str) -> bytes:
        """The picture of a place where a page has been opened, or of a game's map; nothing where there is none."""
        if at in MAPS:
            self.begin(at, language)
        drawn = self._drawn.get((at, language))
        return await asyncio.shield(drawn) if drawn else b""


async def _drawn(at: str, language: str) -> bytes:
    with suppress(OSError, TimeoutError):  # then the page comes without a picture, with its kernel
        if CAN_FORK:
            return await warm().draw(at, language)
        command = (sys.executable, "-m", "rallyman_tutor.pages.first", at)
        env = {**os.environ, ASKED: language}
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=env)
        drawn, _ = await process.communicate()
        return b"" if process.returncode else drawn
    return b""
