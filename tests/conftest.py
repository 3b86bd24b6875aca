"""Switches of the test run.

Wide runs (thousands of random games, every position of a table) are for a quiet hour. They are skipped, and say so,
unless the run was started with `--wide`, which `make test WIDE=1` does.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long an example takes says how busy the machine is: speed is measured in tests/bench.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="run the tests marked wide as well: thorough, and slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--wide"):
        return
    skip = pytest.mark.skip(reason="a wide run: start it with `make test WIDE=1` or `pytest --wide`")
    for item in items:
        if item.get_closest_marker("wide"):
            item.add_marker(skip)


@pytest.fixture
def wide(request: pytest.FixtureRequest) -> bool:
    """Whether this is a wide run, for tests that only differ in how much they try."""
    return bool(request.config.getoption("--wide"))
