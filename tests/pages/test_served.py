"""Our own pages from a real server: looks, coming back, the server of a hub, another version of anywidget.

What mouse, finger, keys and ears do there, and how all of it looks, is tested in `tests/widgets/page`, where no server
is needed.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.pages.learner import Learner, settings, shows
from tests.pages.servers import ROOT, Server, alone
from tests.pages.visits import VIEWPORT, WIDTHS, ready, violations
from tests.widgets.page.courses import FIRST, SECOND, notebook
from tests.widgets.page.hands import lays

OUTPUT = Path(__file__).parents[1] / "output"


@pytest.fixture
def drive(jupyter_server: Server, context: BrowserContext) -> Iterator[Page]:
    """The page of free driving. In the end it has complained about nothing and asked no other server."""
    page, trouble = context.new_page(), list[str]()

    def complained(message: str) -> None:
        if message != "Kernel connection is disposed":  # the last word of a page that is left
            trouble.append(message)

    ours = (jupyter_server.address, "data:", "blob:")
    page.on("console", lambda message: complained(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complained(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(ours) else trouble.append(f"asked {asked.url}"))
    page.goto(jupyter_server.page("drive"))
    ready(page)
    yield page
    page.goto("about:blank")
    assert trouble == []


# -- Looks ------------------------------------------------------------------------------------------------------------


def can_be_seen_whole_and_read_by_everybody(page: Page) -> None:
    """With the paper around it, and the ground on its canvas."""
    OUTPUT.mkdir(exist_ok=True)
    looks: list[tuple[int, Theme]] = [(1280, "light"), (390, "dark")]
    for width, theme in looks:
        if theme == "dark":
            settings(page).get_by_role("button", name="Light or dark").click()
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        expect(page.locator(".rt")).to_have_attribute("data-theme", theme)
        page.screenshot(path=OUTPUT / f"served-{width}-{theme}.png")
        grave = [one for one in violations(page) if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in grave] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("canvas").count()
    assert page.evaluate("() => [...document.querySelectorAll('canvas')].every(one => one.tabIndex < 0)")


# -- Coming back ------------------------------------------------------------------------------------------------------


def test_a_page_can_be_read_and_after_its_kernel_was_killed_the_learner_is_where_they_were_draft_included(
    jupyter_server: Server, drive: Page
) -> None:
    """The page is loaded again by itself. A reload by hand is tested in `tests/widgets/page/test_table.py`."""
    page = drive
    can_be_seen_whole_and_read_by_everybody(page)
    page.set_viewport_size(VIEWPORT)
    settings(page).get_by_role("button", name="Light or dark").click()
    expect(page.locator(".rt-list")).to_be_focused()  # keys in the sheet of settings are none of the game's
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.keyboard.press("r")
    lays(page, "the 2 on space 2")
    page.evaluate("window.old = true")
    kernel = page.evaluate("() => jupyterapp.widgetManager.kernel.id")
    os.kill(jupyter_server.kernels()[kernel], signal.SIGKILL)
    expect(page.locator("#rallyman-banner button")).to_be_visible()
    page.wait_for_function("!window.old")
    ready(page)
    lays(page, "the 2 on space 2")
    expect(page.locator(".rt-log li")).to_have_count(2)


# -- Elsewhere --------------------------------------------------------------------------------------------------------


def test_lessons_follow_one_another_inside_a_jupyter_server_under_a_base_url(
    jupyter_server: Server, page: Page
) -> None:
    """From the last step of one; all the others need no server."""
    page.goto(jupyter_server.page(notebook(FIRST)))
    ready(page)
    last = len(FIRST.steps) - 1
    page.locator(".rt-dots button").nth(last).click()
    shows(page, sit_down(FIRST, last))
    Learner(page).solves(FIRST, last)
    page.locator(".rt-next-step").click()
    shows(page, sit_down(SECOND))
    assert f"/hub/user/ana/rallyman/voila/render/{notebook(SECOND)}.ipynb" in page.url
    page.reload()
    ready(page)
    shows(page, sit_down(SECOND))


def test_another_version_of_anywidget_runs_the_board_as_well(page: Page, tmp_path: Path) -> None:
    """A browser may have got an older or a newer one than the kernel knows of: here one that is to come."""
    theirs = Path(sys.prefix) / "share/jupyter/labextensions/anywidget"
    mine = tmp_path / "labextensions/anywidget"
    shutil.copytree(theirs, mine)
    found = json.loads((mine / "package.json").read_text("utf-8"))["version"]
    for file in mine.rglob("*"):
        if file.suffix in (".js", ".json"):
            file.write_text(file.read_text("utf-8").replace(found, "0.99.0"), "utf-8")
    server = alone(ROOT / "notebooks", env={"JUPYTER_PATH": str(tmp_path)})
    try:
        page.goto(server.page("drive"))
        ready(page)
        for key in "11":
            page.keyboard.press(key)
        lays(page, "the 1 on space 1")
        page.goto("about:blank")
    finally:
        server.stop()
