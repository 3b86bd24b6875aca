"""The home page: where a learner goes on, what is done of each lesson and each game."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import memory
from rallyman_tutor.tutor.learner.addresses import notebook_names
from rallyman_tutor.tutor.learner.diary import PRACTICE, Entry
from rallyman_tutor.tutor.learner.home import builds_on, home, next_lesson, summary
from rallyman_tutor.tutor.learner.progress import Progress, with_stars
from rallyman_tutor.tutor.lesson.lesson_folders import Cover, covers
from rallyman_tutor.tutor.words.page_words import page_words
from tests.tutor.lessons_at_hand import ROOT

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
COVERS = covers(ROOT)
COURSE = [cover for cover in COVERS if cover.key == "classic"]
FIRST, SECOND, THIRD, *_, LAST = COURSE


def done(*lessons: str, last: str = "") -> Progress:
    """The progress of somebody who has done all steps of these lessons."""
    progress = Progress(last=last)
    for cover in COVERS:
        for step in cover.steps if cover.name in lessons else ():
            progress = with_stars(progress, cover.name, step, 3)
    return progress


@pytest.mark.parametrize(
    ("progress", "onward"),
    [
        (Progress(), FIRST),
        (done(FIRST.name), SECOND),
        (Progress(last=THIRD.name), THIRD),
        (done(THIRD.name, last=THIRD.name), FIRST),
        (done(*(cover.name for cover in COURSE)), LAST),
    ],
)
def test_a_learner_goes_on_where_they_were_or_with_the_first_lesson_that_is_not_done(
    progress: Progress, onward: object
) -> None:
    shown = home(COVERS, progress, SHELF["classic"], NOON)
    assert [one for one in COURSE if one.name == shown["next"]["name"]] == [onward]
    assert shown["next"]["title"] == next(one.title for one in COURSE if one == onward)
    assert shown["begun"] == bool(progress.stars)


def test_who_knows_all_rules_goes_on_with_driving_well() -> None:
    shown = home(COVERS, Progress(placed={"classic": ""}), SHELF["classic"], NOON)
    first = next(one for one in COURSE if one.chapter == "driving-well")
    assert shown["next"]["name"] == first.name
    assert next(one["name"] for one in shown["lessons"] if not one["known"]) == first.name
    assert home(COURSE[-1:], Progress(placed={"classic": ""}), SHELF["classic"], NOON)["next"]["name"] == LAST.name


def test_where_there_are_no_lessons_one_goes_on_by_driving() -> None:
    shown = home([], Progress(), SHELF["dirt"], NOON)
    assert shown["next"] == {"name": "drive/dirt", "title": ""} and shown["lessons"] == []


def test_what_is_done_is_counted_by_lesson_and_by_game() -> None:
    progress = with_stars(done(FIRST.name), SECOND.name, SECOND.steps[0], 2)
    shown = home(COVERS, progress, SHELF["classic"], NOON)
    steps = [(one["stars"], one["done"], one["of"]) for one in shown["lessons"][:3]]
    assert steps == [(3, len(FIRST.steps), len(FIRST.steps)), (0, 1, len(SECOND.steps)), (0, 0, len(THIRD.steps))]
    for box in shown["games"]:
        assert box["of"] == sum(cover.key == box["key"] for cover in COVERS)
        assert (box["done"], box["now"]) == ((1, True) if box["key"] == "classic" else (0, False))


def test_the_map_has_chapters_and_lessons_of_none_are_about_the_rules_or_come_as_more() -> None:
    named = ["", "rules", "more-rules", "driving-well", "at-the-table", ""]
    shown = home([SECOND._replace(chapter=one) for one in named], Progress(), SHELF["classic"], NOON)
    found = [one["chapter"] for one in shown["lessons"]]
    assert found == ["rules", "rules", "more-rules", "driving-well", "at-the-table", "more"]
    page = page_words(SHELF["classic"])
    assert {*found} == {*page["chapters"]} == {*page["chapters-more"]}


def test_the_summary_has_the_lessons_that_are_done_and_their_rules() -> None:
    (game,) = summary(COVERS, done(SECOND.name))["games"]
    (lesson,) = game["lessons"]
    assert (lesson["title"], lesson["stars"]) == (SECOND.title, 3)
    assert [rule["code"] for rule in lesson["rules"]] == list(SECOND.teaches)


@pytest.mark.parametrize(
    ("lessons", "licence"), [([SECOND.name], "learner"), ([cover.name for cover in COURSE], "works")]
)
def test_the_summary_has_the_licence_of_the_game(lessons: list[str], licence: str) -> None:
    assert [game["licence"] for game in summary(COVERS, done(*lessons))["games"]] == [licence]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (memory.ENOUGH_ANSWERS - 1, "199 answers so far tell how long you remember. That is not enough yet"),
        (memory.ENOUGH_ANSWERS, "200 answers tell how long you remember. It is"),
    ],
)
def test_the_summary_says_how_long_a_learner_remembers_once_that_is_known(answers: int, told: str) -> None:
    diary = (Entry(0, PRACTICE, "CL-GEAR-03", 3, 0, 0, 9, 9),) * answers
    assert summary(COVERS, Progress(diary=diary))["practice"].startswith(f"Practice: {told}")


def test_every_game_has_notebooks_of_its_own_and_the_first_one_has_the_plain_names() -> None:
    assert dict(notebook_names([FIRST.name])) == {
        "index": "home", "drive": "drive", "practice": "practice", "rules": "rules", "coming": "coming",
        **{key: f"home/{key}" for key in SHELF if key != "classic"},
        **{f"{key}-{room}": f"{room}/{key}" for key in SHELF if key != "classic" for room in ("drive", "rules")},
        FIRST.name.replace("/", "-"): FIRST.name,
    }  # fmt: skip


def test_lessons_follow_each_other_within_one_game() -> None:
    assert next_lesson(COVERS, FIRST.name) == SECOND.name
    assert next_lesson(COVERS, LAST.name) == next_lesson(COVERS, "classic/what") == ""


@pytest.mark.parametrize(
    ("progress", "lesson", "before"),
    [
        (Progress(), FIRST, None),
        (Progress(), THIRD, FIRST),
        (done(FIRST.name), THIRD, SECOND),
        (done(FIRST.name, SECOND.name), THIRD, None),
        (done(FIRST.name, THIRD.name), THIRD, None),
        (Progress(placed={"classic": THIRD.name}), LAST, THIRD),
        (done(*(cover.name for cover in COURSE[:13])), LAST, None),
    ],
)
def test_who_comes_to_a_lesson_too_early_is_told_the_first_of_those_before_it(
    progress: Progress, lesson: Cover, before: Cover | None
) -> None:
    """A lesson builds on those about the rules; whoever has begun it knows that."""
    told = builds_on(COVERS, progress, lesson)
    assert told == (before and {"name": before.name, "title": before.title})
