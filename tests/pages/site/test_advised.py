"""Advice, ghost and review in the static edition: the browser's Python reads the tables of solved stages without
numpy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.session.sharing import share
from tests.pages.learner import settings
from tests.pages.site.sites import served
from tests.pages.site.test_whole import KEPT, has_python, opened
from tests.tutor.test_review import driven

pytestmark = [pytest.mark.wide, pytest.mark.usefixtures("own_tables")]
SLOWLY = 60_000


@pytest.fixture(scope="module")
def site(whole: Path) -> Iterator[str]:
    with served(whole) as address:
        yield address


ASK_ON = """() => {
  const asks = [...document.querySelectorAll(".rt-panel button:not([aria-disabled='true'])")];
  asks.find((one) => one.offsetParent && one.textContent.includes("?"))?.click();
}"""
"""The next question about the advice is asked, where the last one is answered."""


@pytest.mark.parametrize("drive", ["drive", "dirt-drive"])
def test_advice_tells_what_the_best_costs(visitor: BrowserContext, site: str, drive: str) -> None:
    page = opened(visitor, f"{site}{drive}.html")
    page.get_by_role("button", name="Ask for advice").click()
    panel = page.locator(".rt-panel")
    expect(panel).to_contain_text("Look at", timeout=SLOWLY)
    more = panel.get_by_role("button").filter(has_text="?")
    while more.count():
        asked = more.inner_text()
        more.click()
        expect(panel.get_by_role("button", name=asked)).to_have_count(0, timeout=SLOWLY)
    expect(panel).to_contain_text("to the finish on average", timeout=SLOWLY)


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_a_wrong_answer_is_told_what_it_gives_away(visitor: BrowserContext, site: str, key: str) -> None:
    page = opened(visitor, f"{site}index.html?at=puzzles/{key}/1")
    choices = puzzles.as_lesson(SHELF[key], 1).steps[0].choices
    wrong = next(at for at, choice in enumerate(choices) if choice.id != "1")
    page.locator(".rt-answer").nth(wrong).click()
    expect(page.locator(".rt-refuted")).to_contain_text(".", timeout=SLOWLY)


@pytest.mark.parametrize("drive", ["drive", "dirt-drive"])
def test_the_cards_are_mixed_otherwise_and_each_slider_tells_its_reach(
    visitor: BrowserContext, site: str, drive: str
) -> None:
    page = opened(visitor, f"{site}{drive}.html")
    page.get_by_role("button", name="Ask for advice").click()
    fold = page.locator(".rt-mix summary")
    while not fold.is_visible():
        page.evaluate(ASK_ON)
        page.wait_for_timeout(500)
    fold.click()
    page.get_by_label("Cards that spin").press("End")
    verdict = page.locator(".rt-mix .rt-cost")
    expect(verdict).to_contain_text("to the finish on average", timeout=SLOWLY)
    expect(verdict).not_to_contain_text("These are our decks", timeout=SLOWLY)
    for reach in page.locator(".rt-slider small").all():
        expect(reach).to_contain_text("The advice holds", timeout=SLOWLY)


def test_by_touch_help_is_always_on_and_a_ghost_drives_along(browser: Browser, site: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True) as phone:
        page = opened(phone, f"{site}drive.html")
        page.locator(".rt-handle").tap()
        settings(page).get_by_label("The co-driver speaks", exact=True).select_option("always")
        settings(page).get_by_role("button", name="Drive with a ghost").tap()
        expect(page.get_by_role("button", name="Send the ghost away")).to_be_visible(timeout=SLOWLY)
        page.locator(".rt-handle").tap()
        page.locator(".rt-die[data-piece='1']").tap()
        page.locator(".rt-die[data-piece='1']").tap()
        expect(page.locator(".rt-top .rt-cost")).to_contain_text("s to the finish on average", timeout=SLOWLY)


def test_advice_comes_though_the_network_is_lost_on_the_first_visit(visitor: BrowserContext, whole: Path) -> None:
    with served(whole) as address:
        page = opened(visitor, f"{address}drive.html")
        page.wait_for_function("() => navigator.serviceWorker.controller", timeout=SLOWLY)
    page.get_by_role("button", name="Ask for advice").click()  # out of a table, which was not read before
    expect(page.locator(".rt-panel")).to_contain_text("Look at", timeout=SLOWLY)


def test_a_drive_is_reviewed_without_a_network(visitor: BrowserContext, whole: Path) -> None:
    with served(whole) as address:
        page = opened(visitor, address)
        page.wait_for_function(KEPT, timeout=SLOWLY)
    page.goto(f"{address}drive.html#game={share(driven('short'))}")  # the server is gone
    has_python(page)
    page.get_by_role("button", name="Look back at this drive").click()
    expect(page.locator(".rt-review .rt-figures tr")).to_have_count(4, timeout=SLOWLY)


def test_a_stage_that_nobody_has_worked_out_says_so(visitor: BrowserContext, site: str) -> None:
    page = opened(visitor, f"{site}drive.html#game={share(driven('s2 R3 s2'))}")
    page.get_by_role("button", name="Look back at this drive").click()
    expect(page.locator(".rt-panel")).to_contain_text("Nobody has worked out this stage", timeout=SLOWLY)
