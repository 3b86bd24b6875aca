"""A visitor's page in their own browser: it carries messages between the page's script and the page.

It runs in a worker, on Pyodide. `worker.js` calls `begin` once, and then `hear` for every message; in between it calls
`go_on` as long as that says that there is more. What is told goes to `tell`, as JSON.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Protocol

from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.page.lessons import Lessons, lessons_in
from rallyman_tutor.page.show import Patch
from rallyman_tutor.page.visit import Visit
from rallyman_tutor.pages.site import archives
from rallyman_tutor.tutor.words import language
from rallyman_tutor.tutor.words.language import ENGLISH

ROOT = Path(__file__).parents[3]
"""The folder unpacked in the browser: the package, and the lessons beside it."""
DRAWN = "drawn"
"""A sign in the place of a canvas: the ground is sent as a picture."""

Tell = Callable[[str], object]


class Bytes(Protocol):
    """Bytes as JavaScript has them."""

    def to_bytes(self) -> bytes: ...


Fetch = Callable[[str], Bytes | None]
"""Gives a file of the site by its name; nothing where there is none of that name, or no network."""


def none_there(named: str) -> None:
    """Where nothing can be fetched."""


@cache
def lessons() -> Lessons:
    """All lessons of this site, each with a page of its own."""
    built_in = ROOT / "lessons"
    return lessons_in(built_in if built_in.is_dir() else None, (ROOT / "own",), have_pages=True)


class Visitor:
    """One visitor's page, and what is told of it."""

    def __init__(
        self, at: str, tell: Tell, table: Fetch = none_there, texts: Fetch = none_there, speaks: str = ENGLISH
    ) -> None:
        """`table` gives the table of a solved stage, `texts` the packed texts of a language; the page begins in the
        language that it `speaks`, where that can be had."""
        random.seed()  # what was kept of a process that has run before would be the same for everybody
        table_files.ELSEWHERE[:] = [lambda named: found.to_bytes() if (found := table(named)) else None]
        language.ELSEWHERE[:] = [lambda named: put_beside(texts(named))]
        language.speak(ENGLISH)
        language.speak(language.chosen(speaks))
        self._tell = tell
        self._visit = Visit(lessons(), at)
        self._carry(self._visit.opening)

    def hear(self, raw: str) -> None:
        """Hear a message, and answer it."""
        try:
            self._carry(self._visit.hears(json.loads(raw)))
        except Exception as error:
            self._carry(self._visit.fails(error))

    def go_on(self) -> bool:
        """Do one step of what comes behind the answer; False where nothing is left."""
        for patch in islice(self._visit.later, 1):
            self._carry([patch] if patch else [])
            return True
        return False

    def _carry(self, patches: Iterable[Patch]) -> None:
        for patch in patches:
            if told := as_told(patch):
                self._tell(json.dumps(told))


def put_beside(texts: Bytes | None) -> bool:
    """Put the packed texts of a language beside those that are there; False where they have not come, or not whole."""
    found = archives.unpacked(texts.to_bytes()) if texts else {}
    for name, content in found.items():
        file = ROOT / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return bool(found)


def as_told(patch: Patch) -> dict[str, object]:
    """A patch as it is told: the wire, and whether there is another board."""
    return {**({"canvas": DRAWN} if patch.board is not None else {}), **patch.wire}
