"""The tutor in other people's notebooks: the cell of Notebook 7, and marimo, which knows no widgets but anywidget's.

What they need beyond the other tests is put in by `make test WIDE=1`, as pinned in `binder/requirements-hub.txt`. Where
something is missing the test fails and says what.
"""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.pages.servers import HOST, ROOT, free_port, in_jupyter, until

pytestmark = pytest.mark.wide

CARD = ROOT / "rallyman_tutor/pages/share/labextension"
OUTPUT = Path(__file__).parents[1] / "output"
MARIMO = """
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    from rallyman_tutor.pages.app import open_at

    mo.ui.anywidget(open_at("drive"))
    return
"""


@contextmanager
def watched(browser: Browser, trouble: list[str]) -> Iterator[Page]:
    """A tab of a new visitor, and what it complains about."""
    with closing(browser.new_context(viewport={"width": 1280, "height": 900})) as context:
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        yield page
        page.goto("about:blank")


def shows_the_tutor(page: Page) -> bool:
    """Run the cell; what is pressed before the notebook listens gets lost."""
    page.locator(".jp-Notebook .jp-CodeCell .jp-InputArea-editor").first.click()
    page.keyboard.press("Shift+Enter")
    with suppress(TimeoutError):
        page.wait_for_selector(".rt .rt-die", timeout=20_000)
        return True
    return False


def drives(page: Page) -> None:
    """A die is laid by mouse, another by keys; they are rolled."""
    page.locator("[data-piece='1']").click()
    page.locator("[data-piece='1']").click()
    expect(page.locator(".rt-draft .rt-what")).to_have_text(["the 1 on space 1"])
    for key in "22":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft .rt-what")).to_have_text(["the 1 on space 1", "the 2 on space 2"])
    OUTPUT.mkdir(exist_ok=True)
    page.locator(".rt-tray .rt-primary").click()
    expect(page.locator(".rt-draft .rt-what")).to_have_text(["the 2 on space 2"])  # one is rolled after the other


def test_a_cell_of_notebook_7_is_played_and_our_card_for_lab_is_no_trouble_there(
    browser: Browser, tmp_path: Path
) -> None:
    assert find_spec("notebook"), "Notebook 7 is missing: run `make .venv/hub`."
    (tmp_path / "labextensions").mkdir()
    (tmp_path / "labextensions/rallyman-tutor").symlink_to(CARD)
    server = in_jupyter(ROOT / "notebooks", env={"JUPYTER_PATH": str(tmp_path)})
    trouble: list[str] = []
    try:
        with watched(browser, trouble) as page:
            page.goto(f"{server.jupyter}notebooks/drive.ipynb?token={server.token}")
            expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")).to_be_visible(timeout=90_000)
            assert until(lambda: shows_the_tutor(page), 90)
            expect(page.locator(".rt-ground canvas")).to_have_count(1)
            drives(page)
            page.screenshot(path=OUTPUT / "notebook-7.png")
    finally:
        server.stop()
    assert [told for told in trouble if "rallyman" in told] == []


def test_marimo_shows_the_ground_as_a_picture_and_plays(browser: Browser, tmp_path: Path) -> None:
    assert find_spec("marimo"), "marimo is missing: run `make .venv/hub`."
    (tmp_path / "drive.py").write_text(MARIMO)
    port, trouble = free_port(), list[str]()
    command = [sys.executable, "-m", "marimo", "run", "drive.py", "--headless", "--no-token", "--host", HOST]
    process = subprocess.Popen([*command, "--port", str(port)], cwd=tmp_path)

    def answers() -> bool:
        with suppress(OSError):
            return bool(urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=5).status)
        return False

    try:
        assert until(answers, 60)
        with watched(browser, trouble) as page:
            page.goto(f"http://{HOST}:{port}/")
            page.wait_for_selector(".rt .rt-die", timeout=60_000)
            expect(page.locator(".rt-ground svg")).to_have_count(1)
            drives(page)
            page.screenshot(path=OUTPUT / "marimo.png")
    finally:
        process.terminate()
        process.wait(20)
    assert trouble == []
