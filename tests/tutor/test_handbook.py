"""The handbook of driving: every principle has its page, with positions to try, and its worth is reckoned anew."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.coach.test_principles import MOST_WORDS
from tests.some import some
from tests.tutor import told_twice as twice

CHAPTERS = {"classic": ("PLAN", "DIE", "CARDS"), "dirt": ("PLAN", "DIE", "CARDS", "ROAD", "LOST")}


@pytest.mark.parametrize("key", RACES)
def test_every_principle_stands_in_the_contents_under_its_chapter(key: str) -> None:
    tell, told = twice.Twice(key, "handbook"), handbook.contents(SHELF[key])
    words = text_tables(f"games.{key}")["words"]["driving"]
    assert [one["code"] for one in told] == [one.code for one in PRINCIPLES[key]]
    assert [(one["title"], one["why"]) for one in told] == [
        (words[one["code"]]["name"], words[one["code"]]["why"]) for one in told
    ]
    assert all(len(one["why"].split()) <= MOST_WORDS and ". " not in one["why"] for one in told), "one short sentence"
    assert {one["chapter"] for one in told} == {tell(name) for name in CHAPTERS[key]}
    assert all(one["chapter"] == tell(one["code"].split("-")[1]) for one in told)


@pytest.mark.parametrize("key", RACES)
def test_a_page_counts_its_examples_and_its_board_shows_the_decision(key: str) -> None:
    tell, game = twice.Twice(key, "handbook"), SHELF[key]
    for one in some(PRINCIPLES[key][::6]):
        page = handbook.principle_page(game, one.code, "broken", 0)
        assert (page["ok"], page["broken"], page["kind_shown"]) == (len(one.not_so), len(one.holds), "broken")
        begins, ends = tell("example", choice="…", why="…").split("…")[:2]
        assert page["fix"].startswith(begins) and ends in page["fix"]
        session = handbook.example_session(game, one.code, "broken", 0)
        position, _, decided = one.holds[0].partition(" :: ")
        assert game.write(session.state) == game.write(game.read(position))
        laid = [step["move"] for step in view(session)["draft"]]
        (move,) = game.read_draft(decided).moves
        form = game.form(move)
        dice = form.steps or ((move,) if form.kind == "die" else ())
        assert [game.write_move(one) for one in session.draft] == [game.write_move(one) for one in dice]
        assert len(laid) == len(dice)
        best = race_coach(game).at_hand(session.state).best
        assert best.cost_of(session.state, move) > best.costs(session.state)[0][0]
        seems = handbook.principle_page(game, one.code, "ok", 0)["fix"]
        assert seems.startswith(tell("looks-so", choice="…", why="").partition("…")[0])


@pytest.mark.parametrize("key", RACES)
def test_what_a_principle_is_worth_is_the_mean_of_its_puzzles(key: str) -> None:
    tell, why, seen = twice.Twice(key, "handbook"), twice.Twice(key, "why"), set[str]()
    for one in some(PRINCIPLES[key]):
        costs = [
            (number, answer.cost - puzzle.answers[0].cost)
            for number, puzzle in enumerate(puzzles(key), 1)
            for answer in puzzle.answers
            if answer.principle == one.code
        ]
        page = handbook.principle_page(SHELF[key], one.code)
        numbers = list(dict.fromkeys(number for number, _ in costs))
        assert page["puzzles"] == numbers and page["fix"] == page["kind_shown"] == ""
        if not costs:
            assert page["worth"] == ""
            continue
        mean = sum(cost for _, cost in costs) / len(costs)
        seconds = why("seconds", count=f"{mean:.0f}" if mean >= 3 else f"{mean:.1f}")
        case = "worth" if len(numbers) > 1 else "worth-one"
        seen.add(case)
        assert page["worth"] == tell(case, seconds=seconds, n=len(numbers))
    assert "worth" in seen


def test_every_text_of_the_handbook_is_told() -> None:
    for key in RACES:
        test_every_principle_stands_in_the_contents_under_its_chapter(key)
        test_a_page_counts_its_examples_and_its_board_shows_the_decision(key)
        test_what_a_principle_is_worth_is_the_mean_of_its_puzzles(key)
    assert not twice.never_told("handbook")


def test_a_principle_that_there_is_not_is_refused_and_card_games_have_none() -> None:
    with pytest.raises(Refused):
        handbook.principle_page(SHELF["classic"], "CLD-DIE-99")
    with pytest.raises(Refused):
        handbook.example_session(SHELF["classic"], "CLD-DIE-01", "broken", 99)
    assert handbook.contents(SHELF["mil_millas"]) == []
