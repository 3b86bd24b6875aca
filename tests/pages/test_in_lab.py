"""The tutor as one cell of a notebook in JupyterLab: a guest there, with keys, frame and colours that it shares."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.learner import settings
from tests.pages.servers import Server, until

OUTPUT = Path(__file__).parents[1] / "output"
THEME = "@jupyterlab/apputils-extension:themes"
COMPLAINTS: list[str] = []
"""Of the page with the notebook."""
SPOT = "node => { const box = node.getBoundingClientRect(); return [box.width, box.height]; }"


@pytest.fixture(scope="module")
def notebook(lab: Server, browser: Browser) -> Iterator[Page]:
    """A notebook whose one cell has been run."""
    with closing(browser.new_context(viewport={"width": 1280, "height": 900})) as context:
        page = context.new_page()
        page.on("console", lambda message: COMPLAINTS.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
        page.goto(f"{lab.jupyter}lab/tree/drive.ipynb?reset&token={lab.token}")
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
        runs(page)
        page.wait_for_selector(".rt .rt-die", timeout=60_000)
        page.wait_for_function("() => document.querySelector('.rt-ground canvas')")
        yield page
        page.goto("about:blank")


@pytest.fixture
def cell(notebook: Page) -> Page:
    """A notebook with the tutor, at a width of 1280 and with nothing laid."""
    notebook.set_viewport_size({"width": 1280, "height": 900})
    steps = notebook.locator(".rt-draft [aria-label^='Take back']")  # hidden where the draft stands in one line
    while steps.count():
        last = steps.count() - 1
        steps.nth(last).dispatch_event("click")
        expect(steps).to_have_count(last)
    lays(notebook)
    return notebook


def runs(page: Page) -> None:
    page.locator(".jp-Notebook .jp-CodeCell .jp-InputArea-editor").first.click()
    page.keyboard.press("Shift+Enter")


def sets_theme(lab: Server, name: str) -> None:
    told = json.dumps({"raw": json.dumps({"theme": name})}).encode()
    address, headers = f"{lab.jupyter}lab/api/settings/{THEME}", {"Authorization": f"token {lab.token}"}
    urllib.request.urlopen(urllib.request.Request(address, told, headers, method="PUT"), timeout=20).close()


def lays(page: Page, *names: str) -> None:
    expect(page.locator(".rt-draft .rt-what")).to_have_text(list(names))


def holds_the_focus(page: Page) -> bool:
    return bool(page.evaluate("() => document.querySelector('.rt').contains(document.activeElement)"))


def test_the_board_stands_under_its_cell_and_is_played_by_mouse(cell: Page) -> None:
    cell.locator("[data-piece='1']").click()
    cell.locator("[data-piece='1']").click()
    lays(cell, "the 1 on space 1")
    box = cell.locator(".rt").bounding_box()
    assert box and box["width"] < 1100
    assert cell.locator(".rt").evaluate("node => getComputedStyle(node.parentNode).position") == "relative"
    OUTPUT.mkdir(exist_ok=True)
    cell.screenshot(path=OUTPUT / "lab.png")


def test_keys_pressed_in_the_tutor_do_nothing_to_the_notebook(cell: Page) -> None:
    """There `r` makes a cell raw, `x` cuts it, `b` adds another and `d d` deletes it."""
    cells = cell.locator(".jp-Notebook .jp-Cell").count()
    for spot in (".rt-goal", "[data-piece='1']", ".rt-tray", ".rt-sheet"):
        cell.locator(spot).first.click()
        assert holds_the_focus(cell), spot
        for key in "rxbddym":
            cell.keyboard.press(key)
    cell.get_by_role("button", name="New drive").click()
    cell.locator("#rt-stage").focus()
    cell.keyboard.press("b")
    cell.get_by_role("button", name="Close", exact=True).click()
    expect(cell.locator(".rt")).to_have_count(1)
    assert cell.locator(".jp-Notebook .jp-Cell").count() == cells


def test_behind_a_button_that_goes_the_keys_still_play(cell: Page) -> None:
    for _ in range(2):
        cell.locator("[data-piece='1']").click()
    lays(cell, "the 1 on space 1")
    cell.locator(".rt-tray .rt-primary").click()  # rolled: nothing is to be pressed there any more
    lays(cell)
    assert until(lambda: holds_the_focus(cell))
    for key in "22":
        cell.keyboard.press(key)
    lays(cell, "the 2 on space 2")


def test_the_layout_follows_the_cell_and_not_the_window(cell: Page) -> None:
    for window, least in ((1280, 500), (1000, 400), (700, 300), (670, 280)):
        cell.set_viewport_size({"width": window, "height": 900})
        cell.wait_for_function(
            "() => [...document.querySelectorAll('.rt-frame')].every(frame => frame.clientHeight > 200)"
        )
        wide, high = cell.locator(".rt-frame").evaluate(SPOT)
        whole, _ = cell.locator(".rt").evaluate(SPOT)
        assert wide > least and high > 250, (window, wide, high)
        for part in (".rt", ".rt-cell"):
            assert cell.locator(part).evaluate("node => node.scrollWidth <= node.clientWidth"), (window, whole, part)
    cell.screenshot(path=OUTPUT / "lab-narrow.png")


def test_the_tutor_turns_dark_with_lab_until_somebody_chooses(cell: Page) -> None:
    expect(cell.locator(".rt")).to_have_attribute("data-theme", "light")
    cell.evaluate("() => { document.body.dataset.jpThemeLight = 'false'; }")  # as its settings do
    expect(cell.locator(".rt")).to_have_attribute("data-theme", "dark")
    settings(cell).get_by_role("button", name="Light or dark").click()
    expect(cell.locator(".rt")).to_have_attribute("data-theme", "light")
    cell.evaluate("() => { document.body.dataset.jpThemeLight = 'true'; }")
    cell.evaluate("() => { document.body.dataset.jpThemeLight = 'false'; }")
    expect(cell.locator(".rt")).to_have_attribute("data-theme", "light")
    cell.evaluate("() => { document.body.dataset.jpThemeLight = 'true'; }")


@pytest.mark.wide
def test_in_a_dark_lab_the_tutor_is_dark_and_its_search_can_be_read(lab: Server, browser: Browser) -> None:
    sets_theme(lab, "JupyterLab Dark")
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{lab.jupyter}lab/tree/rules.ipynb?reset&token={lab.token}")
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
        runs(page)
        expect(page.locator(".rt")).to_have_attribute("data-theme", "dark", timeout=60_000)
        colours = "node => { const look = getComputedStyle(node); return [look.color, look.backgroundColor]; }"
        for theme, ink, paper in (("dark", 236, 20), ("light", 29, 250)):
            page.evaluate("theme => { document.querySelector('.rt').dataset.theme = theme; }", theme)
            seen = page.locator(".rt-find input").evaluate(colours)
            assert [int(colour.split("(")[1].split(",")[0]) for colour in seen] == [ink, paper]
        page.goto("about:blank")
    sets_theme(lab, "JupyterLab Light")  # the server keeps it, also for the tests that follow


@pytest.mark.wide
def test_after_a_restart_of_the_kernel_the_board_says_that_it_is_dead_and_what_to_do(cell: Page) -> None:
    """The page's own answer to it is tested in `tests/widgets/page/test_messages.py`."""
    for _ in range(2):
        cell.locator("[data-piece='2']").click()
    expect(cell.locator(".rt-draft .rt-what")).to_have_count(1)
    laid = cell.locator(".rt-draft .rt-what").text_content() or ""  # folded away
    cell.locator(".jp-Notebook .jp-CodeCell .jp-InputArea-editor").first.click()
    cell.get_by_role("button", name="Restart the kernel", exact=True).click()
    cell.get_by_role("button", name="Confirm Kernel Restart").click()
    expect(cell.locator(".rt-dead")).to_contain_text("Run the cell again", timeout=20_000)
    expect(cell.locator(".rt-tray")).to_have_attribute("inert", "")
    expect(cell.get_by_text("| Idle")).to_be_visible(timeout=60_000)
    runs(cell)
    lays(cell, laid)
    expect(cell.locator(".rt-dead")).to_have_count(0)


def test_a_view_of_its_own_is_as_high_as_its_pane(cell: Page) -> None:
    cell.locator(".jp-OutputArea-promptOverlay").first.click(button="right")
    cell.get_by_text("Create New View for Cell Output").click()
    pane = cell.locator(".jp-LinkedOutputView")
    pane.locator(".rt-die").first.wait_for()
    assert until(lambda: pane.locator(".rt").evaluate(SPOT) == pane.evaluate(SPOT))


def test_the_launcher_has_a_card_and_the_help_menu_an_entry_that_open_the_tutor(lab: Server, cell: Page) -> None:
    """test_guest.py and test_hosted.py show the pages that they open."""
    cell.evaluate("() => { jupyterapp.commands.execute('launcher:create'); }")
    card = cell.locator(".jp-LauncherCard", has_text="Rallyman Tutor")
    expect(card.locator("svg circle")).to_have_count(5)
    for pressed in (card, "Help"):
        with cell.context.expect_page() as opened:
            if isinstance(pressed, str):
                cell.get_by_role("menuitem", name=pressed).click()
                cell.get_by_role("menuitem", name="Rallyman Tutor").click()
            else:
                pressed.click()
        opened.value.wait_for_url(f"{lab.address}**", wait_until="commit")
        opened.value.close()
    assert COMPLAINTS == []
    lab.clear()


IDS = "() => [...document.querySelectorAll('.rt [id]:not(defs *)')].map(node => node.id)"
BESIDE = """() => {
  jupyterapp.commands.execute("docmanager:open", { path: "dirt-drive.ipynb", options: { mode: "split-right" } });
}"""


@pytest.mark.wide
def test_of_two_notebooks_side_by_side_each_has_its_own_keys_colours_memory_and_names(
    lab: Server, browser: Browser
) -> None:
    with closing(browser.new_context(viewport={"width": 1500, "height": 900})) as context:
        page = context.new_page()
        page.goto(f"{lab.jupyter}lab/tree/drive.ipynb?reset&token={lab.token}")
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
        page.evaluate(BESIDE)
        notebooks = page.locator(".jp-NotebookPanel")
        expect(notebooks).to_have_count(2)
        for number in (0, 1):
            cell = notebooks.nth(number).locator(".jp-CodeCell .jp-InputArea-editor").first
            cell.click()
            expect(page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
            page.keyboard.press("Shift+Enter")
            notebooks.nth(number).locator(".rt .rt-die").first.wait_for(timeout=60_000)
        one, other = (notebooks.nth(number).locator(".rt") for number in (0, 1))
        ids = page.evaluate(IDS)
        assert len(ids) > 30 and sorted(set(ids)) == sorted(ids), "what refers to another by its id finds its own"
        for table, key, laid in ((one, "1", "the 1 on space 1"), (other, "2", "the 2 on row 2 left on tile 1")):
            table.locator(".rt-tray").click()
            for _ in range(2):
                page.keyboard.press(key)
            expect(table.locator(".rt-draft .rt-what")).to_have_text([laid])
        expect(one.locator(".rt-draft .rt-what")).to_have_text(["the 1 on space 1"])
        settings(one).get_by_role("button", name="Light or dark").click()
        expect(one).to_have_attribute("data-theme", "dark")
        expect(other).to_have_attribute("data-theme", "light")
        other.get_by_role("button", name="New drive").click()
        other.get_by_label("Stage", exact=True).focus()
        assert page.evaluate("() => document.activeElement.closest('.rt').dataset.game") == "dirt"
        kept = page.evaluate("() => Object.keys(localStorage).filter(key => key.includes('kept:drive'))")
        assert len(kept) == 2
        page.goto("about:blank")
