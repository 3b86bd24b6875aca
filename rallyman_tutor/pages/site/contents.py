"""The contents of a static site: the modules and files that go into the browser, packed."""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.pages import shipped
from rallyman_tutor.tutor.lesson import reading
from rallyman_tutor.tutor.lesson.grading import drives_from
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES

PACKAGE = shipped.PACKAGE
ROOMS = ("core", "scene", "parts", "games", "coach", "rally", "tutor", "page")
"""The rooms that go along whole, but for what is in LEFT_OUT."""
LEFT_OUT = "coach/batch.py", "coach/tournament.py", "rally/many.py"
"""Modules that are of no use in a browser: they work in many processes."""
PAGES = ("pages/__init__.py", "pages/site/__init__.py", "pages/site/archives.py", "pages/site/visitor.py")
"""The files that go along of the room that starts everything."""
FOR_BUILDING = ("pages/site/loading.py",)
STAND_INS = Path(__file__).parent / "stand_ins"
DATA = (".toml", ".json", ".md")
PICTURES = (".png", ".jpg", ".jpeg")
"""Of lessons."""
OWN = "own/"
"""Where the lessons of a teacher lie; they come with all their languages."""


def modules() -> dict[str, bytes]:
    """Every module that runs in the browser, by its place below the root."""
    found = {f"rallyman_tutor/{name}": PACKAGE / name for name in ("__init__.py", *PAGES)}
    for room in ROOMS:
        for file in (PACKAGE / room).rglob("*.py"):
            if not file.relative_to(PACKAGE).as_posix().startswith(LEFT_OUT):
                found[f"rallyman_tutor/{file.relative_to(PACKAGE).as_posix()}"] = file
    for file in _scheduler().glob("*.py"):
        if file.name != "optimizer.py":  # it needs far more than there is
            found[f"fsrs/{file.name}"] = file
    for file in STAND_INS.rglob("*.py"):
        if file.parent != STAND_INS or file.name != "__init__.py":
            found[file.relative_to(STAND_INS).as_posix()] = file
    return {name: file.read_bytes() for name, file in sorted(found.items())}


def modules_for_building() -> dict[str, bytes]:
    """Modules that only write a site."""
    return {f"rallyman_tutor/{name}": (PACKAGE / name).read_bytes() for name in FOR_BUILDING}


def data(own: Iterable[Path], *, only: bool = False) -> dict[str, bytes]:
    """Every file that is read in the browser: values, texts, lessons, a teacher's own lessons or only these. Of texts
    and built-in lessons it is the English ones."""
    found = _of_package(only)
    for lesson in own:  # the name of a lesson is its folder's, below that of its game
        found |= _below(lesson, f"{OWN}{lesson.parent.name}/{lesson.name}", kinds=(*DATA, *PICTURES))
    return {name: content for name, content in sorted(found.items()) if language_of(name) in ("", ENGLISH)}


def texts(language: str, *, only: bool = False) -> dict[str, bytes]:
    """Every file of a language, which a browser fetches when that is spoken."""
    return {name: content for name, content in sorted(_of_package(only).items()) if language_of(name) == language}


def language_of(name: str) -> str:
    """The language of a file of texts or of a built-in lesson, by its name; nothing for all others."""
    language = Path(name).stem.rpartition(".")[2]
    return language if language in LANGUAGES and not name.startswith(OWN) else ""


def _of_package(only: bool) -> dict[str, bytes]:
    found = dict(_below(PACKAGE, "rallyman_tutor", ROOMS))
    return found if only else found | dict(_below(shipped.folder("lessons"), "lessons", kinds=(*DATA, *PICTURES)))


def _below(
    folder: Path, name: str, rooms: Iterable[str] = ("",), kinds: Iterable[str] = DATA
) -> Iterator[tuple[str, bytes]]:
    for room in rooms:
        for file in (folder / room).rglob("*"):
            if file.suffix in kinds and file.is_file():
                yield f"{name}/{file.relative_to(folder).as_posix()}", file.read_bytes()


def _scheduler() -> Path:
    found = find_spec("fsrs")
    assert found is not None and found.origin is not None, "it is one of our requirements"
    return Path(found.origin).parent


def solved(own: Iterable[Path] = ()) -> Iterator[tuple[str, bytes]]:
    """The tables of solved stages and their charges, by the names of their files, packed in the way that a browser's
    Python can read; with those by which a teacher's own lessons are judged."""
    shipped_ones = {file.stem for file in table_files.SHIPPED.glob("*.table")}
    for name in sorted({*shipped_ones, *(name for lesson in own for name in _judged_by(lesson))}):
        if data := table_files.read(name):
            mark, head, rest = data.split(b"\n", 2)
            yield f"{name}.table", b"\n".join([mark, head, zlib.compress(lzma.decompress(rest))])
        if charges := table_files.read(name, "charges"):
            yield f"{name}.charges", charges


def _judged_by(folder: Path) -> Iterator[str]:
    """The names of the tables by which a lesson's steps tell what costs least."""
    lesson, _ = reading.read(folder)
    if lesson is None:
        return
    for at in (at for at, step in enumerate(lesson.steps) if step.by == "cost"):
        for start in drives_from(lesson.game, start_state(lesson, at)):
            yield RACES[lesson.key]().name_of(RACES[lesson.key]().task_in(start))


def packed(content: bytes) -> bytes:
    """Bytes as small as a browser can unpack them; the same bytes always come to the same."""
    return gzip.compress(content, 9, mtime=0)
