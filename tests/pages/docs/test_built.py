"""The documentation as its readers see it, with the tutor in it: made by Sphinx, opened in a browser."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.docs import writing as docs
from rallyman_tutor.pages.site import writing
from rallyman_tutor.scene.palette import Theme
from tests.pages.site.sites import ROOT, TOOLS, at_peace
from tests.pages.visits import violations
from tests.some import some

pytestmark = pytest.mark.wide

GEARS = "rules/classic/gear.html"
SOME = (
    "index.html",
    GEARS,
    "rules/dirt/index.html",
    "rules/dirt/signs.html",
    "rules/mil_millas/figures.html",
    "hosting.html",
)
FIRST_TIME = 60_000  # ms in which Python comes into a browser


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site. Sphinx takes every warning for a fault: a page that nothing leads to, a link that leads nowhere."""
    out, pages = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("pages")
    writing.write(out / "tutor", TOOLS)
    docs.write(pages)
    made = f"{ROOT}/.venv/docs/bin/sphinx-build -q -W --keep-going -d {pages}/read {pages} {out}".split()
    done = subprocess.run(made, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return out


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def is_cut_off(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_no_page_complains_or_asks_another_host_or_is_wider_than_a_phone(
    browser: Browser, folder: Path, address: str
) -> None:
    pages = [file.relative_to(folder).as_posix() for file in folder.rglob("*.html") if "tutor" not in file.parts]
    assert len(pages) > 120
    with at_peace(browser, 390) as context:
        page = context.new_page()
        for name in pages:
            assert page.goto(address + name) and page.locator("h1").count() == 1, name
            assert not is_cut_off(page), name
            pictures = page.locator("svg.picture image").evaluate_all("them => them.map(one => one.href.baseVal)")
            assert all((folder / name).parent.joinpath(picture).is_file() for picture in pictures), name


@pytest.mark.parametrize(("wide", "theme"), [(1280, "light"), (820, "dark"), (390, "dark")])
def test_axe_has_nothing_to_say(browser: Browser, address: str, wide: int, theme: Theme) -> None:
    page = browser.new_page(viewport={"width": wide, "height": 900}, color_scheme=theme, bypass_csp=True)
    for name in some(SOME):
        page.goto(address + name)
        assert violations(page) == [], name
        assert not is_cut_off(page), name
    page.close()


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_a_rule_is_tried_on_its_live_board(browser: Browser, address: str, way: str) -> None:
    with at_peace(browser, 390 if way == "touch" else 1280, way == "touch") as context:
        page = context.new_page()
        page.goto(address + GEARS)
        figure = page.locator("figure[data-at$='CL-GEAR-03']")
        link = figure.locator("a.live")
        ways: dict[str, Callable[[], None]] = {
            "mouse": link.click,
            "touch": link.tap,
            "keys": partial(link.press, "Space"),
        }
        ways[way]()
        board = figure.frame_locator("iframe")
        expect(board.get_by_text("You go from 3rd to 5th without touching 4th.").first).to_be_visible(
            timeout=FIRST_TIME
        )
        goes = board.get_by_role("button", name="So it goes 1")
        goes.tap() if way == "touch" else goes.press("Enter") if way == "keys" else goes.click()
        expect(board.get_by_role("button", name="Roll the 2")).to_be_visible(timeout=FIRST_TIME)
        expect(figure.locator("svg")).to_be_hidden()
        ways[way]()
        expect(figure.locator("svg")).to_be_visible()
        expect(figure.locator("iframe")).to_have_count(0)


def test_the_signs_of_a_game_print_on_one_sheet(browser: Browser, address: str) -> None:
    page = browser.new_page()
    for key in some(SHELF):
        page.goto(f"{address}rules/{key}/signs.html")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(print_background=True))) == 1, key
    page.close()


def test_a_rule_is_found_by_searching(browser: Browser, address: str) -> None:
    with at_peace(browser) as context:
        page = context.new_page()
        page.goto(address)
        for asked, page_found in (("puncture", "Punctures"), ("recoil", "")):
            page.get_by_role("searchbox").fill(asked)
            page.get_by_role("searchbox").press("Enter")
            expect(page.locator("#search-results p").first).to_be_visible(timeout=FIRST_TIME)
            found = page.locator("#search-results li a")
            if page_found:
                expect(found.filter(has_text=page_found).first).to_be_visible(timeout=FIRST_TIME)
            else:
                expect(found).to_have_count(0)
        page.get_by_role("searchbox").fill("cl-gear-03")
        page.get_by_role("searchbox").press("Enter")
        page.wait_for_url(f"{address}{GEARS}#cl-gear-03")


def test_the_live_board_of_each_game_opens_at_its_rule(browser: Browser, address: str) -> None:
    for game in some(SHELF.values()):
        rule = next(rule for rule in game.rules() if rule.broken)
        with at_peace(browser) as context:
            page = context.new_page()
            page.goto(f"{address}tutor/rules.html?at=rules/{rule.code}")
            expect(page.get_by_text(rule.code).first).to_be_visible(timeout=FIRST_TIME)
