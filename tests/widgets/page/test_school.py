"""The school on the page: the map, lessons by keys and by mouse, practice, stars that travel."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import addresses, progress
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Lesson
from rallyman_tutor.tutor.lesson.sitting import sit_down
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import NOON, as_sent
from tests.pages.learner import Learner, all_that_is_here, shows
from tests.pages.visits import KEPT, Open
from tests.some import some
from tests.widgets.page.courses import COURSES, FIRST, LESSONS, SECOND, by_heart, enters, home, notebook, on_the_map
from tests.widgets.page.host import address, ready

GAME = SHELF["classic"]
PAGE = text_tables("tutor")["page"]


def _words_in(step: AnyStep) -> int:
    return len("".join([step.words.goal, *step.words.text, *(text for _, text in step.words.answers)]))


QUESTIONS = [  # of every kind the one with the most to read
    max(found, key=lambda one: _words_in(one[1]))
    for kind in KINDS
    if (
        found := [
            (one, step)
            for key in ("classic", "dirt")
            for one in COURSES[key]
            for step in one.steps
            if step.kind == kind and not step.lays
        ]
    )
]


@pytest.fixture
def opened(opened: Open) -> Open:
    """Pages of the school, without waiting for anything to move."""
    return partial(opened, reduced_motion="reduce")


def test_the_map_shows_every_lesson_and_begins_with_the_first(opened: Open) -> None:
    page = opened()
    expect(page).to_have_title("Rallyman Tutor")
    expect(page.locator(".rt-map li b")).to_have_text([lesson.title for lesson in LESSONS])
    expect(page.get_by_role("heading", level=3)).to_have_text(
        ["To your first rally", "More rules", "Driving well", "At your table"]
    )
    driving = page.locator(".rt-map-chapter").last.locator("li")
    expect(driving.locator("i").first).to_have_text(str(len(LESSONS) - driving.count() + 1))
    expect(page.locator(".rt-first")).to_have_text(f"Begin: {FIRST.title}")
    page.locator(".rt-first").click()
    shows(page, sit_down(FIRST))
    expect(page).to_have_url(address(notebook(FIRST)))
    expect(page).to_have_title(f"{FIRST.title} · Rallyman Tutor")


@pytest.mark.parametrize("width", [1280, 390])
def test_one_chapter_can_be_looked_at_alone(opened: Open, width: int) -> None:
    page = opened(width=width)
    signs, rows = page.locator(".rt-sign h3 button"), page.locator(".rt-map li")
    listed = list(LESSONS)
    alone = listed[-int(page.locator(".rt-map-chapter").last.locator("li").count()) :]
    expect(rows).to_have_count(len(listed))
    signs.last.focus()
    page.keyboard.press("Enter")
    expect(rows.locator("b")).to_have_text([lesson.title for lesson in alone])
    expect(rows.locator("i")).to_have_text([str(len(listed) - len(alone) + n) for n in range(1, len(alone) + 1)])
    expect(rows.locator("small")).to_have_text([lesson.about for lesson in alone])
    expect(signs).to_be_focused()
    expect(signs).to_have_attribute("aria-expanded", "true")
    page.get_by_role("button", name="The whole course").click()
    expect(rows).to_have_count(len(listed))
    expect(signs.last).to_be_focused()


def test_the_map_of_another_game_is_the_first_that_is_seen(opened: Open) -> None:
    page = opened(at="home/dirt")
    assert page.evaluate("() => host.atFirst") == [lesson.title for lesson in COURSES["dirt"]]


def of_every_kind(*keys: str) -> dict[str, list[Lesson]]:
    """A lesson or two of each of these games, short ones that have every kind of step between them."""

    def kinds(lessons: Iterable[Lesson]) -> set[str]:
        return {step.kind for lesson in lessons for step in lesson.steps}

    course = [lesson for key in keys for lesson in COURSES[key]]
    taken: list[Lesson] = []
    while missing := kinds(course) - kinds(taken):
        taken.append(max(course, key=lambda one: (len(kinds([one]) & missing), -len(one.steps))))
    found = {key: [lesson for lesson in COURSES[key] if lesson in taken] for key in keys}
    return {key: of or [min(COURSES[key], key=lambda one: len(one.steps))] for key, of in found.items()}


OF_EVERY_KIND = of_every_kind("classic", "dirt") | {
    key: [min(COURSES[key], key=lambda one: len(one.steps))] for key in ("crazy_rally", "mil_millas")
}
"""With dice all kinds, and a lesson of each game with cards."""


@pytest.mark.parametrize("key", COURSES)
def test_lessons_are_solved_by_keys_alone_in_one_page(opened: Open, key: str, wide: bool) -> None:
    """Lessons that have every kind of step; in a wide run all, up to the highest licence."""
    lessons = COURSES[key] if wide else OF_EVERY_KIND[key]
    page = opened(at=addresses.address_in_game("home", key), reduced_motion="reduce")
    expect(page.locator(".rt")).to_have_attribute("data-game", key)
    page.evaluate("() => { window.isTheSame = true; }")
    for lesson in lessons:
        enters(page, lesson)
        Learner(page).takes(lesson)
        expect(page).to_have_url(address(notebook(lesson)))
    assert page.evaluate("() => window.isTheSame")
    home(page)
    expect(page.locator(".rt-map .rt-stars")).to_have_text(
        ["★★★" if lesson in lessons else "☆☆☆" for lesson in COURSES[key]]
    )
    expect(page.locator(".rt-licence b")).to_have_text(re.compile("works" if wide else "licence", re.IGNORECASE))


def solved_by_mouse(page: Page, *lessons: Lesson) -> None:
    for lesson in some(lessons):
        home(page)
        on_the_map(page, lesson).get_by_role("button").click()
        Learner(page, by="mouse").takes(lesson)


def test_who_asks_why_behind_a_step_still_goes_on_with_the_same_button(opened: Open) -> None:
    page = opened(at="classic/04-clock")
    page.evaluate("() => document.querySelectorAll('.rt-dots button')[0].click()")
    Learner(page).solves(LESSONS[3], 0)
    page.get_by_role("button", name="Why?").last.click()
    expect(page.get_by_role("button", name="To the present")).to_be_visible()
    expect(page.locator(".rt-primary").first).to_have_text("Next")


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_no_title_of_a_lesson_is_cut_on_a_phone(opened: Open, key: str) -> None:
    longest = max(COURSES[key], key=lambda lesson: len(lesson.title))
    page = opened(notebook(longest), 390, has_touch=True, is_mobile=True)
    title = page.locator(".rt-title")
    expect(title).to_have_text(longest.title)
    assert title.evaluate(
        "node => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth + 1"
    )


def test_a_lesson_is_solved_by_mouse(opened: Open) -> None:
    solved_by_mouse(opened(), next(lesson for lesson in LESSONS if "drifts" in lesson.name))


@pytest.mark.wide
@pytest.mark.parametrize("key", COURSES)
def test_every_lesson_is_solved_by_mouse(opened: Open, key: str) -> None:
    page = opened(at=addresses.address_in_game("home", key))
    solved_by_mouse(page, *COURSES[key])
    home(page)
    expect(page.locator(".rt-map .rt-stars")).to_have_text(["★★★"] * len(COURSES[key]))


def test_stars_are_taken_along_as_a_file_and_put_back_in_another_browser(opened: Open, tmp_path: Path) -> None:
    page = opened(stars=by_heart(FIRST))
    with page.expect_download() as waited:
        all_that_is_here(page).get_by_role("button", name="Take them along").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    assert file.suffix == ".json"
    assert progress.read(json.loads(file.read_text("utf-8"))) == by_heart(FIRST)
    other = opened()
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("☆☆☆")
    with other.expect_file_chooser() as asked:
        all_that_is_here(other).get_by_role("button", name="Put them back").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("no JSON at all", "utf-8")
    asked.value.set_files(wrong)
    expect(other.locator(".rt-home p[role=status]")).to_contain_text("no stars of this tutor")
    other.locator(".rt-keep input[type=file]").set_input_files(file)
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("★★★")
    expect(other.locator(".rt-home p[role=status]")).to_have_text("Your stars are back.")
    other.reload()
    ready(other)
    expect(on_the_map(other, FIRST).locator(".rt-stars")).to_have_text("★★★")


def test_the_door_to_practice_tells_rules_and_decisions_apart(opened: Open) -> None:
    page = opened()
    door = all_that_is_here(page).get_by_role("button", name="Practice")
    expect(door).to_contain_text("come back here")
    expect(page.locator(".rt-reasons").get_by_role("button", name="Practice")).to_have_count(0)
    known = progress.with_broken_rule(progress.Progress(), "CL-GEAR-03", NOON - timedelta(days=9))
    decision = PastDecision("classic", "s4 R3 s3 L3 s3 | You", ("A[1 2]", "1>s1"))
    both = progress.with_mistakes(known, [(decision, 2.0)], NOON - timedelta(days=9))
    for kept, told in ((known, "1 from the rules"), (both, "1 from the rules, 1 from your drives and games")):
        page.evaluate("(progress) => host.model.send({ do: 'bring', progress })", as_sent(progress.plain(kept)))
        expect(page.locator(".rt-reasons").get_by_role("button", name="Practice")).to_have_text(
            f"PracticeDue today: {told}"
        )
        expect(page.locator(".rt-doors .rt-door", has_text="Practice")).to_have_text(f"PracticeDue today: {told}")


def test_what_is_done_in_two_tabs_is_put_together(opened: Open) -> None:
    one = opened(at=FIRST.name)
    other = one.context.new_page()
    other.emulate_media(reduced_motion="reduce")
    other.goto(address("index") + f"?at={SECOND.name}")
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


@pytest.mark.parametrize("at", range(len(QUESTIONS)), ids=[f"{one.name}-{step.id}" for one, step in QUESTIONS])
def test_answers_are_in_sight_on_a_phone_without_opening_anything(opened: Open, at: int) -> None:
    lesson, step = QUESTIONS[at]
    page = opened(notebook(lesson), 390, has_touch=True, is_mobile=True)
    page.evaluate("at => document.querySelectorAll('.rt-dots button')[at].click()", lesson.steps.index(step))
    shows(page, sit_down(lesson, lesson.steps.index(step)))
    for answer in page.locator(".rt-answer").all():
        expect(answer).to_be_in_viewport(ratio=0.9)
    page.locator(".rt-answer").first.tap()
    expect(page.locator(".rt-answer:is(.right, .wrong), .rt-refuted, .rt-place:not(:empty)").first).to_be_visible()


def test_a_link_of_a_lesson_opens_beside_the_tutor_and_stays_words_where_all_is_a_button(opened: Open) -> None:
    page = opened(notebook(FIRST), 390)
    page.evaluate(
        """() => { const sheet = host.model.get('sheet'), text = ['See the [film](https://example.org/a_film), *twice*.'];
            host.take({ sheet: { ...sheet, text }, view: { ...host.model.get('view') } }); }"""
    )
    expect(page.locator(".rt-handle")).to_contain_text("See the film, twice.")
    expect(page.locator(".rt-handle a")).to_have_count(0)
    page.locator(".rt-handle").click()
    link = page.get_by_role("link", name="film")
    expect(link).to_be_visible()
    assert [link.get_attribute(name) for name in ("href", "target", "rel")] == [
        "https://example.org/a_film",
        "_blank",
        "noopener noreferrer",
    ]


def test_who_follows_a_link_to_a_later_lesson_is_told_what_it_builds_on_and_led_there(opened: Open) -> None:
    page = opened(notebook(SECOND))
    told = page.locator(".rt-lesson-sheet .rt-quiet")
    expect(told).to_contain_text(PAGE["builds-on"].format(title=FIRST.title))
    told.get_by_role("button", name=PAGE["to-builds-on"]).click()
    shows(page, sit_down(FIRST))
    expect(told).to_have_count(0)


def test_a_picture_of_a_lesson_that_cannot_be_shown_is_told_in_words(opened: Open) -> None:
    page = opened(notebook(FIRST))
    page.evaluate(
        """() => {
          const picture = { file: "a.png", alt: "Two cars in a bend." };
          const { place, sheet, view } = Object.fromEntries(["place", "sheet", "view"].map((part) => [part, host.model.get(part)]));
          host.take({
            place: { ...place, pictures: { "a.png": "data:image/png;base64,AAAA" } },
            sheet: { ...sheet, pictures: [picture] },
            view: { ...view },
          });
        }"""
    )
    expect(page.locator(".rt-lesson-sheet .rt-quiet")).to_have_text("Two cars in a bend.")
    expect(page.locator(".rt-lesson-picture")).to_have_count(0)
