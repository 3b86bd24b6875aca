"""What stands around the tutor: the still picture, title and landmark, both themes, error pages. Nothing comes from elsewhere."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.pages.server.settings import EXTENSIONS
from tests.pages.servers import Line, Server

START = "#rallyman-start"
AFRESH_THRICE = """if (location.protocol !== "about:")
  sessionStorage['rallyman:afresh'] = JSON.stringify([Date.now(), Date.now(), Date.now()])"""
"""The page has started by itself often enough, and stays as it is."""
PAPER = {"light": "rgb(250, 247, 242)", "dark": "rgb(20, 23, 27)"}
OURS = {
    "a notebook": "voila/render/formula.ipynb",
    "a notebook that fails": "voila/render/broken.ipynb",
    "the list": "voila/tree/",
    "not there": "voila/render/nowhere.ipynb",
}


def rendered(page: Page) -> None:
    page.wait_for_function(
        "window.jupyterapp && window.cellLoaded && window.themeLoaded || !document.querySelector('#rendered_cells')"
    )


def findings(page: Page) -> list[str]:
    """What axe has to say against the page. That a heading is missing is for the notebook to mend."""
    violations = Axe().run(page).response["violations"]
    return [f"{found['id']}: {found['help']}" for found in violations if found["id"] != "page-has-heading-one"]


@pytest.mark.parametrize("path", OURS.values(), ids=OURS)
def test_no_request_leaves_the_host(server: Server, page: Page, path: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url.replace("ws:", "http:")))
    page.add_init_script(AFRESH_THRICE)
    page.goto(server.page("x").replace("voila/render/x.ipynb", path))
    rendered(page)
    page.wait_for_timeout(500)
    assert [url for url in asked if not url.startswith((server.address, "data:"))] == []
    assert "//cdn" not in page.content()


@pytest.mark.parametrize("path", ["voila/render/empty.ipynb", "voila/tree/", "voila/render/nowhere.ipynb"])
@pytest.mark.parametrize("name", ["theme", "template"])
def test_nothing_of_the_address_is_written_into_the_page(server: Server, path: str, name: str) -> None:
    hostile = "x%22%3E%3Cscript%3Ealert(%27rallye%27)%3C/script%3E"
    _, _, text = server.get(f"{path}?{name}={hostile}&classic-tree=false")
    assert "rallye" not in text
    assert "<main" in text


def test_the_address_cannot_choose_another_template(server: Server) -> None:
    _, _, text = server.get("voila/render/empty.ipynb?template=lab")
    assert 'id="rallyman-start"' in text
    server.clear()


def test_only_what_shows_widgets_is_loaded(server: Server, page: Page) -> None:
    page.goto(server.page("empty"))
    config = page.evaluate("JSON.parse(document.querySelector('#jupyter-config-data').textContent)")
    assert sorted(part["name"] for part in config["federated_extensions"]) == sorted(EXTENSIONS)
    assert not config["progressiveRendering"]


def test_a_page_has_language_title_landmark_and_colours(server: Server, page: Page) -> None:
    page.goto(server.page("formula"))
    expect(page).to_have_title("A formula & a <picture>")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("main").count() == 1
    themes = page.locator("meta[name=theme-color]")
    assert {(m.get_attribute("media"), m.get_attribute("content")) for m in themes.all()} == {
        ("(prefers-color-scheme: light)", "#faf7f2"),
        ("(prefers-color-scheme: dark)", "#14171b"),
    }
    assert "width=device-width" in (page.locator("meta[name=viewport]").get_attribute("content") or "")
    assert (page.locator("link[rel=icon]").get_attribute("href") or "").startswith("data:image/svg+xml")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_paper_has_the_colour_of_the_theme_from_the_start(
    voila_server: Server, browser: Browser, theme: str
) -> None:
    visitor = browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    page = visitor.new_page()
    try:
        page.goto(voila_server.page("empty"), wait_until="commit")
        colours = page.wait_for_function(
            """start => { const parts = [document.body, document.querySelector(start)];
                          return parts.every(Boolean) && parts.map((part) => getComputedStyle(part).backgroundColor); }""",
            arg=START,
        )
        assert colours.json_value() == [PAPER[theme]] * 2
    finally:
        page.goto("about:blank")
        visitor.close()


def test_a_still_picture_stands_there_until_the_tutor_is_painted(voila_server: Server, page: Page) -> None:
    page.goto(voila_server.page("empty"), wait_until="commit")
    there = page.wait_for_function(
        """start => document.querySelector("#rendered_cells .widget-label")
                     && [document.querySelector(start)?.className, window.dispatchEvent(new CustomEvent("rallyman:ready")),
                         document.querySelector(start)?.className]""",
        arg=START,
    )
    assert there.json_value() == ["", True, "leaving"]
    expect(page.locator(START)).to_have_count(0)


def test_the_still_picture_goes_by_itself_from_a_page_without_a_tutor(voila_server: Server, page: Page) -> None:
    page.goto(voila_server.page("empty"))
    expect(page.locator(START)).to_have_count(0)
    expect(page.get_by_text("empty", exact=True)).to_be_visible()


def test_a_click_goes_through_the_still_picture(voila_server: Server, page: Page) -> None:
    page.goto(voila_server.page("button"), wait_until="commit")
    hit = page.wait_for_function(
        """start => { const picture = document.querySelector(start), button = document.querySelector("main button");
                      if (!picture || !button) return false;
                      const box = button.getBoundingClientRect();
                      return [document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).className, button.className]; }""",
        arg=START,
    ).json_value()
    assert hit[0] == hit[1]
    page.get_by_role("button", name="count").click()
    expect(page.locator("main .widget-label")).to_have_text("1")


def test_without_scripts_the_page_says_what_it_needs(voila_server: Server, browser: Browser) -> None:
    visitor = browser.new_context(java_script_enabled=False)
    page = visitor.new_page()
    page.goto(voila_server.page("empty"))
    expect(page.locator("noscript p")).to_be_visible()  # by its place: Playwright reads no text there
    expect(page.locator("noscript p")).to_contain_text("needs JavaScript")
    expect(page.locator(START)).to_be_hidden()
    page.goto("about:blank")
    visitor.close()
    voila_server.clear()  # without scripts nobody says goodbye


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_screen(voila_server: Server, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(voila_server.page("empty"))
    rendered(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_complained_about_on_the_console(server: Server, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(server.page("canvas"))
    rendered(page)
    page.wait_for_function(
        "document.querySelector('canvas')?.getContext('2d').getImageData(9, 9, 1, 1).data[0] === 179"
    )
    assert said == []


@pytest.mark.parametrize("path", ["voila/render/nowhere.ipynb", "voila/tree/nowhere"])
def test_what_is_not_there_is_told_kindly(server: Server, path: str) -> None:
    status, _, text = server.get(path)
    assert (status, "No road leads here" in text, "<main" in text) == (404, True, True)
    assert "Traceback" not in text


def test_an_address_nobody_knows_gets_our_page_too(voila_server: Server) -> None:
    status, _, text = voila_server.get("nowhere/at/all")
    assert status == 404 and "No road leads here" in text


def test_a_cell_that_fails_shows_a_kind_line_and_no_details(server: Server, page: Page) -> None:
    page.add_init_script(AFRESH_THRICE)
    page.goto(server.page("broken"))
    expect(page.get_by_text("Something went wrong while this page was made")).to_be_attached()
    expect(page.locator("#rallyman-banner")).to_contain_text("does not come to life")
    assert "secret-detail" not in page.content() and "show_tracebacks" not in page.content()


@pytest.mark.parametrize("path", OURS.values(), ids=OURS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(voila_server: Server, browser: Browser, theme: str, path: str) -> None:
    visitor = browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    page, line = visitor.new_page(), Line(voila_server)
    page.add_init_script(AFRESH_THRICE)
    try:
        page.goto(line.address + path)
        rendered(page)
        assert findings(page) == []
        if "render" in path and "nowhere" not in path and "broken" not in path:  # that one has its banner already
            page.evaluate("window.dispatchEvent(new CustomEvent('rallyman:ready'))")
            expect(page.locator(START)).to_have_count(0)
            line.cut()
            expect(page.locator("#rallyman-banner > div")).to_be_visible()
            assert findings(page) == []
            line.mend()
    finally:
        page.goto("about:blank")
        visitor.close()
        line.cut()
