"""A page of the server's without the server: the frame around the tutor as it is sent, in the tests' browser, no
kernel.

What the frame meets there is in frame.js: it has neither Voila's scripts nor a line, but what stands in their place and
does what a test wishes. Time passes on the page when the test says so.

    frame = opened(line="refused")
    frame.passes(3_000)
    expect(frame.banner).to_contain_text("does not open")
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Route

from tests.conftest import PATIENCE

HOST = "http://tutor.test"
ADDRESS = f"{HOST}/voila/render/button.ipynb"
SCRIPT = Path(__file__).with_name("frame.js").read_text("utf-8")
BUTTON = "<button>count</button>"
KERNEL = {"alive": True, "life": "1"}
WISHES = {"line": "open", "answers": True, "kernel": KERNEL, "output": BUTTON, "hidden": False}
"""The wishes of a test: a line that is `open`, `refused` or `silent`; whether questions are answered, and with what;
Voila's output, null for nothing."""


class Frame:
    """A page whose server and line do what a test wishes. `answers` is whether the server does, `has_script` whether it
    sends Voila's script, and None that this never comes."""

    def __init__(self, context: BrowserContext, html: str, **wishes: Any) -> None:
        self.answers = True
        self.has_script: bool | None = wishes.pop("has_script", True)
        self.kernel = KERNEL
        self.asked: list[str] = []
        self._html = html
        context.route(f"{HOST}/**", self._serves)
        context.add_cookies([{"name": "_xsrf", "value": "token", "url": HOST}])
        self.page = context.new_page()
        self.page.add_init_script(f"sessionStorage.wishes ??= {json.dumps(json.dumps(WISHES | wishes))}")
        self.page.add_init_script(SCRIPT)
        self.banner = self.page.locator("#rallyman-banner > div")
        self.start = self.page.locator("#rallyman-start")

    def _serves(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        self.asked.append(path)
        if not self.answers:
            route.abort()
        elif "/alive/" in path:
            route.fulfill(json=self.kernel)
        elif path.endswith(".ipynb"):
            route.fulfill(body=self._html, content_type="text/html")
        elif path.endswith("/voila.js"):
            if self.has_script is not None:
                route.fulfill(
                    body="frame.starts()", content_type="text/javascript"
                ) if self.has_script else route.abort()
        else:
            route.fulfill(status=204)

    def loads(self) -> Frame:
        self.page.goto(ADDRESS, wait_until="commit" if self.has_script is None else "load")
        self.page.wait_for_function("() => document.querySelector('#jupyter-config-data')")
        return self

    def passes(self, milliseconds: int) -> None:
        """Time, look by look; what is asked meanwhile is answered."""
        for _ in range(0, milliseconds, 500):
            self.page.clock.run_for(min(500, milliseconds))
            self.page.wait_for_timeout(1)

    def wishes(self, **wishes: Any) -> None:
        """From now on, and after the next load."""
        self.page.evaluate(
            "wishes => { Object.assign(frame.wishes, wishes); sessionStorage.wishes = JSON.stringify(frame.wishes); }",
            wishes,
        )
        self.kernel = wishes.get("kernel", self.kernel)

    def lives(self) -> Frame:
        """The tutor is painted."""
        self.page.evaluate("() => dispatchEvent(new CustomEvent('rallyman:ready'))")
        return self

    def is_told(self, words: str, within: int) -> None:
        """The banner says so before so many milliseconds have passed."""
        for _ in range(0, within, 500):
            if words in self.told:
                return
            self.passes(500)
        assert words in self.told, (self.told, self.asked)

    @property
    def told(self) -> str:
        """The words of the banner."""
        return "".join(self.banner.all_inner_texts())

    @property
    def goodbyes(self) -> list[list[str]]:
        """Where and with which token a page said that it is left."""
        said: list[list[str]] = json.loads(self.page.evaluate("() => sessionStorage.goodbyes ?? '[]'"))
        return said

    def stays(self, milliseconds: int) -> bool:
        """Whether the page is the same after this time."""
        self.page.evaluate("() => { window.old = true; }")
        self.passes(milliseconds)
        return bool(self.page.evaluate("() => window.old"))

    def reloads(self, within: int) -> None:
        """The page is loaded again in this time."""
        with self.page.expect_event("load", timeout=PATIENCE), suppress(Error):  # it may be gone before it has answered
            self.page.clock.run_for(within)

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)


Open = Callable[..., Frame]


def without_hints(html: str) -> str:
    """A page that does not ask for Voila's scripts beforehand."""
    return re.sub(r'<link rel="preload"[^>]*>\s*', "", html)


@contextmanager
def visits(browser: Browser, html: str) -> Iterator[Open]:
    """Opens pages of new visitors, on which time stands still; leaves them in the end."""
    contexts: list[BrowserContext] = []

    def open_frame(look: dict[str, Any] | None = None, **wishes: Any) -> Frame:
        context = browser.new_context(**(look or {}))
        contexts.append(context)
        frame = Frame(context, html, **wishes)
        frame.page.clock.install(time=0)
        frame.page.clock.pause_at(1)
        return frame.loads()

    yield open_frame
    for context in contexts:
        context.close()
