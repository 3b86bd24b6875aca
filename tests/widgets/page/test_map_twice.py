"""The words of the map are told twice: what was done and what is due is counted again, and each door is gone through to
see that it leads to where it says. See `tests/tutor/told_twice.py`."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rallyman_tutor.tutor.learner import daily, progress
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import NOON
from tests.pages.learner import all_that_is_here
from tests.pages.visits import Open
from tests.some import some
from tests.tutor.told_twice import Twice
from tests.widgets.page.asking import at, button
from tests.widgets.page.courses import COURSES, FIRST, LESSONS, SECOND, by_heart, on_the_map

pytestmark = pytest.mark.usefixtures("same_tables")


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
