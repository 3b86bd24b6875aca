"""The school in a real browser: the map, every lesson by keys and by mouse, the rulebook, practice, stars that travel.

Pictures of every width and theme are kept in `tests/output/`, to be looked at.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor import places, progress
from rallyman_tutor.tutor.answers import right_answer
from rallyman_tutor.tutor.course import sit
from rallyman_tutor.tutor.explain import title
from rallyman_tutor.tutor.lessons import ASKED, Lesson, Step
from rallyman_tutor.tutor.rulebook import contents
from rallyman_tutor.tutor.words import words
from tests.pages.learner import Learner, shows
from tests.pages.servers import ROOT, Server, in_jupyter
from tests.pages.visits import KEPT, LOOKS, Open, ready
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in

GAME = SHELF["classic"]
OUTPUT = Path(__file__).parents[1] / "output"
COURSES = {key: [lesson_in(folder) for folder in FOLDERS if folder.parent.name == key] for key in SHELF}
LESSONS = COURSES["classic"]
FIRST, SECOND = LESSONS[:2]


def _words_in(step: Step) -> int:
    return len("".join([step.told.goal, *step.told.text, *(text for _, text in step.told.answers)]))


QUESTIONS = [  # of every kind the one with the most to read
    max(found, key=lambda one: _words_in(one[1]))
    for kind in ASKED
    if (
        found := [
            (one, step)
            for key in ("classic", "dirt")
            for one in COURSES[key]
            for step in one.steps
            if step.kind == kind
        ]
    )
]
HAZARD = "hazard|hazards|triangle|triangles"


@pytest.fixture
def opened(opened: Open) -> Open:
    """Pages of the school, without waiting for anything to move."""
    return partial(opened, reduced_motion="reduce")


def notebook(lesson: Lesson) -> str:
    return lesson.name.replace("/", "-")


def home(page: Page) -> None:
    page.locator(".rt-brand").click()
    expect(page.locator(".rt-home")).to_be_visible()


def on_the_map(page: Page, lesson: Lesson) -> Any:
    return page.locator(".rt-map li").filter(has=page.get_by_text(lesson.title, exact=True))


def by_heart(*lessons: Lesson) -> progress.Progress:
    """The progress of somebody who has these lessons behind him."""
    kept = progress.Progress()
    for lesson in lessons:
        for step in lesson.steps:
            kept = progress.passed(kept, lesson.name, step.id, progress.MOST_STARS)
    return kept


def enters(page: Page, lesson: Lesson) -> None:
    """Into a lesson, from the map, without a mouse."""
    if not page.locator(".rt-home").is_visible():
        page.locator(".rt-brand").focus()
        page.keyboard.press("Enter")
    on_the_map(page, lesson).get_by_role("button").focus()
    page.keyboard.press("Enter")
    shows(page, sit(lesson))


# -- The map ----------------------------------------------------------------------------------------------------------


def test_the_map_shows_every_lesson_and_begins_with_the_first(opened: Open, pages: Server) -> None:
    page = opened()
    expect(page).to_have_title("Rallyman Tutor")
    expect(page.locator(".rt-map li b")).to_have_text([lesson.title for lesson in LESSONS])
    expect(page.locator(".rt-first")).to_contain_text("Begin")
    page.locator(".rt-first").click()
    shows(page, sit(FIRST))
    expect(page).to_have_url(pages.page(notebook(FIRST)))
    expect(page).to_have_title(f"{FIRST.title} · Rallyman Tutor")


def test_the_map_of_another_game_is_the_first_that_is_seen(opened: Open, browser: Browser, pages: Server) -> None:
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.add_init_script(
            """addEventListener("rallyman:ready", () => {
                 window.first = [...document.querySelectorAll(".rt-map b")].map((node) => node.textContent); });"""
        )
        page.goto(f"{pages.page('index')}?at=home/dirt")
        ready(page)
        assert page.evaluate("() => window.first") == [lesson.title for lesson in COURSES["dirt"]]
        page.goto("about:blank")


# -- Every lesson -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", COURSES)
def test_lessons_are_solved_by_keys_alone_in_one_page_and_one_kernel(
    opened: Open, pages: Server, key: str, wide: bool
) -> None:
    """Every eighth of a course in its order; in a wide run all of them, up to the highest licence."""
    lessons = COURSES[key] if wide else COURSES[key][::8]
    page = opened(at=places.of_game("home", key), reduced_motion="reduce")
    expect(page.locator(".rt")).to_have_attribute("data-game", key)
    kernels = pages.kernels()
    for lesson in lessons:
        enters(page, lesson)
        Learner(page).takes(lesson)
        expect(page).to_have_url(pages.page(notebook(lesson)))
    assert pages.kernels() == kernels
    home(page)
    expect(page.locator(".rt-map .rt-stars")).to_have_text(
        ["★★★" if lesson in lessons else "☆☆☆" for lesson in COURSES[key]]
    )
    expect(page.locator(".rt-licence b")).to_have_text(re.compile("works" if wide else "licence", re.IGNORECASE))


def solved_by_mouse(page: Page, *lessons: Lesson) -> None:
    for lesson in lessons:
        home(page)
        on_the_map(page, lesson).get_by_role("button").click()
        Learner(page, by_mouse=True).takes(lesson)


def test_a_lesson_is_solved_by_mouse(opened: Open) -> None:
    solved_by_mouse(opened(), next(lesson for lesson in LESSONS if "drifts" in lesson.name))


@pytest.mark.wide
@pytest.mark.parametrize("key", COURSES)
def test_every_lesson_is_solved_by_mouse(opened: Open, key: str) -> None:
    page = opened(at=places.of_game("home", key))
    solved_by_mouse(page, *COURSES[key])
    home(page)
    expect(page.locator(".rt-map .rt-stars")).to_have_text(["★★★"] * len(COURSES[key]))


# -- Progress that travels --------------------------------------------------------------------------------------------


def test_stars_are_taken_along_as_a_file_and_put_back_in_another_browser(opened: Open, tmp_path: Path) -> None:
    page = opened(stars=by_heart(FIRST))
    with page.expect_download() as waited:
        page.get_by_role("button", name="Take them along").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    assert file.suffix == ".json"
    assert progress.read(json.loads(file.read_text("utf-8"))) == by_heart(FIRST)
    other = opened()
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("☆☆☆")
    with other.expect_file_chooser() as asked:
        other.get_by_role("button", name="Put them back").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("no JSON at all", "utf-8")
    asked.value.set_files(wrong)
    expect(other.locator(".rt-home [role=status]")).to_contain_text("no stars of this tutor")
    other.locator(".rt-keep input[type=file]").set_input_files(file)
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("★★★")
    expect(other.locator(".rt-home [role=status]")).to_have_text("Your stars are back.")
    other.reload()
    ready(other)
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("★★★")


def test_what_is_done_in_two_tabs_is_put_together(opened: Open, pages: Server) -> None:
    one = opened(at=FIRST.name)
    other = one.context.new_page()
    other.goto(pages.page("index") + f"?at={SECOND.name}")
    ready(other)
    Learner(other).solves(SECOND, 0)
    other.wait_for_function(f"name => name in JSON.parse(localStorage['{KEPT}']).stars", arg=SECOND.name)
    Learner(one).solves(FIRST, 0)
    one.wait_for_function(
        f"names => names.every(name => name in JSON.parse(localStorage['{KEPT}']).stars)", arg=[FIRST.name, SECOND.name]
    )


def test_a_browser_that_keeps_nothing_is_told_so(opened: Open) -> None:
    page = opened()
    expect(page.locator(".rt-keep")).to_contain_text("kept in this browser only")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator(".rt-keep")).to_contain_text("This browser keeps nothing")


# -- The rulebook -----------------------------------------------------------------------------------------------------


def test_the_rulebook_is_searched_and_a_rule_opens_with_its_board(opened: Open, pages: Server) -> None:
    page = opened()
    page.get_by_role("button", name="Rulebook").click()
    rules = page.locator(".rt-rules li:visible")
    chapters = page.locator(".rt-rules").get_by_role("heading", level=3)
    expect(chapters).to_have_count(len(words(GAME.key).group("chapters")))
    expect(rules).to_have_count(0)
    gears = chapters.filter(has_text="Gear dice").get_by_role("button")
    gears.click()
    expect(rules).to_have_count(sum(rule.chapter == "GEAR" for rule in GAME.rules()))
    gears.click()
    expect(rules).to_have_count(0)
    page.get_by_role("searchbox").fill("gear one at a time")
    expect(page.locator(".rt-find [role=status]")).not_to_contain_text(str(len(GAME.rules())))
    assert 0 < rules.count() < 20
    expect(page.locator(".rt-rules h3:visible [aria-expanded='false']")).to_have_count(0)
    rules.filter(has_text="CL-GEAR-03").get_by_role("button").click()
    expect(page.locator(".rt-rule h3")).to_have_text("Gears are changed one at a time")
    expect(page).to_have_url(f"{pages.page('rules')}?at=rules/CL-GEAR-03")
    expect(page.get_by_role("searchbox")).to_have_value("gear one at a time")
    expect(page.locator(".rt-draft .refused")).to_have_count(1)
    page.get_by_role("button", name="So it goes").first.click()
    expect(page.get_by_role("button", name="So it goes").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rt-draft .refused")).to_have_count(0)
    assert page.locator(".rt-draft li").count() > 0
    page.get_by_role("button", name="So it does not").first.click()
    expect(page.locator(".rt-draft .refused")).to_have_count(1)


def test_a_word_of_the_game_is_told_where_it_stands(opened: Open) -> None:
    page = opened("index", at="classic/05-hazards")
    word = page.locator(".rt-lesson-sheet .rt-term").filter(has_text="hazard").first
    word.click()
    expect(page.locator(".rt-gloss")).to_have_text(str(words(GAME.key).group("glossary")[HAZARD]))
    word.click()
    expect(page.locator(".rt-gloss")).to_have_count(0)


def test_all_marked_words_are_one_stop_of_the_tab_key_and_the_arrows_lead_through_them(opened: Open) -> None:
    page = opened("index", at="classic/05-hazards")
    terms, stop = page.locator(".rt-term:visible"), page.locator(".rt-term[tabindex='0']")
    expect(stop).to_have_count(1)
    assert terms.count() > 1
    first = stop.inner_text()
    stop.focus()
    page.keyboard.press("ArrowRight")
    expect(terms.nth(1)).to_be_focused()
    expect(stop).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".rt-gloss")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(stop).to_have_text(first)
    expect(page.locator(".rt-term:focus")).to_have_text(first)


def test_one_leafs_through_the_rules_and_those_without_a_board_as_well(opened: Open, pages: Server) -> None:
    codes = [rule.code for rule in GAME.rules()]
    sheets = [at for at, rule in enumerate(contents(GAME)) if rule["examples"] == (0, 0)]
    at = next(at for at in sheets if at)
    page = opened("rules", at=f"rules/{codes[at - 1]}")
    page.get_by_role("button", name="The next rule").click()
    expect(page).to_have_url(f"{pages.page('rules')}?at=rules/{codes[at]}")
    expect(page.locator(".rt-rule h3")).to_have_text(title(GAME, codes[at]))
    expect(page.locator(".rt-tray")).to_be_hidden()
    expect(page.locator(".rt-rules [aria-current='true']")).to_contain_text(codes[at])
    page.get_by_role("button", name="The rule before").click()
    expect(page.locator(".rt-rule h3")).to_have_text(title(GAME, codes[at - 1]))


# -- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(len(QUESTIONS)), ids=[f"{one.name}-{step.id}" for one, step in QUESTIONS])
def test_answers_are_in_sight_on_a_phone_without_opening_anything(opened: Open, at: int) -> None:
    lesson, step = QUESTIONS[at]
    page = opened(notebook(lesson), 390, has_touch=True, is_mobile=True)
    page.evaluate("at => document.querySelectorAll('.rt-dots button')[at].click()", lesson.steps.index(step))
    shows(page, sit(lesson, lesson.steps.index(step)))
    for answer in page.locator(".rt-answer").all():
        expect(answer).to_be_in_viewport(ratio=0.9)
    page.locator(".rt-answer").first.tap()
    expect(page.locator(".rt-answer:is(.right, .wrong), .rt-refuted").first).to_be_visible()


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
    shows(page, sit(FIRST))
    look("goal")
    pull_up()
    page.get_by_role("button", name="A hint").click()
    look("goal-hint")
    Learner(page).solves(FIRST, 0)
    look("goal-done")
    home(page)
    on_the_map(page, quiz).get_by_role("button").click()
    shows(page, sit(quiz))
    pull_up()
    page.locator(".rt-dots button").nth(at).click()
    shows(page, sit(quiz, at))
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
            shows(page, sit(SECOND))
            assert f"/hub/user/ana/rallyman/voila/render/{notebook(SECOND)}.ipynb" in page.url
            page.reload()
            ready(page)
            shows(page, sit(SECOND))
            page.goto("about:blank")
    finally:
        server.stop()
