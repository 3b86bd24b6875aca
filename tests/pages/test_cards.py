"""Tables of cards, and of DIRT, in a real browser: every width and theme."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.addresses import FIRST_GAME
from tests.pages.visits import LOOKS, Open

OUTPUT = Path(__file__).parents[1] / "output"


@pytest.fixture
def opened(opened: Open) -> Open:
    return partial(opened, reduced_motion="reduce")


@pytest.mark.parametrize(("width", "theme"), LOOKS)
@pytest.mark.parametrize("key", [key for key in SHELF if key != FIRST_GAME])
def test_no_width_and_no_theme_shuts_anybody_out(opened: Open, key: str, width: int, theme: str) -> None:
    page = opened(f"{key}-drive", width, color_scheme=theme)
    for _ in range(3):
        if page.locator(".rt-primary").first.is_enabled():
            before = page.locator(".rt").inner_text()
            page.locator(".rt-primary").first.click()
            page.wait_for_function("before => document.querySelector('.rt').innerText !== before", arg=before)
    page.screenshot(path=OUTPUT / f"{key}-{width}-{theme}.png")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    grave = [found for found in Axe().run(page).response["violations"] if found["impact"] in ("serious", "critical")]
    assert [found["id"] for found in grave] == []
