"""A visitor's first turn: what is asked, what is refused and mended, what comes of it, and who never sees it."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest

from rallyman_tutor.games import NAMES
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.places import first
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import LESSONS, NOON, Visit

PAGE = text_tables("tutor")["page"]


def newcomer() -> Visit:
    return Visit(is_newcomer=True)


def lays(visit: Visit, *pieces: str) -> list[str]:
    for piece in pieces:
        visit.says(do="lay", piece=piece)
    return [step["piece"] for step in visit.view["draft"]]


def rolls(visit: Visit) -> None:
    visit.says(do="act", move=visit.view["offers"][0]["move"])


def test_a_first_visit_opens_on_a_road_with_three_dice_and_nothing_else() -> None:
    visit = newcomer()
    assert visit.place["kind"] == "first" and visit.place["at"] == "home"
    assert [piece["key"] for piece in visit.view["pieces"]] == ["1", "2", "3"]
    assert visit.view["offers"] == [] and visit.view["dials"] == [] and visit.view["draft"] == []
    assert [game["key"] for game in visit.place["games"]] == list(NAMES)


@pytest.mark.parametrize(
    ("pieces", "gear", "clock"), [("1", "1st", "0:50"), ("12", "2nd", "0:40"), ("123", "3rd", "0:30")]
)
def test_one_press_rolls_all_that_lies_and_ends_the_turn(pieces: str, gear: str, clock: str) -> None:
    visit = newcomer()
    assert lays(visit, *pieces) == list(pieces)
    (roll,) = visit.view["offers"]
    assert roll["label"] == PAGE["first-roll"]
    rolls(visit)
    told = PAGE["first-told"].format(gear=gear, clock=clock)
    assert visit.place["told"] == visit.view["say"] == told
    (car,) = visit.view["cars"]
    assert (car["place"], car["facts"]) == (f"s{len(pieces)}", [gear, clock])
    assert visit.view["pieces"] == [] and visit.view["offers"] == []


def test_a_die_that_may_not_lie_there_says_why_and_makes_room_for_the_next() -> None:
    visit = newcomer()
    assert lays(visit, "2") == ["2"]
    (message,) = visit.view["messages"]
    assert message["code"] == "CL-GEAR-01" and message["remedies"] and visit.view["offers"] == []
    assert visit.page.progress == Progress()  # a rule that nobody has told yet is no mistake
    assert lays(visit, "1") == ["1"] and visit.view["messages"] == []


def test_nothing_but_the_three_dice_is_laid_and_nothing_behind_the_turn() -> None:
    visit = newcomer()
    assert lays(visit, "4") == [] and visit.view["problem"]
    visit.says(do="act", move="1>s1")
    assert visit.view["problem"] and not visit.place["told"]
    lays(visit, "1")
    rolls(visit)
    before = visit.page.place
    assert lays(visit, "2") == [] and visit.page.place is before


def test_whatever_is_laid_in_whatever_order_the_turn_can_be_driven() -> None:
    for pieces in product("123", repeat=3):
        visit = newcomer()
        lays(visit, *pieces)
        lays(visit, *"123")
        assert visit.view["offers"], pieces
        rolls(visit)
        assert visit.place["told"], pieces


def test_the_turn_is_the_first_step_of_the_course_which_goes_on_behind_it() -> None:
    visit = newcomer()
    lays(visit, "1", "2")
    rolls(visit)
    assert visit.progress["stars"] == {first.LESSON: {first.STEP: progress.MOST_STARS}}
    visit.says(do="go", to=visit.place["next"]["name"])
    assert visit.sheet["lesson"] == first.LESSON and visit.sheet["at"] == 1
    back = Visit(is_newcomer=True)
    back.says(do="hello", at="home", progress=progress.plain(visit.page.progress))
    assert back.place["kind"] == "home" and back.place["home"]["next"]["name"] == first.LESSON


def test_who_has_done_anything_at_all_comes_back_to_the_map_of_their_game() -> None:
    broken = progress.with_broken_rule(Progress(), "DI-GEAR-01", NOON - timedelta(days=1))
    dirt = next(cover.name for cover in LESSONS.covers if cover.key == "dirt")
    for known, at in ((broken, "home"), (Progress(last=dirt), "home/dirt"), (Progress(last="gone/away"), "home")):
        visit = newcomer()
        visit.says(do="hello", at="home", progress=progress.plain(known))
        assert (visit.place["kind"], visit.place["at"]) == ("home", at)


def test_its_road_is_sent_as_a_picture_and_what_comes_behind_it_is_painted_on_a_canvas() -> None:
    visit = newcomer()
    visit.says(do="hello", at="home", theme="dark")
    assert visit.wire["ground"]["svg"].startswith("<svg") and not any(
        patch.board or patch.paint for patch in visit.sent
    )
    visit.says(do="go", to="home")
    visit.says(do="theme", theme="light")
    assert not any(patch.board or patch.paint for patch in visit.sent)
    visit.says(do="go", to="drive")
    assert any(patch.board for patch in visit.sent) and any(patch.paint for patch in visit.sent)
    other = newcomer()
    other.says(do="hello", at="home", theme="dark")
    other.says(do="go", to="drive")
    assert other.wire["ground"] == {} and any(patch.board for patch in other.sent)


def test_who_asks_for_the_map_gets_it_and_whoever_asks_for_a_place_is_led_there() -> None:
    visit = newcomer()
    visit.says(do="go", to="home")
    assert visit.place["kind"] == "home"
    for at in ("home/dirt", "drive", first.LESSON):
        assert Visit(at, is_newcomer=True).place["at"] == at


def test_without_its_lesson_a_visit_begins_with_the_map() -> None:
    others = Lessons({name: cover for name, cover in LESSONS.named.items() if name != first.LESSON})
    assert Visit(lessons=others, is_newcomer=True).place["kind"] == "home"
