"""A first visit: one turn by mouse, by touch and by keys, what opens behind it, and how little stands there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import NAMES
from rallyman_tutor.page.places import first
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.words.words import text_tables
from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open, findings
from tests.widgets.page.courses import FIRST, LESSONS, by_heart, home
from tests.widgets.page.hands import hears
from tests.widgets.page.host import address, answered, ready, sent

PAGE = text_tables("tutor")["page"]
TOLD = PAGE["first-told"].format(gear="2nd", clock="0:40")
MOST_WORDS, MOST_CONTROLS = 40, 8
COUNTED = """() => {
  const isInside = (box) => box.width > 2 && box.height > 2 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const isShown = (node, box) => {
    const top = document.elementFromPoint(Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1), Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1));
    return top && (node.contains(top) || top.contains(node)); };
  let words = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (text && isInside(box) && isShown(walk.currentNode.parentElement, box)) words += text.split(/\\s+/).length;
  }
  const controls = [...document.querySelectorAll("button, a[href], select, summary, input")].filter((node) => {
    const box = node.getBoundingClientRect();
    return isInside(box) && isShown(node, box); });
  return [words, controls.length]; }"""
"""How many words and controls are in sight."""


def newcomer(opened: Open, width: int = 1280, **wishes: object) -> Page:
    page = opened("index", width, is_newcomer=True, reduced_motion="reduce", **wishes)
    expect(page.locator(".rt-first-said")).to_have_text(PAGE["first-ask"])
    return page


def has_driven(page: Page) -> None:
    expect(page.locator(".rt-first-said")).to_have_text(TOLD)
    expect(page.locator(".rt-first-more")).to_contain_text(PAGE["first-done"])
    hears(page, TOLD)
    expect(page.locator(".rt-first-more .rt-box")).to_have_text(list(NAMES.values()))


def goes_on(page: Page) -> None:
    expect(page.locator(".rt-tray .rt-primary")).to_have_text(PAGE["go-on"].format(title=FIRST.title))


@pytest.mark.parametrize("width", [1280, 390])
def test_little_stands_on_the_first_screen(opened: Open, width: int) -> None:
    words, controls = newcomer(opened, width).evaluate(COUNTED)
    assert 0 < words <= MOST_WORDS and 0 < controls <= MOST_CONTROLS, (words, controls)


def test_everybody_can_read_the_first_screen_before_and_behind_the_turn(opened: Open) -> None:
    page = newcomer(opened, 390)
    assert findings(page) == []
    page.keyboard.press("1")
    answered(page)
    page.keyboard.press("r")
    expect(page.locator(".rt-first-more .rt-box").first).to_be_visible()
    assert findings(page) == []


def test_a_die_is_laid_and_rolled_by_mouse_and_the_course_goes_on(opened: Open) -> None:
    page = newcomer(opened)
    roll = page.locator(".rt-tray .rt-primary")
    expect(roll).to_be_disabled()
    page.locator("[data-piece='2']").click()
    expect(page.locator(".rt-first-said")).to_contain_text("From a standstill you need 1st")
    expect(page.locator(".rt-first-said .rt-code")).to_have_text("CL-GEAR-01")
    page.locator(".rt-first-said .rt-try").click()
    expect(page.locator(".rt-first-said")).to_have_text(PAGE["first-on"])
    page.locator("[data-piece='2']").click()
    expect(roll).to_have_text(PAGE["first-roll"])
    roll.click()
    has_driven(page)
    goes_on(page)
    page.locator(".rt-tray .rt-primary").click()
    expect(page.locator(".rt-dots .now")).to_have_text("2")
    page.goto(page.evaluate("() => new URL('index.ipynb', location.href).href"))
    ready(page)
    expect(page.locator(".rt-first b")).to_have_text(PAGE["next-on-map"].format(n=1, title=FIRST.title))


def test_the_rule_behind_a_refusal_opens_on_the_first_screen_too(opened: Open) -> None:
    page = newcomer(opened)
    page.locator("[data-piece='2']").click()
    code = page.locator(".rt-first-said .rt-code")
    shown = code.inner_text()
    code.click()
    answered(page)
    expect(page.locator(".rt-panel .rt-cite code").first).to_have_text(shown)
    assert page.evaluate("() => host.model.get('place').at") == f"rules/{shown}"


def test_a_finger_drives_the_turn_and_chooses_a_game(opened: Open) -> None:
    page = newcomer(opened, 390, has_touch=True, is_mobile=True)
    for piece in "12":
        page.locator(f"[data-piece='{piece}']").tap()
        answered(page)
    page.locator(".rt-tray .rt-primary").tap()
    has_driven(page)
    page.locator(".rt-first-more [data-box=dirt]").tap()
    expect(page.locator(".rt-country")).to_be_visible()
    expect(page.locator(".rt")).to_have_attribute("data-game", "dirt")


def test_keys_alone_drive_the_turn_and_lead_on(opened: Open) -> None:
    page = newcomer(opened)
    for key in "12":
        page.keyboard.press(key)
        answered(page)
    page.keyboard.press("r")
    has_driven(page)
    goes_on(page)
    page.keyboard.press("r")
    expect(page.locator(".rt-dots .now")).to_have_text("2")


def test_who_knows_their_way_finds_all_that_is_here_before_and_behind_the_turn(opened: Open) -> None:
    page = newcomer(opened)
    page.locator(".rt-skip").click()
    expect(page.locator(".rt-all")).to_be_visible()
    page.get_by_role("button", name=PAGE["to-less"]).click()
    expect(page.locator(".rt-all")).to_be_hidden()
    assert [intent["do"] for intent in sent(page)] == ["hello", "go"]
    page = newcomer(opened)
    page.keyboard.press("1")
    answered(page)
    page.keyboard.press("r")
    page.locator(".rt-first-more").get_by_role("button", name=PAGE["to-all"]).click()
    expect(page.locator(".rt-all")).to_be_visible()


def test_who_comes_back_never_sees_the_first_turn(opened: Open) -> None:
    page = opened("index", stars=Progress(last=first.LESSON))
    expect(page.locator(".rt-map li")).to_have_count(len(LESSONS))
    expect(page.locator(".rt-first-turn")).to_be_hidden()
    expect(page.locator(".rt-first b")).to_have_text(PAGE["begin-on-map"].format(title=FIRST.title))


def test_a_link_that_leads_nowhere_is_told_of_on_the_first_screen(opened: Open) -> None:
    page = opened(address=f"{address('index')}?at=home#game=nothing", is_newcomer=True)
    expect(page.locator(".rt-first-said")).to_contain_text("This is not a share code")


# -- Doors -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lessons", "doors"), [(5, []), (6, ["puzzles"]), (13, ["puzzles", "free-drive"])])
def test_a_door_opens_when_it_makes_sense_and_says_why(opened: Open, lessons: int, doors: list[str]) -> None:
    page = opened("index", stars=by_heart(*LESSONS[:lessons]))
    said = {"puzzles": PAGE["puzzles-now"], "free-drive": PAGE["drive-now"]}
    expect(page.locator(".rt-reasons .rt-door b")).to_have_text([PAGE[door] for door in doors])
    expect(page.locator(".rt-reasons .rt-door span")).to_have_text([said[door] for door in doors])
    names = all_that_is_here(page).locator(".rt-door b").all_text_contents()
    assert {PAGE[name] for name in ("practice", "puzzles", "insight", "summary", "rulebook")} <= {*names}
    expect(page.locator(".rt-all .rt-door", has_text=PAGE["summary"])).to_contain_text(PAGE["summary-open"])
    expect(page.locator(".rt-all .rt-door", has_text=PAGE["insight"])).to_contain_text(PAGE["insight-open"])


def test_a_drive_that_is_over_can_be_looked_back_at_from_the_map(opened: Open) -> None:
    page = opened("drive")
    page.evaluate("() => host.model.send({ do: 'new', table: 's1', cars: 1 })")
    answered(page)
    page.evaluate("() => host.model.send({ do: 'draft', moves: ['1>s1', '2'] })")
    answered(page)
    while not page.evaluate("() => host.model.get('view').over"):
        page.evaluate("() => host.model.send({ do: 'act', move: host.model.get('view').offers[0].move })")
        answered(page)
    home(page)
    door = page.locator(".rt-reasons .rt-door").first
    expect(door).to_have_text(PAGE["review-door"] + PAGE["review-now"])
    door.click()
    expect(page.locator(".rt-result")).to_be_visible()


def test_the_map_opens_where_one_goes_on(opened: Open) -> None:
    page = opened("index", stars=by_heart(*LESSONS[:30]))
    expect(page.locator(".rt-map .rt-next b")).to_have_text(LESSONS[30].title)
    expect(page.locator(".rt-map .rt-next")).to_be_in_viewport()
    assert (
        progress.lesson_stars(by_heart(*LESSONS[:30]), LESSONS[29].name, [step.id for step in LESSONS[29].steps]) == 3
    )
