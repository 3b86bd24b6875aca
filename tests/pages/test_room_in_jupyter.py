"""Rooms where the tutor is the guest of a Jupyter server: with a folder for them they are there, without one the page
says where they can be had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.pages.server.alone import ROOMS_VARIABLE
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.servers import TOKEN, Server, in_jupyter
from tests.pages.test_in_room import board, drives, knows
from tests.some import some

NOWHERE = text_tables("tutor")["room"]["labels"]["nowhere"]


pytestmark = pytest.mark.wide  # a line without a browser is tried in `test_guest.py`


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def host(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Jupyter server whose owner keeps rooms."""
    server = in_jupyter(tmp_path_factory.mktemp("theirs"), "/hub/user/ana/", {ROOMS_VARIABLE: str(folder)})
    yield server
    server.stop()


def device(browser: Browser, host: Server, at: str) -> Page:
    """A browser of its own that has the key to the server."""
    page = browser.new_context().new_page()
    page.goto(f"{host.address}voila/render/index.ipynb?at={at}&token={TOKEN}")
    return page


def test_friends_with_the_key_to_a_jupyter_server_drive_in_a_room_of_it(
    browser: Browser, host: Server, folder: Path
) -> None:
    ana = device(browser, host, "room")
    ana.get_by_label("Your name", exact=True).fill("Ana")
    ana.get_by_role("button", name="Open the room").click()
    expect(ana.locator(".rt-room-code b")).to_have_text(re.compile("^[A-HJ-NP-Z2-9]{3} "), timeout=30_000)
    code = (ana.locator(".rt-room-code b").text_content() or "").replace(" ", "")
    ben = device(browser, host, f"room/{code}")
    ben.get_by_label("Your name", exact=True).fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ana.locator(".rt-room li")).to_have_text(["1 Ana (you)", "2 Ben"])
    ana.get_by_role("button", name="Start the rally").click()
    for page in some((ana, ben)):
        board(page)
    many = drives(folder, code, ana, ben)
    for page in some((ana, ben)):
        knows(page, many)
        page.context.close()


def test_a_second_jupyter_server_on_the_same_rooms_has_none_and_its_page_says_so(
    browser: Browser, host: Server, folder: Path, tmp_path: Path
) -> None:
    second = in_jupyter(tmp_path, "/hub/user/ben/", {ROOMS_VARIABLE: str(folder)})
    try:
        page = device(browser, second, "room")
        expect(page.locator(".rt-room")).to_contain_text(NOWHERE, timeout=60_000)
        buttons = page.locator(".rt-room").get_by_role("button")
        assert buttons.count() == 2, "to the map, and to a rally at one screen"
        buttons.last.click()
        expect(page.locator(".rt-rally-said").first).to_be_visible()
        page.context.close()
        assert f"process {host.process.pid}." in second.log.read_text("utf-8")
    finally:
        second.stop()
