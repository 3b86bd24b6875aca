"""The static edition beside the served page: bytes, first picture, first die laid, click to verdict; in the same run.

A line and a phone are as slow as `ON` says. Times are medians; nothing here asserts one. Bytes are what nginx counts,
with scripts and pages packed by it, as most hosts do.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from rallyman_tutor.pages.server.visitors import SETTING
from rallyman_tutor.pages.site import writing
from tests.bench.bench_pages import COMPILED, ROW, VERDICT, lay, visitor
from tests.bench.line import Pace, line, slowed
from tests.bench.taking import Figures, rounds, say
from tests.pages.servers import ROOT, Server, alone, free_port, until
from tests.pages.site.sites import NGINX, TOOLS

ROUNDS = rounds(5)
CLICKS = 10 * ROUNDS
LESSON = "classic-01-first-die"


class Machine(NamedTuple):
    """A visitor's machine."""

    name: str
    pace: Pace | None
    slower: int


ON = (Machine("this machine", None, 1), Machine("a phone on 9 Mbit/s, 100 ms", Pace(9, 100), 4))

SEEN = """
window.seen = {};
// Every frame: is the first picture there? Then a die is laid at once. Is it laid?
(function look() {
  const now = performance.now(), start = document.getElementById("rallyman-start");
  const die = document.querySelector(".rt-die[data-piece='1']");
  if (!seen.picture && die && document.querySelector(".rt-list li") && (!start || start.classList.contains("leaving"))) {
    seen.picture = now;
    setTimeout(() => { die.click(); die.click(); });
  }
  if (seen.picture && !seen.laid && document.querySelector(".rt-well .rt-stars")) seen.laid = now;
  requestAnimationFrame(look);
})();
"""
KEPT = "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'"
FORGET = """async () => {
  for (const key of Object.keys(localStorage)) if (!key.endsWith("theme")) delete localStorage[key];
  await caches.delete("rallyman-tutor pictures");
}"""


class Site(NamedTuple):
    """A served site: its port, and where the server writes what it has sent."""

    port: int
    log: Path

    def sent(self) -> list[tuple[str, int]]:
        """Every file that was sent, with its bytes."""
        lines = self.log.read_text("utf-8").splitlines()
        return [(re.sub(r"^/tutor-\w+|(?<=tables/).*", "", path), int(size)) for path, size in map(str.split, lines)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, own, port = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("nginx"), free_port()
    writing.write(folder, TOOLS)
    (own / "conf").write_text(
        f"daemon off; master_process off; pid {own}/pid; error_log stderr;\nevents {{}}\nhttp {{\n"
        "types { text/html html; text/javascript js mjs; text/css css; image/svg+xml svg; application/manifest+json webmanifest; }\n"
        f"log_format sent '$uri $bytes_sent'; access_log {own}/log sent; gzip on; gzip_types text/css text/javascript image/svg+xml;"
        f" gzip_comp_level 6; client_body_temp_path {own}; proxy_temp_path {own}; fastcgi_temp_path {own};"
        f" uwsgi_temp_path {own}; scgi_temp_path {own};\nserver {{ listen 127.0.0.1:{port}; root {folder};"
        " location ~ ^/tutor- { add_header Cache-Control 'public, max-age=31536000, immutable'; } } }\n",
        "utf-8",
    )
    with subprocess.Popen([NGINX, "-c", own / "conf"], stderr=subprocess.DEVNULL) as server:
        until((own / "log").exists)
        yield Site(port, own / "log")
        server.terminate()


@pytest.fixture(scope="module")
def ours() -> Iterator[Server]:
    server = alone(ROOT / "notebooks", env={SETTING: "64", **COMPILED})
    yield server
    server.stop()


@contextmanager
def at(port: int, machine: Machine) -> Iterator[str]:
    """The address of a server for whoever has this machine."""
    with ExitStack() as stack:
        yield stack.enter_context(line(port, machine.pace)) if machine.pace else f"http://127.0.0.1:{port}/"


def opened(context: BrowserContext, address: str) -> tuple[Page, float, float]:
    """A page on which a die was laid as soon as there was one; milliseconds to the first picture, and to the die."""
    page = context.new_page()
    page.goto(address, wait_until="commit", timeout=240_000)
    page.wait_for_function("() => seen.laid", timeout=240_000)
    return page, page.evaluate("() => seen.picture"), page.evaluate("() => seen.laid")


@pytest.mark.parametrize("machine", ON, ids=lambda machine: machine.name)
def test_first_picture_and_first_die(
    browser: Browser, site: Site, ours: Server, capsys: pytest.CaptureFixture[str], machine: Machine
) -> None:
    picture, laid = Figures(), Figures()
    served_at = urlsplit(ours.address).port
    assert served_at
    with at(site.port, machine) as static, at(served_at, machine) as served:
        pages = {"static": f"{static}{LESSON}.html", "served": ours.page(LESSON, served)}
        for _ in range(ROUNDS):
            for name, address in pages.items():
                with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
                    context.add_init_script(SEEN)
                    for visit in ("cold", "warm"):
                        with picture.take(f"{name}, {visit}"), slowed(machine.slower):
                            page, *times = opened(context, address)
                            picture.note(f"{name}, {visit}", times[0])
                            laid.note(f"{name}, {visit}", times[1])
                        if name == "static":
                            page.wait_for_function(KEPT, timeout=240_000)
                        page.wait_for_timeout(1500)
                        page.evaluate(FORGET)
                        page.goto("about:blank")
                        page.close()
                ours.clear()
    picture.say(capsys, f"{machine.name}: first picture, medians of {ROUNDS}", "ms", "static, cold")
    laid.say(capsys, "  first die laid", "ms", "static, cold")


def test_bytes(browser: Browser, site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    context = browser.new_context()
    context.add_init_script(SEEN)
    lines = []
    for visit in ("cold", "warm"):
        site.log.write_text("", "utf-8")
        page, *_ = opened(context, f"http://127.0.0.1:{site.port}/{LESSON}.html")
        first = len(site.sent())
        page.wait_for_function(KEPT, timeout=60_000)
        page.wait_for_timeout(2000)
        sent = site.sent()
        parts = Counter[str]()
        for path, size in sent[:first]:
            parts[path] += size
        lines.append(f"{visit}, to the first die: {sum(parts.values()) / 1e3:,.0f} kB")
        lines += [f"    {path:<28}{size / 1e3:>9,.0f} kB" for path, size in parts.most_common(12)]
        lines.append(f"{visit}, kept behind it for later: {sum(size for _, size in sent[first:]) / 1e3:,.0f} kB")
        page.evaluate(FORGET)
        page.close()
    context.close()
    say(capsys, "bytes, scripts and pages packed by the server", lines)


def test_click_to_verdict(browser: Browser, site: Site, ours: Server, capsys: pytest.CaptureFixture[str]) -> None:
    known = Figures()
    with visitor(browser) as context:
        pages = {}
        for name, address in {
            "static": f"http://127.0.0.1:{site.port}/drive.html",
            "served": ours.page("drive"),
            "static, DIRT": f"http://127.0.0.1:{site.port}/dirt-drive.html",
            "served, DIRT": ours.page("dirt-drive"),
        }.items():
            pages[name] = page = context.new_page()
            page.goto(address, timeout=120_000)
            page.wait_for_selector(".rt-list li", timeout=120_000, state="attached")
            page.wait_for_timeout(6_000)
        for _ in range(CLICKS):
            for name, page in pages.items():
                page.bring_to_front()
                for what, changed in (("row", ROW), ("verdict", VERDICT)):
                    with known.take(f"{name}, {what}"):
                        lay(page, 0, changed)
                        known.note(f"{name}, {what}", lay(page, 100, changed)[0])
        for page in pages.values():
            page.goto("about:blank")
    known.say(capsys, f"from a click until the page has the answer, medians of {CLICKS}", "ms", "static, row")
