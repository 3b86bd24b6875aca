"""The board on a page, from a real server: looks in every width and theme, coming back, other places it is shown at.

What mouse, finger, keys and ears do there is tested in `tests/widgets/page`, where no server is needed.

Pictures of every width and theme are kept in `tests/output/`, to be looked at.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.pages.servers import ROOT, Server, alone, in_jupyter
from tests.pages.visits import LOOKS, Open, ready
from tests.widgets.page.hands import lays

OUTPUT = Path(__file__).parents[1] / "output"


@pytest.fixture
def opened(opened: Open) -> partial[Page]:
    """The page of free driving."""
    return partial(opened, "drive")


# -- Keys and ears ----------------------------------------------------------------------------------------------------


def test_nothing_traps_tab_wheel_or_the_browsers_own_keys(opened: Open) -> None:
    page = opened()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "() => document.activeElement === document.body ? 'body' : (document.activeElement.tagName + '.' + document.activeElement.className + document.activeElement.getAttribute('aria-label'))"
            )
        )
        if seen[-1] == "body":
            break
    assert seen[-1] == "body", seen
    assert not [name for name in seen if name.startswith("CANVAS")]
    assert len(set(seen)) == len(seen)
    page.evaluate(
        "() => { window.stopped = []; for (const what of ['keydown', 'wheel']) addEventListener(what, e => { if (e.defaultPrevented) stopped.push(e.key || what); }); }"
    )
    page.locator(".rt-list").focus()
    for key in ("F5", "Control+s", "Control+f", "Tab"):
        page.evaluate(
            "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: key.split('+').pop(), ctrlKey: key.includes('Control'), bubbles: true, cancelable: true}))",
            key,
        )
    page.mouse.move(400, 400)
    page.mouse.wheel(0, 50)
    page.wait_for_timeout(100)
    assert page.evaluate("() => stopped") == []


# -- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_no_width_and_no_theme_shuts_anybody_out(opened: Open, width: int, scheme: str) -> None:
    page = opened(width, color_scheme=scheme, device_scale_factor=2 if width < 800 else 1)
    OUTPUT.mkdir(exist_ok=True)

    def picture(name: str) -> None:
        page.screenshot(path=OUTPUT / f"drive-{width}-{scheme}-{name}.png")

    picture("start")
    found = [("start", Axe().run(page))]
    for key in "1122":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft li")).to_have_count(2)
    page.keyboard.press("4")
    picture("held")
    page.keyboard.press("4")
    expect(page.locator(".rt-draft li")).to_have_count(3)
    if width < 700:
        page.locator(".rt-handle").click()
    picture("refused")
    found.append(("refused", Axe().run(page)))
    page.get_by_role("button", name="New drive").click()
    picture("menu")
    found.append(("menu", Axe().run(page)))
    bad = [
        (state, fault["id"], [node["html"][:120] for node in fault["nodes"]][:3])
        for state, result in found
        for fault in result.response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert bad == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# -- Coming back ------------------------------------------------------------------------------------------------------


def test_reloading_puts_the_learner_where_he_was_draft_included(opened: Open) -> None:
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.keyboard.press("r")
    lays(page, "the 2 on space 2")
    page.reload()
    ready(page)
    lays(page, "the 2 on space 2")
    expect(page.locator(".rt-log li")).to_have_count(2)


def test_a_killed_kernel_is_replaced_and_the_learner_is_where_he_was(opened: Open, pages: Server) -> None:
    pages.clear()  # what other tests may have left
    assert pages.alone()
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.evaluate("window.old = true")
    (kernel,) = pages.kernels().values()
    os.kill(kernel, signal.SIGKILL)
    expect(page.locator("#rallyman-banner button")).to_be_visible()
    page.wait_for_function("!window.old")
    ready(page)
    lays(page, "the 1 on space 1", "the 2 on space 2")


# -- Elsewhere --------------------------------------------------------------------------------------------------------


def test_the_page_works_inside_a_jupyter_server_under_a_base_url(browser: Browser) -> None:
    server = in_jupyter(ROOT / "notebooks")
    try:
        with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
            page = context.new_page()
            page.goto(server.page("drive"))
            ready(page)
            for key in "11":
                page.keyboard.press(key)
            lays(page, "the 1 on space 1")
            page.goto("about:blank")
    finally:
        server.stop()


def test_another_version_of_anywidget_runs_the_board_as_well(browser: Browser, tmp_path: Path) -> None:
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
        with closing(browser.new_context()) as context:
            page = context.new_page()
            page.goto(server.page("drive"))
            ready(page)
            for key in "11":
                page.keyboard.press(key)
            lays(page, "the 1 on space 1")
            page.goto("about:blank")
    finally:
        server.stop()
