"""Questions to the table: a game answers them at any time, in lessons too, and nothing else changes by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.kinds.ahead import is_on_the_way
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.reading import read
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Ask, Lay, Undo
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.update import update as played
from rallyman_tutor.tutor.table.view import view
from tests.tutor.lessons_at_hand import parts

LESSONS = sorted((Path(__file__).parents[2] / "lessons" / "mil_millas").glob("*/"))
ASKS = SHELF["mil_millas"].questions


def lesson(folder: Path) -> Lesson:
    found, faults = read(folder)
    assert found is not None and not faults
    return found


@pytest.mark.parametrize("folder", LESSONS, ids=lambda folder: folder.name)
def test_in_every_step_of_a_lesson_the_table_answers(folder: Path) -> None:
    told = lesson(folder)
    for at, step in enumerate(told.steps):
        start = sit_down(told, at)
        for asked in ASKS:
            after = update(start, Ask(asked))
            events = {event.what for past in after.session.replay.past for event in past.events}
            assert after.done is any(aim.value in events for aim in step.goals if aim.name == "event"), step.id
            assert after.session.draft == start.session.draft and is_on_the_way(after)
            assert any(
                word in lesson_view(after, start)["say"] for word in ("to go", "points", "turn", "possible", "round")
            )
            if not step.lays:
                now, then = (parts(lesson_view(one)) for one in (update(start, Ask(asked)), start))
                assert now.get("answers") == then.get("answers") and now["stars"] == then["stars"]


def test_a_question_is_nothing_to_take_back() -> None:
    game = SHELF["mil_millas"]
    session = begin(game, "A 100 go ; B go | A 25x2 50 75 red fuel flat ; B 50x6", (), frozenset({1}), "1")
    laid = played(session, Lay("50", "pile"))
    asked = played(laid, Ask("I"))
    assert asked.draft == laid.draft and played(asked, Undo()).draft == ()
    with pytest.raises(Refused, match="nothing-to-undo"):
        played(played(session, Ask("T")), Undo())


def test_another_card_takes_the_place_of_the_one_that_is_laid() -> None:
    session = begin(
        SHELF["mil_millas"], "A 100 go ; B go | A 25x2 50 75 red fuel flat ; B 50x6", (), frozenset({1}), "1"
    )
    laid = played(session, Lay("50", "pile"))
    other = played(laid, Lay("25", "road1"))
    assert [step["name"] for step in view(other)["draft"]] == ["25 on road 1"]


def test_a_lesson_asks_for_a_question_and_the_answer_is_heard_before_the_praise() -> None:
    told = lesson(next(folder for folder in LESSONS if folder.name == "02-your-turn"))
    start = sit_down(told, [step.id for step in told.steps].index("ask"))
    said = lesson_view(update(start, Ask("I")), start)["say"]
    assert said.startswith("You: 475 km, 525 to go.") and "Stars: 3 of 3" in said


def test_what_lies_open_of_the_course_is_heard_with_its_figures() -> None:
    """The test lap shows a card; whoever only hears must learn as much."""
    session = begin(SHELF["crazy_rally"], "C10 C14 C13 rest | You m9 B01 ; Ben B02 | look 0", (), frozenset({1}), "1")
    heard = []
    for _ in range(2):
        after = played(session, Act("look"))
        heard.append(view(after, session)["say"])
        session = after
    assert "white 5, no faster. Difficulty 2" in heard[0] and "jump: red 7, no slower. Difficulty 1" in heard[1]
