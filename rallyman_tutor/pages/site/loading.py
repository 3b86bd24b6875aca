"""Run once in Pyodide, when a site is written: compiles every module, and loads everything that pages need.

What is loaded here is part of the memory that a visitor's Python is restored from. That Python has no standard library
but what is in its memory, so nothing may be left to be imported later.
"""

from __future__ import annotations

import gc
import importlib
import json
import py_compile
from pathlib import Path

STANDARD = (
    "encodings.ascii",
    "encodings.idna",
    "encodings.latin_1",
    "traceback",
    "linecache",
    "textwrap",
    "stringprep",
)
"""The modules that the standard library imports at first use."""


def compile_all(root: str, to: str) -> None:
    """Compile every module below a folder, and write all as one archive: Python takes a compiled module alone."""
    found: list[tuple[str, bytes]] = []
    for file in sorted(Path(root).rglob("*.py")):
        name, to_file = file.relative_to(root).as_posix(), file.with_suffix(".pyc")
        never = py_compile.PycInvalidationMode.UNCHECKED_HASH  # there is no source to compare it with
        py_compile.compile(str(file), str(to_file), name, doraise=True, optimize=2, invalidation_mode=never)
        found.append((f"{name}c", to_file.read_bytes()))
    head = json.dumps([(name, len(data)) for name, data in found])
    Path(to).write_bytes(b"".join([head.encode(), b"\n", *(data for _, data in found)]))


def load_all(root: str) -> None:
    """Import every module below a folder, and open every map and one lesson of every game, so that the files that each
    page reads have been read."""
    for name in STANDARD:
        importlib.import_module(name)
    for file in sorted(Path(root).rglob("*.pyc")):
        parts = file.relative_to(root).with_suffix("").parts
        if parts[-1] != "__main__":
            importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    from rallyman_tutor.games import NAMES
    from rallyman_tutor.pages.site.visitor import Visitor, lessons
    from rallyman_tutor.tutor.learner import addresses

    told: list[str] = []
    firsts = {lesson.key: lesson.name for lesson in reversed(lessons().covers)}
    for at in (*firsts.values(), *(addresses.address_in_game("home", key) for key in NAMES)):
        Visitor(at, told.append).hear(json.dumps({"do": "hello", "theme": "light", "drawn": True, "at": at}))
    gc.collect()
    gc.freeze()
