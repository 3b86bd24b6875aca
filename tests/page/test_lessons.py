"""Lessons on the page: from the map to the last step, with stars, hints and refutations; and where each leads on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from rallyman_tutor.coach.review import ReviewedDecision
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.intents import Go
from rallyman_tutor.page.places.home import Home
from rallyman_tutor.page.update import begin, update
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.lesson.lessons import AnyStep
from rallyman_tutor.tutor.lesson.sitting import MOST_STARS
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.session.intents import Next
from rallyman_tutor.tutor.session.session import Session
from tests.page.host import LESSONS, NOON, Visit
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, deeds, lesson_in, name
from tests.tutor.test_review import seconds

COVERS = LESSONS.covers
COURSES = {key: [cover for cover in COVERS if cover.key == key] for key in SHELF}
FIRST, SECOND = (lesson_in(cover.folder) for cover in COVERS[:2])


def solves(visit: Visit, lesson: str, *steps: int) -> None:
    """These steps of a lesson, done as its solution tells."""
    visit.says(do="go", to=lesson)
    for at in steps:
        visit.says(do="step", at=at)
        for intent, _, _ in deeds(lesson_in(LESSONS.named[lesson].folder), at):
            visit.does(intent)


@pytest.mark.parametrize(
    "key", ["crazy_rally", "mil_millas", *(pytest.param(key, marks=pytest.mark.wide) for key in ("classic", "dirt"))]
)
def test_a_whole_course_is_solved_on_one_page_up_to_the_highest_licence(key: str) -> None:
    page = begin(LESSONS, NOON, addresses.address_in_game("home", key))
    for cover in COURSES[key]:
        lesson = lesson_in(cover.folder)
        page = update(page, Go(cover.name), LESSONS, NOON)
        for at in range(len(lesson.steps)):
            for intent, before, _ in deeds(lesson, at):
                if not before.done:
                    page = update(page, intent, LESSONS, NOON)
                    assert page.problem is None, (cover.name, at, intent)
            assert set(page.progress.stars[cover.name].values()) == {MOST_STARS}, (cover.name, at)
            if at + 1 < len(lesson.steps):
                page = update(page, Next(), LESSONS, NOON)
    place = update(page, Go(addresses.address_in_game("home", key)), LESSONS, NOON).place
    assert isinstance(place, Home)
    home = place.shown
    assert [(one["stars"], one["done"]) for one in home["lessons"]] == [(3, one["of"]) for one in home["lessons"]]
    assert home["licence"] == "works"


def test_a_lesson_that_is_done_has_its_stars_on_the_map_and_one_goes_on_where_one_was() -> None:
    visit = Visit(FIRST.name)
    assert visit.place["next"] == SECOND.name
    solves(visit, FIRST.name, *range(len(FIRST.steps)))
    assert visit.sheet["passed"] and visit.sheet["last"]
    visit.says(do="look", at=0)  # whoever asks why something happened can go on all the same
    assert visit.sheet["done"] and visit.view["look"]
    solves(visit, SECOND.name, 0)
    visit.says(do="go", to="home")
    home = visit.place["home"]
    assert [(one["stars"], one["done"], one["of"]) for one in home["lessons"][:2]] == [(3, 7, 7), (0, 1, 7)]
    assert home["begun"] and home["next"] == {"name": SECOND.name, "title": SECOND.title}
    visit.says(do="go", to=home["next"]["name"])
    assert visit.sheet["at"] == 1


def test_a_wrong_answer_is_refuted_and_hints_cost_stars() -> None:
    lesson, at = next(
        (one, at)
        for one in (lesson_in(folder) for folder in FOLDERS if name(folder).startswith("classic"))
        for at, step in enumerate(one.steps)
        if step.kind == "quiz"
    )
    visit = Visit(lesson.name)
    visit.says(do="step", at=at)
    choices, right = [choice.id for choice in lesson.steps[at].choices], right_answer(lesson, at)
    visit.says(do="answer", id=next(one for one in choices if one != right))
    assert visit.sheet["refutation"]["say"] and not visit.sheet["done"]
    for many in (1, 2):
        visit.says(do="hint")
        assert len(visit.sheet["hints"]) == many
    visit.says(do="answer", id=right)
    assert visit.sheet["done"] and visit.sheet["stars"] == 1
    assert visit.progress["stars"][lesson.name] == {lesson.steps[at].id: 1}


def test_behind_the_last_lesson_of_a_game_a_rally_comes_next() -> None:
    for key, course in COURSES.items():
        onward = [Visit(cover.name).place["next"] for cover in (course[0], course[-1])]
        assert onward == [course[1].name, addresses.address_in_game(addresses.RALLY, key)]


def test_a_lesson_comes_back_at_its_step_with_its_draft_and_its_stars() -> None:
    visit = Visit(FIRST.name)
    solves(visit, FIRST.name, 0)
    visit.says(do="next")
    visit.says(do="lay", piece="1")
    again = Visit("home")
    again.says(do="hello", at=FIRST.name, kept=visit.kept, progress=visit.progress)
    assert (again.place["at"], again.sheet["at"], again.sheet["steps"][0]["stars"]) == (FIRST.name, 1, 3)
    assert [step["name"] for step in again.view["draft"]] == ["the 1 on space 1"]
    assert again.place["page"] == "classic-01-first-die"


def test_a_rule_broken_because_the_task_asked_for_it_does_not_come_back() -> None:
    cover, at = next(
        (one, at) for one in COVERS for at, step in enumerate(lesson_in(one.folder).steps) if step.kind == "break"
    )
    visit = Visit(cover.name)
    solves(visit, cover.name, at)
    assert visit.sheet["done"] and visit.view["messages"]
    assert visit.progress["cards"] == {}


@pytest.mark.parametrize("key", SHELF)
def test_where_a_rule_is_to_be_broken_no_other_rule_comes_back_that_is_broken_on_the_way(key: str) -> None:
    for cover, at, step in some(steps_to_break(key)):
        visit = Visit(cover.name)
        visit.says(do="step", at=at)
        session = visit.page.session
        assert session
        holds = session.game.placements(session.state, ())
        refused = [(hold.move, [*session.game.judge(session.state, (hold.move,))][:1]) for hold in holds]
        asked_for = {aim.value for aim in step.goals}
        for move in [move for move, broken in refused if broken and broken[0].code not in asked_for][:2]:
            visit.says(do="draft", moves=[session.game.write_move(move)])
            assert visit.page.session and visit.page.session.draft == (move,) and not visit.sheet["done"]
            assert visit.view["messages"] and visit.progress["cards"] == {}, "whoever is to break a rule tries them out"


def steps_to_break(key: str) -> Iterator[tuple[Cover, int, AnyStep]]:
    """The first two steps of a game that ask to break a rule, at the start of which other rules can be broken, too."""
    found = (
        (cover, at, step)
        for cover in COURSES[key]
        for at, step in enumerate(lesson_in(cover.folder).steps)
        if step.kind == "break" and breaks_others(session_at_start(lesson_in(cover.folder), at), step)
    )
    return islice(found, 2)


def breaks_others(session: Session, step: AnyStep) -> bool:
    codes = {aim.value for aim in step.goals}
    holds = session.game.placements(session.state, ())
    return any(
        broken[0].code not in codes for hold in holds if (broken := session.game.judge(session.state, (hold.move,)))
    )


def test_the_drive_of_a_lesson_is_looked_back_at_and_its_mistake_tried_again_beside_the_best() -> None:
    visit = Visit()
    visit.says(do="hello", theme="light")
    solves(visit, "classic/06-notes", drive_of("classic/06-notes"))
    assert visit.sheet["done"] and [door["label"] for door in visit.view["reviews"]]
    stars = visit.progress["stars"]
    review = visit.says(do="review")["review"]
    time, par, decisions, luck = (seconds(figure) for _, figure in review["figures"])
    assert decisions + luck == pytest.approx(time - par, abs=2.0) and len(review["mistakes"]) > 0
    assert "The par of the lesson" in " ".join(review["how"])
    assert visit.progress["decisions"] and visit.progress["stars"] == stars, "it comes back in practice"
    assert visit.says(do="retry", at=0)["retry"]
    assert visit.page.session and isinstance(visit.page.session.looking_back.tried, ReviewedDecision)
    best = SHELF["classic"].write_move(visit.page.session.looking_back.tried.best[0])
    visit.says(do="draft", moves=[best])
    visit.says(do="act", move=best)
    assert (
        visit.behind["compared"]["n"] == visit.view["n"] and visit.behind["compared"]["verdict"] == "Nothing is better"
    )
    assert visit.says(do="return")["review"] == review and visit.sheet["done"]


@pytest.mark.parametrize("lesson", ["classic/13-first-rally", "dirt/10-the-clock"])
def test_a_rally_in_a_lesson_is_looked_back_at_stage_by_stage(lesson: str) -> None:
    visit, doors = Visit(), list[str]()
    visit.says(do="go", to=lesson)
    visit.says(do="step", at=drive_of(lesson))
    for intent, _, _ in deeds(lesson_in(LESSONS.named[lesson].folder), drive_of(lesson)):
        visit.does(intent)
        doors += [door["label"] for door in visit.view["reviews"]]
    stages = ["Look back at stage 1", "Look back at stage 2"] if "rally" in lesson else []
    assert list(dict.fromkeys(doors)) == [*stages, "Look back at this drive"]
    assert len(visit.says(do="review")["review"]["stages"]) == len(stages) + 1


def drive_of(lesson: str) -> int:
    """The step of a lesson that is driven to the finish."""
    return next(at for at, step in enumerate(lesson_in(LESSONS.named[lesson].folder).steps) if step.kind == "drive")
