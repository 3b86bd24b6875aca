"""Texts that the scripts fill in and the labels of what can be pressed are told twice: a test counts in what it did and
in what the session says, and presses each button to see that it does what it is called; see
`tests/tutor/told_twice.py`. Which text is told where stands in `tests/tutor/test_page_texts.py`."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import daily, progress
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import NOON, as_sent
from tests.pages.learner import Learner, all_that_is_here, draft, further, settings
from tests.pages.visits import Open
from tests.some import some
from tests.tutor.test_insight import LOST, drives
from tests.tutor.told_twice import Twice
from tests.widgets.page.courses import COURSES, FIRST, LESSONS, SECOND, by_heart, home, on_the_map
from tests.widgets.page.hands import hears, lays
from tests.widgets.page.host import answered, sent
from tests.widgets.page.test_decide import KEPT
from tests.widgets.page.test_retry import trying

pytestmark = pytest.mark.usefixtures("own_tables")


def session(page: Page, part: str) -> Any:
    """A part of what the session told the page."""
    answered(page)
    return page.evaluate("(part) => host.model.get(part)", part)


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def last(page: Page) -> dict[str, Any]:
    """The message that the scripts sent last."""
    answered(page)
    return sent(page)[-1]


def at(page: Page) -> str:
    return str(session(page, "place")["at"])


# -- The map -----------------------------------------------------------------------------------------------------------


def rules_of(key: str) -> int:
    """How many rules the texts of a game have."""
    return len(set(text_tables(f"games.{key}")) - {"words", "reading"})


def test_the_map_tells_what_was_done_and_what_is_due(opened: Open) -> None:
    tell, before = Twice("classic", "page"), NOON - timedelta(days=9)
    kept = progress.with_stars(by_heart(FIRST), SECOND.name, SECOND.steps[0].id, 2)
    for code in ("CL-GEAR-01", "CL-GEAR-03"):
        kept = progress.with_broken_rule(kept, code, before)
    mistakes = [(PastDecision("classic", f"{road} | You", ("A[1 2]", "1>s1")), 2.0) for road in ("s4 R3 s3 L3 s3",)]
    unsolved = [(PastDecision("classic", f"{road} | You", ("A[1 2]", "1>s1")), 2.0) for road in ("s9 R3 s7 L3 s8",)]
    kept = progress.with_mistakes(kept, [*mistakes, *unsolved], before)
    stage = daily.of_day("classic", NOON.date()).stage
    kept = progress.with_time(kept, f"classic/{stage}", 305)
    page = opened("index", stars=kept)
    named = text_tables("games.classic")["words"]["ready"][stage]
    here = all_that_is_here(page)
    of_day = here.locator(".rt-door", has=page.get_by_text(tell("daily"), exact=True)).locator("span").first
    expect(of_day).to_have_text(tell("daily-best", stage=named, best="5:05"))
    expect(here.locator(".rt-door", has=page.get_by_text(tell("puzzles"), exact=True))).to_contain_text(
        tell("puzzles-more")
    )
    practice = here.locator(".rt-door", has=page.get_by_text(tell("practice"), exact=True)).locator("span")
    due = ", ".join((tell("due-rules", n=2), tell("due-decisions", n=1)))
    expect(practice).to_have_text(f"{tell('due', list=due)}. {tell('due-waiting', n=1)}")
    done = on_the_map(page, FIRST).locator(".rt-stars")
    expect(done).to_have_attribute("aria-label", tell("stars-of", n=3))
    begun = on_the_map(page, SECOND).locator(".rt-stars")
    expect(begun).to_have_text(tell("steps-done", n=1, of=len(SECOND.steps)))
    expect(begun).to_have_attribute("aria-label", tell("steps-done", n=1, of=len(SECOND.steps)))
    expect(on_the_map(page, LESSONS[2]).locator(".rt-stars")).to_have_attribute("aria-label", tell("stars-of", n=0))
    for key in some(COURSES):
        box = page.locator(f"[data-box={key}] span")
        expect(box).to_have_text(tell("lessons-done", n=1 if key == "classic" else 0, of=len(COURSES[key])))
    door = page.locator(".rt-door", has=page.get_by_text(tell("rulebook"), exact=True)).locator("span")
    expect(door).to_have_text(tell("rules-more", n=rules_of("classic")))
    page.locator(".rt-class summary").get_by_text(tell("class"), exact=True).click()
    expect(button(page.locator(".rt-class"), tell("class-choose"))).to_be_visible()
    expect(page.locator(".rt-first b")).to_have_text(tell("next-on-map", n=2, title=SECOND.title))


DOORS = {
    "placement": "placement/classic",
    "practice": "home",  # where nothing can be practised yet
    "puzzles": "puzzles/classic",
    "daily": "drive",  # with the stage of the day; see test_puzzles.py
    "run": "run/classic",
    "free-drive": "drive",
    "rulebook": "rules",
}


def test_each_door_of_the_map_leads_to_what_it_is_called(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index")
    stage = text_tables("games.classic")["words"]["ready"][daily.of_day("classic", NOON.date()).stage]
    of_day = (
        all_that_is_here(page)
        .locator(".rt-door", has=page.get_by_text(tell("daily"), exact=True))
        .locator("span")
        .first
    )
    expect(of_day).to_have_text(tell("daily-more", stage=stage))
    for name, address in DOORS.items():
        all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell(name), exact=True)).click()
        assert at(page).startswith(address), (name, at(page))
        title = page.locator(".rt-brand")
        expect(title).to_have_attribute("title", tell("to-map"))
        title.click()
        assert at(page) == "home"
    page.locator(".rt-first").get_by_text(tell("begin-on-map", title=FIRST.title), exact=True).click()
    assert at(page) == FIRST.name


# -- A run against the clock -------------------------------------------------------------------------------------------


def test_a_run_counts_what_was_answered(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at="run/classic")
    strip, begin = page.locator(".rt-run-strip"), page.locator(".rt-run .rt-primary")
    lengths = [int(number) for number in re.findall(r"\d+", tell("run-more"))]
    expect(page.locator(".rt-run-lengths label")).to_have_text([tell("run-minutes", n=n) for n in lengths])
    expect(page.locator(".rt-run-scores .rt-quiet")).to_have_text([tell("run-none")] * len(lengths))
    expect(begin).to_have_text(tell("run-start"))
    page.get_by_label(tell("run-name"), exact=True).fill("Ana")
    begin.click()
    expect(strip.get_by_role("timer")).to_have_text(f"{lengths[0]}:00")
    right, wrong, told, shown = 0, 0, [], []
    while wrong < 3:
        expect(page.locator(".rt-answer:enabled").first).to_be_visible()
        page.locator(".rt-answer:enabled").first.click()
        is_right = not session(page, "sheet")["done"]
        right, wrong = right + is_right, wrong + (not is_right)
        told.append(tell("run-right", n=right) if is_right else "")
        said = page.locator(".rt-ears[aria-live]").inner_text()
        shown.append(said[: len(told[-1])])
        names = [strip.locator(f".rt-run-{what}").get_attribute("aria-label") for what in ("right", "wrong")]
        told.append(f"{tell('run-score', n=right)} {tell('run-mistakes', n=wrong, of=3)}")
        shown.append(" ".join(map(str, names)))
        if not is_right:
            told.append(tell("missed"))
            shown.append(page.locator(".rt-well b").first.inner_text())
            page.locator(".rt-next-step").click()
            answered(page)
    assert shown == told and right > 0
    expect(page.locator(".rt-run h3").first).to_have_text(tell("run-missed"))
    expect(page.locator(".rt-run li")).to_have_count(wrong)
    expect(page.locator(".rt-run-scores .rt-mine").first).to_have_text(f"1Ana{right}")
    heads = page.locator(".rt-run-scores table").first.locator("th[scope=col]")
    expect(heads).to_have_text(tell.texts["run-head"])
    expect(begin).to_have_text(tell("run-again"))
    begin.click()
    expect(strip).to_be_visible()
    page.evaluate("() => { document.querySelector('.rt-run-strip i').getAnimations()[0].currentTime = 120_500; }")
    hears(page, tell("run-seconds", n=60))
    home(page)
    expect(strip).to_be_hidden()
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("run"), exact=True)).click()
    button(page.locator(".rt-run"), tell("to-map")).click()
    assert at(page) == "home"


# -- Lessons -----------------------------------------------------------------------------------------------------------


def test_a_lesson_tells_its_steps_gives_hint_after_hint_and_leads_on(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at=FIRST.name, reduced_motion="reduce")
    dots = page.get_by_role("list", name=tell("steps")).get_by_role("button")
    expect(dots).to_have_count(len(FIRST.steps))
    assert [dot.get_attribute("aria-label") for dot in dots.all()] == [
        tell("step-n", n=n) for n in range(1, len(FIRST.steps) + 1)
    ]
    sheet = page.locator(".rt-lesson-sheet")
    for many, name in enumerate(("hint-0", "hint-1", "hint-2"), 1):
        button(sheet, tell(name)).click()
        expect(sheet.locator(".rt-told-hint")).to_have_count(many)
    expect(button(sheet, tell("hint-none"))).to_be_disabled()
    assert str(session(page, "sheet")["hints"][-1]["text"]).startswith("Like this: ")
    Learner(page).solves(FIRST, 0)
    well = sheet.locator(".rt-well")
    expect(well.locator("b").first).to_have_text(tell("well"))
    many = int(session(page, "sheet")["stars"])
    expect(well.locator(".rt-stars")).to_have_attribute("aria-label", tell("stars-of", n=many))
    expect(well.locator(".rt-stars")).to_have_text("★" * many + "☆" * (3 - many))
    expect(dots.first).to_have_attribute("aria-label", tell("step-done", n=1))
    page.locator(".rt-primary").get_by_text(tell("next-step"), exact=True).click()
    assert session(page, "sheet")["at"] == 1
    for key in "11":
        page.keyboard.press(key)
    expect(page.locator(".rt-draft li")).not_to_have_count(0)
    button(sheet, tell("start-over")).click()
    expect(page.locator(".rt-draft li")).to_have_count(0)
    end = len(FIRST.steps) - 1
    page.evaluate("(at) => host.model.send({ do: 'step', at })", end)
    answered(page)
    Learner(page).solves(FIRST, end)
    button(well, tell("to-map")).click()
    assert at(page) == "home"
    page.evaluate("(to) => host.model.send({ do: 'go', to })", FIRST.name)
    page.evaluate("(at) => host.model.send({ do: 'step', at })", end)
    answered(page)
    Learner(page).solves(FIRST, end)
    page.locator(".rt-primary").get_by_text(tell("next-lesson"), exact=True).click()
    assert at(page) == SECOND.name


def test_a_question_has_one_answer_and_the_placement_takes_none_as_well(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index", at="placement/classic", reduced_motion="reduce")
    page.keyboard.press("r")
    hears(page, tell("asks-first"))
    many = len(sent(page))
    button(page.locator(".rt-lesson-sheet"), tell("not-known")).click()
    assert [one["do"] for one in sent(page)[many:]] == ["next"]
    assert session(page, "place")["title"] == tell("placement-question", n=2)
    number = 2
    page.locator(".rt-answer").first.click()
    while session(page, "sheet")["done"]:  # the answer was right
        page.locator(".rt-primary").first.click()
        answered(page)
        number += 1
        page.locator(".rt-answer").first.click()
    button(page.locator(".rt-lesson-sheet"), tell("next-question")).click()
    assert session(page, "place")["title"] == tell("placement-question", n=number + 1)
    known = progress.with_mistakes(progress.Progress(), [(KEPT, 53.1)], NOON - timedelta(days=9))
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(known)))
    page.evaluate("() => host.model.send({ do: 'go', to: 'practice' })")
    answered(page)
    button(page.locator(".rt-lesson-sheet"), tell("hint-choices")).click()
    expect(page.locator(".rt-lesson-sheet .rt-answer")).to_have_count(4)
    page.goto("about:blank")
    page = opened("index", at="puzzles/classic/3", reduced_motion="reduce")
    answers = page.locator(".rt-answers .rt-answer")
    for n in range(answers.count()):
        if page.locator(".rt-well").count() == 0:
            answers.nth(n).click()
            answered(page)
    assert session(page, "place")["title"] == tell("puzzle", n=3)
    page.locator(".rt-primary").get_by_text(tell("next-puzzle"), exact=True).click()
    assert session(page, "place")["title"] == tell("puzzle", n=4)


# -- A drive -----------------------------------------------------------------------------------------------------------


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
    rows = [[cell.inner_text() for cell in line.locator("th, td").all()] for line in risk.locator("tbody tr").all()]
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


# -- After the finish --------------------------------------------------------------------------------------------------


def test_a_mistake_is_decided_once_more_driven_on_with_and_the_stage_driven_again(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = trying(opened)
    box, again = page.locator(".rt-retry"), button(page, tell("review-again"))
    expect(page.get_by_role("region", name=tell("review-try"))).to_be_visible()
    expect(again).to_have_count(0)

    def decides() -> None:
        for key in "5", "Enter", "r":
            page.locator(".rt-list").press(key)
            answered(page)

    decides()
    assert session(page, "view")["retry"]["made"]
    again.click()
    assert last(page) == {"do": "clear"} and not session(page, "view")["retry"]["made"]
    expect(page.locator(".rt-draft li")).to_have_count(0)
    decides()
    before = session(page, "view")["lines"]
    button(box, tell("review-drive-on")).click()
    assert session(page, "view")["lines"] > before
    button(page, tell("review-return")).first.click()
    review = page.locator(".rt-review")
    expect(review.locator("h4")).to_have_text(tell("review-mistakes"))
    expect(review.get_by_text(tell("review-map"), exact=True)).to_be_visible()
    lost = review.locator("polyline[class^=rt-lost]").evaluate_all(
        """(all) => all.map((one) => {
            const brush = document.createElement("canvas").getContext("2d"), { stroke, strokeWidth } = getComputedStyle(one);
            brush.fillStyle = stroke;
            brush.fillRect(0, 0, 1, 1);
            const [red, green] = brush.getImageData(0, 0, 1, 1).data, told = one.querySelector("title").textContent;
            return [Number((told.match(/([\\d.]+) s/) ?? [0, 60])[1]), parseFloat(strokeWidth), red - green];
        })"""
    )
    most, least = max(lost), min(lost)
    assert least[0] == 0 and most[0] > 1 and most[1] > least[1] and most[2] > 0 > least[2], lost
    review.get_by_text(tell("review-table"), exact=True).click()
    expect(review.locator("details tbody tr").first).to_be_visible()
    expect(page.locator(".rt-result h3").first).to_have_text(tell("finished"))
    page.keyboard.press("1")
    hears(page, tell("finished"))
    button(page, tell("again")).click()
    assert last(page)["do"] == "new" and session(page, "view")["over"] is False


def test_a_line_is_said_and_a_list_told_of_what_was_announced(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("drive")
    button(settings(page), tell("talk")).click()
    box = page.get_by_role("region", name=tell("talk"))
    for line in "1", "clock":
        page.get_by_role("textbox", name=tell("talk-line")).fill(line)
        button(box, tell("talk-send")).click()
        answered(page)
    lays(page, "the 1 on space 1")
    newest, before = page.get_by_role("list", name=tell("talk-heard")).locator("li").all_text_contents()[:2]
    assert newest.startswith("Clock") and before.startswith("the 1 on space 1")
    box.get_by_text(tell("talk-keys"), exact=True).click()
    more = [f"{name}{key}" for key, name in tell.texts["talk-more-keys"].items()]
    assert box.locator("details li").all_text_contents()[-len(more) :] == more
    speech = box.get_by_label(tell("speech"), exact=True)
    expect(speech.locator("option")).to_have_text([*tell.texts["speeches"].values()])
    speech.select_option("brief")
    hears(page, tell.texts["speech-now"]["brief"])
    assert last(page) == {"do": "speak", "how": "brief"}
    button(box, tell("close")).click()
    expect(box).to_be_hidden()


# -- The rulebook ------------------------------------------------------------------------------------------------------


def test_the_rulebook_counts_what_it_finds_and_leafs_from_end_to_end(opened: Open) -> None:
    tell, texts = Twice("classic", "page"), text_tables("games.classic")
    page = opened("rules")
    book = page.locator(".rt-panel")
    expect(book).to_contain_text(tell("rules-hello"))
    page.get_by_role("searchbox", name=tell("search")).fill("SISU")
    codes = [
        rule.code
        for rule in SHELF["classic"].rules()
        if "sisu"
        in " ".join(
            (
                rule.code,
                str(texts["words"]["chapters"][rule.chapter]),
                str(texts[rule.code]["title"]),
                why(texts[rule.code]),
            )
        ).lower()
    ]
    chapters, driving = text_tables("tutor")["handbook"], texts["words"]["driving"]
    codes += [
        code
        for code, one in driving.items()
        if "sisu" in f"{code} {chapters[code.split('-')[1]]} {one['name']} {one['why']}".lower()
    ]
    expect(page.get_by_text(tell("found", n=len(codes)), exact=True)).to_have_count(1)
    lines = page.locator(".rt-rules li:visible code")
    assert sorted(lines.all_text_contents()) == sorted(codes)
    first, final = SHELF["classic"].rules()[0].code, PRINCIPLES["classic"][-1].code
    expect(page.get_by_text(tell("legend"), exact=True)).to_be_visible()
    words = page.locator("details", has=page.get_by_text(tell("glossary-title"), exact=True))
    expect(words.locator("dt")).to_have_text(
        [one["forms"].split("|")[0] for one in texts["words"]["glossary"].values()]
    )
    sheet = page.get_by_role("link", name=tell("sheet"))
    expect(sheet).to_have_text(f"{tell('sheet')}: {tell('sheet-more')}")
    expect(sheet).to_have_attribute("href", re.compile("classic-sheet"))
    page.evaluate("(to) => host.model.send({ do: 'go', to })", f"rules/{first}")
    answered(page)
    before, behind = (button(page, tell(name)) for name in ("rule-before", "rule-behind"))
    expect(before).to_be_disabled()
    behind.click()
    assert at(page) == f"rules/{SHELF['classic'].rules()[1].code}"
    before.click()
    assert at(page) == f"rules/{first}"
    page.evaluate("(to) => host.model.send({ do: 'go', to })", f"rules/{final}")
    answered(page)
    expect(behind).to_be_disabled()
    page.evaluate("() => host.model.send({ do: 'go', to: 'rules/CL-GEAR-03' })")
    answered(page)
    for kind, name in (("broken", tell("ex-broken")), ("ok", tell("ex-ok"))):
        page.locator(f".rt-rule .rt-small.{kind}").first.get_by_text(name).click()
        messages = [one["code"] for one in session(page, "view")["messages"]]
        assert ("CL-GEAR-03" in messages) is (kind == "broken"), kind
    term = page.locator(".rt-panel .rt-term").first
    expect(term).to_have_attribute("title", tell("term", word=term.inner_text()))


def why(rule: Any) -> str:
    return rule["why"] if isinstance(rule["why"], str) else " ".join(map(str, rule["why"].values()))


# -- What was learned --------------------------------------------------------------------------------------------------


def test_what_was_learned_is_printed_and_leads_to_what_it_cost(opened: Open) -> None:
    tell = Twice("classic", "page")
    page = opened("index")
    empty = page.locator(".rt-summary")
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("summary"), exact=True)).click()
    expect(empty.locator("h2")).to_have_text(tell("summary"))
    expect(empty).to_contain_text(tell("summary-none"))
    page.evaluate("() => { window.print = () => { window.printed = (window.printed ?? 0) + 1; }; }")
    button(empty, tell("print")).click()
    assert page.evaluate("() => window.printed") == 1
    button(empty, tell("insight")).click()
    insight = page.locator(".rt-insight")
    expect(insight.locator("h2")).to_have_text(tell("insight"))
    expect(insight.locator(".rt-quiet").first).to_have_text(tell("insight-empty"))
    assert session(page, "place")["insight"]["empty"] is True and not session(page, "progress").get("log")
    button(insight, tell("summary")).click()
    button(empty, tell("to-map")).click()
    kept = progress.with_broken_rule(by_heart(FIRST), "CL-GEAR-03", NOON)
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", progress.plain(kept))
    expect(page.locator(".rt-home p[role=status]")).to_have_text(tell("brought"))
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("summary"), exact=True)).click()
    expect(empty).not_to_contain_text(tell("summary-none"))
    expect(empty.locator("h3").first).to_contain_text(FIRST.title)
    page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(drives(LOST))))
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("insight"), exact=True)).click()
    expect(insight.locator(".rt-quiet").first).to_have_text(tell("insight-more"))
    assert len(session(page, "progress")["log"]) == len(LOST), "the diary that the browser is given to keep"
    insight.get_by_text(tell("insight-table"), exact=True).first.click()
    expect(insight.locator("details table").first).to_be_visible()


def test_two_games_are_leafed_through_from_end_to_end(opened: Open) -> None:
    tell = Twice("dirt", "page")
    page = opened("index", at="home/dirt")
    all_that_is_here(page).locator(".rt-door", has=page.get_by_text(tell("coming"), exact=True)).click()
    pairs = page.get_by_role("navigation", name=tell("coming")).get_by_role("button")
    box = page.locator(".rt-coming")
    back, forward = button(box, tell("back")), button(box, tell("forward"))
    titles = pairs.all_text_contents()
    seen = [box.locator("h2").inner_text()]
    expect(back).to_be_disabled()
    while forward.is_enabled():
        forward.click()
        answered(page)
        seen.append(box.locator("h2").inner_text())
    assert seen == titles and len(seen) > 2
    back.click()
    expect(box.locator("h2")).to_have_text(titles[-2])


# -- Cards -------------------------------------------------------------------------------------------------------------


def test_at_a_table_of_cards_each_key_says_what_it_lacks_and_the_next_player_says_who_they_are(opened: Open) -> None:
    tell = Twice("mil_millas", "page")
    page = opened("mil_millas-drive")
    page.locator(".rt-primary").first.click()
    answered(page)
    page.keyboard.press("Delete")
    hears(page, tell("away-none"))
    name = page.locator(".rt-die").first.get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    hears(page, tell("say-held", piece=str(name).split(", ")[0]))
    page.keyboard.press("Delete")
    answered(page)
    assert "discard" in str(last(page)) or session(page, "view")["draft"], "the card in hand is laid on the pile"
    page.evaluate("() => host.model.send({ do: 'new', table: '', cars: 2, bots: false, level: 'club', seed: '3' })")
    answered(page)
    covered = session(page, "view")
    assert covered["covered"] and covered["pieces"] == []
    page.locator(".rt-primary").get_by_text(tell("uncover", driver=covered["driver"]), exact=True).click()
    assert session(page, "view")["covered"] is False
