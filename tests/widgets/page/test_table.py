"""A drive beside its board: turns, what is told of them, other tables, games that are shared, what a browser keeps."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from tests.pages.learner import settings
from tests.pages.servers import until
from tests.pages.visits import NARROW_AND_WIDE, WIDTHS, Open
from tests.sampled import sampled
from tests.widgets.page.hands import hears, lays
from tests.widgets.page.host import address, answered, ready


@pytest.fixture
def opened(opened: Open) -> Open:
    """The page of free driving."""
    return partial(opened, "drive")


def shared(page: Page) -> str:
    """The link to the game on this page."""
    page.locator(".rt-bar [aria-label^='New']").click()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.locator("#rt-link").input_value()
    page.get_by_role("button", name="Close", exact=True).click()
    return link


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


def test_reloading_puts_the_learner_where_they_were_draft_included(opened: Open) -> None:
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


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_lies_over_the_road(opened: Open, width: int) -> None:
    page = opened(width)
    covered = page.evaluate(
        """() => { const board = document.querySelector(".rt-frame").getBoundingClientRect();
                   return [...document.querySelectorAll(".rt-bar button")].filter((button) => button.getBoundingClientRect().bottom > board.top).length; }"""
    )
    assert covered == 0
    expect(settings(page).get_by_role("button", name="Whole stage")).to_be_visible()
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


def test_the_menu_shows_how_long_and_how_hard_a_stage_is_and_its_par(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="New drive").click()
    card = page.locator(".rt-stage")
    expect(card).to_contain_text("Best driving: 0:28 on average")
    page.get_by_label("Stage", exact=True).select_option("short")
    expect(card).to_contain_text("16 spaces")
    expect(card).to_contain_text("control is lost in 9 % of all drives")
    expect(card.get_by_role("img", name="Difficulty 3 of 5")).to_be_visible()
    page.get_by_label("Stage", exact=True).select_option("long")
    assert card.is_visible() == ("long" in CLASSIC_COACH.told_stages())


def test_the_co_driver_tells_what_a_draft_is_worth_by_mouse_and_keys(opened: Open) -> None:
    page = opened()
    page.locator(".rt-list").focus()
    for key in "112233":
        page.keyboard.press(key)
    page.get_by_role("button", name="Ask for advice").click()
    advice = page.locator(".rt-advice")
    hears(page, "Your dice lie as in the best draft so far. It goes on at space 4")
    expect(page.locator(".rt-hinted")).to_have_count(1)
    for press in ("Which die?", "The whole draft, and why?"):
        page.get_by_role("button", name=press).click()
    expect(advice).to_contain_text("Best: an attack with the 1")
    hears(page, "Best: an attack with the 1 on space 1")
    figures, apart = page.locator(".rt-worth"), page.locator(".rt-ways-apart")
    expect(figures.locator("tbody tr").first).to_be_hidden()
    figures.locator("summary").click()
    expect(figures.locator("tbody tr")).to_have_count(3)
    expect(figures).to_contain_text("Best from here: an attack with the 1")
    apart.locator("summary").press("Enter")
    expect(apart.get_by_role("img", name="your dice: ")).to_be_visible()
    expect(apart.locator("li").first).to_contain_text("This turn")
    page.locator(".rt-list").focus()
    page.keyboard.press("Backspace")
    expect(advice).to_have_count(0)
    page.get_by_role("button", name="Ask for advice").focus()
    for parts in (1, 2, 1, 1):
        page.keyboard.press("Enter")
        answered(page)
        expect(advice.locator("p[data-part]")).to_have_count(parts)
    expect(figures.locator("tbody tr")).to_have_count(3)


def test_a_shared_game_is_joined_from_the_table_of_another(opened: Open) -> None:
    page = opened()
    link = shared(page)
    page.goto(address("mil_millas-drive"))
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


def test_a_position_is_copied_as_the_start_of_a_lesson(opened: Open) -> None:
    page = opened()
    page.locator(".rt-bar [aria-label^='New']").press("Enter")
    page.get_by_role("button", name="Share", exact=True).press("Enter")
    answered(page)
    page.get_by_text("this position as its start").click()
    page.get_by_role("button", name="Copy", exact=True).press("Enter")
    line = "s4 R3 s3 L3 s3 | You | You"
    expect(page.locator("#rt-start-line")).to_have_value(line)
    assert page.evaluate("getSelection().toString()") == line  # to be copied by hand, where nothing else may
    expect(page.locator(".rt-shared [role=status]").last).to_contain_text("lesson.toml")
    expect(page.locator(".rt-shared li")).to_contain_text(["“dice” can tell that"])


def test_a_friends_link_keeps_ones_own_drive_and_offers_it_back(opened: Open) -> None:
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
    expect(page.locator(".rt-own")).to_contain_text("The drive you had before is kept")
    for key in "33":
        page.keyboard.press(key)
    page.reload()
    ready(page)
    expect(page.locator(".rt-own")).to_contain_text("The drive you had before is kept")
    page.get_by_role("button", name="Back to it").click()
    lays(page, "the 1 on space 1", "the 2 on space 2")
    expect(page.locator(".rt-own")).to_have_count(0)
    page.reload()
    ready(page)
    lays(page, "the 1 on space 1", "the 2 on space 2")


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
    places = {car["name"]: car["place"] for car in page.evaluate("() => host.model.get('view').cars")}
    first = sorted(places, key=lambda name: [int(number) for number in re.findall(r"\d+", places[name])], reverse=True)
    field = page.get_by_role("list", name="Who is where, the first car first").locator("li").all_inner_texts()
    assert [name for told in field for name in places if name in told] == first


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


OUT_OF_SIGHT = """() => {
  const frame = document.querySelector(".rt-frame").getBoundingClientRect();
  const isOut = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect(), left = x + width / 2, top = y + height / 2;
    return left < frame.left || left > frame.right || top < frame.top || top > frame.bottom;
  };
  const all = ["[data-key^='die:']", "[data-key^='car:']", "[data-place]"].map((what) => [...document.querySelectorAll(what)]);
  return [all[0].length, ...all.map((nodes) => nodes.filter(isOut).length)];
}"""


@pytest.mark.parametrize("width", sampled([*WIDTHS], NARROW_AND_WIDE))
@pytest.mark.parametrize(
    ("notebook", "at", "dice"),
    [("dirt-03-gas", 5, 5), ("dirt-05-brakes", 6, 5), ("dirt-06-hazards", 1, 4), ("dirt-04-lanes", 6, 0)],
)
def test_what_a_step_is_about_is_in_sight(opened: partial[Page], notebook: str, at: int, dice: int, width: int) -> None:
    """The car and every die; and beside a road that can be seen whole, with notes to be read, all of it."""
    page = opened.func(notebook, width, reduced_motion="reduce", has_touch=width < 700, is_mobile=width < 700)
    page.evaluate("at => document.querySelectorAll('.rt-dots button')[at].click()", at)
    expect(page.locator("[data-key^='die:']")).to_have_count(dice)
    assert until(lambda: page.evaluate(OUT_OF_SIGHT)[:3] == [dice, 0, 0]), page.evaluate(OUT_OF_SIGHT)
    assert width < 1280 or page.evaluate(OUT_OF_SIGHT)[3] == 0


def test_notes_on_the_road_are_large_enough_on_a_phone(opened: Open) -> None:
    page = opened(390)
    zoom = page.evaluate(
        "() => document.querySelector('.rt-sheet').clientWidth / document.querySelector('.rt-over').viewBox.baseVal.width"
    )
    assert 17 * zoom >= 14


def test_what_a_browser_kept_and_cannot_be_read_is_set_aside(opened: Open) -> None:
    page = opened()
    page.evaluate(
        '() => localStorage.setItem(\'rallyman-tutor:kept:drive\', \'{"at": "drive", "table": {"format": 99}}\')'
    )
    page.reload()
    ready(page)
    expect(page.locator(".rt-hint")).to_contain_text("cannot put back")
    assert "99" in page.evaluate("() => localStorage.getItem('rallyman-tutor:kept:drive:aside')")


def test_a_rule_that_is_met_in_a_drive_leads_to_its_lesson(opened: Open) -> None:
    page = opened()
    page.keyboard.press("3")
    page.keyboard.press("3")
    page.get_by_role("button", name="A lesson on this: The first die").first.click()
    expect(page.locator(".rt-bar")).to_contain_text("The first die")
