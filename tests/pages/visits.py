"""Visits to pages of the tutor: the browser that visitors share, when a page is ready, axe's complaints about it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from rallyman_tutor.scene.palette import Theme
from tests.pages.servers import HOST

WIDTHS = {1280: 800, 820: 1100, 390: 780}
NARROW_AND_WIDE = (1280, 390)
"""Either layout once. Between them what is shown is laid out as on a wide screen, with less room; a drive is looked at
there in every run."""
LOOKS = [
    *((width, "light" if width > 390 else "dark") for width in WIDTHS),
    *(pytest.param(width, "dark" if width > 390 else "light", marks=pytest.mark.wide) for width in WIDTHS),
]
"""Widths and themes. A theme changes colours and no sizes, so only wide runs try every width in both themes."""
KEPT = "rallyman-tutor:progress"

VIEWPORT: ViewportSize = {"width": 1280, "height": WIDTHS[1280]}
Open = Callable[..., Page]

ONE_SERVER = pytest.mark.parametrize(
    "server", ["voila_server", pytest.param("jupyter_server", marks=pytest.mark.wide)], indirect=True
)
"""For a test with a browser that is dear: with Voila alone, and in a wide run in a Jupyter server as well. What differs
between the two, handlers, cookies and kernels, is asked of both without a browser."""


def ready(page: Page) -> None:
    """Something to do is there, and Python behind it: the map, or a board with its road."""
    expect(page.locator("#rallyman-tutor[aria-busy=true]")).to_have_count(0)
    page.wait_for_function(
        "() => document.querySelector('.rt-map li') || document.querySelector('.rt-list li') && document.querySelector('.rt-ground :is(canvas, svg)')"
    )
    expect(page.locator("#rallyman-start")).to_have_count(0)


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""


def violations(page: Page, *rules: str) -> list[dict[str, Any]]:
    """The complaints of axe about the page as it is, by these rules or by all."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = """(rules) => axe.run({ resultTypes: ["violations"], ...rules.length && { runOnly: { type: "rule", values: rules } } })
      .then((answer) => answer.violations)"""
    return list(page.evaluate(found, list(rules)))


def findings(page: Page) -> list[str]:
    """The complaints of axe about the page in either theme: the dark one has other colours, and the rest alike. A
    missing heading is for the notebook to mend."""
    found = []
    looks: list[tuple[Theme, tuple[str, ...]]] = [("light", ()), ("dark", COLOURS)]
    for theme, rules in looks:
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}, {fault['id']}: {fault['help']}" for fault in violations(page, *rules)]
    return [fault for fault in found if "page-has-heading-one" not in fault] + [*page.evaluate(CUT_AT_THE_FOOT)]


CUT_AT_THE_FOOT = """() => [...document.querySelectorAll("main *")].filter((node) => {
  const { overflowX, maxHeight } = getComputedStyle(node), { scrollHeight: all, clientHeight: seen } = node;
  const rollsDown = node.matches(":is(.rt-home, .rt-inside, .rt-frame, .rt-editor-road, .rt-editor-tray, .rt-talk *, textarea)");
  const isScreen = node.parentElement.closest(".rt") === node.parentElement;
  return overflowX === "auto" && seen && all > seen + 1 && maxHeight === "none" && !rollsDown && !isScreen;
}).map((node) => `cut off at its foot: ${node.className || node.localName}`)"""
"""A part that rolls sideways is as high as all that is in it; only screens roll down, and a few parts of them."""


FORGETS = """if (location.protocol.startsWith("http")) for (const storage of [localStorage, sessionStorage]) {
  const visitor = document.cookie.match(/visitor=(\\d+)/)?.[1];
  if (storage.visitor !== visitor) {
    storage.clear();
    storage.visitor = visitor;
  }
}"""
"""The last visitor's marks in a browser's memory are gone before a page of ours can look."""


class Device:
    """A browser that one visitor hands on to the next: in a new one a page takes three times as long to come."""

    def __init__(self, context: BrowserContext) -> None:
        self.tab = context.new_page()
        self._context = context
        self._visitors = count(1)
        context.add_init_script(FORGETS)

    def welcome(self) -> BrowserContext:
        """The browser for a new visitor."""
        self._context.clear_cookies()
        self._context.add_cookies([{"name": "visitor", "value": f"{next(self._visitors)}", "url": f"http://{HOST}"}])
        return self._context

    def leave(self) -> None:
        """Leave every tab, so that its kernel ends."""
        self.tab.unroute_all()
        self.tab.goto("about:blank")
        for tab in self._context.pages:
            if tab != self.tab:
                tab.close(run_before_unload=True)
        self.tab.set_viewport_size(VIEWPORT)
        self.tab.emulate_media(color_scheme="light")
