"""Which tests come to which lines of the code, and how long each takes: one run of a room's tests under `coverage` tells."""

from __future__ import annotations

import ast
import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from coverage import Coverage, CoverageData

from tests.mutants import apart

COLLECTING = ""
"""Lines that run before any test does: those of modules, and what makes the parameters of tests."""


class Survey(NamedTuple):
    """The tests of a room: how many seconds each takes, which share which preparation, and which lines each comes to."""

    seconds: Mapping[str, float]
    prepared: Mapping[str, Sequence[str]]
    checkout: Path
    lines: CoverageData

    def tests(self, file: str, line: int) -> list[str]:
        """The tests that may notice a mistake there, in the order in which they should be asked; none comes there if none.

        What runs before any test, all tests may depend on: first those that come to other lines of the file.
        """
        touched = self.lines.contexts_by_lineno(str(self.checkout / file))
        lines = [line] if line in touched else statement((self.checkout / file).read_text("utf-8"), line)
        come = {one for at in lines for one in touched.get(at, ())}
        found = self._in_order(come, file)
        if COLLECTING in come:
            found += self._in_order({one for ones in touched.values() for one in ones}, file)
            found += self._in_order(self.seconds, file)
        return list(dict.fromkeys(found))

    def _in_order(self, come: Collection[str], file: str) -> list[str]:
        """First one test of each function, then the next of each; among them those that mirror the file, then the quickest."""
        names = {test for one in come for test in self.prepared.get(one, (one,)) if test in self.seconds}
        mirror = f"tests/{file.removeprefix('rallyman_tutor/').rpartition('/')[0]}/test_{Path(file).stem}.py::"
        before = Counter[str]()
        rank = {}
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            function = name.partition("[")[0]
            rank[name] = (before[function], not name.startswith(mirror), self.seconds[name])
            before[function] += 1
        return sorted(rank, key=rank.__getitem__)


def statement(text: str, line: int) -> range:
    """The lines of the smallest statement around a line; of one that holds others, its head."""
    found = range(1, len(text.splitlines()) + 1)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.match_case):
            head = range(node.pattern.lineno, node.body[0].lineno)
        elif isinstance(node, ast.stmt | ast.excepthandler):
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            end = node.end_lineno or node.lineno
            head = range(first, (_first(body[0]) if body else end + 1))
        else:
            continue
        if line in head and len(head) <= len(found):
            found = head
    return found


def _first(node: ast.stmt | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


def survey(
    checkout: Path, modules: Sequence[str], tests: Sequence[str], wanted: Callable[[str], bool], log: Path
) -> Survey | None:
    """What a run of these tests tells about the lines of these modules; None if they fail."""
    lines, told = log.with_suffix(".lines"), log.with_suffix(".json")

    def run() -> int:
        coverage = Coverage(
            str(lines), config_file=False, source=[str(checkout / "rallyman_tutor")], concurrency=["thread", "greenlet"]
        )
        coverage.set_option("run:core", "ctrace")  # the one that can tell which test comes to a line
        coverage.start()
        surveyor = Surveyor(coverage, modules, wanted)
        code = apart.run(tests, surveyor)
        coverage.stop()
        coverage.save()
        told.write_text(json.dumps([surveyor.seconds, surveyor.prepared]), "utf-8")
        return code

    if not apart.passes(run, checkout, 7200, log):
        return None
    data = CoverageData(str(lines))
    data.read()
    seconds, prepared = json.loads(told.read_text("utf-8"))
    return Survey(seconds, prepared, checkout, data)


class Surveyor:
    """Tells `coverage` which test runs, or what prepares several tests."""

    def __init__(self, coverage: Coverage, modules: Sequence[str], wanted: Callable[[str], bool]) -> None:
        self.coverage, self.wanted = coverage, wanted
        self.modules = modules
        self.seconds: dict[str, float] = {}
        self.prepared: dict[str, list[str]] = {}
        self.caches: list[_lru_cache_wrapper[object]] = []
        self.loaded = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.wanted(item.nodeid)]
        for module in self.modules:
            import_module(module)  # now, or only the first test that needs it would seem to come to its lines

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool | None, bool | None]:
        self._forget()
        start = time.process_time()
        self.coverage.switch_context(item.nodeid)
        done = yield
        self.coverage.switch_context("between tests")
        self.seconds[item.nodeid] = time.process_time() - start
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        name = f"{fixturedef.baseid}::{fixturedef.argname}"
        need_it = (item for item in request.session.items if fixturedef.argname in getattr(item, "fixturenames", ()))
        self.prepared[name] = [item.nodeid for item in need_it]
        before = self.coverage.switch_context(name)
        try:
            return (yield)
        finally:
            self.coverage.switch_context(before or "between tests")

    def _forget(self) -> None:
        """Clears every cache of our code and our tests: what one test keeps would hide which lines the next one needs."""
        if self.loaded != len(sys.modules):
            self.loaded = len(sys.modules)
            found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
            self.caches = [one for one in found if one.__module__.startswith(("rallyman_tutor.", "tests."))]
        for cache in self.caches:
            cache.cache_clear()
