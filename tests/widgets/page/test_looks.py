"""Looks of the page at every width and in both themes: nothing is cut off, and axe has no grave complaint.

A wide run keeps pictures of every width and theme in `tests/output/`, to be looked at. The ground is a picture here;
that a canvas shows the same is tested in `tests/widgets/test_paint_in_browser.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.addresses import FIRST_GAME
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.pages.learner import Learner, all_that_is_here, shows
from tests.pages.visits import COLOURS, LOOKS, Open, violations
from tests.widgets.page.courses import FIRST, LESSONS, by_heart, home, on_the_map

OUTPUT = Path(__file__).parents[2] / "output"


SELDOM_BETWEEN = [
    *(look for look in LOOKS if look != (820, "light")),
    pytest.param(820, "light", marks=pytest.mark.wide),
]
"""Either layout once; in between a drive alone is looked at in an ordinary run."""


@pytest.fixture
def opened(opened: Open, width: int, wide: bool) -> Open:
    """Pages on which nothing moves, with their ground; where pictures of them are kept, as sharp as phones show
    them."""
    dots = 2 if wide and width < 800 else 1
    return partial(opened, width=width, reduced_motion="reduce", drawn=True, device_scale_factor=dots)


@pytest.fixture
def photograph(width: int, theme: str, wide: bool) -> Callable[[Page, str], None]:
    """Keeps a picture of a page, in a wide run."""

    def take(page: Page, name: str) -> None:
        if wide:
            page.screenshot(path=OUTPUT / f"{name}-{width}-{theme}.png")

    return take


Look = Callable[[Page, str], list[tuple[str, str, str]]]
LOOKED_AT_LATER = {"drive-start", "school-home", "school-goal", "school-goal-done", "school-quiz", "school-rules"}
"""All that is seen here is seen once more, with something beside it, and then axe is asked."""
ASKED_OF_AXE: dict[tuple[int, str], tuple[str, ...]] = {(1280, "light"): (), (390, "dark"): COLOURS}
"""By which rules, by all where none is named: everything once, and the other colours. A wide run asks axe everywhere
about everything, which takes longer than all else."""


@pytest.fixture
def look(photograph: Callable[[Page, str], None], width: int, theme: str, wide: bool) -> Look:
    """Tells what is wrong with the looks of a page."""

    def take(page: Page, name: str) -> list[tuple[str, str, str]]:
        photograph(page, name)
        found = [(name, "overflow", where) for where in overflows(page)]
        rules = () if wide else None if name in LOOKED_AT_LATER else ASKED_OF_AXE.get((width, theme))
        asked = () if rules is None else violations(page, *rules)
        grave = [fault for fault in asked if fault["impact"] in ("serious", "critical")]
        return found + [(name, fault["id"], node["html"][:120]) for fault in grave for node in fault["nodes"][:3]]

    return take


def overflows(page: Page) -> Iterator[str]:
    """Parts that are too wide, or lie beside the screen."""
    if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        yield "page"
    for part in (".rt-home", ".rt-inside", ".rt-summary"):
        for node in page.locator(f"{part}:visible").all():
            if node.evaluate(
                "node => node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth + 1"
            ):
                yield part


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_a_drive_can_be_seen_whole_and_read_by_everybody(
    opened: Open, look: Look, photograph: Callable[[Page, str], None], width: int, theme: str
) -> None:
    page = opened("drive", color_scheme=theme)
    found = look(page, "drive-start")
    for key in "1122":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft li")).to_have_count(2)
    page.keyboard.press("4")
    photograph(page, "drive-held")
    page.keyboard.press("4")
    expect(page.locator(".rt-draft li")).to_have_count(3)
    if width < 700:
        page.locator(".rt-handle").click()
    found += look(page, "drive-refused")
    page.get_by_role("button", name="New drive").click()
    found += look(page, "drive-menu")
    assert found == []


@pytest.mark.parametrize(("width", "theme"), SELDOM_BETWEEN)
@pytest.mark.parametrize("key", [key for key in SHELF if key != FIRST_GAME])
def test_a_table_of_another_game_can_be_seen_whole_and_read_by_everybody(
    opened: Open, look: Look, key: str, width: int, theme: str
) -> None:
    page = opened(f"{key}-drive", color_scheme=theme)
    for _ in range(3):
        if page.locator(".rt-primary").first.is_enabled():
            before = page.locator(".rt").inner_text()
            page.locator(".rt-primary").first.click()
            page.wait_for_function("before => document.querySelector('.rt').innerText !== before", arg=before)
    assert look(page, key) == []


@pytest.mark.parametrize(("width", "theme"), SELDOM_BETWEEN)
def test_the_school_can_be_seen_whole_and_read_by_everybody(opened: Open, look: Look, width: int, theme: str) -> None:
    quiz, at = next((one, at) for one in LESSONS for at, step in enumerate(one.steps) if step.kind == "quiz")
    page = opened("index", stars=by_heart(*LESSONS[:3]), color_scheme=theme)
    found: list[tuple[str, str, str]] = []

    def looked_at(name: str) -> None:
        found.extend(look(page, f"school-{name}"))

    def pull_up() -> None:
        if width < 700 and not page.locator(".rt-open").count():
            page.locator(".rt-handle").click()

    def pull_down() -> None:
        if width < 700 and page.locator(".rt-open").count():
            page.locator(".rt-handle").click()

    looked_at("home")
    everything = all_that_is_here(page)
    looked_at("all")
    everything.get_by_role("button", name="What you have learned").click()
    expect(page.locator(".rt-summary li").first).to_be_visible()
    looked_at("summary")
    home(page)
    on_the_map(page, FIRST).get_by_role("button").click()
    shows(page, sit_down(FIRST))
    looked_at("goal")
    pull_up()
    page.get_by_role("button", name="A hint").click()
    looked_at("goal-hint")
    Learner(page).solves(FIRST, 0)
    looked_at("goal-done")
    home(page)
    on_the_map(page, quiz).get_by_role("button").click()
    shows(page, sit_down(quiz))
    pull_up()
    page.locator(".rt-dots button").nth(at).click()
    shows(page, sit_down(quiz, at))
    looked_at("quiz")
    right = [choice.id for choice in quiz.steps[at].choices].index(right_answer(quiz, at))
    page.locator(".rt-answer").nth(right - 1).click()
    expect(page.locator(".rt-refuted")).to_be_visible()
    looked_at("quiz-wrong")
    home(page)
    all_that_is_here(page).get_by_role("button", name="Rulebook").click()
    expect(page.locator(".rt-book")).to_have_count(1)
    page.wait_for_function("() => !document.querySelector('.rt-book').hidden")
    pull_up()
    page.locator(".rt-rules h3 button").first.click()
    expect(page.locator(".rt-rules li").first).to_be_visible()
    looked_at("rules")
    page.get_by_role("searchbox").fill("one at a time")
    page.locator(".rt-rules li:visible button").first.click()
    expect(page.locator(".rt-rule h3")).to_be_visible()
    looked_at("rule")
    pull_down()
    looked_at("rule-board")
    assert found == []
