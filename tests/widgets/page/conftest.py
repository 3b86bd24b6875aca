"""The start of tests of the page's scripts: pages whose tutor is in the process of the tests; see host.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.pages.visits import Open
from tests.widgets.page.host import Devices, visits


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def opened(devices: Devices) -> Iterator[Open]:
    """Opens a page for a new visitor."""
    with visits(devices) as open_page:
        yield open_page
