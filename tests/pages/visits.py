"""A visit to a page of the tutor: opened for a new visitor, who brings what they wish, and watched until they leave."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rallyman_tutor.tutor import progress
from tests.pages.servers import Server

WIDTHS = {1280: 800, 820: 1100, 390: 780}
LOOKS = [
    *((width, "light" if width > 390 else "dark") for width in WIDTHS),
    *(pytest.param(width, "dark" if width > 390 else "light", marks=pytest.mark.wide) for width in WIDTHS),
]
"""Widths and themes. A theme changes colours and no sizes, so only wide runs try every width in both themes."""
KEPT = "rallyman-tutor:progress"

Open = Callable[..., Page]

ONE_SERVER = pytest.mark.parametrize(
    "server", ["voila_server", pytest.param("jupyter_server", marks=pytest.mark.wide)], indirect=True
)
"""For a test with a browser that is dear: with Voila alone, and in a wide run in a Jupyter server as well. What differs
between the two, handlers, cookies and kernels, is asked of both without a browser."""


def ready(page: Page) -> None:
    """Something to do is there: the map, or a board with its road."""
    page.wait_for_function(
        "() => document.querySelector('.rt-map li') || document.querySelector('.rt-list li') && document.querySelector('.rt-ground canvas')"
    )
    expect(page.locator("#rallyman-start")).to_have_count(0)


def findings(page: Page) -> list[str]:
    """What axe has to say against the page in either theme. That a heading is missing is for the notebook to mend."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}, {fault['id']}: {fault['help']}" for fault in Axe().run(page).response["violations"]]
    return [fault for fault in found if "page-has-heading-one" not in fault]


@contextmanager
def visits(browser: Browser, pages: Server) -> Iterator[Open]:
    """Opens pages, and asserts in the end that they complained about nothing and asked no other server."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def complained(message: str) -> None:
        if message != "Kernel connection is disposed":  # the last word of a page that is left
            trouble.append(message)

    def asked(request: Any) -> None:
        if not request.url.startswith((pages.address, "data:", "blob:")):
            trouble.append(f"asked {request.url}")

    def open_page(notebook: str = "index", width: int = 1280, at: str = "", stars: Any = None, **wishes: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]}, **wishes)
        contexts.append(context)
        if stars is not None:
            told = json.dumps(progress.plain(stars))
            context.add_init_script(
                f"if (location.protocol !== 'about:') localStorage['{KEPT}'] ??= {json.dumps(told)}"
            )
        page = context.new_page()
        page.on("console", lambda message: complained(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complained(str(error)))
        page.on("request", asked)
        page.goto(pages.page(notebook) + (f"?at={at}" if at else ""))
        ready(page)
        return page

    yield open_page
    for context in contexts:
        with closing(context):
            for page in context.pages:
                page.goto("about:blank")
    assert trouble == []
