"""Is everything there that the tutor needs? One finding for each thing, with what to do where it is missing.

What is needed, and which version at least, is read from the installed package itself, so it is written down in
pyproject.toml and nowhere else. Nothing here imports what it looks for: a broken package must not break the doctor.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.sentences import say

PROJECT = "rallyman-tutor"
LEAST_PYTHON = (3, 11)
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that pages are tested in; the first that is there is taken. The headless shell shows the same pages, and
draws no window around them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked for: what was found, whether the tutor can run with that, and what to do about it."""

    what: str
    found: str
    ok: bool
    remedy: str = ""


def check() -> list[Finding]:
    """Every finding, in the order in which one would mend them."""
    return [_python(), *_packages(), _folder("lessons"), _folder("notebooks"), _chromium()]


def _python() -> Finding:
    found = ".".join(str(part) for part in sys.version_info[:3])
    least = ".".join(str(part) for part in LEAST_PYTHON)
    ok = sys.version_info[:2] >= LEAST_PYTHON
    return Finding("Python", found, ok, "" if ok else say("doctor.python", version=least))


def _packages() -> Iterator[Finding]:
    try:
        needs = metadata.requires(PROJECT) or []
        yield Finding(PROJECT, metadata.version(PROJECT), True)
    except metadata.PackageNotFoundError:
        yield Finding(PROJECT, say("doctor.not-installed"), False, say("doctor.project"))
        return
    for need in needs:
        if "extra ==" not in need:
            yield package(need)


def package(need: str) -> Finding:
    """The installed version for a requirement such as `ipywidgets>=8.1`."""
    name = re.split(r"[^\w.-]", need, maxsplit=1)[0]
    least = re.search(r">=\s*([\w.]+)", need)
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, say("doctor.not-installed"), False, f"pip install '{need}'")
    ok = least is None or _numbers(found) >= _numbers(least[1])
    return Finding(name, found, ok, "" if ok else f"pip install --upgrade '{need}'")


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, without closing zeros: 8.1 and 8.1.0 are equal."""
    numbers = re.match(r"\d+(\.\d+)*", version)
    return tuple(int(n) for n in re.sub(r"(\.0+)+$", "", numbers[0]).split(".")) if numbers else ()


def _folder(name: shipped.Folder) -> Finding:
    try:
        return Finding(name, str(shipped.folder(name)), True)
    except FileNotFoundError:
        return Finding(name, say("doctor.not-found"), False, say(f"doctor.{name}", project=PROJECT))


def _chromium() -> Finding:
    """Learners use a browser of their own; only tests of pages drive this one."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    what = say("doctor.chromium")
    return Finding(what, found, True) if found else Finding(what, say("doctor.not-found"), True, say("doctor.to-test"))
