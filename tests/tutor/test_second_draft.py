"""The second draft is compared by what it costs to the finish, once the reason of the advice was asked for."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.draft_worth import Worth, weigh, weighing
from rallyman_tutor.coach.odds import TooMany
from rallyman_tutor.coach.steps import Work
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.advice.advice_view import WHOLE
from rallyman_tutor.tutor.session.intents import Advise, Copy, Draft
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from tests.tutor.test_session import does
from tests.tutor.test_view import sat
from tests.tutor.test_worth_view import advice, told_all

pytestmark = pytest.mark.usefixtures("same_tables")

ROAD = "s4 R3 s3 L3 s3 | A@s1 g1"


def two(first: tuple[str, ...], other: tuple[str, ...], road: str = ROAD) -> Session:
    """A table with two drafts."""
    return does(sat(road), Draft(other), Copy(), Draft(first))


def cost(session: Session, draft: tuple[str, ...]) -> str:
    """The least that a draft costs, by whichever way it is driven."""
    moves = session.game.read_draft(" ".join(draft)).moves
    return f"{min(way.cost or 0.0 for way in weigh(session.game, session.state, moves).ways):.1f} s, "


def test_both_costs_are_told_with_the_reason_and_no_sooner() -> None:
    session = two(("2", "3"), ("2",))
    for _ in range(WHOLE - 1):
        session = update(session, Advise())
        assert advice(session)["costs"] == []
    told = advice(update(session, Advise()))
    first, other = told["costs"]
    assert first.startswith(cost(session, ("2", "3"))) and other.startswith(cost(session, ("2",))) and first != other
    assert told["said"].endswith(f"The second draft, to the finish on average: {other}.")


def test_a_draft_kept_as_second_once_it_is_weighed_costs_the_same() -> None:
    session = update(told_all(update(sat(ROAD), Draft(("2", "3")))), Copy())
    first, other = advice(session)["costs"]
    assert first == other != ""


def test_what_cannot_be_worked_out_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = told_all(two(("2", "3"), ("4",)))
    assert advice(refused)["costs"][1] == "not told: it may not be rolled as it lies"
    unsolved = told_all(two(("2",), ("w",), "s2 R3 s2 | A@s1 g1"))
    assert set(advice(unsolved)["costs"]) == {"not told: nobody has worked out this stage"}
    session = two(("2", "3"), ("2",))
    monkeypatch.setattr("rallyman_tutor.tutor.advice.advice_view.weighing", only_two)
    assert advice(told_all(session))["costs"][1] == "not told: too much can happen"


def only_two(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Work[Worth]:
    if len(draft) < 2:
        raise TooMany
    return weighing(game, state, draft)


def test_with_nothing_laid_only_the_second_has_a_cost() -> None:
    session = told_all(two((), ("2",)))
    first, other = advice(session)["costs"]
    assert first == "" and other.startswith(cost(session, ("2",)))
