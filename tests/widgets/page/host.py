"""The tutor on a page of the tests' browser, with neither server nor kernel: its page is in the process of the tests.

What the scripts send is heard by it, and its patches come to them as messages, in the model that anywidget gives a
script. Of Jupyter there is a canvas to be had for the ground, on which nothing is painted but black: a road drawn as a
picture takes most of the time in which a page is shown. Pages that are looked at are opened with that picture.

    page = opened("drive", 390)
    page = opened("drive", drawn=True)   its ground is a picture, as where no canvas can be had
    sent(page)                   what the scripts have sent
    page.evaluate("() => host")  the model, and what ends the page: see host.js
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize

from rallyman_tutor import widgets
from rallyman_tutor.page.places import first
from rallyman_tutor.page.wire import Wire
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.tutor.learner import addresses, progress
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.widgets.modules import page_script
from rallyman_tutor.widgets.style import page_style
from tests.page.host import LESSONS, Visit, as_sent
from tests.pages.visits import KEPT, WIDTHS, Open

ADDRESS = "http://tutor.test/"
OURS = (ADDRESS, "data:", "blob:")
SCRIPTS = sorted((Path(widgets.__file__).parent / "page").glob("*.js"))
NOTEBOOKS = addresses.notebook_names(LESSONS.named)
PAPER = [PALETTES[theme]["paper"] for theme in ("light", "dark")]
"""The paper under every page of ours; see `page.css` of the frame around them."""
HTML = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Rally</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><script>%s</script>
<style>:root { color-scheme: light dark; } html, body { margin: 0; min-height: 100%%; background: light-dark(%s, %s); }</style>
<style>%s</style></head>
<body class="rallyman-page"><main></main><script type="module" src="/host.js"></script></body></html>"""


def address(notebook: str) -> str:
    """The address of a notebook's page."""
    return f"{ADDRESS}{notebook}.ipynb"


class Host:
    """The pages of one visitor's browser. Its tab is there for one visitor after the other: a new one takes twice as
    long to show a page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.tab = context.new_page()
        self.trouble: list[str] = []  # what its pages complained about, and whom else they asked
        self._visits: dict[Page, Visit] = {}
        self._at_first = ""  # what the next page does before all else
        self._files = {
            "/host.js": Path(__file__).with_name("host.js").read_text("utf-8"),
            "/tutor.js": page_script(),
            **{f"/{script.name}": script.read_text("utf-8") for script in SCRIPTS},
        }
        context.expose_binding("tutorOpens", self._opens)
        context.expose_binding("tutorHears", self._hears)
        context.route(f"{ADDRESS}**", self._serves)
        context.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda failed: self.trouble.append(str(failed.error)))
        context.on("request", lambda asked: None if asked.url.startswith(OURS) else self.trouble.append(asked.url))

    def _serves(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path in self._files:
            route.fulfill(body=self._files[path], content_type="text/javascript")
        elif path.endswith(".ipynb"):
            route.fulfill(body=HTML % (self._at_first, *PAPER, page_style()), content_type="text/html")
            self._at_first = ""
        else:
            route.fulfill(status=204)

    def _opens(self, source: Any, path: str) -> dict[str, Any]:
        """All that a page is told at first; each part of the wire that it lacks is empty."""
        visit = Visit(NOTEBOOKS[path.rpartition("/")[2].removesuffix(".ipynb")], is_newcomer=True)
        self._visits[source["page"]] = visit
        return {name: {} for name in Wire.__annotations__} | visit.wire | _canvas(visit)

    def _hears(self, source: Any, intent: Any) -> list[dict[str, Any]]:
        """The answer, message by message."""
        visit = self._visits[source["page"]]
        return [as_sent(patch.wire) | (_canvas(visit) if patch.board else {}) for patch in visit.hears(intent)]

    def welcome(self, width: int, *brings: str, **look: Any) -> Page:
        """The tab for a new visitor, in a browser that has forgotten the last one. Scripts put in all that they
        bring."""
        self._at_first = "; ".join(("localStorage.clear()", "sessionStorage.clear()", *brings))
        for page in self.context.pages:
            if page != self.tab:
                page.close()
        self.tab.mouse.move(-9, -9)
        size: ViewportSize = {"width": width, "height": WIDTHS[width]}
        if self.tab.viewport_size != size:
            self.tab.set_viewport_size(size)
        self.tab.emulate_media(**{"color_scheme": "light", "reduced_motion": "no-preference", **look})
        self.trouble.clear()
        return self.tab


class Devices:
    """Browsers that one visitor hands on to the next: in a new one a page takes three times as long to come."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[frozenset[tuple[str, Any]], list[Host]] = {}

    @contextmanager
    def lent(self, own_clock: bool = False, **kind: Any) -> Iterator[Host]:
        """A host of this kind, with a touch screen or without. A visitor who sets its clock has one that nobody gets
        next."""
        free = self._free.setdefault(frozenset(kind.items()), [])
        host = free.pop() if free and not own_clock else Host(self._browser.new_context(**kind))
        yield host
        if own_clock:
            host.context.close()
        else:
            free.append(host)


def _canvas(visit: Visit) -> dict[str, Any]:
    return {"canvas": "IPY_MODEL_canvas" if visit.page.board.stage else None}


def sent(page: Page) -> list[dict[str, Any]]:
    """Everything the scripts have sent since their page was opened."""
    told: list[dict[str, Any]] = page.evaluate("() => host.sent")
    return told


def ready(page: Page) -> None:
    """Something to do is there."""
    page.wait_for_function("() => window.host?.isReady")


def answered(page: Page) -> None:
    """Wait until everything that was sent has its answer."""
    page.wait_for_function("() => host.unanswered === 0")


@contextmanager
def visits(devices: Devices) -> Iterator[Open]:
    """Opens pages, and asserts in the end that they complained about nothing and asked no other server."""
    hosts: list[Host] = []

    def open_page(notebook: str = "index", width: int = 1280, at: str = "", stars: Any = None, **wishes: Any) -> Page:
        asked_for = wishes.pop("address", "") or address(notebook) + (f"?at={at}" if at else "")
        brings = ["sessionStorage.isWithoutCanvas = true"] if wishes.pop("drawn", False) else []
        if not wishes.pop("is_newcomer", False) and stars is None and asked_for == address("index"):
            stars = Progress(last=first.LESSON)  # most visitors know the first turn, and come to the map
        if stars is not None:
            brings.append(f"localStorage['{KEPT}'] = {json.dumps(json.dumps(progress.plain(stars)))}")
        look = {name: wishes.pop(name) for name in ("color_scheme", "reduced_motion") if name in wishes}
        host = until_the_end.enter_context(devices.lent(**wishes))
        hosts.append(host)
        tab = host.welcome(width, *brings, **look)
        tab.goto(asked_for)
        ready(tab)
        return tab

    with ExitStack() as until_the_end:
        yield open_page
    trouble = [said for host in hosts for said in host.trouble]
    assert trouble == [], trouble
