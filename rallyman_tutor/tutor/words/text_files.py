"""A file of texts as it stands, kept in a form that is read ten times as fast.

Texts are TOML, which translators read and Python reads slowly: two files take as long as everything else of a page in
another language. So what was read is written into `__pycache__` beside the file, as Python does with modules, and under
the same conditions: nothing is written where Python may write no bytecode, or the folder is read-only; and it counts as
long as the file has its size and time.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

from rallyman_tutor.core.game import Plain


def tables_in(file: Path) -> Plain:
    """The tables of a file of texts. An OSError, a UnicodeDecodeError or a TOMLDecodeError says that it cannot be
    read."""
    there = file.stat()
    state, kept = [there.st_mtime_ns, there.st_size], file.parent / "__pycache__" / f"{file.stem}.texts"
    with suppress(OSError, ValueError):
        of, tables = json.loads(kept.read_bytes())
        if of == state:
            return dict(tables)
    read = tomllib.loads(file.read_text("utf-8"))
    if not sys.dont_write_bytecode:
        with suppress(OSError, TypeError):  # the folder is read-only; or there is a date, which JSON has not
            kept.parent.mkdir(exist_ok=True)
            unfinished = kept.with_suffix(f".{os.getpid()}")
            unfinished.write_text(json.dumps([state, read]), "utf-8")
            unfinished.replace(kept)
    return read
