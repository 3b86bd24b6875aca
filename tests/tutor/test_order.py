"""Drafts put in order: which order is right, why another one is not, what helps, and what `check` refuses."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.lesson import proof
from rallyman_tutor.tutor.lesson.faults import fault_text
from rallyman_tutor.tutor.lesson.grading import is_right, right_answer, seconds_behind
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.lesson.walkthrough import last_sitting, walk_through
from rallyman_tutor.tutor.session.intents import Answer, Hint, Lay, Point, Undo
from tests.some import some
from tests.tutor.lessons_at_hand import a_lesson, lesson_in, parts, refuted

ONE_HAZARD = "forest/rock s9 R3/4x3 s3 | You@s5 g4 no-sisu | You 3 4 !"
"""A single die is without risk here, of either colour; two of them are not."""
DRAFTS = {"mixed": "5 w", "black": "5", "whites": "w w", "white": "w"}
RIGHT = {"black white whites mixed", "white black whites mixed"}


def folder_of(tmp: Path, drafts: dict[str, str], by: str = "risk") -> Path:
    """A lesson whose one step asks for the order of these drafts."""
    tables = ", ".join(f'{{ id = "{id_}", draft = "{draft}" }}' for id_, draft in drafts.items())
    toml = f"""game = "classic"
teaches = ["CL-HAZ-01"]
[[steps]]
id = "sort"
kind = "order"
start = "{ONE_HAZARD}"
drafts = [{tables}]
by = "{by}"
"""
    answers = "\n".join(f"- {id_}: The draft {id_}" for id_ in drafts)
    words = f"# In order\n\nThe safest first.\n\n## sort\nPut them in order.\n\n{answers}\n! So it is.\n"
    return a_lesson(tmp, toml, words)


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return lesson_in(folder_of(tmp_path, DRAFTS))


def test_every_order_of_equals_is_right_and_no_other_order_is(lesson: Lesson) -> None:
    assert {order for order in map(" ".join, permutations(DRAFTS)) if is_right(lesson, 0, order)} == RIGHT
    assert right_answer(lesson, 0) in RIGHT
    for order in some(RIGHT):
        after = update(sit_down(lesson), Answer(order))
        assert after.done and after.stars == (3,) and after.session.draft
        sheet = parts(lesson_view(after))
        assert " ".join(one["id"] for one in sheet["answers"]) == sheet["right"] == order
        assert [one["worth"] for one in sheet["answers"]] == [f"{chance} % to lose control" for chance in (0, 0, 3, 6)]


def test_the_first_two_drafts_that_stand_the_wrong_way_round_are_told_with_the_figure_of_each(lesson: Lesson) -> None:
    after = update(sit_down(lesson), Answer("black mixed whites white"))
    told = refuted(lesson_view(after))
    assert told["say"] == (
        "“The draft mixed” stands before “The draft whites”, and is worse: 6 % to lose control against 3 % to lose control."
    )
    assert [one["id"] for one in told["worth"]] == ["mixed", "whites"]
    assert not after.done and lesson_view(after, sit_down(lesson))["say"] == f"Not quite. {told['say']}"
    assert not any(one["worth"] for one in parts(lesson_view(after))["answers"])


def test_a_wrong_order_costs_a_star_and_the_same_one_again_costs_nothing_more(lesson: Lesson) -> None:
    wrong = update(sit_down(lesson), Answer("mixed black whites white"))
    again = update(wrong, Answer("mixed black whites white"))
    assert wrong.tries == again.tries == (1,)
    assert update(again, Answer(right_answer(lesson, 0))).stars == (2,)
    assert update(wrong, Undo()).answer == ""


@pytest.mark.parametrize(
    "intent",
    [
        *map(
            Answer,
            ("", "black", "black white whites", "black black white whites mixed", "black white whites mixed red"),
        ),
        Point(0),
        Lay("5"),
    ],
)
def test_only_an_order_of_all_the_drafts_is_taken(lesson: Lesson, intent: Answer | Point | Lay) -> None:
    with pytest.raises(Refused):
        update(sit_down(lesson), intent)


def test_three_hints_lead_to_the_whole_order_and_the_solution_plays_itself(lesson: Lesson) -> None:
    sitting = update(update(update(sit_down(lesson), Hint()), Hint()), Hint())
    assert [hint["text"].partition(":")[0] for hint in lesson_view(sitting)["hints"]] == [
        "Compare the answers one by one.",
        "The rule that decides",
        "In this order",
    ]
    assert "draft whites; The draft mixed." in lesson_view(sitting)["hints"][2]["text"]
    assert last_sitting(walk_through(sit_down(lesson))).done
    assert proof.prove(lesson, ("CL-TURN-01", "CL-GAS-01")) == []


def test_where_seconds_decide_the_second_hint_tells_the_principle(tmp_path: Path) -> None:
    costly = lesson_in(folder_of(tmp_path, {"white": "w", "black": "5", "stop": "stop"}, "cost"))
    sitting = update(update(sit_down(costly), Hint()), Hint())
    assert lesson_view(sitting)["hints"][1]["text"].startswith("The principle: End the turn in a high gear. ")
    assert seconds_behind(costly, 0, right_answer(costly, 0)) == 0


@pytest.mark.parametrize(
    ("drafts", "by", "says", "key"),
    [
        (
            {"mixed": "5 w", "black": "5"},
            "risk",
            "There are too few of these to choose from. Write 3 at least.",
            "drafts",
        ),
        ({"black": "5", "white": "w", "up": "4"}, "risk", "breaks", "drafts"),
        (
            {"black": "5", "whites": "w w", "mixed": "5 w"},
            "risk",
            "The drafts stand in the right order already.",
            "drafts",
        ),
        ({"mixed": "5 w", "black": "5", "whites": "w w"}, "speed", "drafts cannot be compared by 'speed'", "by"),
    ],
)
def test_what_cannot_be_put_in_order_is_refused_with_its_line(
    tmp_path: Path, drafts: dict[str, str], by: str, says: str, key: str
) -> None:
    line = {"drafts": 7, "by": 8}[key]
    (fault,) = proof.check(folder_of(tmp_path, drafts, by).parent).faults
    assert says in fault_text(fault) and (fault.line, fault.key) == (line, f"steps[1].{key}")
