"""The school in a real browser, from a real server: looks in every width and theme, and at another address.

Pictures of every width and theme are kept in `tests/output/`, to be looked at.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from rallyman_tutor.tutor.grading import right_answer
from rallyman_tutor.tutor.sitting import sit_down
from tests.pages.learner import Learner, shows
from tests.pages.servers import ROOT, in_jupyter
from tests.pages.visits import LOOKS, Open, ready
from tests.widgets.page.courses import FIRST, LESSONS, SECOND, by_heart, home, notebook, on_the_map

OUTPUT = Path(__file__).parents[1] / "output"


@pytest.fixture
def opened(opened: Open) -> Open:
    """Pages of the school, without waiting for anything to move."""
    return partial(opened, reduced_motion="reduce")


# -- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_no_width_and_no_theme_shuts_anybody_out(opened: Open, width: int, scheme: str) -> None:
    quiz, at = next((one, at) for one in LESSONS for at, step in enumerate(one.steps) if step.kind == "quiz")
    page = opened(
        "index", width, stars=by_heart(*LESSONS[:3]), color_scheme=scheme, device_scale_factor=2 if width < 800 else 1
    )
    found: list[tuple[str, str, str]] = []
    OUTPUT.mkdir(exist_ok=True)

    def look(name: str) -> None:
        page.screenshot(path=OUTPUT / f"school-{width}-{scheme}-{name}.png")
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found.extend((name, fault["id"], node["html"][:120]) for node in fault["nodes"][:3])
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            found.append((name, "overflow", ""))
        inner = "node => node.scrollWidth > node.clientWidth + 1"
        if any(
            node.evaluate(inner)
            for node in page.locator(".rt-home:visible, .rt-inside:visible, .rt-summary:visible").all()
        ):
            found.append((name, "overflow inside", ""))

    def pull_up() -> None:
        if width < 700 and not page.locator(".rt-open").count():
            page.locator(".rt-handle").click()

    def pull_down() -> None:
        if width < 700 and page.locator(".rt-open").count():
            page.locator(".rt-handle").click()

    look("home")
    page.get_by_role("button", name="What you have learned").click()
    expect(page.locator(".rt-summary li").first).to_be_visible()
    look("summary")
    home(page)
    on_the_map(page, FIRST).get_by_role("button").click()
    shows(page, sit_down(FIRST))
    look("goal")
    pull_up()
    page.get_by_role("button", name="A hint").click()
    look("goal-hint")
    Learner(page).solves(FIRST, 0)
    look("goal-done")
    home(page)
    on_the_map(page, quiz).get_by_role("button").click()
    shows(page, sit_down(quiz))
    pull_up()
    page.locator(".rt-dots button").nth(at).click()
    shows(page, sit_down(quiz, at))
    look("quiz")
    right = [choice.id for choice in quiz.steps[at].choices].index(right_answer(quiz, at))
    page.locator(".rt-answer").nth(right - 1).click()
    expect(page.locator(".rt-refuted")).to_be_visible()
    look("quiz-wrong")
    home(page)
    page.get_by_role("button", name="Rulebook").click()
    expect(page.locator(".rt-book")).to_have_count(1)
    page.wait_for_function("() => !document.querySelector('.rt-book').hidden")
    pull_up()
    page.locator(".rt-rules h3 button").first.click()
    expect(page.locator(".rt-rules li").first).to_be_visible()
    look("rules")
    page.get_by_role("searchbox").fill("one at a time")
    page.locator(".rt-rules li:visible button").first.click()
    expect(page.locator(".rt-rule h3")).to_be_visible()
    look("rule")
    pull_down()
    look("rule-board")
    assert found == []


# -- Elsewhere --------------------------------------------------------------------------------------------------------


def test_a_lesson_works_inside_a_jupyter_server_under_a_base_url(browser: Browser) -> None:
    server = in_jupyter(ROOT / "notebooks")
    try:
        with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
            page = context.new_page()
            page.goto(server.page(notebook(FIRST)))
            ready(page)
            Learner(page).takes(FIRST)
            page.locator(".rt-next-step").click()
            shows(page, sit_down(SECOND))
            assert f"/hub/user/ana/rallyman/voila/render/{notebook(SECOND)}.ipynb" in page.url
            page.reload()
            ready(page)
            shows(page, sit_down(SECOND))
            page.goto("about:blank")
    finally:
        server.stop()
