"""Pictures that lie in a lesson's folder: photographs and drawings as PNG or JPEG.

Both are nothing but pixels. SVG is refused: a file of it may hold a script, or ask another server for something. What a
file is says its first bytes, not its name. A page gets them as data, so no address of a server leads to a file of a
teacher's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

MOST_BYTES, MOST_BYTES_IN_ALL = 300_000, 1_000_000
"""Of one picture, and of all in a lesson: they are sent with it."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\.(png|jpg|jpeg)")
"""The name of a picture's file."""
BEGINNINGS = {"png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff", "jpeg": b"\xff\xd8\xff"}

Unfit = Literal["picture-name", "picture-missing", "picture-large", "picture-kind"]
"""Why a picture cannot be shown, by a key of the texts."""


def why_unfit(folder: Path, name: str) -> Unfit | None:
    if not NAME.fullmatch(name):
        return "picture-name"
    try:
        raw = _read(folder, name)
    except OSError:
        return "picture-missing"
    if len(raw) > MOST_BYTES:
        return "picture-large"
    return None if raw.startswith(BEGINNINGS[name.rpartition(".")[2]]) else "picture-kind"


def size(folder: Path, names: Iterable[str]) -> int:
    """The bytes of these pictures, each once."""
    return sum(len(_read(folder, name)) for name in set(names))


def as_data(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """These pictures by name, as a page shows them; without those that have become unfit since the lesson was read."""
    found: dict[str, str] = {}
    for name in names:
        with suppress(OSError):
            if not why_unfit(folder, name):
                kind = "png" if name.endswith("png") else "jpeg"
                found[name] = f"data:image/{kind};base64,{b64encode(_read(folder, name)).decode()}"
    return found


def _read(folder: Path, name: str) -> bytes:
    with (folder / name).open("rb") as file:
        return file.read(MOST_BYTES + 1)
