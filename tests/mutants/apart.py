"""Runs tests in a process of its own, with pytest and the packages of others loaded, and none of our code.

A process that has loaded them (`warm`) forks one for each run: that takes a hundredth of a second, where a new Python
that loads them all takes one. A mistake is never written into a file: the process that runs tests on it loads the text
with it.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

PACKAGES = ("anywidget", "axe_playwright_python.sync_playwright", "hypothesis.strategies", "ipycanvas",
            "ipywidgets", "numpy", "playwright.sync_api")  # fmt: skip
SWITCHES = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--benchmark-disable",
            "-W", "ignore::pytest.PytestAssertRewriteWarning")  # fmt: skip
"""The warning is of packages that were loaded before pytest was run."""


def warm() -> None:
    for package in PACKAGES:
        import_module(package)
    gc.freeze()  # what is loaded by now stays; looking through it again in every process only costs


def passes(run: Callable[[], int], checkout: Path, seconds: float, log: Path) -> bool:
    """Whether a run of tests ends well in a process of its own, within so many seconds of the processor's time."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 1
        try:
            _settle(checkout, seconds, log)
            code = run()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        _end(child)


def _settle(checkout: Path, seconds: float, log: Path) -> None:
    """Makes the checkout the home of a process that was just forked, and of all that it starts."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    signal.alarm(60 + 20 * int(seconds))  # ends one that waits, which takes no time of the processor
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(written, 1)
    os.dup2(written, 2)
    home = str(Path.cwd())
    os.chdir(checkout)
    sys.path[:] = [str(checkout), *(path for path in sys.path if path not in ("", home))]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("rallyman_tutor", "tests")]:
        del sys.modules[name]


def _end(child: int) -> None:
    """Ends all that a process has started, such as a browser; and the process itself, if we were interrupted."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


def run(tests: Sequence[str], *plugins: object) -> int:
    return pytest.main([*SWITCHES, *tests], [*plugins, SameEachTime()])


def load_with(codes: Mapping[Path, CodeType]) -> None:
    """Has modules loaded with other code than their files hold, from now on."""
    load = SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        return codes.get(Path(self.get_filename(fullname))) or load(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]  # for good: this process runs nothing else


class SameEachTime:
    """Has Hypothesis try the same examples in every run, and not look for a simpler one where one fails."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), derandomize=True, database=None, phases=phases)
        settings.load_profile("mutants")


class Only:
    """Runs only the chosen tests, in that order, and those whose names nobody knew before a mistake changed them; and
    begins no other one once so many seconds of the processor's time are over."""

    def __init__(self, chosen: Sequence[str], known: Collection[str], limit: float) -> None:
        self.order = {name: at for at, name in enumerate(chosen)}
        self.known, self.limit, self.ran = known, limit, 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.order or item.nodeid not in self.known]
        items[:] = sorted(wanted, key=lambda item: self.order.get(item.nodeid, len(self.order)))
        self.ends = time.process_time() + self.limit

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        if time.process_time() > self.ends:
            return True  # whoever answers has run the test
        self.ran += 1
        return None
