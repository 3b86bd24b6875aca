"""Where the tables of solved stages lie, named by what they were worked out from.

A table's name is a hash of the stage, the options, every number of the game and every number that it was reckoned with.
Whether there is a table of some name is told without numpy, which takes time to import; `tables.py` reads what is in
one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent / "shipped"


def name(worked_out_from: Mapping[str, Any]) -> str:
    """The name of the table that is worked out from these facts."""
    text = json.dumps(worked_out_from, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def own_folder() -> Path:
    """Where tables are kept that were worked out on this machine."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "rallyman-tutor" / "tables"


ELSEWHERE: list[Callable[[str], bytes | None]] = []
"""Who else is asked for the bytes of a table by the name of its file: in a browser, the site that it is on."""


def is_there(named: str) -> bool:
    """Whether there is a table of this name."""
    return _file(named, "table") is not None or read(named) is not None


def _file(named: str, kind: str) -> Path | None:
    """The file of a table that lies in the package or on this machine."""
    files = (folder / f"{named}.{kind}" for folder in (SHIPPED, own_folder()))
    return next((file for file in files if file.is_file()), None)


def read(named: str, kind: str = "table") -> bytes | None:
    """The bytes of a table that lies in the package, on this machine, or elsewhere."""
    if file := _file(named, kind):
        return file.read_bytes()
    return next(filter(None, (ask(f"{named}.{kind}") for ask in ELSEWHERE)), None)


def keep(named: str, data: bytes, folder: Path | None = None, kind: str = "table") -> Path:
    """Keep a table: whole, or not at all."""
    folder = folder or own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{named}.{kind}"
    half = file.with_suffix(f".{os.getpid()}")
    half.write_bytes(data)
    half.replace(file)
    return file
