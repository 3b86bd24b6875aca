"""Accounts of a rally: decisions and luck, as looking back at each drive finds them."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.review import review
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.account import Ledger, driven_with_accounts
from rallyman_tutor.rally.rally import begin, driven, driving
from rallyman_tutor.rally.setup import RallySetup, entries

CLASSIC = SHELF["classic"]
SOLVED = "s4 R3 s3 L3 s3"
UNSOLVED = "s3 R3/4x2 s2 L1 s3"


@pytest.mark.parametrize("level", ["careful", "club"])
def test_an_account_is_what_looking_back_finds(level: str) -> None:
    rally, accounts = driven_with_accounts(begin(CLASSIC, RallySetup(entries(2, level), (SOLVED,) * 3)))
    for seat, account in enumerate(accounts):
        found = review(CLASSIC, rally.replay, seat)
        assert account is not None
        assert (account.time, account.par) == pytest.approx((found.time, found.par))
        assert (account.decisions, account.luck) == pytest.approx((found.decisions, found.luck), abs=1e-6)
        assert account.decisions > 1, "else it would tell nothing"


def test_a_rally_is_driven_alike_with_and_without_accounts() -> None:
    begun = begin(CLASSIC, RallySetup(entries(2, "careful"), (SOLVED,)))
    assert driven_with_accounts(begun)[0] == driven(begun)


def test_a_stage_that_is_not_solved_has_no_account_unless_it_is_solved_first(own_tables: None) -> None:
    begun = begin(CLASSIC, RallySetup(entries(2, "careful"), (UNSOLVED,)))
    assert driven_with_accounts(begun)[1] == (None, None)
    heard: list[float] = []
    rally, accounts = driven_with_accounts(begun, heard.append)
    assert heard and None not in accounts and rally == driven(begun)


def test_cards_have_no_account() -> None:
    rally, accounts = driven_with_accounts(begin(SHELF["mil_millas"], RallySetup(entries(2, "novice"), many=1)))
    assert accounts == (None, None) and rally.is_over


def test_a_driver_who_is_on_the_road_has_no_account_yet() -> None:
    rally = begin(CLASSIC, RallySetup(entries(1, "careful"), (SOLVED,)))
    ledger, told = Ledger(CLASSIC, 1), []
    for after in driving(rally):
        ledger.note(rally.state, after.replay.past[-1].move, after.state)
        rally = after
        told.append(ledger.accounts())
    assert told[0] == (None,) and told[-1] != (None,)
    (last,) = told[-1]
    assert last is not None and last.time == CLASSIC.result(rally.state)["sums"][0]
