"""The words around a drive are told twice: its menu, what stands at the board, and the figures behind a chance, which
are worked out by hand. See `tests/tutor/told_twice.py`."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.learner import draft, further, settings
from tests.pages.visits import Open
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import button, last, session
from tests.widgets.page.hands import hears, lays
from tests.widgets.page.host import answered

pytestmark = pytest.mark.usefixtures("same_tables")


def test_the_menu_begins_the_drive_that_was_chosen(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive")
    button(page, tell("new-drive")).click()
    menu = page.locator(".rt-menu")
    stage, cars = menu.get_by_label(tell("stage"), exact=True), menu.get_by_label(tell("others"), exact=True)
    told = session(page, "words")["stages"][stage.input_value()]
    expect(menu.locator("figcaption b").first).to_have_text(tell("stage-par", par=told["par"]))
    expect(menu.get_by_role("img", name=tell("stage-hard", hard=told["hard"]))).to_be_visible()
    bots, level = menu.get_by_label(tell("bots"), exact=True), menu.get_by_label(tell("level"), exact=True)
    expect(cars.locator("option").first).to_have_text(tell("alone"))
    expect(bots).to_be_hidden()
    own = menu.get_by_label(tell("own-stage"), exact=True)
    expect(own).to_be_hidden()
    menu.locator("summary").get_by_text(tell("own-stage"), exact=True).click()
    expect(own).to_have_attribute("placeholder", tell("own-hint"))
    cars.select_option("3")
    expect(bots).to_be_checked()
    expect(level.locator("option")).to_have_text([*tell.texts["levels"].values()])
    bots.uncheck()
    button(menu, tell("start-drive")).click()
    expect(menu).to_be_hidden()
    names = [car["name"] for car in session(page, "view")["cars"]]
    assert (last(page)["cars"], last(page)["bots"], last(page)["level"]) == (3, False, "club")
    assert names == [tell("you"), *tell.texts["names"][:2]]
    page.evaluate(
        "(table) => host.model.send({ do: 'new', table })", "s9 | You@s3 g2 c30 ; Ana@s1 c30 out ; Ben@s5 c20 g1"
    )
    answered(page)
    facts = {
        line.locator("th").inner_text()[1:]: line.locator("td").first.inner_text()
        for line in page.locator(".rt-cars tbody tr").all()
    }
    assert facts == {"You": "2nd", "Ana": tell("out"), "Ben": "1st"}
    page.evaluate(
        "() => host.model.send({ do: 'new', table: 'first', cars: 3, bots: false, level: 'club', seed: '1' })"
    )
    answered(page)
    heads = page.locator(".rt-cars th[scope=col]")
    expect(heads.first).to_have_text(tell("cars"))
    spoken = page.locator(".rt-list li").evaluate_all("spaces => spaces.map((space) => space.ariaLabel)")
    start = " ".join(spoken)
    assert tell("here") in start and all(tell("car-here", name=name) in start for name in names[1:])
    button(page, tell("new-drive")).click()
    button(menu, tell("share")).click()
    code = last(page)
    assert code == {"do": "share"}
    expect(menu.get_by_label(tell("share-link"), exact=True)).to_be_focused()
    expect(menu.locator(".rt-shared [role=status]").first).to_have_text(
        re.compile("|".join(map(re.escape, (tell("share-copy"), tell("share-copied")))))
    )
    menu.get_by_text(tell("start-line"), exact=True).click()
    line = menu.get_by_label(tell("start-line"), exact=True)
    told_before = menu.locator(".rt-shared [role=status]").last
    expect(told_before).to_have_text(tell("start-told"))
    page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", { configurable: true,
            value: { writeText: async (text) => { window.copied = text; } } })"""
    )
    button(menu, tell("start-copy")).click()
    expect(told_before).to_have_text(tell("start-copied"))
    assert page.evaluate("() => window.copied") == line.input_value() != ""
    button(menu, tell("close")).click()
    expect(menu).to_be_hidden()


def test_what_stands_at_the_board_does_what_it_is_called_and_only_when_it_can(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive")
    undo, back, forward = (button(page, tell(name)) for name in ("undo", "back", "forward"))
    copy = button(page.locator(".rt-further"), tell("copy"))
    expect(undo).to_be_hidden()
    expect(page.locator(".rt-primary").first).to_have_text(tell("pick-first"))
    expect(page.locator(".rt-legend li")).to_have_text([tell(name) for name in ("legal", "price", "refused")])
    expect(page.locator(".rt-says")).to_contain_text([tell("nothing-laid")])
    expect(page.locator(".rt-handle")).to_have_text(tell("start-hint"))
    expect(copy).to_have_count(0)
    one = session(page, "view")["pieces"][0]["name"]
    page.keyboard.press("1")
    hears(page, tell("say-held", piece=one))
    page.keyboard.press("Escape")
    hears(page, tell("say-dropped"))
    for key in "1122":
        page.keyboard.press(key)
    lays(page, "the 1 on space 1", "the 2 on space 2")
    further(page).get_by_text(tell("further")).first.focus()
    expect(page.locator(".rt-good")).to_have_text(tell("looks-good"))
    assert session(page, "view")["messages"] == [] and session(page, "view")["risk"]["p"] == 0
    hazards = next(dial for dial in session(page, "view")["dials"] if dial["kind"] == "lamps")
    named = tell("colon", label=hazards["label"], text=hazards["text"])
    expect(page.locator(f".rt-dials [aria-label='{named}']")).to_have_count(1)
    expect(page.locator(".rt-risk.none")).to_have_text(tell("chance-none"))
    expect(page.locator(".rt-laid > summary")).to_have_text(f"{tell('draft-ends', ends='2nd')} {tell('chance-none')}")
    expect(page.locator("[data-piece='1']")).to_have_attribute("aria-label", f"{one}, {tell('laid-none')}")
    copy.click()
    expect(page.locator(".rt-other thead th")).to_have_text([tell("draft"), tell("second")])
    draft(page)
    button(page, f"{tell('take-back')}: the 2 on space 2").click()
    lays(page, "the 1 on space 1")
    rows = page.locator(".rt-other tbody th:visible")
    expect(rows).to_have_text([tell("tray"), tell("lost"), "gear", tell("verdict")])
    expect(page.locator(".rt-other td[aria-label]")).to_have_count(2)
    assert [cell.get_attribute("aria-label") for cell in page.locator(".rt-other td[aria-label]").all()] == ["1", "1 2"]
    button(page, tell("swap")).click()
    lays(page, "the 1 on space 1", "the 2 on space 2")
    assert [cell.get_attribute("aria-label") for cell in page.locator(".rt-other td[aria-label]").all()] == ["1 2", "1"]
    undo.click()
    lays(page, "the 1 on space 1")
    undo.click()
    lays(page, "the 1 on space 1", "the 2 on space 2")
    for key in "44":
        page.keyboard.press(key)
    answered(page)
    messages = session(page, "view")["messages"]
    assert messages and session(page, "view")["draft"][-1]["verdict"] == "refused"
    more = page.get_by_text(tell("more", n=len(messages) - 1), exact=True)
    expect(more).to_have_count(1 if len(messages) > 1 else 0)
    remedies = page.get_by_role("group", name=tell("try")).first.get_by_role("button")
    expect(remedies).to_have_text([one["label"] for one in messages[0]["remedies"]])
    ahead = next(one for one in session(page, "place")["ahead"] if messages[0]["code"] in one["teaches"])
    expect(button(page, tell("lesson-ahead", title=ahead["title"]))).to_have_count(1)
    page.keyboard.press("Backspace")
    page.locator(".rt-primary").first.click()
    answered(page)
    expect(page.locator(".rt-history h2")).to_have_text(tell("happened"))
    expect(forward).to_be_disabled()
    many = session(page, "view")["lines"]
    back.click()
    assert last(page) == {"do": "look", "at": many - 1}
    expect(page.locator(".rt-told .rt-quiet")).to_have_text(tell("looking"))
    before = session(page, "kept")
    expect(page.locator(".rt-primary").first).to_have_text(tell("present"))
    back.click()
    forward.click()
    assert session(page, "view")["look"]["line"] == many - 1
    page.locator(".rt-primary").first.click()
    assert session(page, "view")["look"] is None and session(page, "kept") == before
    page.locator(".rt-log .rt-line").first.get_by_text(tell("why"), exact=True).click()
    assert session(page, "view")["look"]["line"] == many - 1
    forward.click()
    undo.click()
    assert session(page, "view")["lines"] < many


def test_the_board_comes_closer_and_shows_the_whole_stage_and_the_car(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive", reduced_motion="reduce")
    board = page.locator(".rt-sheet")

    def wide() -> float:
        return float(board.evaluate("(one) => one.getBoundingClientRect().width"))

    whole = button(settings(page), tell("zoom-fit"))
    whole.click()
    first = wide()
    button(page, tell("zoom-in")).click()
    button(page, tell("zoom-in")).click()
    closer = wide()
    button(page, tell("zoom-out")).click()
    assert first < wide() < closer
    button(page, tell("zoom-car")).click()
    expect(page.locator("[data-key^='car:']").first).to_be_in_viewport()
    whole.click()
    assert wide() == first
    theme = page.locator(".rt").get_attribute("data-theme")
    button(page, tell("theme")).click()
    assert {theme, page.locator(".rt").get_attribute("data-theme")} == {"light", "dark"}


def test_of_the_figures_behind_a_chance_each_column_is_what_it_is_called(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive")
    page.evaluate("() => host.model.send({ do: 'new', table: 's14 | A@s1 g3' })")
    page.evaluate("() => host.model.send({ do: 'draft', moves: ['3', '4', '5', 'w', 'w'] })")
    answered(page)
    risk = draft(page).locator("details.rt-risk")
    risk.locator("summary").get_by_text(tell("chance-figures")).click()
    expect(risk.locator("th[scope=col]")).to_have_text(tell.texts["chance-head"])
    rows = [
        [cell.inner_text().replace("\xa0", " ") for cell in line.locator("th, td").all()]
        for line in risk.locator("tbody tr").all()
    ]
    dice = [step["name"] for step in session(page, "view")["draft"]]
    # control is lost at three hazards; a gear die shows one on two of its six faces, a gas die on one
    chances = by_hand([1 / 3, 1 / 3, 1 / 3, 1 / 6, 1 / 6], 3)
    left = [1 - sum(chances[: n + 1]) for n in range(len(dice))]
    assert rows == [[name, told(here), told(on)] for name, here, on in zip(dice, chances, left, strict=True)], (
        rows,
        chances,
    )


def by_hand(hazards: list[float], lost_at: int) -> list[float]:
    """The chance at each die that control is lost there, by its own chance of a hazard."""
    alive, found = {0: 1.0}, []
    for hazard in hazards:
        after: dict[int, float] = {}
        for many, chance in alive.items():
            after[many] = after.get(many, 0) + chance * (1 - hazard)
            after[many + 1] = after.get(many + 1, 0) + chance * hazard
        found.append(after.pop(lost_at, 0.0))
        alive = after
    return found


def told(chance: float) -> str:
    return "0 %" if chance == 0 else ">99 %" if 0.995 <= chance < 1 else f"{chance * 100:.0f} %"
