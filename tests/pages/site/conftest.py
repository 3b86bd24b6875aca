"""The start of tests of the static edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from rallyman_tutor.pages.site import contents, writing
from rallyman_tutor.tutor.learner import addresses
from tests.pages.site.sites import TOOLS, at_peace, served

SOME = ("index", "classic-01-first-die", "mil_millas-drive")
"""The pages of a site that is written without Python."""


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of a few pages without Python: with all that is there before Python is. It is written within a second."""
    folder = tmp_path_factory.mktemp("bare")
    every = addresses.notebook_names
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "_built", lambda *_: (b"", b""))
        patched.setattr(writing, "packed", lambda content: b"" if len(content) > 2**20 else contents.packed(content))
        patched.setattr(contents, "solved", list)
        patched.setattr(addresses, "notebook_names", lambda lessons: {name: every(lessons)[name] for name in SOME})
        writing.write(folder, TOOLS, base="/rally/")
    return folder


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a visitor's Python as it is at first: the modules of a site, and the files of English."""
    folder = tmp_path_factory.mktemp("unpacked")
    for name, content in {**contents.modules(), **contents.data(())}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site. To write it takes half a minute, so only wide tests ask for it."""
    folder = tmp_path_factory.mktemp("site")
    writing.write(folder, TOOLS)
    return folder


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A new visitor's browser. In the end nothing in it has complained, and no other host was asked."""
    with at_peace(browser) as context:
        yield context


@pytest.fixture(scope="session")
def address(bare: Path) -> Iterator[str]:
    with served(bare, "/rally") as found:
        yield found


@pytest.fixture
def browser_visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A new visitor's browser, which may complain: what is tried in it has to go wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()
