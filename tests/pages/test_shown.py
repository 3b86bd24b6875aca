"""A page that has come, from both servers: title and landmark, both themes, no complaint, and nothing from
elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.pages.server.settings import EXTENSIONS
from tests.pages.servers import Server
from tests.pages.visits import Device, findings
from tests.some import some

PAINTED = "document.querySelector('canvas')?.getContext('2d').getImageData(9, 9, 1, 1).data[0] === 179"


@dataclass
class Shown:
    """A page of a server that has come, with a formula, a drawing in words, an icon and a canvas; its requests, and its
    complaints."""

    server: Server
    page: Page
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda line: self.asked.append(line.url.replace("ws:", "http:")))
        self.page.on("console", lambda message: self.said.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))


@pytest.fixture(scope="module", params=["voila_server", "jupyter_server"])
def shown(request: pytest.FixtureRequest, device: Device) -> Iterator[Shown]:
    server: Server = request.getfixturevalue(request.param)
    made = Shown(server, device.welcome().new_page())
    made.page.goto(server.page("formula"))
    made.page.wait_for_function("window.jupyterapp && window.cellLoaded && window.themeLoaded")
    made.page.wait_for_function(PAINTED)
    yield made
    device.leave()


def test_no_request_leaves_the_host(shown: Shown) -> None:
    assert [url for url in some(shown.asked) if not url.startswith((shown.server.address, "data:"))] == []
    assert "//cdn" not in shown.page.content()


def test_only_what_shows_widgets_is_loaded(shown: Shown) -> None:
    config = shown.page.evaluate("JSON.parse(document.querySelector('#jupyter-config-data').textContent)")
    assert sorted(part["name"] for part in config["federated_extensions"]) == sorted(EXTENSIONS)
    assert not config["progressiveRendering"]


def test_a_page_has_language_title_landmark_and_colours(shown: Shown) -> None:
    page = shown.page
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


def test_the_still_picture_is_gone_and_nothing_is_complained_about_on_the_console(shown: Shown) -> None:
    expect(shown.page.locator("#rallyman-start")).to_have_count(0)
    expect(shown.page.get_by_role("button", name="go")).to_be_visible()
    assert shown.said == []


def test_a_page_fits_every_screen_and_can_be_read_by_everybody(shown: Shown) -> None:
    for width in (390, 1280):
        shown.page.set_viewport_size({"width": width, "height": 844})
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(shown.page) == []
