"""Sliders for the mix of cards, in words: where they stand, what is best then, and where the advice holds."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.solver.mix import Mix as Shares
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.advice.mix_view import MixShown, otherwise
from rallyman_tutor.tutor.session.intents import Advise, Draft, Help, Mix
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import restore, save
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.view import view
from tests.games.opened import opened
from tests.some import some
from tests.tutor.test_help import start
from tests.tutor.test_session import does
from tests.tutor.test_view import sat
from tests.tutor.test_worth_view import advice

pytestmark = pytest.mark.usefixtures("same_tables")

SHORTCUT = "s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s7 g4 no-sisu"
"""A turn whose best draft hangs on how many shortcut cards are punctures."""
ASKED = (Advise(), Advise(), Advise())


def told(session: Session) -> MixShown:
    """The mix as it is told in the end."""
    return [shown for shown in otherwise(session) if shown][-1]


def at_first(session: Session) -> MixShown:
    """The mix as it is told before it is known how far each slider reaches."""
    return next(shown for shown in otherwise(session) if shown)


@pytest.fixture
def turn() -> Session:
    return does(sat(SHORTCUT), *ASKED, Mix())


def test_it_can_be_tried_by_whoever_was_told_the_whole_draft() -> None:
    session = sat(SHORTCUT)
    for wish, asked in (("", 0), ("", 2), ("can", 3), ("can", 4)):
        here = does(session, *(Advise(),) * asked)
        assert not asked or advice(here)["mixes"] == wish
        assert [*otherwise(here)] == []
        if asked:
            tried = update(here, Mix())
            assert advice(tried)["mixes"] == ("is" if wish else "")
            assert any(True for _ in otherwise(tried)) == bool(wish)
    after, problem = attempt(session, Mix())
    assert after == session and isinstance(problem, Refused) and problem.key == "advice-first"
    assert not [*otherwise(does(session, *ASKED, Mix(), Help("off")))]


@pytest.mark.parametrize("key", RACES)
def test_with_the_mix_of_the_house_it_is_as_advised(key: str) -> None:
    session = does(start(key), *ASKED, Mix())
    shown, worth = told(session), opened(weigh)(session.game, session.state, ())
    assert (shown["verdict"], shown["shade"], shown["moved"]) == ("These are our decks", 0, False)
    assert worth.best is not None and f"As advised it is {worth.best:.1f}\u00a0s to the finish" in shown["told"][0]
    assert {"spins", "out"} < {share["name"] for share in shown["shares"]}
    assert all("(" not in cell for row in shown["rows"] for cell in row)
    for share in some(shown["shares"]):
        assert share["now"] == share["house"] and len(share["values"]) == len(share["holds"])
        assert share["values"][(share["now"] - share["least"]) // share["step"]] in (
            "as ours",
            "4 of 20",
            "12 of 48",
            "1000 s",
        )


def test_a_slider_that_is_moved_tells_what_is_best_then_and_from_where_to_where_the_advice_holds(turn: Session) -> None:
    few = update(turn, Mix("punctures", 0))
    first, *parts, last = [shown for shown in otherwise(few) if shown]
    assert [sum(bool(share["holds"]) for share in part["shares"]) for part in parts] == [1, 2, 3, 4]
    assert not any(share["holds"] for share in first["shares"]) and first["verdict"] == last["verdict"]
    other = RACES["classic"]().at_hand(turn.state).best.otherwise((0, 0, 0, 1000))
    best = other.costs(opened(turn.state))[0][0]
    advised = opened(weigh)(turn.game, turn.state, ()).best_draft
    followed = other.followed(opened(turn.state), advised, RACES["classic"]().at_hand(turn.state).best)
    assert last["verdict"] == "Something else is a little better" and last["shade"] == 1 and last["moved"]
    assert (
        f"{best:.1f}\u00a0s to the finish on average. As advised for our decks it is {followed:.1f}" in last["told"][0]
    )
    punctures = next(share for share in last["shares"] if share["name"] == "punctures")
    assert punctures["now"] == 0 and not punctures["holds"][0] and punctures["holds"][4]
    assert punctures["holds"] == [False, True, True, True, True, False, False, False, False]
    assert punctures["told"] == "The advice holds from 1 of 20 to 4 of 20."
    assert f"Punctures among shortcut cards: {punctures['told']}" in last["said"]
    again = at_first(update(few, Mix("punctures", 3)))
    assert again["verdict"] == "Still the best" and again["shade"] == 0
    assert at_first(update(few, Mix()))["moved"] is False


def test_cards_that_are_others_stand_beside_those_of_the_house(turn: Session) -> None:
    rows = at_first(update(turn, Mix("spins", -3)))["rows"]
    assert rows[0] == ["1", "3 (6)", "5 (3)", "4 (3)"] and rows[4] == ["5", "0 (2)", "6 (5)", "6 (5)"]


def test_a_stage_without_shortcuts_has_no_slider_for_their_cards() -> None:
    session = does(sat("s4 R3 s3 L3 s3 | A"), *ASKED, Mix())
    assert [share["name"] for share in at_first(session)["shares"]] == ["spins", "left", "out"]


@pytest.mark.parametrize(
    ("share", "to", "key"),
    [
        ("wind", 1, "no-such-share"),
        ("hard", 2, "no-such-share"),
        ("spins", 7, "no-such-notch"),
        ("out", 250, "no-such-notch"),
    ],
)
def test_what_no_slider_has_is_refused_with_what_there_is(turn: Session, share: str, to: int, key: str) -> None:
    moved = update(turn, Mix("spins", 2))
    after, problem = attempt(moved, Mix(share, to))
    assert after == moved and isinstance(problem, Refused) and problem.key == key
    said = view(after, moved, problem)["problem"]
    assert ("spins" in said) if key == "no-such-share" else ("from -6 to 6" in said or "from 200 to 1800" in said)


def test_it_stays_for_the_next_advice_of_this_drive_and_is_not_kept(turn: Session) -> None:
    moved: Shares = (2, 0, 4, 1000)
    session = does(turn, Mix("spins", 2), Draft(()))
    assert session.co_driver.mix == moved and does(session, *ASKED).co_driver.mix == moved
    assert "mix" not in save(session) and restore(session.game, save(session)).co_driver.mix is None


def test_what_comes_of_it_is_said_behind_the_answer(turn: Session) -> None:
    moved: Any = update(turn, Mix("spins", 2))
    assert view(moved, turn)["say"] == "" and at_first(moved)["said"]
