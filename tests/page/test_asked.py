"""Questions that the table answers in words: beside the game, at every table and in every lesson, and nothing else changes."""

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
        assert (visit.answer["field"], bool(visit.answer["text"])) == ("asked", True)
    assert visit.page.sat_at is before.sat_at


@pytest.mark.parametrize(("at", "about"), [("home", "clock"), ("drive", "weather"), ("drive/mil_millas", "road")])
def test_what_nobody_can_answer_is_refused_in_words(at: str, about: str) -> None:
    visit = Visit(at)
    visit.hears({"do": "tell", "about": about})
    assert visit.answer["text"].startswith("The page asks for something that I do not know.")
