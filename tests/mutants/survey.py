"""The tests that come to the places of mistakes, and the time of each: one run of a room's tests tells.

Before each statement in which a mistake will be made stands a mark in this run, a call that notes that somebody came
by. That costs next to nothing, where a tracer that looks at every line makes the tests take three times as long.
"""

from __future__ import annotations

import ast
import builtins
import gc
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

from tests.mutants import apart
from tests.mutants.mistakes import Mutant

COLLECTING = "before any test"
"""When modules are loaded, and the parameters of tests made."""
QUICK = 0.1
"""Seconds of a test that is asked before longer ones, however far it is."""
LONGEST = 10
"""Seconds after which a test is broken off: it is not asked about mistakes."""
MARK = "__somebody_comes_by__"


class Survey(NamedTuple):
    """Of the tests of a room: the seconds of each, and who comes to the place of which mistake. That is a test, or the
    preparation that several tests share, or whatever runs before any test."""

    seconds: Mapping[str, float]
    prepared: Mapping[str, Sequence[str]]
    come: Mapping[Mutant, Collection[str]]

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that may notice a mistake, in the order in which they should be asked; none if none comes there.

        What runs before any test, all tests may depend on: first those that come to other places of the file.
        """
        come = self.come[mutant]
        found = self._in_order(come, mutant.file)
        if COLLECTING in come:
            near = {who for other, those in self.come.items() if other.file == mutant.file for who in those}
            found += self._in_order(near, mutant.file) + self._in_order(self.seconds, mutant.file)
        return list(dict.fromkeys(found))

    def _in_order(self, come: Collection[str], file: str) -> list[str]:
        """The quick tests first: one of each function, then the next of each, with those that mirror the file at the
        head."""
        names = {test for who in come for test in self.prepared.get(who, (who,)) if test in self.seconds}
        mirror = f"tests/{file.removeprefix('rallyman_tutor/').rpartition('/')[0]}/test_{Path(file).stem}.py::"
        before = Counter[str]()
        rank = {}
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            function = name.partition("[")[0]
            rank[name] = (self.seconds[name] > QUICK, before[function], not name.startswith(mirror), self.seconds[name])
            before[function] += 1
        return sorted(rank, key=rank.__getitem__)


def survey(
    checkout: Path, mutants: Sequence[Mutant], tests: Sequence[str], wanted: Callable[[str], bool], log: Path
) -> Survey | None:
    """The findings of a run of these tests; None if they fail."""
    told = log.with_suffix(".json")

    def run() -> int:
        files = {one.file for one in mutants}
        marks = {file: [(number, one.line) for number, one in enumerate(mutants) if one.file == file] for file in files}
        apart.load_with(
            {checkout / file: marked((checkout / file).read_text("utf-8"), marks[file], file) for file in files}
        )
        surveyor = Surveyor(sorted(files), wanted)
        setattr(builtins, MARK, surveyor.here.add)
        code = apart.run(tests, surveyor)
        come = {who: sorted(numbers) for who, numbers in surveyor.come.items()}
        told.write_text(json.dumps([surveyor.seconds, surveyor.prepared, come]), "utf-8")
        return code

    if not apart.passes(run, checkout, 7200, log):
        return None
    seconds, prepared, came = json.loads(told.read_text("utf-8"))
    come: dict[Mutant, set[str]] = {one: set() for one in mutants}
    for who, numbers in came.items():
        for number in numbers:
            come[mutants[number]].add(who)
    return Survey(seconds, prepared, come)


# -- Marks -------------------------------------------------------------------------------------------------------------


def marked(text: str, marks: Sequence[tuple[int, int]], file: str) -> CodeType:
    """A file with numbered marks: each before the smallest statement around its line."""
    tree = ast.parse(text)
    places = [(number, *(_statement(tree.body, line) or (tree.body, tree.body[-1]))) for number, line in marks]
    for number, body, statement in places:
        mark = ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(number)], []))
        body.insert(body.index(statement), ast.copy_location(mark, statement))
    return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)


def _statement(body: list[ast.stmt], line: int) -> tuple[list[ast.stmt], ast.stmt] | None:
    """The smallest statement around a line, and those among which it stands."""
    for one in body:
        first = min([one.lineno, *(decorator.lineno for decorator in getattr(one, "decorator_list", ()))])
        if first <= line <= (one.end_lineno or first):
            within = [_statement(part, line) for part in _bodies(one)]
            return next(filter(None, within), (body, one))
    return None


def _bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The statements that a statement holds."""
    holders = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
    return [getattr(holder, name, []) for holder in holders for name in ("body", "orelse", "finalbody")]


# -- The run -----------------------------------------------------------------------------------------------------------


class Surveyor:
    """Notes who comes by which mark."""

    def __init__(self, files: Sequence[str], wanted: Callable[[str], bool]) -> None:
        self.files, self.wanted = files, wanted
        self.seconds: dict[str, float] = {}
        self.prepared: dict[str, list[str]] = {}
        self.here: set[int] = set()
        self.come: dict[str, set[int]] = {}
        self.caches: list[_lru_cache_wrapper[object]] = []
        self.loaded = 0

    def _was(self, who: str) -> None:
        """Whoever came by since this was last asked was this one."""
        self.come.setdefault(who, set()).update(self.here)
        self.here.clear()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.wanted(item.nodeid)]
        for file in self.files:  # now, or only the first test that needs a module would seem to come to its lines
            import_module(".".join(Path(file).with_suffix("").parts).removesuffix(".__init__"))
        self._was(COLLECTING)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool | None, bool | None]:
        self._forget()
        start = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self._was(item.nodeid)
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        signal.signal(signal.SIGVTALRM, lambda *_: pytest.skip("it takes too long to be asked about every mistake"))
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        name = f"{fixturedef.baseid}::{fixturedef.argname}"
        need_it = (item for item in request.session.items if fixturedef.argname in getattr(item, "fixturenames", ()))
        self.prepared[name] = [item.nodeid for item in need_it]
        before = set(self.here)
        self.here.clear()
        try:
            return (yield)
        finally:
            self._was(name)
            self.here.update(before)

    def _forget(self) -> None:
        """Clears every cache of our code and our tests: what one test keeps would hide where the next one comes by."""
        if self.loaded != len(sys.modules):
            self.loaded = len(sys.modules)
            found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
            self.caches = [one for one in found if one.__module__.startswith(("rallyman_tutor.", "tests."))]
        for cache in self.caches:
            cache.cache_clear()
