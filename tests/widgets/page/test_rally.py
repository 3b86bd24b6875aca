"""A rally at one screen in the browser: one press starts it, the screen is handed round, a reload changes nothing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.rallies import rally_of_four, rally_that_is_over
from tests.pages.learner import all_that_is_here
from tests.pages.visits import NARROW_AND_WIDE, WIDTHS, Open, findings
from tests.sampled import sampled
from tests.widgets.page.hands import hears
from tests.widgets.page.host import address, answered

START = "Start the rally"


def drives(page: Page) -> None:
    """One turn of Rallyman (2009): the 1, and no more. Other tests lay dice by hand."""
    for deed in ({"do": "draft", "moves": ["1"]}, {"do": "act", "move": "1"}, {"do": "act", "move": "stop"}):
        page.evaluate("(deed) => host.model.send(deed)", deed)
        answered(page)


def takes_over(page: Page, name: str) -> None:
    expect(page.locator(".rt-rally-said")).to_have_text(f"Hand the screen to {name}.")
    expect(page.locator(".rt-board")).to_be_hidden()
    hears(page, f"Hand the screen to {name}.")
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator(".rt-board")).to_be_visible()
    answered(page)


def test_one_press_starts_it_the_screen_is_handed_round_and_it_goes_on_after_a_reload(opened: Open) -> None:
    page = opened()
    all_that_is_here(page).get_by_role("button", name="Rally day").click()
    expect(page.locator(".rt-rally-driver")).to_have_count(3)
    page.get_by_label("Who decides for driver 2").select_option("")
    page.get_by_label("Who decides for driver 3").select_option("careful")
    page.get_by_role("button", name=START).click()
    takes_over(page, "Ana")
    drives(page)
    drives(page)  # in the first round nobody else is on the road
    expect(page.locator(".rt-handover text")).to_have_text("2")  # on Ben's car
    takes_over(page, "Ben")
    drives(page)
    expect(page.locator(".rt-rally-said")).to_have_text("Hand the screen to Ana.")
    expect(page.locator(".rt-handover text")).to_have_text("1")
    page.reload()
    takes_over(page, "Ana")
    expect(page.get_by_role("option", name="space 1, straight. car Ben")).to_be_attached()


def test_the_podium_has_sheet_and_chart_and_leads_to_another_rally(opened: Open) -> None:
    page = opened()
    page.evaluate("(kept) => localStorage.setItem('rallyman-tutor:kept:rally', kept)", json.dumps(rally_that_is_over()))
    all_that_is_here(page).get_by_role("button", name="Rally day").click()
    expect(page.locator(".rt-rally-said")).to_contain_text("The rally is over. It is won by")
    expect(page.locator(".rt-rally-figures tbody tr")).to_have_count(3)
    expect(page.locator(".rt-rally-chart polyline")).to_have_count(3)
    page.get_by_role("button", name="Another rally").click()
    expect(page.locator(".rt-rally-driver")).to_have_count(3)


def at_the_podium(page: Page) -> None:
    page.evaluate("(kept) => localStorage.setItem('rallyman-tutor:kept:rally', kept)", json.dumps(rally_that_is_over()))
    all_that_is_here(page).get_by_role("button", name="Rally day").click()
    expect(page.locator(".rt-podium-driver")).to_have_count(3)


def test_a_film_plays_pauses_and_is_stepped_through_by_keys_and_by_ear(opened: Open) -> None:
    page = opened(reduced_motion="no-preference")
    at_the_podium(page)
    page.get_by_role("button", name="Watch the rally from above").click()
    title, car = page.locator(".rt-film-title"), page.locator(".rt-film-picture g[transform^=translate]").first
    expect(title).to_contain_text("stage 1 of 3")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    expect(title).to_contain_text("round 2")
    page.locator(".rt-film-picture").focus()
    page.keyboard.press("Space")
    stood = title.inner_text(), car.get_attribute("transform")
    page.wait_for_timeout(300)
    assert (title.inner_text(), car.get_attribute("transform")) == stood, "it stands still"
    page.keyboard.press("n")
    expect(title).to_have_text("stage 2 of 3 · round 1")
    page.keyboard.press("ArrowRight")
    hears(page, "stage 2 of 3, round 2.")
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text("stage 2 of 3 · round 1")
    page.locator(".rt-rally").get_by_text("What happened").click()
    happened = page.locator(".rt-film-happened li")
    expect(happened.filter(has_text="finished in")).to_have_count(9)
    page.get_by_role("button", name=re.compile("stage 3 of 3")).first.click()
    expect(title).to_contain_text("stage 3 of 3")
    assert findings(page) == []


def test_with_reduced_motion_a_film_waits_until_it_is_stepped_on_and_no_car_glides(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    at_the_podium(page)
    page.get_by_role("button", name="Watch the rally from above").click()
    title = page.locator(".rt-film-title")
    expect(title).to_have_text("stage 1 of 3 · round 1")
    page.wait_for_timeout(500)
    expect(title).to_have_text("stage 1 of 3 · round 1")
    page.get_by_role("button", name="A round on").click()
    expect(title).to_have_text("stage 1 of 3 · round 2")


def test_in_another_language_film_and_look_back_come_to_whoever_opens_the_podium(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    page.evaluate("(kept) => localStorage.setItem('rallyman-tutor:kept:rally', kept)", json.dumps(rally_that_is_over()))
    page.goto(f"{address('index')}?at=rally&lang=de")
    expect(page.get_by_role("heading", name="Was die Rallye entschied")).to_be_visible()
    page.get_by_role("button", name="Die Rallye von oben ansehen").click()
    expect(page.locator(".rt-film-title")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_podium_with_long_names_fits(opened: Open, width: int) -> None:
    names = ("Maximilian-Bartholomaeus", "Ben", "Cleo", "Wilhelmina-Theodora")
    page = opened(width=width)
    page.evaluate(
        "(kept) => localStorage.setItem('rallyman-tutor:kept:rally', kept)", json.dumps(rally_that_is_over(names))
    )
    page.goto(f"{address('index')}?at=rally")
    expect(page.locator(".rt-podium-driver")).to_have_count(3)
    page.locator(".rt-rally-figures summary").click()
    inside = """() => [...document.querySelectorAll('.rt-podium, .rt-rally-said, .rt-rally-figures')]
      .every((one) => one.getBoundingClientRect().right <= innerWidth)"""
    assert page.evaluate(inside)


def test_the_sheet_is_saved_as_a_file_for_spreadsheets(opened: Open) -> None:
    page = opened()
    at_the_podium(page)
    page.get_by_text("The sheet", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save for a spreadsheet").click()
    assert saved.value.suggested_filename == "rally.csv"
    assert saved.value.path().read_bytes().startswith(b"\xef\xbb\xbfplace,driver,stage 1")


def test_bots_drive_at_a_pace_that_is_set_and_skipped(opened: Open) -> None:
    page = opened(at="rally", reduced_motion="no-preference")
    for driver in (2, 3):
        page.get_by_label(f"Who decides for driver {driver}").select_option("careful")
    page.get_by_role("button", name=START).click()
    page.get_by_role("button", name="I am Ana").click()
    answered(page)
    page.locator(".rt-opens-tools").click()
    page.get_by_label("Bots drive").select_option(label="slowly")
    page.keyboard.press("Escape")
    for _ in range(3):  # then there are other cars on the road
        drives(page)
    skip = page.get_by_role("button", name="To the end of their turns")
    expect(skip).to_be_visible()
    started = page.evaluate("performance.now()")
    skip.click()
    expect(skip).to_be_hidden()
    assert page.evaluate("performance.now()") - started < 1500
    page.reload()
    page.get_by_role("button", name="I am Ana").click()
    expect(page.locator(f"#{page.get_by_label('Bots drive').get_attribute('id')}")).to_have_value("slow")


def test_drivers_come_and_go_before_the_start(opened: Open) -> None:
    page = opened(at="rally/dirt")
    drivers, add = page.locator(".rt-rally-driver"), page.get_by_role("button", name="One more driver")
    for many in (4, 5, 6):
        add.click()
        expect(drivers).to_have_count(many)
    expect(add).to_be_disabled()
    for at in (6, 5, 4, 3, 2):
        page.get_by_role("button", name=f"Without driver {at}").click()
    expect(drivers).to_have_count(1)
    expect(page.get_by_role("button", name="Without driver 1")).to_be_disabled()
    page.get_by_label("Name of driver 1").fill("Çelik")
    page.get_by_text("More to choose").click()
    stages = page.get_by_label("How many stages")
    expect(stages).to_be_hidden()  # the rally of the box has as many as it has
    page.get_by_label(re.compile("^Stages")).select_option("drawn-short")
    stages.select_option("1")
    page.get_by_role("button", name=START).click()
    expect(page.locator(".rt-rally-said")).to_have_text("Hand the screen to Çelik.")


def test_a_name_that_cannot_be_used_is_told_and_the_form_stays_as_it_was_filled_in(opened: Open) -> None:
    page = opened(at="rally")
    page.get_by_label("Name of driver 2").fill("Ana")
    page.get_by_role("button", name=START).click()
    expect(page.locator(".rt-rally").get_by_role("alert")).to_contain_text("Ana")
    expect(page.get_by_label("Name of driver 2")).to_have_value("Ana")


@pytest.mark.parametrize("width", sampled([*WIDTHS], NARROW_AND_WIDE))
def test_every_screen_of_a_rally_fits_and_can_be_read(opened: Open, width: int) -> None:
    page = opened(at="rally/crazy_rally", width=width)
    assert findings(page) == []
    fits = "() => document.querySelector('.rt-rally').scrollWidth <= document.querySelector('.rt-rally').clientWidth"
    assert page.evaluate(fits)
    page.get_by_role("button", name=START).click()
    expect(page.locator(".rt-rally-said")).to_contain_text("Hand the screen")
    assert page.evaluate(fits) and findings(page) == []


def test_a_sheet_is_seen_whole_on_a_low_screen(opened: Open) -> None:
    page = opened()
    page.set_viewport_size({"width": 1280, "height": 440})
    page.evaluate("(kept) => localStorage.setItem('rallyman-tutor:kept:rally', kept)", json.dumps(rally_of_four()))
    all_that_is_here(page).get_by_role("button", name="Rally day").click()
    expect(page.locator(".rt-rally tbody tr")).to_have_count(4)
    assert findings(page) == []
