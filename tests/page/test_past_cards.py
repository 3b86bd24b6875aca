"""From a game of cards looked back at to practice: its mistakes come back, and are judged by what was found then."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.visit import Visit as Visited
from rallyman_tutor.tutor.learner import card_puzzles
from rallyman_tutor.tutor.learner.progress import Progress, plain, with_mistakes, with_practised
from rallyman_tutor.tutor.learner.puzzles import mistake_as_lesson
from tests.page.host import LESSONS, NOON, Visit, rows
from tests.page.test_card_review import forget
from tests.tutor.test_card_review import over
from tests.tutor.test_past_cards import MADE_UP

AT = "drive/mil_millas"


def kept() -> object:
    return json.loads(json.dumps(save_table(AT, over())))


@pytest.fixture
def visit() -> Visit:
    """A visit whose own game was looked back at."""
    visit = Visit(AT)
    visit.says(do="hello", at=AT, theme="light", kept=kept())
    assert not visit.progress["decisions"]
    visit.says(do="review")
    return visit


def practising(visit: Visit) -> Visit:
    visit.now = NOON + timedelta(days=3)
    visit.says(do="go", to="home/mil_millas")
    assert visit.place["home"]["decisions"] == 1
    visit.says(do="go", to="practice")
    return visit


def plays(visit: Visit, move: str) -> None:
    visit.says(do="draft", moves=[move])
    visit.says(do="act", move=move)


def test_its_mistakes_come_back_and_what_is_played_is_judged_at_once(visit: Visit) -> None:
    (told,) = visit.progress["decisions"]
    best, own = told["answers"]
    assert (best, own) == ("lay tanker", "lay 75") and len(told["found"]) == 6
    practising(visit)
    assert visit.place["at"] == "practice" and visit.place["title"] == visit.words["card-decision"]
    assert visit.sheet["kind"] == "decide" and visit.view["mine"] and visit.sheet["answers"] == []
    assert "surely worse than the best: 68 points, give or take 17." in visit.sheet["text"][0]
    plays(visit, own)
    assert not visit.sheet["done"] and "68 points behind the best" in visit.sheet["refutation"]["say"]
    visit.says(do="undo")
    assert visit.sheet["answer"] == "" and visit.sheet["refutation"] is None
    plays(visit, best)
    assert visit.sheet["done"] and visit.sheet["after"].startswith("Nothing better was found.")
    assert "principle" not in told, "the errors of the parts of that one drown them"
    assert visit.sheet["principle"]["code"] == "MMD-KEEP-01", "which another card goes against"
    assert visit.progress["log"][-1][1:6] == ["practice", visit.sheet["lesson"].removeprefix("practice/"), 1, 1, 0]


def test_a_mistake_with_a_principle_is_asked_with_its_reason_and_leads_to_its_page() -> None:
    visit = Visit(AT)
    known = with_mistakes(Progress(), [(MADE_UP, 0.0)], NOON)
    visit.says(do="bring", progress=json.loads(json.dumps(plain(known))))
    practising(visit)
    plays(visit, MADE_UP.answers[1])
    assert visit.sheet["refutation"]["say"].endswith("the longer one brings you farther with one card.")
    visit.says(do="undo")
    plays(visit, MADE_UP.answers[0])
    principle = visit.sheet["principle"]
    assert visit.sheet["done"] and principle["code"] == MADE_UP.principle
    visit.says(do="go", to=f"rules/{principle['code']}")
    rule = visit.place["rule"]
    assert rule["title"] == principle["name"] and rule["worth"] and rule["fix"] and rule["kind_shown"] == "broken"
    assert visit.view["mine"] and [one["move"] for one in visit.view["draft"]] == ["discard 100"]


def test_a_mistake_comes_back_as_itself_and_then_as_puzzles_about_its_principle() -> None:
    visit = Visit(AT)
    known = with_mistakes(Progress(), [(MADE_UP, 0.0)], NOON)
    visit.says(do="bring", progress=json.loads(json.dumps(plain(known))))
    practising(visit)
    assert visit.sheet["id"] == "decision" and visit.sheet["lesson"] == f"practice/{MADE_UP.name}"
    plays(visit, MADE_UP.answers[0])
    about = card_puzzles.of_principle("mil_millas", MADE_UP.principle)
    solved = list[str]()
    for number, puzzle in about.items():
        visit.now += timedelta(days=300)
        visit.says(do="next")  # one task after another
        assert (visit.sheet["id"], visit.place["title"]) == (str(number), visit.words["puzzle-like"])
        assert visit.sheet["lesson"] == f"practice/{MADE_UP.name}" and "yours" not in "".join(visit.sheet["text"])
        plays(visit, puzzle.answers[1])
        assert visit.sheet["refutation"]["say"].startswith("Again: “Keep the longer distance”. ")
        visit.says(do="undo")
        plays(visit, puzzle.answers[0])
        assert visit.sheet["done"] and visit.sheet["after"].endswith(" Again: “Keep the longer distance”.")
        assert visit.progress["log"][-1][1:4] == ["practice", MADE_UP.name, 1], "spaced by the card of the mistake"
        solved.append(str(number))
        assert [*visit.progress["stars"]["puzzles/mil_millas"]] == solved
    visit.now += timedelta(days=300)
    visit.says(do="next")
    assert len(solved) > 1 and visit.sheet["id"] == "decision", "once all are solved, itself"


def test_a_position_that_the_learner_has_met_is_no_puzzle_about_it() -> None:
    (first, *_) = card_puzzles.of_principle("mil_millas", MADE_UP.principle).values()
    known = with_mistakes(Progress(), [(MADE_UP, 0.0), (first, 0.0)], NOON)
    known = with_practised(known, MADE_UP.name, 0, 0, NOON)
    lesson = mistake_as_lesson(known, MADE_UP, "1")
    assert lesson and lesson.steps[0].id.isdigit() and lesson.steps[0].start != first.position


def test_looking_back_twice_notes_nothing_twice(visit: Visit) -> None:
    before = visit.progress
    visit.says(do="retry", at=0)
    visit.says(do="return")
    visit.says(do="review")
    assert visit.progress == before and [row[1] for row in before["log"]] == ["lapse"]
    assert [one.cost for one in visit.page.progress.diary] == [0.0], "no seconds are lost at cards"


def test_what_was_played_before_somebody_brought_a_game_is_not_the_learners() -> None:
    visit = Visit(AT)
    brought = save_table(AT, over(), is_own=False, moves_brought=len(over().replay.past))
    visit.says(do="hello", at=AT, theme="light", kept=json.loads(json.dumps(brought)))
    visit.says(do="review")
    assert visit.behind["reviewed"]["mistakes"] and not visit.progress["decisions"]


def test_they_are_noted_behind_the_answer_once_all_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    visit = Visited(LESSONS, AT)
    visit.hears({"do": "hello", "at": AT, "theme": "light", "kept": kept()})
    visit.hears({"do": "review"})
    assert not visit.page.progress.decisions, "the answer does not wait for it"
    told = [patch for patch in visit.later if patch]
    came = [name for one in told for name in (*rows((one,)), *one.wire) if name in ("reviewed", "progress")]
    assert came == ["reviewed", "reviewed", "progress"] and len(visit.page.progress.decisions) == 1
    visit.hears({"do": "speak", "how": "brief"})
    assert not [patch for patch in visit.later if patch], "and nothing is noted twice"


def test_what_is_no_position_any_more_is_forgotten(visit: Visit) -> None:
    told = json.loads(json.dumps(visit.progress))
    told["decisions"][0]["found"].pop()
    visit.now = NOON + timedelta(days=3)
    visit.says(do="bring", progress=told)
    visit.says(do="go", to="practice")
    assert visit.progress["decisions"] == [] and visit.progress["cards"] == {}
