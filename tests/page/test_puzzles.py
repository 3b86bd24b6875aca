"""Puzzles on the page: from the map to that of the day, a wrong answer and the right one, and on to the next."""

from __future__ import annotations

import re

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.puzzles import number_of_the_day, puzzles
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.lesson import reasons
from tests.page.host import NOON, Visit


@pytest.mark.parametrize("key", RACES)
def test_the_map_leads_to_the_puzzle_of_the_day(key: str) -> None:
    visit = Visit(f"home/{key}" if key != "classic" else "home")
    door = visit.place["home"]["puzzle"]
    assert door == {"at": f"puzzles/{key}", "solved": False}
    visit.says(do="go", to=door["at"])
    number = number_of_the_day(key, NOON.date())
    assert visit.place["at"] == f"puzzles/{key}/{number}" and visit.place["page"] == f"index?at=puzzles/{key}/{number}"
    assert visit.sheet["id"] == str(number) and visit.sheet["kind"] == "choose"
    visit.says(do="answer", id="1")
    visit.says(do="go", to=visit.place["map"])
    assert visit.place["home"]["puzzle"]["solved"]


def test_the_next_puzzle_comes_once_this_one_is_solved_and_no_sooner() -> None:
    visit = Visit("puzzles/classic/9")
    visit.says(do="next")
    assert visit.sheet["id"] == "9"
    visit.says(do="answer", id="1")
    visit.says(do="next")
    assert visit.sheet["id"] != "9"


@pytest.mark.parametrize("key", RACES)
def test_a_wrong_answer_is_told_what_it_gives_away_and_the_right_one_is_laid_and_kept(key: str) -> None:
    visit = Visit(f"puzzles/{key}/3")
    best, wrong = puzzles(key)[2].answers[:2]
    visit.says(do="answer", id="2")
    assert not visit.sheet["done"] and not any(one["worth"] for one in visit.sheet["answers"])
    told = f"{wrong.cost:.1f} s to the finish, {wrong.cost - best.cost:.1f} s more than the best"
    assert visit.sheet["figures"] == [f"This one: {told}."]
    assert re.search(r"more than (they|you) need to\.", visit.sheet["refutation"]["say"])
    assert told not in visit.sheet["refutation"]["say"]
    visit.says(do="answer", id="1")
    assert visit.sheet["done"] and visit.sheet["stars"] == 2
    worth = {one["id"]: f"“{one['text']}”: " for one in visit.sheet["answers"]}
    assert f"{worth['1']}{best.cost:.1f} s to the finish." in visit.sheet["figures"]
    assert f"{worth['2']}{told}." in visit.sheet["figures"] and visit.sheet["last"]
    assert visit.sheet["principle"]["name"] in visit.sheet["after"]
    assert visit.page.progress.stars[f"puzzles/{key}"] == {"3": 2}
    assert f"{best.cost:.1f}" not in visit.sheet["goal"]
    visit.says(do="go", to=visit.place["next"])
    assert visit.place["at"] == f"puzzles/{key}/4" and not visit.sheet["done"]


@pytest.mark.parametrize("key", RACES)
def test_reasons_are_reckoned_while_a_learner_thinks(key: str) -> None:
    reasons.reason.cache_clear()
    visit = Visit(f"puzzles/{key}/5")
    visit.says(do="hello", theme="light")
    reckoned = reasons.reason.cache_info().misses
    visit.says(do="answer", id="2")
    assert visit.sheet["refutation"] and reckoned == reasons.reason.cache_info().misses > 0


def test_a_principle_that_was_taken_home_just_before_is_told_in_brief() -> None:
    visit = Visit("puzzles/classic/1")
    for begins in ("A turn is dear, so use it. ", "Again: “A turn is dear, so use it”."):
        visit.says(do="answer", id="1")
        assert visit.sheet["after"].startswith(begins)
        visit.says(do="go", to="puzzles/classic/1")
    visit.says(do="go", to="home")
    visit.says(do="go", to="puzzles/classic/1")
    visit.says(do="answer", id="1")
    assert visit.sheet["after"].startswith("A turn is dear, so use it. ")


def test_a_hint_names_the_answer_at_last() -> None:
    visit = Visit("puzzles/classic/1")
    for _ in range(3):
        visit.says(do="hint")
    right = next(one["text"] for one in visit.sheet["answers"] if one["id"] == "1")
    assert right.startswith("Secure the 4 ") and not visit.sheet["more-hints"]
    assert visit.sheet["hints"][-1]["text"] == "It begins with the 4 on space 8, secured."


def test_a_puzzle_that_there_is_not_is_refused() -> None:
    visit = Visit("home")
    visit.says(do="go", to="puzzles/mil_millas")
    assert visit.place["at"] == "home" and visit.page.answers


@pytest.mark.parametrize("key", RACES)
def test_the_map_leads_to_the_stage_of_the_day_and_leaves_a_drive_of_ones_own(key: str) -> None:
    visit = Visit(f"home/{key}" if key != "classic" else "home")
    door, today = visit.place["home"]["daily"], daily.of_day(key, NOON.date())
    assert door["at"] == f"daily/{key}" and door["stage"]
    assert door["key"] == today.stage and door["key"] in visit.words["stages"]  # with its course, par and length
    visit.says(do="go", to=door["at"])
    session = visit.page.session
    assert session and (session.table, session.seed, len(visit.view["cars"])) == (today.stage, today.seed, 1)
    assert visit.kept["brought"] and visit.place["at"].startswith("drive")
