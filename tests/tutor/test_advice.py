"""Advice on request comes in three parts, each true of the best driving, and no part tells the next one's secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.advice_view import DIE, WHERE, WHOLE, AdviceShown, advised, dice_among
from rallyman_tutor.tutor.session.intents import Advise, Clear, Draft
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import words
from tests.some import some
from tests.tutor.test_ghost import STAGES
from tests.tutor.test_review import driven_on
from tests.tutor.test_session import does
from tests.tutor.test_view import sat
from tests.tutor.test_worth_view import advice

pytestmark = pytest.mark.usefixtures("same_tables")


@cache
def moments(key: str, moves: int = 5) -> Sequence[Session]:
    """A drive after each of its decisions, with nothing laid, as long as something is to be driven."""
    session, found = begin(SHELF[key], STAGES[key], ("You",), frozenset(), "3"), list[Session]()
    for _ in range(moves):
        session = driven_on(session, "club")
        if not session.game.over(session.state):
            found.append(update(session, Clear()))
    return found


def best(session: Session) -> tuple[AnyMove, ...]:
    """The best decisions from here, as the values tell them."""
    found = race_coach(session.game).at_hand(session.state).best
    return tuple(found.line(session.state, found.choice(session.state)))


def dice(session: Session) -> tuple[AnyMove, ...]:
    return dice_among(session.game, best(session))


def told(session: Session, times: int) -> AdviceShown:
    """The advice shown after so many requests."""
    return advice(does(session, *(Advise(),) * times))


def laid(session: Session, moves: tuple[AnyMove, ...]) -> Session:
    return update(session, Draft(tuple(map(session.game.write_move, moves))))


@pytest.mark.parametrize("key", STAGES)
def test_each_press_tells_one_part_more_for_eyes_and_ears(key: str) -> None:
    session = next(one for one in moments(key) if dice(one))
    assert view(session)["advise"] == "Ask for advice" and not [*advised(session)]
    for times, button in ((WHERE, "Which die?"), (DIE, "The whole draft, and why?")):
        shown = told(session, times)
        assert len(shown["parts"]) == times and shown["said"] == shown["parts"][-1]["text"]
        assert shown["more"] == button and shown["worth"] is None and shown["ways"] is None
    shown = told(session, WHOLE)
    (whole,) = shown["parts"]
    assert shown["worth"] and shown["more"] == "" and whole["text"].startswith("Best: ")
    reason = whole["text"].partition(". ")[2]
    assert shown["said"].endswith(reason) and all(
        words(key).place(one["place"]) in shown["said"] for one in whole["draft"]
    )
    assert told(session, WHOLE + 1) == shown


@pytest.mark.parametrize("key", STAGES)
def test_whoever_follows_it_die_by_die_lays_the_best_draft(key: str) -> None:
    """Each die is one that the values call best, on its space, and only the part that names it does so."""
    drafts = [
        (one, dice(one)[:at])
        for one in moments(key)
        for at in range(len(dice(one)))
        if not told(laid(one, dice(one)[:at]), WHERE)["worth"]  # else nothing is better than what lies already
    ]
    for session, begun in some(drafts):
        theirs, at = dice(session), len(begun)
        step, die = session.game.desk(session.state, theirs).laid[at], session.game.form(theirs[at]).die
        where, which = told(laid(session, begun), DIE)["parts"]
        space, name = words(key).place(step.place), words(key).fact("die", die)
        assert where["place"] == step.place and space in where["text"] and name not in where["text"]
        assert where["text"].startswith("Your dice lie as in the best draft so far" if at else f"Look at {space}")
        assert name in which["text"] and space in which["text"] and which["place"] == step.place


@pytest.mark.parametrize("key", STAGES)
def test_the_whole_draft_is_the_best_one_may_be_laid_and_ears_hear_its_spaces(key: str) -> None:
    for session in some([one for one in moments(key) if dice(one)]):
        shown = told(session, WHOLE)
        lies = session.game.desk(session.state, dice(session)).laid
        assert shown["parts"][-1]["draft"] == [{"piece": one.piece, "place": one.place} for one in lies]
        assert all(words(key).place(one.place) in shown["said"] for one in lies)
        assert not session.game.judge(session.state, dice(session))


def test_where_the_own_draft_leaves_the_best_one_is_where_to_look() -> None:
    session = sat("s4 R3 s3 L3 s3 | A@s1 g1")
    theirs = dice(session)
    assert [session.game.write_move(move) for move in theirs][:2] == ["2>s2", "3>s3"]
    other = told(update(session, Draft(("2", "w"))), DIE)["parts"]
    assert other[0]["text"].startswith("From die 2 on the best draft is another one. It goes on at space 3")
    assert other[1]["text"] == "In the best draft: the 3 on space 3."
    longer = update(laid(session, theirs), Draft((*map(session.game.write_move, theirs), "5")))
    if not session.game.judge(longer.state, longer.draft):
        where, which = told(longer, DIE)["parts"]
        last = session.game.desk(session.state, theirs).laid[-1].place
        assert where["place"] == last and where["text"].endswith("the best draft ends there, and yours goes on.")
        assert which["text"].startswith("The 5 on ") and "goes without this die" in which["text"]


def test_a_draft_that_nothing_is_better_than_is_told_so_at_once() -> None:
    session = sat("s4 R3 s3 L3 s3 | A@s1 g1")
    shown = told(laid(session, dice(session)), WHERE)
    assert shown["worth"] and shown["more"] == "" and "draft" not in shown["parts"][0]
    assert shown["parts"][0]["text"].startswith("Nothing costs less than your dice.")


def test_with_nothing_laid_the_reason_weighs_the_best_draft() -> None:
    session = sat("s4 R3 s3 L3 s3 | A@s1 g1")
    assert told(session, WHOLE)["worth"] == told(laid(session, dice(session)), WHERE)["worth"]


def test_where_a_button_is_best_no_space_is_told() -> None:
    session = sat("s4 R3 s3 L3 s3 | A@s4 g3 | A 2 w 3 !!! ended=hazards phase=sisu")
    look, button = told(session, DIE)["parts"]
    assert look["text"] == "No die is to be laid now. Look at the buttons." and "place" not in look
    assert button["text"].startswith("This button is best: ")
    assert told(session, DIE)["more"] == "The whole draft, and why?"
    shown = told(session, WHOLE)
    assert shown["worth"] and shown["more"] == "" and shown["parts"][0]["draft"] == []
    start = sat("202a 203a< | A@1.R2 | A leader A", game="dirt")
    assert RACES["dirt"]().has_table(start.state) == (told(start, WHERE)["worth"] is None)


def test_without_a_table_the_odds_are_told_at_once_and_nothing_is_called_best() -> None:
    session = update(sat("s2 R3 s2 | A@s1 g1"), Draft(("2",)))
    shown = told(session, WHERE)
    (part,) = shown["parts"]
    assert (
        shown["worth"] and shown["ways"] is None and "Nobody has worked out this stage" in part["text"] == shown["said"]
    )


def test_another_draft_begins_with_the_first_part_again() -> None:
    session = sat("s4 R3 s3 L3 s3 | A@s1 g1")
    asked = update(update(session, Advise()), Advise())
    changed = update(asked, Draft(("2",)))
    assert not [*advised(changed)] and view(changed)["advise"] == "Ask for advice"
    assert len(told(changed, WHERE)["parts"]) == WHERE


@pytest.mark.parametrize("key", STAGES)
def test_no_sentence_is_left_open_and_no_more_than_forty_words_stand_before_anything_is_opened(
    key: str, wide: bool
) -> None:
    met = moments(key, 7 if wide else 5)
    for session, times in some([(one, times) for one in met for times in (WHERE, DIE, WHOLE)]):
        texts = [part["text"] for part in told(session, times)["parts"]]
        assert not [text for text in texts if re.search(r"[{}]|None|  ", text)]
        assert sum(len(text.split()) for text in texts) <= 40
