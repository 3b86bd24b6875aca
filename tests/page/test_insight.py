"""The diary's notes for later insight: guesses of risk, with the true chance, and the costs of stages looked back
at."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from rallyman_tutor.coach.review import Review
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.tutor.learner.estimates import middle_of
from rallyman_tutor.tutor.learner.progress import Progress, plain, read, with_guess
from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import NOON, Visit
from tests.page.test_past_decisions import looked_back, practising
from tests.tutor.test_review import driven


def guesses(visit: Visit) -> list[list[Any]]:
    return [row for row in visit.progress["log"] if row[1] == "risk"]


@pytest.mark.parametrize("at", ["risk", "risk/dirt"])
def test_a_guess_is_noted_with_the_true_chance_and_another_draft_follows(at: str) -> None:
    visit = Visit("home")
    visit.says(do="go", to=at)
    key = at.partition("/")[2] or "classic"
    assert visit.sheet["kind"] == "quiz" and visit.words["game"] == key and visit.place["next"] == f"risk/{key}"
    asked, board = visit.sheet, visit.view["draft"]
    visit.now += timedelta(seconds=9)
    visit.says(do="answer", id="2")
    (row,) = guesses(visit)
    assert visit.sheet["done"] and row[2] == key and row[9] == 9
    assert row[10] == middle_of(2) and row[3] == (3 if visit.sheet["right"] == "2" else 1)
    assert row[11] == pytest.approx(visit.view["risk"]["p"], abs=1e-4), "what the board tells of this draft"
    visit.says(do="next")
    assert not visit.sheet["done"] and visit.place["at"] == f"risk/{key}"
    assert (visit.sheet["title"], asked["goal"]) == (asked["title"], visit.sheet["goal"])
    assert visit.view["draft"] != board
    known = read(visit.progress)
    assert read(json.loads(json.dumps(plain(known)))) == known


def test_games_without_odds_ask_for_no_guess() -> None:
    visit = Visit("home")
    visit.says(do="go", to="risk/mil_millas")
    assert visit.place["at"] == "home" and visit.page.answers


def drives(visit: Visit) -> list[list[Any]]:
    return [row for row in visit.progress["log"] if row[1] == "drive"]


@pytest.mark.usefixtures("own_tables")
def test_a_third_question_in_practice_is_a_guess() -> None:
    visit = practising(looked_back())
    for _ in range(2):
        visit.says(do="answer", id="1")
        visit.says(do="next")
    assert visit.place["at"] == visit.place["next"] == "practice" and visit.sheet["lesson"] == "risk/classic"
    visit.says(do="answer", id="0")
    assert len(guesses(visit)) == 1
    visit.says(do="next")
    assert visit.sheet["lesson"].startswith("practice/")


@pytest.mark.usefixtures("own_tables")
def test_a_drive_that_is_looked_back_at_is_noted_once_with_what_it_cost() -> None:
    visit = looked_back()
    (row,) = drives(visit)
    review = visit.page.session and visit.page.session.looking_back.review
    assert isinstance(review, Review) and row[2] == "classic/first"
    assert row[8] == pytest.approx(review.decisions, abs=0.01) and row[9] == review.time
    visit.says(do="go", to="home")
    visit.says(do="go", to="drive", kept=json.loads(json.dumps(save_table("drive", driven()))))
    visit.says(do="review")
    assert drives(visit) == [row]
    visit.now = NOON + timedelta(days=1)
    visit.says(do="go", to="drive", kept=json.loads(json.dumps(save_table("drive", driven()))))
    visit.says(do="review")
    assert len(drives(visit)) == 2


@pytest.mark.usefixtures("own_tables")
def test_a_drive_that_was_brought_is_not_noted() -> None:
    assert drives(looked_back(1)) == []
    visit = Visit("drive")
    visit.says(do="new", table=share(driven()))
    visit.says(do="review")
    assert visit.view["review"] and drives(visit) == []


def test_the_page_of_insight_is_drawn_for_its_theme_and_begins_with_the_game_on_the_table() -> None:
    visit = Visit("home/dirt")
    visit.says(do="go", to="risk/dirt")
    visit.says(do="answer", id="1")
    visit.says(do="go", to="insight")
    assert visit.place["at"] == "insight" and visit.place["map"] == "home/dirt"
    assert visit.place["page"] == "index?at=insight"
    parts = {part["id"]: part for part in visit.place["insight"]["parts"]}
    assert next(iter(parts)) == "stages-dirt" and parts["risk"]["picture"] and not visit.place["insight"]["empty"]
    visit.says(do="theme", theme="dark")
    again = {part["id"]: part for part in visit.place["insight"]["parts"]}
    assert again["risk"]["picture"] != parts["risk"]["picture"] and again["risk"]["rows"] == parts["risk"]["rows"]


def test_what_the_browser_kept_is_on_the_page_of_insight_at_once() -> None:
    kept = json.loads(json.dumps(plain(with_guess(Progress(), "classic", 0.1, 0.2, 0, False, NOON, 3))))
    visit = Visit("insight")
    assert visit.place["insight"]["empty"]
    visit.says(do="hello", at="insight", progress=kept)
    assert visit.place["insight"]["parts"][1]["rows"]
