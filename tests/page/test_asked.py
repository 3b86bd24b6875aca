"""Questions that the table answers in words: beside the game, at every table and in every lesson; nothing else
changes."""

from __future__ import annotations

import pytest

from tests.page.host import LESSONS, Visit

COVERS = LESSONS.covers


@pytest.mark.parametrize("at", ["drive", "drive/crazy_rally", COVERS[0].name, "rules/CL-GEAR-03"])
def test_a_question_is_answered_beside_the_game_and_the_board_stays(at: str) -> None:
    visit = Visit(at)
    before = visit.page
    for about in visit.words["asks"]:
        (patch,) = visit.hears({"do": "tell", "about": about})
        assert set(patch.wire) == {"answer"}
        assert (visit.answer["kind"], bool(visit.answer["text"])) == ("reply", True)
    assert visit.page.sat_at is before.sat_at


@pytest.mark.parametrize(("at", "about"), [("drive", "weather"), ("drive/mil_millas", "road")])
def test_what_nobody_can_answer_is_refused_in_words(at: str, about: str) -> None:
    visit = Visit(at)
    visit.hears({"do": "tell", "about": about})
    assert visit.answer["text"].startswith("The page asks for something that I do not know.")


@pytest.mark.parametrize("message", [{"do": "tell", "about": "clock"}, {"do": "command", "line": "1"}])
def test_where_there_is_no_board_that_is_said(message: dict[str, str]) -> None:
    visit = Visit("home")
    visit.hears(message)
    assert visit.answer["text"] == "There is no board here to ask about. Go to a drive or a lesson, and ask again."


def writes(visit: Visit, *lines: str) -> list[str]:
    """The announcement after each line: an answer, or the result."""
    heard = []
    for line in lines:
        answers = visit.answer.get("n")
        visit.hears({"do": "command", "line": line})
        heard.append(visit.answer["text"] if visit.answer.get("n") != answers else visit.view["say"])
    return heard


def test_a_turn_is_driven_by_lines_alone() -> None:
    visit = Visit("drive")
    laid, *_, stopped, moved = writes(visit, "1", "2 5", "why", "take back", "roll", "roll", "stop", "where am i")
    assert laid == "the 1 on space 1. May be laid."
    assert stopped == "You: 2nd at the end, +40 s."
    assert moved == "You on space 2 in 2nd. Nobody else is there."
    assert [line["text"] for line in visit.view["log"]][-1] == stopped


def test_a_line_that_cannot_be_done_changes_nothing_and_says_where_it_stops_and_what_to_write() -> None:
    visit = Visit("drive")
    (told,) = writes(visit, "1 stopp")
    assert "column 3, at 'stopp'" in told and told.endswith("Write help, and I tell all that I understand.")
    assert visit.view["draft"] == []
    assert writes(visit, "hint")[0].startswith("No lesson is open here")


def test_in_a_lesson_lines_lay_dice_take_hints_and_go_on_and_nothing_is_rolled_that_is_only_laid() -> None:
    visit = Visit(COVERS[0].name)
    heard = writes(visit, "next", "hint", "1", "roll", "next")
    assert heard[0].startswith("This step is not done yet.")
    assert heard[1].startswith("The 1 lies in the tray.")
    assert heard[2].startswith("the 1 on space 1. May be laid. Done.")
    assert heard[3].startswith("Nothing is rolled in this step.")
    assert heard[4].startswith("Break a rule on purpose.") and visit.sheet["at"] == 1


def test_where_a_draft_ends_is_not_told_while_it_is_to_be_foretold() -> None:
    visit = Visit("classic/13-spins")
    at = next(at for at, step in enumerate(visit.sheet["steps"]) if step["kind"] == "predict")
    visit.says(do="step", at=at)
    assert visit.page.session and visit.page.session.draft
    for about in ("gear", "dials"):
        visit.hears({"do": "tell", "about": about})
        assert "neutral" not in visit.answer["text"]


def test_how_much_is_read_out_is_chosen_once_and_holds_for_answers_lines_and_dice() -> None:
    visit = Visit("drive")
    visit.says(do="speak", how="brief")
    visit.hears({"do": "tell", "about": "gear"})
    assert visit.answer["text"] == "neutral. 1 2 3 4 5 w w."
    assert writes(visit, "1", "clock") == ["the 1 on space 1.", "0:00."]
    again = Visit("drive")
    again.says(do="hello", theme="light", speech="full")
    assert writes(again, "gear")[0].startswith("In neutral. Dice left: gear die 1;")
