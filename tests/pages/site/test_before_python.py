"""A static page before Python is there, and where it never comes; in a browser that is given the strict policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rallyman_tutor.pages.server.words import words
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.texts import sentences_in
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.site.sites import at_peace, served


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


@pytest.fixture
def german(browser: Browser) -> Iterator[BrowserContext]:
    with at_peace(browser, locale="de-CH") as context:
        yield context


READ = r"""
window.read = new Set();
new MutationObserver(() => {
  for (const line of `${document.title}\n${document.body?.innerText ?? ""}`.split("\n")) read.add(line.trim());
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes every line that was to be read on a page at any time."""


def test_whoever_speaks_german_reads_no_english_before_python_is_there(german: BrowserContext, address: str) -> None:
    page = without_python(german)
    page.add_init_script(READ)
    page.goto(f"{address}classic-01-first-die.html")
    expect(page.locator(".rt-list li").first).to_be_attached()
    expect(page.locator("#rallyman-start")).to_have_count(0)
    assert page.locator("html").get_attribute("lang") == "de"
    read = {*page.evaluate("() => [...read]")}
    assert page.title() in read and words("de")["start"]["loading"] in read and "Der erste Würfel" in read
    with speaking("de"):
        told = {*flat(text_tables("tutor")), *flat(words("de"))}
    english = {one for one in (*flat(text_tables("tutor")), *flat(words("en"))) if one not in told}
    assert len(english) > 1000 and not read & english


def flat(texts: object) -> Iterator[str]:
    """Every sentence of a table."""
    yield from (text for _, text in sentences_in(texts))


SPOKEN = {
    "as the browser asks": ("fr-CH", "", "", "en", "fr"),
    "as it was chosen before": ("fr-CH", "nl", "", "en", "nl"),
    "as the address asks": ("fr-CH", "nl", "?lang=es", "en", "es"),
    "in no language that there is not": ("fr-CH", "xx", "?at=home&lang=it", "en", "fr"),
    "in English to all others": ("ja", "", "", "en", "en"),
    "as the host has chosen": ("fr-CH", "", "", "de", "de"),
    "as was chosen before, whatever the host has chosen": ("fr-CH", "es", "", "de", "es"),
}


@pytest.mark.parametrize(("browsers", "kept", "query", "hosts", "spoken"), SPOKEN.values(), ids=SPOKEN)
def test_a_page_speaks(
    browser: Browser, address: str, browsers: str, kept: str, query: str, hosts: str, spoken: str
) -> None:
    def of(text: str) -> str:
        """The page of a host who speaks this language."""
        return text.replace('<html lang="en">', f'<html lang="{hosts}">')

    with at_peace(browser, locale=browsers) as context:
        page = without_python(context)
        page.add_init_script(f"localStorage['rallyman-tutor:language'] = '{kept}'")
        page.route("**/index.html*", lambda route: route.fulfill(response=(got := route.fetch()), body=of(got.text())))
        with page.expect_request("**/first/**") as asked:
            page.goto(f"{address}index.html{query}")
        assert f"/first/{spoken}/index.bin" in asked.value.url
        assert page.locator("html").get_attribute("lang") == spoken
        assert page.locator(f".rallyman-said:visible:not([lang={spoken}])").count() == 0
        expect(page.locator(".rt-language")).to_have_value(spoken)
        assert _installed(page) == spoken
        page.evaluate("() => { document.documentElement.lang = 'es'; }")  # as who chooses another one on the page
        assert _installed(page) == "es"


def _installed(page: Page) -> str:
    """The language in which a browser would install the site now."""
    script = "async () => (await (await fetch(document.querySelector('link[rel=manifest]').href)).json()).lang"
    return str(page.evaluate(script))


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


def test_what_is_needed_is_told_in_german(german: BrowserContext, address: str) -> None:
    page = without_python(german)
    page.add_init_script("delete window.DecompressionStream")
    page.goto(f"{address}index.html")
    expect(page.locator("#rallyman-old h1 :visible")).to_have_text([words("de")["site"]["old"]])
    page.goto(f"{address}404.html")
    expect(page.locator("h1 :visible")).to_have_text([words("de")["missing"]["title"]])


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
