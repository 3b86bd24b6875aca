"""The placement on the page: from the map through a few questions, and back to the map, where the learner is to
begin."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.places.placement import Placement
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner.placement import MOST_QUESTIONS, PlacementQuestion
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lessons import Sitting
from tests.page.host import Visit
from tests.sampled import sampled


def answer(visit: Visit, is_known: bool) -> None:
    """Answer the question that is open, if it is known, and go on."""
    seat = visit.page.sat_at
    assert isinstance(seat, Sitting)
    if is_known:
        right = right_answer(seat.lesson, 0)
        visit.says(**({"do": "point", "at": int(right)} if seat.step.kind == "find" else {"do": "answer", "id": right}))
        assert visit.sheet["done"]
    visit.says(do="go", to=visit.place["next"])


def asked(visit: Visit) -> tuple[PlacementQuestion, ...]:
    """The questions of the placement so far."""
    assert isinstance(visit.page.place, Placement)
    return visit.page.place.asked


def ask_all(visit: Visit, gap: int) -> int:
    """Answer all questions as somebody who knows the lessons before `gap` and admits not knowing the others; counts
    them."""
    for many in range(MOST_QUESTIONS + 1):
        if not visit.place["at"].startswith("placement/"):
            return many
        answer(visit, asked(visit)[-1].lesson < gap)
    raise AssertionError("there is no end of questions")


@pytest.mark.parametrize("key", sampled([*SHELF], ["classic", "crazy_rally"]))
def test_who_knows_some_lessons_is_led_to_about_the_next_one(key: str) -> None:
    visit = Visit("home" if key == "classic" else f"home/{key}")
    listed = [one["name"] for one in visit.place["home"]["lessons"] if one["chapter"] == "rules"]
    gap = len(listed) // 2
    assert visit.place["home"]["placement"] == f"placement/{key}"
    visit.says(do="go", to=visit.place["home"]["placement"])
    assert visit.place["page"].endswith(f"?at=placement/{key}")
    many = ask_all(visit, gap)
    home = visit.place["home"]
    known = [one["known"] for one in home["lessons"]]
    at = known.index(False)
    assert abs(at - gap) <= 1 and not any(known[at:]) and not home["placement"]
    assert home["next"]["name"] == listed[at] and home["begun"]
    assert home["next"]["title"] in visit.answer["text"] and f"{many} questions" in visit.answer["text"]
    assert not any(one["stars"] for one in home["lessons"]), "what is known earns no stars"
    assert not visit.page.progress.cards and not visit.page.progress.stars


def test_the_first_answer_counts_and_a_later_one_does_not() -> None:
    visit = Visit("placement/mil_millas")
    seat = visit.page.sat_at
    assert isinstance(seat, Sitting)
    right = right_answer(seat.lesson, 0)
    told = (
        [str(at) for at in range(len(seat.session.draft))]
        if seat.step.kind == "find"
        else [c.id for c in seat.step.choices]
    )
    for one in (next(one for one in told if one != right), right):
        visit.says(**({"do": "point", "at": int(one)} if seat.step.kind == "find" else {"do": "answer", "id": one}))
    assert visit.sheet["done"]
    visit.says(do="go", to=visit.place["next"])
    assert [one.is_right for one in asked(visit)] == [False, False]


def test_who_goes_away_and_comes_back_is_asked_from_the_start() -> None:
    visit = Visit("placement/crazy_rally")
    answer(visit, True)
    assert len(asked(visit)) == 2
    visit.says(do="go", to=visit.place["map"])
    visit.says(do="go", to="placement/crazy_rally")
    assert len(asked(visit)) == 1


def test_who_knows_nothing_begins_with_the_first_lesson() -> None:
    visit = Visit("placement/dirt")
    ask_all(visit, 0)
    home = visit.place["home"]
    assert home["next"]["name"] == home["lessons"][0]["name"] and not any(one["known"] for one in home["lessons"])
    assert visit.answer["text"].startswith("Begin with the first lesson")


def test_who_knows_everything_is_told_so_and_no_lesson_is_left_to_begin() -> None:
    visit = Visit("placement/mil_millas")
    ask_all(visit, 99)
    assert all(one["known"] for one in visit.place["home"]["lessons"][:-1])
    kept = progress.read(progress.plain(visit.page.progress))
    assert kept == visit.page.progress and set(kept.placed) == {"mil_millas"}


@pytest.mark.parametrize("placed", ["classic", {"chess": "x"}, {"classic": 3}])
def test_a_file_with_a_broken_placement_is_refused_and_the_place_named(placed: object) -> None:
    visit = Visit("home")
    raw = {**progress.plain(visit.page.progress), "placed": placed}
    visit.says(do="bring", progress=raw)
    assert "placed" in visit.answer["text"] and not visit.page.progress.placed
