"""The front door: how soon a page can be seen, how soon its first die lies, and ten visitors who come at once; and
behind it, how soon the reason stands why a puzzle's answer is wrong.

Each figure has its floor in the same run: the barest notebook that Voila serves (a label and a button), and a bare
Pyodide that starts and imports a module. (That it should import numpy cannot be had: no registry has a numpy for it.)
Times are medians in milliseconds; nothing here asserts one.
"""

from __future__ import annotations

import json
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.site import writing
from rallyman_tutor.tutor.learner import puzzles
from tests.bench.bench_pages import Stock, folder, stock
from tests.bench.bench_site import FORGET, KEPT, ours
from tests.bench.taking import Figures, rounds
from tests.pages.servers import Server
from tests.pages.site.sites import TOOLS, served

__all__ = ["folder", "ours", "stock"]  # fixtures

ROUNDS = rounds(5)
CROWDS = min(3, ROUNDS)
VISITORS = 10
PUZZLES = 4 * ROUNDS
LESSON = "classic-01-first-die"

SEEN = """
window.seen = {};
// Every frame: is there a road with dice, or the barest notebook's label? Then a die is laid, or the button pressed, at
// once. Is it answered?
if (location.protocol !== "about:") (function look() {
  const now = performance.now();
  const die = document.querySelector(".rt-list li") && document.querySelector(".rt-die[data-piece='1']");
  const label = document.querySelector(".widget-label"), pressed = die ?? (label && document.querySelector("button"));
  if (!seen.picture && pressed) {
    seen.picture = now;
    setTimeout(() => { pressed.click(); if (die && !document.querySelector("[data-at=first]")) pressed.click(); });
  }
  const counts = label && label.textContent !== "0";
  if (document.querySelector(".rt-draft li") || counts) seen.answered ??= now;
  if (document.querySelector(".rt:not(.rt-ahead) .rt-draft li") || counts) seen.byPython ??= now;
  if (!seen.byPython) requestAnimationFrame(look);
})();
"""
PYODIDE = """<script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide({ lockFileContents: LOCK, packageBaseUrl: "./" });
python.runPython("import json, decimal");
window.seen.picture = window.seen.answered = window.seen.byPython = performance.now();
</script>"""

REFUTED = """wrong => new Promise((done, fail) => {
  const begun = performance.now();
  const late = setTimeout(() => fail(new Error("no reason came")), 30_000);
  const look = () => {
    if (!document.querySelector(".rt-refuted")) return;
    clearTimeout(late);
    done(performance.now() - begun);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  document.querySelectorAll(".rt-answer")[wrong].click();
})"""
THINKS = 3_000  # milliseconds that a learner needs at least


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static edition; below `bare/` it has a page with a bare Pyodide."""
    site = tmp_path_factory.mktemp("site")
    writing.write(site, TOOLS)
    bare = site / "bare"
    bare.mkdir()
    for file in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(TOOLS.pyodide / file, bare)
    info = json.loads((TOOLS.pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]
    lock = json.dumps(json.dumps({"info": info, "packages": {}}))
    (bare / "index.html").write_text(PYODIDE.replace("LOCK", lock), "utf-8")
    with served(site, strictly=False) as address:
        yield address


def visitor(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(SEEN)
    return context


def comes(page: Page, address: str) -> tuple[float, float, float]:
    """Milliseconds until there is something to press, until what was pressed is there, and until Python has done it."""
    page.goto(address, wait_until="commit", timeout=120_000)
    page.wait_for_function("() => seen.byPython", timeout=120_000)
    picture, answered, by_python = page.evaluate("() => [seen.picture, seen.answered, seen.byPython]")
    return picture, answered, by_python


def test_first_picture_and_first_die(
    browser: Browser, static: str, ours: Server, stock: Stock, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, answered, by_python = Figures(), Figures(), Figures()
    pages = {
        "served": ours.page("index"),
        "served lesson": ours.page(LESSON),
        "static": f"{static}index.html",
        "static lesson": f"{static}{LESSON}.html",
        "bare notebook": stock.page("button"),
        "bare Pyodide": f"{static}bare/index.html",
    }
    for _ in range(ROUNDS):
        for name, address in pages.items():
            with closing(visitor(browser)) as context:
                for visit in ("cold", "warm"):
                    with picture.take(f"{name}, {visit}"):
                        page = context.new_page()
                        times = comes(page, address)
                        picture.note(f"{name}, {visit}", times[0])
                        answered.note(f"{name}, {visit}", times[1])
                        by_python.note(f"{name}, {visit}", times[2])
                    if name.startswith("static"):
                        page.wait_for_function(KEPT, timeout=120_000)
                    page.wait_for_timeout(1000)
                    page.evaluate(FORGET if not name.startswith("bare") else "() => {}")
                    page.goto("about:blank")
                    page.close()
        ours.clear()
    picture.say(capsys, f"something to press is there, medians of {ROUNDS}", "ms", "served, cold")
    answered.say(capsys, "  a die lies, pressed at once", "ms", "bare Pyodide, warm")
    by_python.say(capsys, "  and Python has laid it", "ms", "bare Pyodide, warm")


def test_ten_visitors_at_once(browser: Browser, ours: Server, stock: Stock, capsys: pytest.CaptureFixture[str]) -> None:
    seen, usable = Figures(), Figures()
    for _ in range(CROWDS):
        for name, address in {"served": ours.page("index"), "bare notebook": stock.page("button")}.items():
            with seen.take(name), ExitStack() as stack:
                tabs = [stack.enter_context(closing(visitor(browser))).new_page() for _ in range(VISITORS)]
                begun = time.monotonic()
                for tab in tabs:
                    tab.evaluate("address => { setTimeout(() => { location = address; }) }", address)
                for tab in tabs:
                    tab.wait_for_function("() => window.seen?.answered", timeout=120_000)
                usable.note(name, (time.monotonic() - begun) * 1000)
                seen.note(name, max(tab.evaluate("() => seen.picture") for tab in tabs))
                for tab in tabs:
                    tab.goto("about:blank")
            ours.clear()
    seen.say(capsys, f"{VISITORS} at once: the last sees something to press, medians of {CROWDS}", "ms", "served")
    usable.say(capsys, "  and all have been answered", "ms", "served")


def test_until_a_reason_stands(browser: Browser, static: str, ours: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """Puzzles answered wrong, each on a page of its own."""
    stands, slowest = Figures(), Figures()
    addresses = {"static": f"{static}index.html", "served": ours.page("index")}
    for edition, address in addresses.items():
        for key in RACES:
            name = f"{edition}, {key}"
            for number in range(1, PUZZLES + 1):
                with stands.take(name), closing(visitor(browser)) as context, closing(context.new_page()) as page:
                    page.goto(f"{address}?at=puzzles/{key}/{number}", timeout=120_000)
                    page.wait_for_selector(".rt-answer", timeout=120_000)
                    page.wait_for_selector("#rallyman-start", state="detached", timeout=120_000)
                    page.wait_for_timeout(THINKS)
                    choices = [choice.id for choice in puzzles.as_lesson(SHELF[key], number).steps[0].choices]
                    stands.note(name, page.evaluate(REFUTED, 0 if choices[0] != "1" else 1))
            ours.clear()
            if len(taken := stands.taken[name]) > 1:
                slowest.note(name, statistics.quantiles(taken, n=20)[-1])
    stands.say(capsys, f"from a wrong answer until its reason stands, medians of {PUZZLES}", "ms", "static, classic")
    slowest.say(capsys, "  and 95 of 100 stand by then", "ms", "static, classic")
