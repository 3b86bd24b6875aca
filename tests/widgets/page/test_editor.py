"""The stage editor in a browser: parts are laid by mouse, by finger and by keys, kept, shared and driven."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.tutor.building.building import Building
from rallyman_tutor.tutor.building.shared_line import shared_line
from rallyman_tutor.tutor.learner import editor_view
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.visits import Open
from tests.some import some
from tests.widgets.page.host import address

DIRT = "index.ipynb?at=editor/dirt"
WORDS = text_tables("tutor")["page"]


@pytest.fixture(autouse=True)
def quick_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Par of every road is there at once."""
    told = {
        "par": "Par: 30 s",
        "sure": "",
        "hard": "2",
        "hurts": "It will hurt.",
        "hurts_at": 0,
        "work": "",
        "said": "Par",
    }

    def figures(game: object, kit: object, building: Building) -> Iterator[dict[str, object]]:
        yield {**told, "par": f"Par: {len(building.parts)} s"}

    monkeypatch.setattr(editor_view, "figures", figures)


def text(page: Page) -> str:
    found: str = page.evaluate("() => host.model.get('place').editor.text")
    return found


def tap(page: Page, *words: str) -> None:
    for word in words:
        page.locator(f'.rt-editor-offer[data-word="{word}"]').click()


def laid(page: Page, expected: str) -> None:
    page.wait_for_function("text => host.model.get('place').editor?.text === text", arg=expected)


def test_a_road_is_laid_by_mouse_and_by_keys_and_driven(opened: Open) -> None:
    page = opened(address=f"{address('index')}?at=editor/dirt")
    expect(page.locator(".rt-title")).to_have_text(WORDS["editor"])
    tap(page, "202a", "205a")
    laid(page, "202a 205a")
    page.keyboard.press("ArrowRight")  # the tray has the focus: the next part of it
    page.locator(".rt-editor-road").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rt-editor-laid.rt-chosen")).to_have_attribute("data-at", "1")
    tap(page, "206a")
    laid(page, "202a 206a")
    page.keyboard.press("End")
    page.locator(".rt-editor-head input").uncheck()
    tap(page, "206b")
    expect(page.locator(".rt-editor-why b")).to_have_text("One piece of cardboard lies once")
    tap(page, "208a")
    laid(page, "202a 206a 208a:R1")
    page.keyboard.press("t")
    laid(page, "202a 206a 208a:L1")
    page.keyboard.press("Control+z")
    laid(page, "202a 206a 208a:R1")
    page.locator(".rt-editor-road").focus()
    page.keyboard.press("Delete")
    laid(page, "202a 206a")
    expect(page.get_by_role("button", name="Drive it")).to_be_disabled()
    tap(page, "203a")
    expect(page.locator(".rt-editor-par")).to_have_text("Par: 3 s")
    page.get_by_role("button", name="Drive it").click()
    page.wait_for_function("() => host.model.get('place').kind === 'drive'")
    expect(page.locator(".rt-board")).to_be_visible()


def test_a_stage_is_kept_by_name_shared_by_its_link_and_offered_for_a_rally(opened: Open) -> None:
    line = shared_line("dirt", "202a 205a 203a")
    page = opened(address=f"{address('index')}?lang=en&at=editor/dirt#stage={line.replace(' ', '+')}")
    laid(page, "202a 205a 203a")
    page.get_by_label("Name of the stage").fill("Home")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-editor-own li")).to_have_text(["Home"])
    field = page.get_by_label("The stage as a line of text")
    assert field.input_value() == line
    field.fill(line[:-2])
    page.get_by_role("button", name="Lay this line").click()
    expect(page.locator(".rt-editor-why")).to_contain_text("cut short or changed")
    assert text(page) == "202a 205a 203a"
    page.get_by_role("button", name="Drive a rally on it").click()
    page.wait_for_function("() => host.model.get('place').kind === 'rally'")
    assert page.locator(".rt-rally select option", has_text="Home").count() == 1
    assert page.locator(".rt-rally select option", has_text="This stage").count() == 0
    page.locator(".rt-rally form .rt-primary").click()
    page.wait_for_function("() => host.model.get('place').rally.phase === 'between'")


def test_at_night_the_road_is_printed_as_by_day(opened: Open) -> None:
    page = opened(address=f"{address('index')}?at=editor", color_scheme="dark")
    tap(page, "s1", "R3/4x3")
    laid(page, "s1 R3/4x3")
    at_night = page.locator(".rt-editor-picture").get_attribute("src")
    page.evaluate("""() => { window.print = () => { window.printed = [
        document.querySelector(".rt").dataset.theme, document.querySelector(".rt-editor-picture").src]; }; }""")
    page.get_by_role("button", name="Print the list").click()
    page.wait_for_function("() => window.printed")
    theme, by_day = page.evaluate("() => window.printed")
    assert theme == "light" and by_day != at_night
    page.wait_for_function("(src) => document.querySelector('.rt-editor-picture').src === src", arg=at_night)
    assert page.locator(".rt").get_attribute("data-theme") == "dark"


def focused(page: Page) -> str:
    found: str = page.evaluate("() => document.activeElement.dataset.control ?? document.activeElement.className")
    return found


def test_keys_stay_where_they_are_pressed_and_belong_to_what_has_the_focus(opened: Open) -> None:
    page = opened(address=f"{address('index')}?at=editor")
    tap(page, "s1", "R3/4x3")
    laid(page, "s1 R3/4x3")
    page.get_by_role("checkbox", name="Snow").focus()
    page.keyboard.press("Space")
    expect(page.locator(".rt-note.rt-snow").first).to_be_visible()
    assert focused(page) == "snow"
    road = page.get_by_role("listbox")
    road.focus()
    page.keyboard.press("Home")
    chosen = page.locator(".rt-editor-laid[aria-selected=true]")
    expect(chosen).to_have_accessible_name("1: straight")
    assert road.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.get_by_label("In its place").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Before it")).to_be_checked()
    assert focused(page) == "before"
    page.get_by_role("button", name="Copy the line").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Take away").press("Delete")
    laid(page, "R3/4x3")


@pytest.mark.wide
@pytest.mark.parametrize("width", [1280, 820, 390])
def test_pace_notes_are_laid_by_finger_with_their_ground(opened: Open, width: int) -> None:
    page = opened(width, address=f"{address('index')}?at=editor", has_touch=True)
    page.locator('.rt-editor-offer[data-word="s1"]').tap()
    laid(page, "s1")
    page.get_by_role("checkbox", name="With a shortcut").check()
    page.get_by_role("checkbox", name="Snow").check()
    page.locator('.rt-editor-offer[data-word="R3/4x3K4"]').tap()
    laid(page, "s1 snow R3/4x3K4")
    page.locator('.rt-editor-laid[data-at="0"]').tap(force=True)
    page.get_by_label("Before it").check()
    page.locator('.rt-editor-offer[data-word="j4"]').tap()
    laid(page, "snow j4 dry s1 snow R3/4x3K4")
    small = [
        box
        for box in some(page.locator(".rt-editor-deeds button").all())
        if (box.bounding_box() or {"height": 0})["height"] < 24
    ]
    assert not small
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
