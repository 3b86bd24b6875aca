"""Switches of the test run, and the one browser of all its tests: a process may drive no second one.

Wide runs (thousands of random games, every position of a table) are for a quiet hour. They are skipped, and say so,
unless the run was started with `--wide`, which `make test WIDE=1` does.
"""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.pages.doctor import CHROMIUM
from rallyman_tutor.tutor.words.language import ASKED
from tests.games import driving

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
HERE = Path(__file__).parent
WAITING = ("pages", "widgets")
"""Folders whose tests wait for browsers and servers most of the time."""
PATIENCE = 15_000
"""Milliseconds for a page to show the expected: two cores may be busy with more than this one test."""

# Whoever runs the tests may speak any of the tutor's languages.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", ASKED):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# How long an example takes says how busy the machine is: speed is measured in tests/bench. An ordinary run tries the
# same examples every time, so that a change is judged by what it changed; a wide run tries more, and others each time.
settings.register_profile("same", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("others", deadline=None, max_examples=100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="run the tests marked wide as well: thorough, and slow")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("others" if config.getoption("--wide") else "same")
    if config.getoption("--wide"):
        driving.shared_below = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if many := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = _waiting_first(items, many)
    if config.getoption("--wide"):
        return
    skip = pytest.mark.skip(reason="a wide run: start it with `make test WIDE=1` or `pytest --wide`")
    for item in items:
        if item.get_closest_marker("wide"):
            item.add_marker(skip)


def _waiting_first(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in such an order that each worker but one begins with its share, file by file, of those that wait for
    browsers and servers; meanwhile the last worker has the processor. Worksteal gives every worker a row of as many
    tests, and who is through with theirs takes from the end of another row: what waits is never left to the end, and no
    file is parted."""
    waiting = [item for item in items if item.path.relative_to(HERE).parts[0] in WAITING]
    others = [item for item in items if item.path.relative_to(HERE).parts[0] not in WAITING]
    files, shares = list(dict.fromkeys(item.path for item in waiting)), max(1, workers - 1)
    found: list[pytest.Item] = []
    for worker in range(workers):
        own = set(files[worker::shares]) if worker < shares else set()
        found += [item for item in waiting if item.path in own]
        row = max(0, len(items) * (worker + 1) // workers - len(found))
        found += others[:row]
        others = others[row:]
    return [*found, *others]


def pytest_collection_finish() -> None:
    """Everything loaded by now stays, and games leave little behind that only the collector of garbage can find.
    Looking for it as often as Python does on its own takes a seventh of the whole run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture
def wide(request: pytest.FixtureRequest) -> bool:
    """Whether this is a wide run, for tests that only differ in how much they try."""
    return bool(request.config.getoption("--wide"))


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Of solved stages this machine has those tables alone that lie in the package, and those that the test makes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    yield
    forget()


@pytest.fixture(scope="module")
def same_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Of solved stages this machine has those tables alone that lie in the package, for all tests of a module, none of
    which makes one: what the first has worked out, the next need not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("tables")))
        forget()
        yield
    forget()


@pytest.fixture
def without_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remedies stand in the order of the game. Working out what each of them costs on a solved stage takes three
    quarters of the time of an explanation, and only puts them in another order."""
    monkeypatch.setattr("rallyman_tutor.tutor.words.remedies.costs", lambda *_: None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "Pages are tested in Chromium: install the system package chromium."
    with closing(playwright.chromium.launch(executable_path=found, args=list(FLAGS))) as started:
        yield started
