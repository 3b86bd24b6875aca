"""A run against the clock on the page: begun under a name, each right answer followed by the next question at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from rallyman_tutor.page.places.home import Home
from rallyman_tutor.page.places.lesson import Lesson
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lessons import Sitting
from tests.page.host import NOON, Visit


def running(key: str = "classic", **start: Any) -> Visit:
    visit = Visit("home")
    visit.says(do="go", to=f"run/{key}")
    visit.says(**{"do": "start", "minutes": 3, **start})
    return visit


def answers(visit: Visit, right: bool = True) -> None:
    """Answer the question that is open."""
    seat = visit.page.sat_at
    assert isinstance(seat, Sitting)
    wanted = right_answer(seat.lesson, 0)
    if visit.sheet["kind"] == "find":
        visit.says(do="point", at=int(wanted) if right else (int(wanted) + 1) % len(visit.view["draft"]))
    else:
        others = [one["id"] for one in visit.sheet["answers"] if one["id"] != wanted]
        visit.says(do="answer", id=wanted if right else others[0])


def test_the_map_leads_to_a_run_and_a_run_begins_at_its_button() -> None:
    visit = Visit("home/dirt")
    at = visit.place["home"]["run"]
    visit.says(do="go", to=at)
    assert (at, visit.place["at"], visit.place["page"]) == ("run/dirt", "run/dirt", "index?at=run/dirt")
    shown = visit.place["run"]
    assert (shown["phase"], shown["lengths"], shown["score"]) == ("start", [3, 5], 0)
    visit.says(do="start", minutes=5, name="Ana")
    assert (
        visit.place["run"]["phase"] == "on"
        and visit.place["run"]["left"] == 300_000
        and visit.sheet["answers"] is not None
    )
    for wrong in ({"minutes": 4}, {"minutes": "3"}, {}):
        again = Visit("run/classic")
        again.says(do="start", **wrong)
        assert again.place["run"]["phase"] == "start" and again.page.answers


def test_a_right_answer_counts_and_the_next_question_is_there_at_once() -> None:
    visit = running()
    for score in range(1, 4):
        asked = visit.sheet["lesson"], visit.view["draft"]
        visit.now += timedelta(seconds=5)
        answers(visit)
        assert visit.place["run"]["score"] == score and not visit.sheet["done"]
        assert visit.place["run"]["left"] == 180_000 - 5000 * score
        assert (visit.sheet["lesson"], visit.view["draft"]) != asked
    assert visit.page.progress.diary == (), "who plays against the clock is not known"


def test_a_wrong_answer_shows_the_right_one_and_three_end_the_run() -> None:
    visit = running(name="Ben")
    answers(visit)
    for mistakes in range(1, 4):
        answers(visit, right=False)
        assert visit.sheet["done"] and visit.sheet["right"] != visit.sheet["answer"]
        assert visit.place["run"]["mistakes"] == mistakes and visit.place["run"]["phase"] == "on"
        assert bool(visit.place["run"]["left"]) == (mistakes < 3), "the last mistake stops the clock"
        visit.says(do="next")
    shown = visit.place["run"]
    assert shown["phase"] == "over" and shown["said"] == "Three wrong answers. Ben: 1."
    assert len(shown["missed"]) == 3 and visit.page.session is None
    assert visit.progress["runs"] == {"classic/3": {"Ben": 1}}
    visit.says(do="start", minutes=3, name="Ana")
    assert visit.place["run"]["phase"] == "on" and visit.place["run"]["mistakes"] == 0


def test_what_is_said_after_the_time_is_up_no_longer_counts() -> None:
    visit = running()
    answers(visit)
    visit.now = NOON + timedelta(minutes=3)
    answers(visit)
    assert visit.place["run"]["phase"] == "over" and visit.place["run"]["said"] == "The time is up. You: 1."
    assert visit.progress["runs"] == {"classic/3": {"": 1}}


def test_a_browser_that_counts_too_fast_is_told_the_time() -> None:
    visit = running()
    asked = visit.sheet
    visit.now += timedelta(seconds=170)
    visit.says(do="time")
    assert visit.place["run"]["left"] == 10_000 and visit.sheet == asked
    visit.now += timedelta(seconds=10)
    visit.says(do="time")
    assert visit.place["run"]["phase"] == "over"


def test_a_clock_that_went_too_fast_is_set_anew_and_else_nothing_sets_it() -> None:
    visit = running("dirt")
    visit.says(do="time")
    assert [set(patch.wire) for patch in visit.sent] == [{"place"}]
    visit.says(do="hint")
    assert all("place" not in patch.wire for patch in visit.sent)


def test_there_are_no_hints_and_whoever_goes_elsewhere_has_left_the_run() -> None:
    visit = running("mil_millas")
    for help_ in ({"do": "hint"}, {"do": "again"}, {"do": "step", "at": 0}):
        visit.says(**help_)
        assert "no hints" in visit.view["problem"] and not visit.sheet["hints"]
    visit.says(do="next")
    assert not visit.sheet["done"] and visit.view["problem"]
    visit.says(do="go", to="classic/01-first-die")
    assert visit.place["kind"] == "lesson" and isinstance(visit.page.place, Lesson)
    visit.says(do="hint")
    assert visit.sheet["hints"]
    visit.says(do="time")
    assert visit.view["problem"]


@pytest.mark.parametrize("intent", [{"do": "start", "minutes": 3}, {"do": "time"}])
def test_no_run_begins_or_ends_elsewhere(intent: dict[str, Any]) -> None:
    visit = Visit("home")
    visit.says(**intent)
    assert isinstance(visit.page.place, Home) and visit.page.answers
