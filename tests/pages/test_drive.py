"""The board on a page, in a real browser: by mouse, by finger, by keys, by ear; wide, narrow, light and dark.

Pictures of every width and theme are kept in `tests/output/`, to be looked at.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.pages.server.connection import QUESTION
from tests.pages.servers import ROOT, Server, alone, in_jupyter, until
from tests.pages.visits import LOOKS, WIDTHS, Open, ready

OUTPUT = Path(__file__).parents[1] / "output"


@pytest.fixture
def opened(opened: Open) -> partial[Page]:
    """The page of free driving."""
    return partial(opened, "drive")


def middle(page: Page, place: str) -> tuple[float, float]:
    """Where a space is on the screen."""
    x, y = page.evaluate(
        """place => { const path = document.querySelector(`[data-place='${place}']`), box = path.getBoundingClientRect();
                      return [box.x + box.width / 2, box.y + box.height / 2]; }""",
        place,
    )
    return x, y


def die(page: Page, piece: str) -> tuple[float, float]:
    box = page.locator(f"[data-piece='{piece}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drafted(page: Page) -> list[str]:
    return page.locator(".rt-draft .rt-what").all_inner_texts()


def lays(page: Page, *names: str) -> None:
    expect(page.locator(".rt-draft .rt-what")).to_have_text(list(names))


def frames_sent(page: Page) -> list[str]:
    """What the page tells the kernel; that it asks the server whether the kernel lives is none of it."""
    sent: list[str] = []

    def heard(frame: str | bytes) -> None:
        if frame != QUESTION:
            sent.append(str(frame)[:80])

    page.on("websocket", lambda line: line.on("framesent", heard))
    return sent


# -- Mouse ------------------------------------------------------------------------------------------------------------


def test_a_die_is_dragged_onto_the_road_and_off_again(opened: Open) -> None:
    page = opened()
    page.mouse.move(*die(page, "1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "s1"), steps=12)
    expect(page.locator(".rt-hint")).to_contain_text("space 1")
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "legal")
    page.mouse.up()
    lays(page, "the 1 on space 1")
    expect(page.locator(".rt-ghost")).to_be_hidden()
    expect(page.locator(".rt-hint")).to_be_hidden()  # the die lies: what it might do is over
    x, y = page.evaluate(
        "() => { const b = document.querySelector(\"[data-key='die:1']\").getBoundingClientRect(); return [b.x + b.width/2, b.y + b.height/2]; }"
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 200, steps=8)
    page.mouse.up()
    lays(page)


def test_a_laid_die_is_dragged_to_another_space(opened: Open) -> None:
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    box = page.locator("[data-key='die:2']").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*middle(page, "s4"), steps=8)
    page.mouse.up()
    lays(page, "the 1 on space 1", "the 2 on space 4")
    expect(page.locator(".rt-card.illegal h3").first).to_have_text("One die, one space")


def test_a_release_outside_the_window_drops_the_die(opened: Open) -> None:
    page = opened()
    page.mouse.move(*die(page, "1"))
    page.mouse.down()
    page.mouse.move(400, 300, steps=5)
    page.mouse.move(-50, -50)
    page.mouse.up()
    expect(page.locator(".rt-ghost")).to_be_hidden()
    lays(page)


def test_dragging_tells_the_kernel_nothing(browser: Browser, pages: Server) -> None:
    with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
        page = context.new_page()
        sent = frames_sent(page)
        page.goto(pages.page("drive"))
        ready(page)
        page.wait_for_timeout(500)
        page.mouse.move(*die(page, "1"))
        page.mouse.down()
        before = len(sent)
        for n in range(200):
            page.mouse.move(200 + 3 * n, 200 + (n % 50) * 6)
        assert len(sent) == before
        page.mouse.move(*middle(page, "s1"))
        page.mouse.up()
        lays(page, "the 1 on space 1")
        assert len(sent) == before + 1
        page.goto("about:blank")


def test_clicking_die_and_space_lays_it_and_pointing_says_why_not(opened: Open) -> None:
    page = opened()
    page.click("[data-piece='3']")
    page.mouse.move(*middle(page, "s1"))
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "refused")
    expect(page.locator(".rt-hint")).to_contain_text("CL-GEAR")
    page.mouse.click(*middle(page, "s1"))
    expect(page.locator(".rt-card.illegal")).to_have_count(1)
    page.locator(".rt-try").click()
    expect(page.locator(".rt-card.illegal")).to_have_count(0)
    expect(page.locator(".rt-good")).to_be_visible()


def test_a_turn_is_rolled_looked_back_at_and_undone(opened: Open) -> None:
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.get_by_role("button", name="Roll the 1").click()
    page.get_by_role("button", name="Roll the 2").click()
    page.get_by_role("button", name=re.compile("End the turn in 2nd")).click()
    expect(page.locator(".rt-dial-clock b")).to_have_text("0:40")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".rt-this")).to_contain_text("+40 s")
    expect(page.locator(".rt-told h3")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".rt-this")).to_contain_text("the 2")
    page.get_by_role("button", name="To the present").click()
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rt-dial-clock b")).to_have_text("0:00")
    lays(page, "the 1 on space 1", "the 2 on space 2")


def test_a_die_that_fits_nowhere_says_so_even_when_it_was_picked_before_the_answers_came(opened: Open) -> None:
    page = opened()
    for key in ["1", "1", "2", "2", "3", "3"]:
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2", "the 3 on space 3")
    page.evaluate(  # the die is in the hand in the very moment in which its answers are out of date
        """() => { const bar = document.querySelector(".rt-draft"), press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                  new MutationObserver((_, seen) => { if (document.querySelectorAll(".rt-draft li").length === 2) { seen.disconnect(); press("5"); } })
                    .observe(document.querySelector(".rt-panel"), { childList: true, subtree: true });
                  press("Backspace"); }"""
    )
    lays(page, "the 1 on space 1", "the 2 on space 2")
    expect(page.locator(".rt-die[data-piece='5']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rt-hint")).to_have_attribute("data-verdict", "refused")
    hears(page, "Gears are changed one at a time")


def test_nothing_lies_over_the_road(opened: Open) -> None:
    for width in WIDTHS:
        page = opened(width)
        covered = page.evaluate(
            """() => { const board = document.querySelector(".rt-frame").getBoundingClientRect();
                       return [...document.querySelectorAll(".rt-bar button")].filter((button) => button.getBoundingClientRect().bottom > board.top).length; }"""
        )
        assert covered == 0
        expect(page.get_by_role("button", name="Whole stage")).to_be_visible()
        expect(page.locator(".rt-board button")).to_have_count(0)


def test_whatever_is_pressed_on_a_phone_is_large_enough_for_a_finger(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    for key in ["1", "1", "4", "4"]:
        page.keyboard.press(key)
    page.locator(".rt-handle").tap()
    expect(page.locator(".rt-try").first).to_be_visible()
    small = page.evaluate(  # but for words within a sentence, which tell what they mean
        """() => [...document.querySelectorAll("button:not(.rt-term)")].map((button) => [button.getBoundingClientRect(), button.outerHTML.slice(0, 90)])
                   .filter(([box]) => box.height && Math.min(box.width, box.height) < 40).map(([, button]) => button)"""
    )
    assert small == []


def test_a_new_drive_with_other_cars_and_a_stage_of_ones_own(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="New drive").click()
    page.locator(".rt-menu summary").click()
    page.fill("#rt-own", "<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".rt-menu [role=alert]")).to_contain_text("column 1")
    page.fill("#rt-own", "s3 L4/5x3 s4")
    page.select_option("#rt-cars", "3")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".rt-menu")).to_be_hidden()
    expect(page.locator(".rt-cars tbody tr")).to_have_count(3)


def shared(page: Page) -> str:
    """The link to the game on this page."""
    page.locator(".rt-bar [aria-label^='New']").click()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.locator("#rt-link").input_value()
    page.get_by_role("button", name="Close", exact=True).click()
    return link


def test_a_shared_game_is_joined_from_the_table_of_another(opened: Open, pages: Server) -> None:
    page = opened()
    link = shared(page)
    page.goto(pages.page("mil_millas-drive"))
    ready(page)
    page.locator(".rt-bar [aria-label^='New']").click()
    page.locator(".rt-menu summary").click()
    page.fill("#rt-own", link[:-9])
    page.locator(".rt-menu .rt-primary").click()
    expect(page.locator(".rt-menu [role=alert]")).to_contain_text("a part of it is missing")
    page.fill("#rt-own", link)
    page.locator(".rt-menu .rt-primary").click()
    expect(page.locator("[data-place='s1']")).to_have_count(1)
    expect(page.locator(".rt-menu")).to_be_hidden()


def test_a_friends_link_keeps_ones_own_drive_and_offers_it_back(opened: Open, pages: Server) -> None:
    page = opened()
    for key in "11":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1")
    own = shared(page)
    page.locator(".rt-list").focus()  # the dialog gives the focus back to its button, and there keys are not the game's
    for key in "22":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.goto("about:blank")
    page.goto(own)
    ready(page)
    lays(page, "the 1 on space 1")
    for key in "33":
        page.keyboard.press(key)
    page.reload()
    ready(page)
    expect(page.locator(".rt-own")).to_contain_text("Your own one is kept")
    page.get_by_role("button", name="Back to my own").click()
    lays(page, "the 1 on space 1", "the 2 on space 2")
    expect(page.locator(".rt-own")).to_have_count(0)
    page.reload()
    ready(page)
    lays(page, "the 1 on space 1", "the 2 on space 2")


# -- Fingers ----------------------------------------------------------------------------------------------------------


def test_tap_tap_lays_a_die_on_a_phone(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    page.locator("[data-piece='1']").tap()
    page.touchscreen.tap(*middle(page, "s1"))
    expect(page.locator("[data-key='die:1']")).to_have_count(1)
    page.locator("[data-piece='4']").tap()
    page.touchscreen.tap(*middle(page, "s2"))
    expect(page.locator(".rt-handle")).to_have_attribute("data-kind", "illegal")
    page.locator(".rt-handle").tap()
    expect(page.locator(".rt-card h3").first).to_be_visible()


def touches(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes down, moves and leaves."""
    line = page.context.new_cdp_session(page)
    way = [(start[0] + (end[0] - start[0]) * n / 12, start[1] + (end[1] - start[1]) * n / 12) for n in range(13)]
    for kind, points in (("touchStart", way[:1]), *(("touchMove", [point]) for point in way[1:]), ("touchEnd", [])):
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        page.wait_for_timeout(16)


def test_a_finger_drags_a_die(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    x, y = middle(page, "s1")
    touches(page, die(page, "1"), (x, y + 22))  # a finger hides what is under it: the die goes before it
    expect(page.locator("[data-key='die:1']")).to_have_count(1)


def test_a_swipe_on_the_board_moves_the_board(opened: Open) -> None:
    page = opened(390, has_touch=True, is_mobile=True)
    scrolled = "() => document.querySelector('.rt-frame').scrollLeft"
    before = page.evaluate(scrolled)
    touches(page, (300, 300), (150, 300))
    assert page.evaluate(scrolled) > before + 80


SHEET = (
    "() => { const { left, top } = document.querySelector('.rt-sheet').getBoundingClientRect(); return [left, top]; }"
)


@pytest.mark.parametrize(("notebook", "keys"), [("drive", "112233"), ("dirt-12-seconds", "3344")])
def test_a_die_laid_leaves_the_board_where_it_is(opened: partial[Page], notebook: str, keys: str) -> None:
    page = opened.func(notebook, 390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    where = page.evaluate(SHEET)
    for laid, key in enumerate(keys[::2], start=1):
        page.keyboard.press(key)
        page.keyboard.press(key)
        expect(page.locator(".rt-draft li")).to_have_count(laid)
        assert page.evaluate(SHEET) == where


def test_on_a_phone_the_task_its_open_goals_and_what_to_press_stay_in_sight(opened: partial[Page]) -> None:
    page = opened.func("dirt-12-seconds", 390, has_touch=True, is_mobile=True)
    for key in "33":
        page.keyboard.press(key)
    expect(page.locator(".rt-handle")).to_contain_text("secure one of them")
    expect(page.locator(".rt-handle")).to_contain_text("The 3 on row 2 left on tile 1.")
    expect(page.locator(".rt-now .rt-goals li")).to_have_count(3)
    button = page.locator(".rt-now").get_by_role("button", name="Secure the 3 for 1 s")
    expect(button).to_be_in_viewport()
    button.tap()
    expect(page.locator(".rt-now .rt-goals .met")).to_have_count(1)


def test_on_a_phone_it_is_seen_who_is_ahead_and_in_which_gear(opened: partial[Page]) -> None:
    page = opened.func("dirt-14-traffic", 390, has_touch=True, is_mobile=True)
    expect(page.locator(".rt-field li")).to_have_count(2)
    expect(page.locator(".rt-field")).to_be_in_viewport()
    assert re.search(r"Ben\s*\d(st|nd|rd|th)", page.locator(".rt-field").inner_text())


def test_spaces_too_small_for_a_finger_come_closer_before_a_die_is_laid(opened: partial[Page]) -> None:
    page = opened.func("dirt-drive", 390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.get_by_role("button", name="Whole stage").tap()
    small = "() => Math.min(...[...document.querySelectorAll('[data-place]')].map(path => { const { width, height } = path.getBoundingClientRect(); return Math.min(width, height); }))"
    place = page.locator("[data-place]").nth(6).get_attribute("data-place") or ""
    assert page.evaluate(small) < 24
    page.locator("[data-piece='1']").tap()
    page.touchscreen.tap(*middle(page, place))
    expect(page.locator(".rt-hint")).to_contain_text("Closer")
    assert page.evaluate(small) >= 24
    expect(page.locator(".rt-die[data-piece='1']")).to_have_attribute("aria-pressed", "true")


# -- Keys and ears ----------------------------------------------------------------------------------------------------


def test_nothing_traps_tab_wheel_or_the_browsers_own_keys(opened: Open) -> None:
    page = opened()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "() => document.activeElement === document.body ? 'body' : (document.activeElement.tagName + '.' + document.activeElement.className + document.activeElement.getAttribute('aria-label'))"
            )
        )
        if seen[-1] == "body":
            break
    assert seen[-1] == "body", seen
    assert not [name for name in seen if name.startswith("CANVAS")]
    assert len(set(seen)) == len(seen)
    page.evaluate(
        "() => { window.stopped = []; for (const what of ['keydown', 'wheel']) addEventListener(what, e => { if (e.defaultPrevented) stopped.push(e.key || what); }); }"
    )
    page.locator(".rt-list").focus()
    for key in ("F5", "Control+s", "Control+f", "Tab"):
        page.evaluate(
            "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: key.split('+').pop(), ctrlKey: key.includes('Control'), bubbles: true, cancelable: true}))",
            key,
        )
    page.mouse.move(400, 400)
    page.mouse.wheel(0, 50)
    page.wait_for_timeout(100)
    assert page.evaluate("() => stopped") == []


def spoken(page: Page) -> str:
    return str(page.evaluate("() => document.querySelector('[aria-live]').textContent.trim()"))


def hears(page: Page, *words: str) -> str:
    """Wait until the live region says these words."""
    for word in words:
        expect(page.locator(".rt-ears[aria-live]")).to_contain_text(word)
    return spoken(page)


def at_cursor(page: Page) -> str:
    """What a screen reader says of the space the cursor is on."""
    return str(
        page.evaluate(
            """() => { const at = document.querySelector('.rt-list').getAttribute('aria-activedescendant');
                       return document.getElementById(at)?.textContent ?? ''; }"""
        )
    )


def test_a_die_is_laid_and_taken_back_by_keys_alone(opened: Open) -> None:
    page = opened()
    page.locator(".rt-list").focus()
    page.keyboard.press("1")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    while "space 1" not in at_cursor(page):
        page.keyboard.press("ArrowRight")
    assert until(lambda: "may be laid" in at_cursor(page)), at_cursor(page)
    page.keyboard.press("Enter")
    hears(page, "the 1 on space 1")
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    assert until(lambda: "may not be laid" in at_cursor(page)), at_cursor(page)  # reasons follow the answer
    page.keyboard.press("?")
    hears(page, "rulebook")
    page.keyboard.press("Escape")
    page.keyboard.press("Backspace")
    hears(page, "Taken back")
    lays(page)


def test_arrows_and_enter_work_at_once_and_the_first_step_leads_to_where_the_die_fits(opened: Open) -> None:
    page = opened()
    page.keyboard.press("1")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    assert at_cursor(page).startswith("space 1")
    page.keyboard.press("Enter")
    lays(page, "the 1 on space 1")
    page.keyboard.press("2")
    hears(page, "in hand")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    lays(page, "the 1 on space 1", "the 2 on space 2")


def test_right_and_left_lead_along_the_road_and_not_to_the_lane_abreast(opened: partial[Page]) -> None:
    page = opened.func("dirt-drive")
    page.keyboard.press("Home")
    lanes = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        lanes.append(at_cursor(page).split(",")[0])
        page.keyboard.press(key)
    assert [lane.split()[:3] for lane in lanes] == [["row", str(n), lanes[0].split()[2]] for n in (1, 2, 3)]
    assert at_cursor(page).split(",")[0] == lanes[1]


def test_a_key_that_does_nothing_says_why(opened: partial[Page]) -> None:
    page = opened()
    page.keyboard.press("r")
    expect(page.locator(".rt-hint")).to_contain_text("Pick a die")
    for key in "11":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1")
    page.keyboard.press("1")
    expect(page.locator(".rt-hint")).to_contain_text("none left")
    page = opened.func("classic-01-first-die")
    page.keyboard.press("r")
    hears(page, "Nothing is rolled in this step")


def test_letters_play_only_while_the_game_has_the_focus_and_can_be_switched_off(opened: Open, pages: Server) -> None:
    page = opened()
    page.get_by_role("button", name="Light or dark").focus()
    for key in "11":
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    lays(page)
    page.locator(".rt-brand").click()
    page.get_by_label("Letters and digits on the keyboard play").uncheck()
    page.goto(pages.page("drive"))
    ready(page)
    for key in "11":
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    lays(page)
    page.keyboard.press("ArrowRight")
    assert at_cursor(page)


# -- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_no_width_and_no_theme_shuts_anybody_out(opened: Open, width: int, scheme: str) -> None:
    page = opened(width, color_scheme=scheme, device_scale_factor=2 if width < 800 else 1)
    OUTPUT.mkdir(exist_ok=True)

    def picture(name: str) -> None:
        page.screenshot(path=OUTPUT / f"drive-{width}-{scheme}-{name}.png")

    picture("start")
    found = [("start", Axe().run(page))]
    for key in "1122":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft li")).to_have_count(2)
    page.keyboard.press("4")
    picture("held")
    page.keyboard.press("4")
    expect(page.locator(".rt-draft li")).to_have_count(3)
    if width < 700:
        page.locator(".rt-handle").click()
    picture("refused")
    found.append(("refused", Axe().run(page)))
    page.get_by_role("button", name="New drive").click()
    picture("menu")
    found.append(("menu", Axe().run(page)))
    bad = [
        (state, fault["id"], [node["html"][:120] for node in fault["nodes"]][:3])
        for state, result in found
        for fault in result.response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert bad == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "notebook", ["classic-01-first-die", "classic-08-drifts", "classic-12-off-the-road", "dirt-04-lanes"]
)
def test_a_stage_that_fits_is_seen_as_a_whole_from_the_start(opened: partial[Page], notebook: str) -> None:
    page = opened.func(notebook, reduced_motion="reduce")
    fits, zoom = page.evaluate(
        """() => { const frame = document.querySelector(".rt-frame"), sheet = document.querySelector(".rt-sheet"), box = document.querySelector(".rt-over").viewBox.baseVal;
                   return [sheet.offsetWidth <= frame.clientWidth + 1 && sheet.offsetHeight <= frame.clientHeight + 1, Math.min(frame.clientWidth / box.width, frame.clientHeight / box.height)]; }"""
    )
    assert fits or zoom < 0.8, (notebook, zoom)


def test_notes_on_the_road_are_large_enough_on_a_phone(opened: Open) -> None:
    page = opened(390)
    zoom = page.evaluate(
        "() => document.querySelector('.rt-sheet').clientWidth / document.querySelector('.rt-over').viewBox.baseVal.width"
    )
    assert 17 * zoom >= 14


def test_who_wants_no_motion_gets_none(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    for key in "11":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1")
    page.keyboard.press("r")
    expect(page.locator("[data-key='played:1']")).to_have_count(1)
    assert page.evaluate("() => document.getAnimations().length") == 0


# -- Coming back ------------------------------------------------------------------------------------------------------


def test_reloading_puts_the_learner_where_he_was_draft_included(opened: Open) -> None:
    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    page.keyboard.press("r")
    lays(page, "the 2 on space 2")
    page.reload()
    ready(page)
    lays(page, "the 2 on space 2")
    expect(page.locator(".rt-log li")).to_have_count(2)


def test_what_a_browser_kept_and_cannot_be_read_is_set_aside(opened: Open) -> None:
    page = opened()
    page.evaluate(
        '() => localStorage.setItem(\'rallyman-tutor:kept:drive\', \'{"at": "drive", "table": {"format": 99}}\')'
    )
    page.reload()
    ready(page)
    expect(page.locator(".rt-hint")).to_contain_text("cannot put back")
    assert "99" in page.evaluate("() => localStorage.getItem('rallyman-tutor:kept:drive:aside')")


def test_a_killed_kernel_is_replaced_and_the_learner_is_where_he_was(opened: Open, pages: Server) -> None:
    import os
    import signal
    import time

    page = opened()
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    kernels = pages.kernels()
    for process in kernels.values():
        os.kill(process, signal.SIGKILL)
    start = time.monotonic()
    expect(page.locator("#rallyman-banner button")).to_be_visible(timeout=2000)
    page.wait_for_event("load", timeout=10000)
    ready(page)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    assert time.monotonic() - start < 15


# -- Elsewhere --------------------------------------------------------------------------------------------------------


def test_the_page_works_inside_a_jupyter_server_under_a_base_url(browser: Browser) -> None:
    server = in_jupyter(ROOT / "notebooks")
    try:
        with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
            page = context.new_page()
            page.goto(server.page("drive"))
            ready(page)
            for key in "11":
                page.keyboard.press(key)
            lays(page, "the 1 on space 1")
            page.goto("about:blank")
    finally:
        server.stop()


def test_another_version_of_anywidget_runs_the_board_as_well(browser: Browser, tmp_path: Path) -> None:
    """A browser may have got an older or a newer one than the kernel knows of: here one that is to come."""
    theirs = Path(sys.prefix) / "share/jupyter/labextensions/anywidget"
    mine = tmp_path / "labextensions/anywidget"
    shutil.copytree(theirs, mine)
    found = json.loads((mine / "package.json").read_text("utf-8"))["version"]
    for file in mine.rglob("*"):
        if file.suffix in (".js", ".json"):
            file.write_text(file.read_text("utf-8").replace(found, "0.99.0"), "utf-8")
    server = alone(ROOT / "notebooks", env={"JUPYTER_PATH": str(tmp_path)})
    try:
        with closing(browser.new_context()) as context:
            page = context.new_page()
            page.goto(server.page("drive"))
            ready(page)
            for key in "11":
                page.keyboard.press(key)
            lays(page, "the 1 on space 1")
            page.goto("about:blank")
    finally:
        server.stop()
