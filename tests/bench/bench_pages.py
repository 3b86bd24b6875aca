"""Speed and weight of the drive page, beside the barest pages there can be, in the same run.

Absolute times mean nothing on a shared machine; ratios in one run do. The pages take turns, round by round, and the
medians are printed, and which of them could not be taken. Nothing here asserts a time.
"""

from __future__ import annotations

import shutil
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from rallyman_tutor.pages.server.connection import QUESTION
from rallyman_tutor.pages.server.visitors import SETTING
from tests.bench.taking import Figures, rounds
from tests.pages.servers import HOST, NOTEBOOKS, ROOT, Server, alone, free_port

ROUNDS = rounds(21)
CROWDS = min(3, ROUNDS)
VISITORS = 10
MOVES = 200
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # a learner's Python compiles a module once, whatever this machine is told
RHYTHMS = {"now and then": 300, "in a row": 0}  # ms between two clicks; a line that was quiet for 200 answers at once
FRAME = 1000 / 60  # ms between two pictures; clicks come at all times between them, not at one that suits a page

READY = """() => window.bench?.ready"""

WATCH = """
window.bench = {
  // From a click to the change it brings, and to the picture that shows it: two times in ms.
  clicked(act, changed) {
    return new Promise((done) => {
      const watcher = new MutationObserver(() => {
        if (!changed()) return;
        watcher.disconnect();
        const known = performance.now() - start;
        requestAnimationFrame(() => done([known, performance.now() - start]));
      });
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
      const start = performance.now();
      act();
    });
  },
  painted(canvas) {
    const { width, height } = canvas;
    return width && canvas.getContext("2d").getImageData(width >> 1, height >> 1, 1, 1).data[3];
  },
  // A page is there when its label is, or something is painted on its canvas.
  look() {
    const canvas = document.querySelector("canvas");
    if (!(canvas ? bench.painted(canvas) : document.querySelector(".widget-label"))) return;
    bench.ready = performance.now();
    clearInterval(bench.looking);
  },
};
if (location.protocol !== "about:") bench.looking = setInterval(bench.look, 10);
"""

BUTTON = """() => {
  const label = document.querySelector(".widget-label"), old = label.textContent;
  return bench.clicked(() => document.querySelector(".widget-button").click(), () => label.textContent !== old);
}"""

PAINTING_BUTTON = """() => {
  const label = document.querySelector(".widget-label"), old = label.textContent;
  const word = (window.word ??= document.body.appendChild(document.createElement("p")));
  word.style.cssText = "position: fixed; right: 9px; bottom: 9px; will-change: transform";
  return bench.clicked(() => {
    document.querySelector(".widget-button").click();
    word.textContent = performance.now();
  }, () => label.textContent !== old);
}"""

HOLD = """() => document.querySelector("[data-piece='1']").click()"""
HELD = """() => document.querySelector(".rt-spaces path.legal")"""
LAY = """changed => {
  const box = document.querySelector(".rt-spaces path.legal").getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
  const click = () => document.querySelector(".rt-over").dispatchEvent(new MouseEvent("click", at));
  return bench.clicked(click, () => document.querySelector(changed));
}"""
VERDICT = ".rt-hint[data-verdict='legal']:not([hidden])"  # fetched before it was asked for
ROW = ".rt-draft li"  # of a die that lies well it came with the choices
KERNEL = ".rt:not(.rt-ahead) .rt-draft li"  # the kernel's own answer
TAKE = """() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Backspace", bubbles: true }))"""
TAKEN = """() => !document.querySelector(".rt-draft li")"""


class Stock(Server):
    """Voila as it comes out of the box: its own template, none of our settings."""

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(self.address, timeout=5):
            return True
        return False

    def kernels(self) -> dict[str, int]:
        """The kernels of this server are its child processes; it has no address that names them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return {child: int(child) for child in children.split()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All notebooks in one place, so that one server has them all."""
    place = tmp_path_factory.mktemp("notebooks")
    kept = (
        *NOTEBOOKS.glob("*.ipynb"),
        ROOT / "notebooks/drive.ipynb",
        *Path(__file__).parent.glob("notebooks/*.ipynb"),
    )
    for notebook in kept:
        shutil.copy(notebook, place)
    return place


@pytest.fixture(scope="module")
def ours(folder: Path) -> Iterator[Server]:
    server = alone(folder, env={SETTING: "64", **COMPILED})
    yield server
    server.stop()


@pytest.fixture(scope="module")
def stock(folder: Path) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}", f"--Voila.ip={HOST}"]
    server = Stock(command, f"http://{HOST}:{port}/", env=COMPILED).start()
    yield server
    server.stop()


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
        context.add_init_script(WATCH)
        yield context


@contextmanager
def visit(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page in a new tab, from when it is ready. It is left in the end, so that its kernel ends."""
    page = context.new_page()
    try:
        page.goto(address, wait_until="commit", timeout=120_000)
        page.wait_for_function(READY, timeout=120_000)
        yield page
    finally:
        page.goto("about:blank")
        page.close()


def only_ours(route: Route) -> None:
    """Refuse requests to other hosts: Voila's own template wants style sheets from there, and would wait for them."""
    if f"//{HOST}:" in route.request.url:
        route.continue_()
    else:
        route.abort()


# -- Click to verdict -------------------------------------------------------------------------------------------------


Act = Callable[[Page, float], "tuple[float, float]"]


def click(page: Page, pause: float, act: str = BUTTON) -> tuple[float, float]:
    """A bare button is clicked, and a label changes."""
    page.wait_for_timeout(pause)
    known, shown = page.evaluate(act)
    return known, shown


def painted_click(page: Page, pause: float) -> tuple[float, float]:
    """A bare button is clicked, a word is painted at once, and a label changes. As with the verdict on the board, the
    answer has to wait until the browser paints once more."""
    return click(page, pause, PAINTING_BUTTON)


def verdict(page: Page, pause: float) -> tuple[float, float]:
    """Milliseconds until the verdict on a die is there."""
    return lay(page, pause, VERDICT)


def by_kernel(page: Page, pause: float) -> tuple[float, float]:
    """Milliseconds until the kernel has laid it."""
    return lay(page, pause, KERNEL)


def lay(page: Page, pause: float, changed: str = ROW) -> tuple[float, float]:
    """A die is in hand and a space is clicked; then it is taken back."""
    page.evaluate(HOLD)
    page.wait_for_function(HELD)
    page.wait_for_timeout(pause)
    known, shown = page.evaluate(LAY, changed)
    page.wait_for_selector(KERNEL, state="attached")  # a drive page has it behind a press
    page.evaluate(TAKE)
    page.wait_for_function(TAKEN)
    return known, shown


@pytest.mark.parametrize(("rhythm", "pause"), RHYTHMS.items())
def test_click_to_verdict(
    browser: Browser, ours: Server, stock: Server, capsys: pytest.CaptureFixture[str], rhythm: str, pause: int
) -> None:
    with visitor(browser) as context, visitor(browser) as other:
        other.route("**", only_ours)
        with (
            visit(context, ours.page("drive")) as drive,
            visit(context, ours.page("dirt-long")) as dirt,
            visit(context, ours.page("button")) as button,
            visit(other, stock.page("button")) as plain,
        ):
            acts: dict[str, tuple[Act, Page]]
            acts = {
                "drive": (lay, drive),
                "drive, verdict": (verdict, drive),
                "drive, kernel": (by_kernel, drive),
                "dirt": (lay, dirt),
                "dirt, verdict": (verdict, dirt),
                "dirt, kernel": (by_kernel, dirt),
                "button": (click, button),
                "button that paints": (painted_click, button),
                "stock button": (click, plain),
            }
            known, shown = Figures(*acts), Figures(*acts)
            for n in range(ROUNDS):
                for name, (act, page) in acts.items():
                    if shown.is_given_up(name):
                        continue
                    with shown.take(name):
                        page.bring_to_front()
                        act(page, 0)  # the second of two is measured: how fast it goes depends on when the first was
                        times = act(page, pause + FRAME * n / ROUNDS)
                        known.note(name, times[0])
                        shown.note(name, times[1])
    shown.say(capsys, f"click to the picture that answers it, {rhythm}, medians of {ROUNDS}", "ms", "drive")
    known.say(capsys, "  of these, until the page has the answer", "ms", "drive")


# -- Page ready, and memory -------------------------------------------------------------------------------------------


def memory(pid: int) -> float:
    """The memory of a process in MB: its own, and its share of what it has in common with others."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def newest(server: Server) -> int:
    """The process of the kernel that was started last; an earlier page may have left another."""
    kernels = server.kernels().values()
    assert kernels, "there is no kernel"
    return max(kernels, key=lambda pid: Path(f"/proc/{pid}").stat().st_ctime)


def test_page_ready_and_memory(
    browser: Browser, ours: Server, stock: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = ("drive", "dirt-long", "canvas", "empty", "imports")
    ready, weight = Figures(*pages, "stock empty"), Figures("drive", "dirt-long", "imports", "stock imports")
    with visitor(browser) as context, visitor(browser) as other:
        other.route("**", only_ours)
        for _ in range(ROUNDS + 1):
            for name in pages:
                ours.clear()
                with ready.take(name), visit(context, ours.page(name)) as page:
                    ready.note(name, page.evaluate(READY))
                    if name in weight.taken:
                        page.wait_for_timeout(1_000)
                        weight.note(name, memory(newest(ours)))
            with weight.take("stock imports"), visit(other, stock.page("imports")) as page:
                page.wait_for_timeout(1_000)
                weight.note("stock imports", memory(newest(stock)))
            with ready.take("stock empty"), visit(other, stock.page("empty")) as page:
                ready.note("stock empty", page.evaluate(READY))
            stock.stop()  # its pages may not say goodbye: their kernels go with the server
            stock.start()
    ready.say(capsys, f"page ready, browser cache warm, medians of {ROUNDS}", "ms", "drive", skip=1)
    weight.say(capsys, f"kernel memory (PSS), medians of {ROUNDS}", "MB", "drive")


# -- Messages while the mouse moves -----------------------------------------------------------------------------------


def frames(page: Page) -> list[str]:
    """The messages of the page to its kernel from now on. Its question to the server, twice a second, is no message to
    the kernel."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        if frame != QUESTION:
            sent.append(str(frame)[:80])

    page.on("websocket", lambda line: line.on("framesent", note))
    return sent


def wander(page: Page, sent: list[str], left: float, top: float) -> int:
    """How many messages so many movements of the mouse bring about."""
    page.wait_for_timeout(1_000)
    before = len(sent)
    for n in range(MOVES):
        page.mouse.move(left + n, top + n % 50)
    page.wait_for_timeout(500)
    return len(sent) - before


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_messages_while_dragging(
    browser: Browser, ours: Server, stock: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = Figures()
    with (
        figures.take("drive, dragging"),
        visitor(browser) as context,
        closing(context.new_page()) as page,
    ):
        sent = frames(page)
        page.goto(ours.page("drive"))
        page.wait_for_function(READY, timeout=120_000)
        page.mouse.move(*middle(page, "[data-piece='1']"))
        page.mouse.down()
        page.mouse.move(300, 300, steps=5)
        assert page.locator(".rt-ghost").is_visible()
        figures.note("drive, dragging", wander(page, sent, 300, 300))
        page.mouse.up()
        page.goto("about:blank")
    with (
        figures.take("stock canvas, hovering"),
        visitor(browser) as context,
        closing(context.new_page()) as page,
    ):
        context.route("**", only_ours)
        sent = frames(page)
        page.goto(stock.page("canvas"))
        page.wait_for_function(READY, timeout=120_000)
        x, y = middle(page, "canvas")
        figures.note("stock canvas, hovering", wander(page, sent, x - MOVES / 2, y - 25))
        page.goto("about:blank")
    figures.say(capsys, f"messages to the kernel for {MOVES} movements of the mouse", "", "")


# -- A crowd ----------------------------------------------------------------------------------------------------------


def crowd(browser: Browser, address: str) -> float:
    """So many visitors come at once, each with a browser cache of their own: ms until the last one has a page."""
    contexts = [browser.new_context(viewport={"width": 1280, "height": 800}) for _ in range(VISITORS)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.add_init_script(WATCH)
    for page in pages:
        page.evaluate("address => { setTimeout(() => { location = address; }) }", address)
    spans = []
    try:
        for page in pages:
            page.wait_for_url(address, wait_until="commit", timeout=120_000)
            page.wait_for_function(READY, timeout=120_000)
            spans.append(page.evaluate("() => [performance.timeOrigin, performance.timeOrigin + bench.ready]"))
    finally:
        for page, context in zip(pages, contexts, strict=True):
            page.goto("about:blank")
            context.close()
    return float(max(end for _, end in spans) - min(start for start, _ in spans))


def test_ten_visitors_at_once(browser: Browser, ours: Server, capsys: pytest.CaptureFixture[str]) -> None:
    last = Figures("drive", "empty")
    for _ in range(CROWDS):
        for name in ("drive", "empty"):
            ours.clear()
            with last.take(name):
                last.note(name, crowd(browser, ours.page(name)))
    last.say(capsys, f"{VISITORS} visitors at once, until the last is there, medians of {CROWDS}", "ms", "drive")
