"""Advice on the page: the press is answered at once, the advice comes behind it in small steps, and any deed drops
it."""

from __future__ import annotations

import pytest

from rallyman_tutor.page.show import later, patches
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.update import hear
from tests.page.host import LESSONS, NOON, Visit, rows

pytestmark = pytest.mark.usefixtures("same_tables")

ROAD = "s4 R3 s3 L3 s3 | A@s1 g1"


def drive(*draft: str) -> Visit:
    """A drive with a draft laid, at which somebody looks."""
    visit = Visit("drive", table=ROAD)
    visit.says(do="hello", theme="light")
    visit.says(do="draft", moves=list(draft))
    return visit


def asked(page: Page) -> Page:
    return hear(page, {"do": "advise"}, LESSONS, NOON)


def test_each_press_brings_one_part_more_of_the_advice_with_the_view_it_belongs_to() -> None:
    visit = drive()
    assert not visit.view["reckons"] and "advised" not in visit.behind
    for parts in (1, 2, 1, 1):  # the last one says all
        visit.says(do="advise")
        told = visit.behind["advised"]
        assert visit.view["reckons"] and told["n"] == visit.view["n"] and len(told["parts"]) == parts
    assert told["worth"] and not told["more"]
    assert not visit.says(do="draft", moves=["2"])["reckons"]


def test_an_answer_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = drive("2", "3").page
    monkeypatch.setattr("rallyman_tutor.tutor.advice.advice_view.weighing", lambda *_: 1 / 0)
    (answer,) = patches(page, asked(page))
    assert answer.wire["view"]["reckons"] and answer.wire["view"]["advise"] == ""


def test_it_is_reckoned_in_small_steps_behind_the_choices_and_goes_on_where_it_was_left() -> None:
    page = drive("2", "3", "w", "w", "4").page
    after = asked(page)
    behind = later(page, after)
    choices, *begun = [next(behind) for _ in range(50)]
    assert choices and set(choices.wire) == {"choices"} and begun == [None] * 49
    _, *steps = later(page, after)
    assert rows([step for step in steps if step]) == ["advised", "ghost", "ways"] and steps.count(None) > 50
    again = list(later(page, asked(after)))
    assert rows(again[1:3]) == ["advised", "ghost"], "what is reckoned once is there at once"


def test_both_ways_are_driven_space_by_space_once_all_of_the_advice_is_told() -> None:
    visit = drive("2")
    for _ in range(2):
        visit.says(do="advise")
        assert "ways" not in visit.behind
    visit.says(do="advise")
    own, best = visit.behind["ways"]["ways"]
    assert own["frames"][0] == best["frames"][0] and len(own["frames"]) > 5 < len(best["frames"])
    assert {frame[1] for way in (own, best) for frame in way["frames"]} == set(visit.behind["ways"]["stamps"])
    assert own["name"] == "your dice" and own["said"].startswith("If nothing goes wrong, your dice: space ")
    assert best["said"].count("the finish in ") == own["said"].count("the finish in ") == 1
    visit.says(do="draft", moves=["2", "3"])
    assert visit.behind["ways"]["n"] < visit.view["n"], "of another draft nothing is driven"


def test_too_much_to_follow_and_nothing_to_drive_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rallyman_tutor.coach.draft_worth.MOST_MOVES", 3)
    visit = drive("2", "w", "w")
    visit.says(do="advise")
    assert visit.behind["advised"]["said"].startswith("Too much can happen with this draft")
    assert visit.behind["advised"]["parts"] == [] and not visit.behind["advised"]["worth"]


@pytest.mark.parametrize("at", ["rules", LESSONS.covers[0].name])
def test_it_is_for_drives_alone(at: str) -> None:
    visit = Visit(at)
    visit.says(do="hello", theme="light")
    visit.hears({"do": "advise"})
    assert "advised" not in visit.wire


def test_always_on_each_draft_brings_its_cost_behind_the_answer() -> None:
    visit = drive()
    visit.says(do="help", how="always")
    assert "advised" not in visit.wire
    for moves in (["2"], ["2", "3"]):
        page = visit.page
        visit.says(do="draft", moves=moves)
        (answer,) = patches(page, visit.page)
        assert "behind" not in answer.wire and answer.wire["view"]["reckons"]
        told = visit.behind["advised"]
        assert told["n"] == visit.view["n"] and told["cost"]["figures"] and told["more"] == "" and told["worth"] is None
    assert visit.view["advise"] == "Ask for advice"


def test_what_is_reckoned_can_be_stopped_and_asked_for_again() -> None:
    visit = drive("2", "3", "w", "w")
    page = asked(visit.page)
    stopped = hear(page, {"do": "enough"}, LESSONS, NOON)
    (answer,) = patches(page, stopped)
    view = answer.wire["view"]
    assert not view["reckons"] and view["advise"] == "Ask for advice" and view["say"].startswith("Stopped.")
    assert "advised" not in rows(later(page, stopped))
    again = asked(stopped).session
    assert again and again.asked.parts == 1


def test_always_on_the_cost_that_was_stopped_is_left_out_for_this_draft_alone() -> None:
    visit = drive("2", "3")
    visit.says(do="help", how="always")
    assert visit.view["reckons"] and not visit.says(do="enough")["reckons"]
    assert not visit.says(do="speak", how="brief")["reckons"]
    assert visit.says(do="draft", moves=["2"])["reckons"] and visit.says(do="draft", moves=["2", "3"])["reckons"]


def test_always_on_it_stays_so_in_the_next_drive() -> None:
    visit = drive()
    visit.says(do="help", how="always")
    visit.says(do="new", table="first", cars=1)
    assert visit.view["help"] == "always"
