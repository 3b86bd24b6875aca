"""The frame around the tutor, as servers send it: error pages, the list, no word of the address, nothing from
elsewhere.

A page that has come is looked at in test_shown.py. The still picture, the banner and all that a page does while it
comes need no server: they are tested in test_watch.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rallyman_tutor.pages.server.words import words
from tests.pages.servers import Server
from tests.pages.visits import findings
from tests.some import some

AFRESH_THRICE = """if (location.protocol !== "about:")
  sessionStorage['rallyman:afresh'] = JSON.stringify([Date.now(), Date.now(), Date.now()])"""
"""The page has started by itself often enough, and stays as it is."""
WITHOUT_KERNEL = {"the list": "voila/tree/", "not there": "voila/render/nowhere.ipynb"}


@pytest.mark.parametrize("path", ["voila/tree/", "voila/render/nowhere.ipynb", "voila/render/broken.ipynb"])
def test_no_page_names_another_host_to_be_asked(server: Server, path: str) -> None:
    _, _, text = server.get(path)
    server.clear()
    asked = re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)|url\(["']?([^"')]*)|@import\s+["']([^"']*)""", text)
    for named in some(filter(None, (found for one in asked for found in one))):
        assert not re.match(r"(?!data:)[a-z]+:|//", named), named
    assert "//cdn" not in text


@pytest.mark.parametrize("path", ["voila/render/empty.ipynb", "voila/tree/", "voila/render/nowhere.ipynb"])
def test_nothing_of_the_address_is_written_into_the_page(server: Server, path: str) -> None:
    hostile = "x%22%3E%3Cscript%3Ealert(%27rallye%27)%3C/script%3E"
    _, _, text = server.get(f"{path}?theme={hostile}&template={hostile}&classic-tree=false")
    assert "rallye" not in text
    assert "<main" in text


def test_the_address_cannot_choose_another_template(server: Server) -> None:
    _, _, text = server.get("voila/render/empty.ipynb?template=lab")
    assert 'id="rallyman-start"' in text
    server.clear()


@pytest.mark.parametrize("path", WITHOUT_KERNEL.values(), ids=WITHOUT_KERNEL)
def test_a_page_without_a_kernel_can_be_read_by_everybody(voila_server: Server, page: Page, path: str) -> None:
    page.goto(voila_server.address + path)
    assert findings(page) == []


@pytest.mark.parametrize("path", ["voila/render/nowhere.ipynb", "voila/tree/nowhere"])
def test_what_is_not_there_is_told_kindly(server: Server, path: str) -> None:
    status, _, text = server.get(path)
    assert (status, "No road leads here" in text, "<main" in text) == (404, True, True)
    assert "Traceback" not in text


def test_an_address_nobody_knows_gets_our_page_too(voila_server: Server) -> None:
    status, _, text = voila_server.get("nowhere/at/all")
    assert status == 404 and "No road leads here" in text


def test_cells_for_lab_alone_are_neither_run_nor_shown(server: Server) -> None:
    status, _, text = server.get("voila/render/lab.ipynb")
    server.clear()
    assert status == 200 and "the page" in text
    assert "in Lab alone" not in text and "who read it" not in text


def test_a_cell_that_fails_is_sent_as_a_kind_line_without_details(server: Server) -> None:
    _, _, text = server.get("voila/render/broken.ipynb")
    server.clear()
    assert "secret-detail" not in text and "show_tracebacks" not in text
    assert text.count(words()["start"]["cell"]) == 2, "among the words of the page, and as what the cell shows"


def test_a_cell_that_fails_is_told_in_the_language_of_the_visitor_and_in_no_other(server: Server) -> None:
    _, _, text = server.get("voila/render/broken.ipynb?lang=nl")
    server.clear()
    assert text.count(words("nl")["start"]["cell"]) == 2, "as what the script waits for, and as what the cell shows"
    assert text.count(words()["start"]["cell"]) == 1, "only among what the script waits for: the language may change"
    assert "executing cell" not in text


def test_a_cell_that_fails_shows_a_kind_line_and_can_be_read_by_everybody(
    voila_server: Server, context: BrowserContext
) -> None:
    page = context.new_page()
    page.add_init_script(AFRESH_THRICE)
    page.goto(voila_server.page("broken"))
    expect(page.get_by_text("Something went wrong while this page was made")).to_be_attached()
    expect(page.locator("#rallyman-banner")).to_contain_text("does not come to life")
    assert "secret-detail" not in page.content()
    assert findings(page) == []
