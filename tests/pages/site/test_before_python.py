"""A static page before Python is there, and where it never comes; in a browser that is given the strict policy."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.site.sites import served


def without_python(visitor: BrowserContext) -> Page:
    """A tab to which Python never comes."""
    page = visitor.new_page()
    page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_picture_is_there_without_python(visitor: BrowserContext, address: str, theme: str) -> None:
    page = without_python(visitor)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(f"{address}classic-01-first-die.html")
    expect(page.locator(".rt-list li").first).to_be_attached()
    expect(page.locator("#rallyman-start")).to_have_count(0)
    assert page.title() == "The first die · Rallyman Tutor"
    grass = [page.locator(f".rt-ground [fill='{PALETTES[one]['grass']}']").count() for one in ("light", "dark")]
    assert bool(grass[theme == "dark"]) and not grass[theme == "light"]


def test_a_page_says_when_python_does_not_come_to_life(browser_visitor: BrowserContext, address: str) -> None:
    page = browser_visitor.new_page()
    page.goto(f"{address}index.html")
    expect(page.locator("#rallyman-banner")).to_contain_text("did not come to life", timeout=20000)
    expect(page.get_by_role("button", name="Reload")).to_be_visible()
    expect(page.locator(".rt-first-said")).to_have_text(text_tables("tutor")["page"]["first-ask"])


def test_a_browser_that_cannot_run_it_is_told_what_is_needed(visitor: BrowserContext, address: str) -> None:
    page = without_python(visitor)
    page.add_init_script("delete window.DecompressionStream")
    page.goto(f"{address}index.html")
    expect(page.get_by_role("heading", name="too old")).to_be_visible()
    expect(page.locator("#rallyman-start")).to_be_hidden()


def test_files_opened_from_a_disk_ask_for_a_server(browser_visitor: BrowserContext, bare: Path) -> None:
    page = browser_visitor.new_page()
    page.goto((bare / "index.html").as_uri())
    expect(page.get_by_role("heading", name="needs a web server")).to_be_visible()


def test_an_address_that_there_is_not_leads_to_the_start(visitor: BrowserContext, bare: Path) -> None:
    with served(bare, "/rally") as address:
        page = without_python(visitor)
        page.goto(f"{address}404.html")
        page.get_by_role("link", name="To the start").click()
        expect(page.locator(".rt-first-said")).to_have_text(text_tables("tutor")["page"]["first-ask"])
