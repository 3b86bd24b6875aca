"""Speed of the school: from lesson to lesson in one page, and the home page side by side with an empty one.

Absolute times mean nothing on a shared machine; ratios in one run do. Medians are printed. Nothing here asserts a time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rallyman_tutor.pages.server.visitors import SETTING
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.bench.taking import Figures, rounds
from tests.pages.learner import Learner, shows, to_the_map
from tests.pages.servers import NOTEBOOKS, ROOT, Server, alone
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

ROUNDS = rounds(20)
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # a learner's Python compiles a module once, whatever this machine is told
EMPTY_AIM, SWITCH_AIM = 1.3, 300

WATCH = """
if (location.protocol !== "about:") {
  const there = () => document.querySelector(".rt-map li, .rt-list li, .widget-label");
  window.looking = setInterval(() => {
    if (!there()) return;
    clearInterval(looking);
    requestAnimationFrame(() => { window.readyAt = performance.now(); });
  }, 5);
}
"""

SWITCH = """() => new Promise((done) => {
  const start = performance.now(), old = document.querySelector(".rt-ground canvas"), before = document.querySelector(".rt-todo")?.textContent;
  const painted = (canvas) => canvas?.width && canvas.getContext("2d").getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3];
  const look = () => {
    const canvas = document.querySelector(".rt-ground canvas"), now = document.querySelector(".rt-todo")?.textContent;
    if (now === before || canvas === old || !painted(canvas)) requestAnimationFrame(look);
    else requestAnimationFrame(() => done(performance.now() - start));
  };
  look();
  document.querySelector(".rt-next-step").click();
})"""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The notebooks that people get, and an empty one."""
    folder = tmp_path_factory.mktemp("notebooks")
    for notebook in (*(ROOT / "notebooks").glob("*.ipynb"), *Path(__file__).parent.glob("notebooks/*.ipynb")):
        shutil.copy(notebook, folder)
    shutil.copy(NOTEBOOKS / "empty.ipynb", folder)
    server = alone(folder, env={SETTING: "64", **COMPILED})
    yield server
    server.stop()


def visit(page: Page, address: str) -> float:
    page.goto(address, wait_until="commit", timeout=120_000)
    page.wait_for_function("() => window.readyAt", timeout=120_000)
    return float(page.evaluate("() => window.readyAt"))


def test_home_page_ready(browser: Browser, ours: Server, capsys: pytest.CaptureFixture[str]) -> None:
    ready = Figures("home", "empty")
    with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
        context.add_init_script(WATCH)
        for _ in range(ROUNDS + 1):
            for name, notebook in (("home", "index"), ("empty", "empty")):
                ours.clear()
                with ready.take(name), closing(context.new_page()) as page:
                    ready.note(name, visit(page, ours.page(notebook)))
                    page.goto("about:blank")
    title = f"home page ready, browser cache warm, medians of {ROUNDS} (aim: home/empty {EMPTY_AIM})"
    ready.say(capsys, title, "ms", "home", skip=1)  # the first visit fills the browser's cache


def test_from_lesson_to_lesson(browser: Browser, ours: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """The button behind a lesson's last step is pressed: ms until the next lesson is on the screen, board painted."""
    lessons, switch = [lesson_in(folder) for folder in FOLDERS], Figures("lesson to lesson")
    with closing(browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")) as context:
        page = context.new_page()
        with switch.take("lesson to lesson"):
            ours.clear()
            page.goto(ours.page("index"))
            to_the_map(page)
            page.locator(".rt-map button").first.click()
            kernels = ours.kernels()
            for lesson in lessons[: ROUNDS + 1]:
                end = len(lesson.steps) - 1
                page.locator(".rt-dots button").nth(end).click()
                shows(page, sit_down(lesson, end))
                Learner(page).solves(lesson, end)
                page.wait_for_timeout(500)
                switch.note("lesson to lesson", float(page.evaluate(SWITCH)))
            assert ours.kernels() == kernels
        page.goto("about:blank")
    slowest = max(switch.taken["lesson to lesson"][1:], default=0)
    title = f"from lesson to lesson, painted, median of {ROUNDS}, slowest {slowest:,.0f} ms (aim: {SWITCH_AIM} ms)"
    switch.say(capsys, title, "ms", "lesson to lesson", skip=1)
