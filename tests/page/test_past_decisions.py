"""From a drive looked back at to practice: its mistakes are asked again when due, apart from rules, and their cost
noted."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.coach.review import review
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.state import NOTHING_NOTED
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner.past_decisions import PastDecision, plain
from rallyman_tutor.tutor.lesson.kinds.find import FindStep
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import NOON, Visit, as_sent
from tests.tutor.test_review import GAME, driven

pytestmark = pytest.mark.usefixtures("same_tables")

DAY = timedelta(days=1)


def looked_back(moves_brought: int = 0) -> Visit:
    """A visit whose drive is over and was looked back at; so many of its moves were made before somebody brought it."""
    visit = Visit("drive")
    kept = save_table("drive", driven(), not moves_brought, moves_brought)
    visit.says(do="hello", at="drive", kept=json.loads(json.dumps(kept)))
    assert not visit.progress["decisions"]
    visit.says(do="review")
    return visit


def practising(visit: Visit) -> Visit:
    visit.now = NOON + 3 * DAY
    visit.says(do="go", to="home")
    visit.says(do="go", to="practice")
    return visit


def beside_guesses(visit: Visit) -> None:
    """Go on in practice where a guess is asked for."""
    if visit.sheet["lesson"].startswith("risk/"):
        visit.says(do="answer", id="0")
        visit.says(do="next")


def test_the_mistakes_of_a_drive_are_due_after_days_and_told_apart_from_rules_on_the_map() -> None:
    visit = looked_back()
    many = len(visit.view["review"]["mistakes"])
    assert many == len(visit.progress["decisions"]) == 3
    visit.says(do="go", to="home")
    assert (visit.place["home"]["due"], visit.place["home"]["decisions"]) == (0, 0)
    visit.now = NOON + 3 * DAY
    visit.says(do="go", to="home")
    assert (visit.place["home"]["due"], visit.place["home"]["decisions"]) == (0, many)


def test_what_was_decided_before_somebody_brought_a_drive_is_not_the_learners() -> None:
    drive, visit = driven(), Visit("drive")
    visit.says(do="new", table=share(drive))
    assert visit.kept["moves"] == len(drive.replay.past)
    visit.says(do="review")
    assert visit.view["review"]["mistakes"] and not visit.progress["decisions"]
    mistakes = review(GAME, drive.replay, 0).mistakes
    worst = mistakes[0].number
    later = [one for one in mistakes if one.number >= worst]
    assert 0 < len(later) < len(mistakes)
    visit.says(do="go", to="dirt/12-seconds")
    assert visit.page.place.noted == NOTHING_NOTED, "the lesson's drive is another one"
    again = looked_back(worst)
    assert again.kept["moves"] == worst and len(again.progress["decisions"]) == len(later)
    again.says(do="new", table="first", cars=1)
    assert "moves" not in again.kept


def test_a_finish_that_is_taken_back_and_reached_again_is_no_new_drive() -> None:
    visit = looked_back()
    drives = [row for row in visit.progress["log"] if row[1] == "drive"]
    times = visit.progress["times"]
    visit.says(do="undo")
    assert visit.kept["moves"] and not visit.view["over"]
    visit.says(do="act", move=visit.view["offers"][0]["move"])
    assert visit.view["over"]
    visit.says(do="review")
    assert visit.view["review"]
    assert [row for row in visit.progress["log"] if row[1] == "drive"] == drives and visit.progress["times"] == times


def test_what_is_decided_anew_in_a_drive_that_somebody_brought_is_the_learners() -> None:
    drive, visit = driven(), Visit("drive")
    visit.says(do="new", table=share(drive))
    brought = len(drive.replay.past)
    for _ in range(2):
        visit.says(do="undo")
    assert visit.page.session and visit.kept["moves"] == len(visit.page.session.replay.past) < brought


def test_looking_back_twice_notes_nothing_twice() -> None:
    visit = looked_back()
    before = visit.progress
    visit.says(do="retry", at=0)
    visit.says(do="return")
    visit.says(do="review")
    assert visit.progress == before


def test_a_drive_that_is_looked_back_at_again_on_another_day_is_noted_once() -> None:
    visit = looked_back()
    kept, before = json.loads(json.dumps(visit.kept)), json.loads(json.dumps(visit.progress))
    again = Visit("drive")
    again.now = NOON + 2 * DAY
    again.says(do="hello", at="drive", kept=kept, progress=before)
    again.says(do="review")
    assert again.view["review"] and again.progress == before
    for _ in range(2):
        again.says(do="undo")
    made = again.kept["reviewed"]
    assert made < kept["reviewed"], "what is taken back is decided anew"
    again.says(do="new", table="first", cars=1)
    assert "reviewed" not in again.kept


def test_a_mistake_comes_back_as_itself_and_then_as_puzzles_about_its_principle_from_other_stages() -> None:
    (best, wrong, *_) = puzzles("classic")[0].answers
    road = puzzles("classic")[0].position
    kept = PastDecision("classic", road, (best.moves[0], wrong.moves[0]), principle=wrong.principle)
    known = progress.with_mistakes(progress.Progress(), [(kept, 9.0)], NOON - 9 * DAY)
    known = progress.with_drive(known, [("classic/bends", 1.0, 90)], 0, NOON - 9 * DAY)  # a stage that was driven
    visit = Visit("home")
    visit.says(do="bring", progress=as_sent(progress.plain(known)))
    visit.says(do="go", to="practice")
    beside_guesses(visit)
    assert visit.sheet["kind"] == "decide" and visit.place["title"] == visit.words["decision"]
    visit.says(do="answer", id="1")
    asked = []
    for _ in range(3):
        visit.now += 300 * DAY
        visit.says(do="go", to="home")
        visit.says(do="go", to="practice")
        beside_guesses(visit)
        assert (visit.sheet["kind"], visit.place["title"]) == ("choose", visit.words["puzzle-like"])
        number = int(visit.sheet["id"])
        found = puzzles("classic")[number - 1]
        assert kept.principle in found.principles and found.stage != "bends"
        assert found.position.partition(" | ")[0] != road.partition(" | ")[0]
        asked.append(number)
        visit.says(do="answer", id="1")
        assert visit.progress["log"][-1][1:4] == ["practice", kept.name, 3], "spaced by the card of the mistake"
        assert visit.progress["stars"]["puzzles/classic"][str(number)] == 3
    assert asked == sorted(set(asked)), "the easiest first, and none again"


def test_a_mistake_of_a_drive_keeps_its_principle_in_the_file() -> None:
    kept = looked_back().progress["decisions"]
    assert kept and all(one["principle"].startswith("CLD-") for one in kept)
    for one in kept:
        (move,) = GAME.read_moves(GAME.read(one["position"]), one["answers"][1])
        found = why_decided(GAME, GAME.read(one["position"]), move).named
        assert found and found.principle.code == one["principle"]


def test_a_decision_is_asked_as_one_of_a_drive_and_its_answer_noted_with_cost_and_time() -> None:
    visit = practising(looked_back())
    assert visit.place["at"] == visit.place["next"] == "practice"
    assert visit.place["title"] == visit.sheet["title"] == visit.words["decision"] and visit.sheet["kind"] == "decide"
    name = visit.sheet["lesson"].removeprefix("practice/")
    cost = next(row[8] for row in visit.progress["log"] if row[2] == name)
    assert f"What you chose there costs {cost:.1f} s more" in visit.sheet["text"][0]
    visit.now += timedelta(seconds=20)
    visit.says(do="answer", id="2")
    assert not visit.sheet["done"] and visit.sheet["refutation"]["say"]
    visit.now += timedelta(seconds=5)
    visit.says(do="answer", id="1")
    assert visit.sheet["done"] and f"that costs {cost:.1f} s more." in visit.sheet["figures"][-1]
    _, kind, of, grade, tries, hints, days, stability, cost_noted, seconds = visit.progress["log"][-1]
    assert (kind, of, grade, tries, hints, days) == ("practice", name, 1, 1, 0, 3) and stability > 0
    assert (cost_noted, seconds) == (pytest.approx(cost, abs=0.01), 25)


def test_the_right_answer_at_once_costs_nothing_and_what_is_due_next_follows() -> None:
    visit, asked = practising(looked_back()), list[str]()
    for _ in range(3):
        beside_guesses(visit)
        asked.append(visit.sheet["lesson"])
        visit.says(do="answer", id="1")
        assert visit.progress["log"][-1][3:6] == [3, 0, 0] and visit.progress["log"][-1][8] == 0
        visit.says(do="next")
    assert len(set(asked)) == 3
    visit.says(do="go", to="home")
    assert visit.place["home"]["decisions"] == 0


def test_rules_and_decisions_take_turns_by_how_long_they_are_due() -> None:
    visit = looked_back()
    visit.now = NOON + DAY
    visit.says(do="go", to="drive")
    visit.says(do="new", table="first", cars=1, seed="1")
    visit.says(do="lay", piece="1")
    visit.says(do="lay", piece="4")
    visit.now = NOON + 4 * DAY
    kinds = []
    visit.says(do="go", to="practice")
    for _ in range(4):
        beside_guesses(visit)
        assert isinstance(visit.page.sat_at, Sitting)
        kinds.append(visit.sheet["kind"])
        step = visit.page.sat_at.step
        point = {"do": "point", "at": step.wrong - 1} if isinstance(step, FindStep) else {"do": "answer", "id": "1"}
        visit.says(**point)
        assert visit.sheet["done"]
        visit.says(do="next")
    assert kinds == ["decide", "decide", "decide", "find"]


def test_a_decision_on_a_stage_that_is_not_worked_out_here_waits_and_is_told_so() -> None:
    visit = looked_back()
    told: dict[str, Any] = json.loads(json.dumps(visit.progress))
    elsewhere = PastDecision("classic", "s4 R3 s3 L3 s2 | You", ("1>s1", "A[1 2]"))
    card = told["cards"][next(iter(told["cards"]))]
    visit.now = NOON + 3 * DAY
    visit.says(
        do="bring",
        progress=told | {"decisions": [plain(elsewhere)], "cards": {elsewhere.name: card}, "log": []},
    )
    home = visit.place["home"]
    assert (home["decisions"], home["waiting"]) == (0, 1)
    visit.says(do="go", to="practice")
    assert visit.place["at"] == "home" and visit.progress["decisions"] == [plain(elsewhere)]


def test_a_decision_that_cannot_be_asked_any_more_is_forgotten_and_holds_up_no_other() -> None:
    visit = looked_back()
    told: dict[str, Any] = json.loads(json.dumps(visit.progress))
    wrong = told["decisions"][0] | {"answers": ["dance", "stop"]}
    visit.now = NOON + 3 * DAY
    visit.says(do="bring", progress=told | {"decisions": [wrong, *told["decisions"][1:]]})
    assert visit.place["home"]["decisions"] == 3
    for _ in range(2):
        visit.says(do="go", to="practice")
        assert visit.sheet["kind"] == "decide"
        visit.says(do="answer", id="1")
    visit.says(do="go", to="home")
    visit.says(do="go", to="practice")
    assert len(visit.progress["decisions"]) == 2
    assert len(visit.progress["cards"]) == 2


def test_the_answer_to_a_puzzle_is_noted_with_cost_and_time() -> None:
    visit = Visit("puzzles/classic/3")
    visit.says(do="hello", at="puzzles/classic/3")
    visit.now = NOON + timedelta(seconds=7)
    visit.says(do="answer", id="2")
    visit.says(do="answer", id="1")
    row = visit.progress["log"][-1]
    assert row[1:3] == ["step", "puzzles/classic#3"] and row[8] >= 1 and row[9] == 7
