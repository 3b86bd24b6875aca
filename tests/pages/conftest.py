"""The start of tests of pages: servers, visitors of the browser of all tests, and a page that remembers its requests
and complaints.

    def test_something(voila_server: Server, page: Page) -> None:
        page.goto(voila_server.page("button"))

`voila_server` is Voila alone, `jupyter_server` Voila in a Jupyter server; `server` runs a test with both. They serve
`tests/pages/notebooks`, and `jupyter_server`, as everywhere, also the notebooks that people get. They live as long as
the test run, and are shared: leave no kernel behind. For another folder or other settings there are `alone` and
`in_jupyter` in servers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import rallyman_tutor.pages.server  # noqa: F401  # before Jupyter's own: it spares them what takes long to load
from tests.pages.servers import ROOT, Server, alone, in_jupyter
from tests.pages.visits import VIEWPORT, Device


@pytest.fixture(scope="session")
def voila_server() -> Iterator[Server]:
    server = alone()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def jupyter_server() -> Iterator[Server]:
    server = in_jupyter()
    yield server
    server.stop()


@pytest.fixture(params=["voila_server", "jupyter_server"])
def server(request: pytest.FixtureRequest) -> Server:
    """Both ways of serving, one after the other."""
    made: Server = request.getfixturevalue(request.param)
    return made


@pytest.fixture(scope="session")
def device(browser: Browser) -> Iterator[Device]:
    """The device of all visitors."""
    with closing(browser.new_context(viewport=VIEWPORT)) as context:
        yield Device(context)


@pytest.fixture
def context(device: Device) -> Iterator[BrowserContext]:
    """A visitor with cookies and storage of their own, on everybody's device. Their tabs are left when the test is
    over."""
    yield device.welcome()
    device.leave()


@pytest.fixture
def page(context: BrowserContext, device: Device) -> Page:
    """An empty tab, in which others were before: it has read our scripts already. Who prepares a tab, with scripts of a
    test or by listening to it, takes a new one of the context."""
    return device.tab


@pytest.fixture
def timed(browser: Browser) -> Iterator[Page]:
    """An empty tab on a device of its own, for who sets its clock."""
    with closing(browser.new_context(viewport=VIEWPORT)) as context:
        tab = context.new_page()
        tab.clock.install()
        yield tab
        tab.goto("about:blank")


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Lab in a Jupyter server, with the notebooks that people get and our card."""
    extensions = tmp_path_factory.mktemp("jupyter") / "labextensions"
    extensions.mkdir()
    (extensions / "rallyman-tutor").symlink_to(
        ROOT / "rallyman_tutor/pages/share/labextension"
    )  # as it is in the checkout
    env = {"JUPYTER_PATH": str(extensions.parent)}
    server = in_jupyter(ROOT / "notebooks", "/hub/user/ana/", env, "--LabApp.expose_app_in_browser=True")
    yield server
    server.stop()
