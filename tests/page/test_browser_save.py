"""A browser's save, brought back: a table, a lesson, and things that others shared."""

from __future__ import annotations

import json

import pytest

from rallyman_tutor.page import browser_save
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Act, Lay
from tests.page.host import LESSONS, Visit
from tests.page.test_drives import drive
from tests.tutor.lessons_at_hand import lesson_in

COVERS = LESSONS.covers
FIRST = lesson_in(COVERS[0].folder)
DRIVE = next(at for at, step in enumerate(FIRST.steps) if step.kind == "drive")


@pytest.fixture
def table() -> Visit:
    return drive("first")


def test_what_a_browser_kept_is_put_back(table: Visit) -> None:
    table.says(do="lay", piece="1")
    table.says(do="lay", piece="2")
    again = drive("first")
    again.says(do="hello", theme="dark", kept=json.loads(json.dumps(table.kept)))
    assert [step["place"] for step in again.view["draft"]] == ["s1", "s2"]


def test_what_was_kept_on_another_stage_brings_its_stage_along(table: Visit) -> None:
    table.says(do="new", table="jumps", cars=1, bots=True, seed="3")
    again = drive("first")
    assert again.stage["frame"] != table.stage["frame"]
    again.says(do="hello", theme="light", kept=table.kept)
    assert again.stage == table.stage


@pytest.mark.parametrize("kept", [None, {}, {"format": 1}, "x", [1], {"format": 1, "replay": {"game": "classic"}}])
def test_what_cannot_be_put_back_is_set_aside_with_a_word(table: Visit, kept: object) -> None:
    table.says(do="hello", theme="light", kept={"at": "drive", "table": kept})
    assert table.answer["kind"] == "not-restored"
    assert table.answer["text"]
    assert table.says(do="lay", piece="1")["draft"]


def test_a_draft_of_a_lesson_comes_back_after_a_reload() -> None:
    visit = Visit(at=COVERS[1].name)
    visit.says(do="lay", piece="5")
    again = Visit(at=COVERS[1].name)
    again.says(do="hello", kept=json.loads(json.dumps(visit.kept)), at=COVERS[1].name)
    assert [step["move"] for step in again.view["draft"]] == [step["move"] for step in visit.view["draft"]]


def test_behind_a_move_a_lesson_begins_its_step_again_after_a_reload() -> None:
    """A draft behind dice that were rolled would fit nowhere at the start of the step."""
    visit = Visit(at=COVERS[0].name)
    at = next(at for at, step in enumerate(FIRST.steps) if step.kind == "roll")
    for intent in ({"do": "step", "at": at}, {"do": "lay", "piece": "1"}, {"do": "lay", "piece": "2"}):
        visit.says(**intent)
    assert visit.kept["draft"] == ["1>s1", "2>s2"]
    visit.says(do="act", move="1>s1")
    assert [step["move"] for step in visit.view["draft"]] == ["2>s2"]
    assert visit.kept["draft"] == [] and visit.kept["step"] == visit.sheet["id"]


def test_a_step_that_a_lesson_no_longer_has_is_not_looked_for() -> None:
    lesson = COVERS[0]
    for at, step in enumerate(lesson.steps):
        assert browser_save.saved_step({"at": lesson.name, "step": step}, lesson) == at
    for gone in ("gone", "", None, 3, [lesson.steps[0]]):
        assert browser_save.saved_step({"at": lesson.name, "step": gone}, lesson) is None
    for elsewhere in ("a place before", "somewhere behind"):
        assert browser_save.saved_step({"at": elsewhere, "step": lesson.steps[1]}, lesson) is None


def test_a_drive_opens_at_a_position() -> None:
    visit = Visit("drive", "s14 | A@s3 g3")
    assert [(car["place"], car["facts"][0]) for car in visit.view["cars"]] == [("s3", "3rd")]
    visit.says(do="hello", at="drive", kept=drive("first").kept)  # and is not exchanged for what the browser kept
    assert [car["place"] for car in visit.view["cars"]] == ["s3"]
    assert visit.kept["brought"]


def test_a_drive_that_somebody_shared_is_told_from_ones_own() -> None:
    mine, friends = drive("first"), drive("jumps")
    mine.says(do="lay", piece="1")
    assert "brought" not in mine.kept
    friends.says(do="share")
    mine.says(do="hello", at="drive", kept=mine.kept, game=friends.answer["code"])
    assert mine.kept["brought"] and mine.kept["table"]["table"] == "jumps"
    mine.says(do="lay", piece="1")
    assert mine.kept["brought"]
    again = drive("first")
    again.says(do="hello", at="drive", kept=mine.kept)
    assert again.kept["brought"]
    again.says(do="new", table="first", cars=1, bots=True, seed="1")
    assert "brought" not in again.kept


def test_a_draft_is_kept_and_laid_again() -> None:
    sitting = update(sit_down(FIRST, DRIVE), Lay("1"))
    told = browser_save.save_lesson(sitting)
    assert (told["step"], told["draft"]) == (FIRST.steps[DRIVE].id, ["1>s1"])
    assert browser_save.restore_draft(sit_down(FIRST, DRIVE), told).session.draft == sitting.session.draft


def test_a_step_in_which_something_was_rolled_begins_afresh() -> None:
    """The rest of the draft was laid from where the car stands now, and it will stand at the start again."""
    sitting = update(update(sit_down(FIRST, DRIVE), Lay("1")), Lay("2"))
    rolled = update(sitting, Act("1>s1"))
    assert rolled.session.draft and not rolled.done
    assert browser_save.save_lesson(rolled)["draft"] == []


def test_a_shared_table_opens_as_it_stands() -> None:
    mine = drive("jumps", cars=2)
    mine.says(do="lay", piece="1")
    mine.says(do="act", move="1>s1")
    mine.says(do="share")
    theirs = Visit("drive")
    theirs.says(do="hello", at="drive", game=mine.answer["code"])
    assert theirs.view["log"] == mine.view["log"] and len(mine.view["log"]) > 1
    assert theirs.answer["kind"] == "started"


def test_a_shared_table_is_joined_from_that_of_another_game() -> None:
    mine, other = drive("first"), Visit("drive/mil_millas")
    mine.says(do="share")
    code = mine.answer["code"]
    other.says(do="new", table=code[:-9])
    assert other.answer["kind"] == "misread" and "a part of it is missing" in other.answer["text"]
    assert other.words["game"] == "mil_millas"
    other.says(do="new", table=code)
    assert other.words["game"] == "classic" and other.place["at"] == "drive"
    assert "s1" in [space["key"] for space in other.stage["places"]]


def test_a_drive_comes_back_as_it_stood_with_what_was_rolled_and_what_is_laid() -> None:
    visit = drive("first")
    for die in "12":
        visit.says(do="lay", piece=die)
    visit.says(do="act", move="1>s1")
    again = Visit("drive")
    again.says(do="hello", at="drive", kept=visit.kept)
    assert [step["name"] for step in again.view["draft"]] == ["the 2 on space 2"]
    assert again.view["log"] == visit.view["log"]


def test_ones_own_drive_is_put_back_from_under_a_friends() -> None:
    mine, friends = drive("first"), drive("jumps")
    mine.says(do="lay", piece="1")
    own = mine.kept
    friends.says(do="share")
    mine.says(do="new", table=friends.answer["code"])
    assert mine.kept["brought"]
    mine.says(do="go", to="drive", kept=own)
    assert mine.kept == own
