"""A rally looked back at: accounts, the turn with which it turned, and the dearest decisions."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from rallyman_tutor.coach.review import review
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.account import Ledger
from rallyman_tutor.rally.look_back import RallyTurn, cards_back, led_since, look_back, turning_point, turns_of
from rallyman_tutor.rally.rally import Rally, begin, driven
from rallyman_tutor.rally.setup import RallySetup, entries
from rallyman_tutor.rally.sheet import RallySheet, sheet_of
from tests.rally.test_account import CLASSIC, SOLVED, UNSOLVED


def over(stages: tuple[str, ...], seed: str = "1") -> Rally:
    return driven(begin(CLASSIC, RallySetup(entries(3, "careful"), stages, seed=seed)))


def kept(rally: Rally) -> Ledger:
    ledger, state = Ledger(CLASSIC, len(rally.levels)), rally.replay.start
    for past in rally.replay.past:
        ledger.note(state, past.move, past.state)
        state = past.state
    return ledger


def test_accounts_and_dearest_decisions_are_those_of_looking_back_at_each_drive() -> None:
    rally = over((SOLVED,) * 3)
    found = to_the_end(look_back(rally))
    reviews = [review(CLASSIC, rally.replay, seat) for seat in range(3)]
    assert [one and one.decisions for one in found.accounts] == pytest.approx([one.decisions for one in reviews])
    losses = sorted((one.loss for each in reviews for one in each.mistakes), reverse=True)
    assert [one.loss for one, _ in found.dearest] == pytest.approx(losses[:3])
    assert [why.behind for _, why in found.dearest] == pytest.approx(losses[:3])


def test_turns_add_up_to_the_time_of_each_driver() -> None:
    rally = over((SOLVED,) * 3, seed="4")
    turns = [*turns_of(rally, kept(rally))]
    for one, other in pairwise(turns):
        assert one.made[0].stage != other.made[0].stage or one.after == other.before
    for seat, account in enumerate(kept(rally).accounts()):
        own = [turn for turn in turns if turn.made[0].seat == seat]
        assert account is not None
        assert sum(turn.decisions for turn in own) == pytest.approx(account.decisions)
        assert sum(turn.luck for turn in own) == pytest.approx(account.luck)


def lead(expected: tuple[float, ...], winner: int) -> float:
    return min(time for seat, time in enumerate(expected) if seat != winner) - expected[winner]


@pytest.mark.parametrize("seed", "1234")
def test_the_winner_is_not_ahead_before_the_turning_point_and_always_after_it(seed: str) -> None:
    rally = over((SOLVED,) * 3, seed)
    ledger = kept(rally)
    places = sheet_of(CLASSIC, rally.state).places
    found = turning_point(rally, ledger)
    assert (found is None) == (places.count(1) > 1)
    turns: list[RallyTurn] = [*turns_of(rally, ledger)] if found else []
    at = next((at for at, turn in enumerate(turns) if found and turn.made == found.turn.made), 0)
    ahead = [lead(turn.after, places.index(1)) > 0 for turn in turns[at:]]
    assert all(ahead) and (found is None or lead(turns[at].before, places.index(1)) <= 0)


def test_a_rally_that_is_not_solved_is_told_by_its_sheet_alone(own_tables: None) -> None:
    found = to_the_end(look_back(over((UNSOLVED,))))
    assert found == ((None, None, None), None, ())


def sheet(*orders: tuple[int | None, ...]) -> RallySheet:
    return replace_orders(sheet_of(CLASSIC, over((SOLVED,)).state), orders)


def replace_orders(found: RallySheet, orders: tuple[tuple[int | None, ...], ...]) -> RallySheet:
    return found._replace(orders=orders, places=orders[-1])


def test_the_sheet_tells_since_when_the_winner_led() -> None:
    assert led_since(sheet((1, 2, 3), (1, 2, 3))) == 1
    assert led_since(sheet((1, 2, 3), (2, 1, 3), (1, 2, 3))) == 3
    assert led_since(sheet((1, 1, 3), (1, 2, 3))) == 2, "level is not ahead"
    assert led_since(sheet((1, 2, 3), (None, None, None))) is None, "nobody is left"


def test_at_cards_the_decisions_of_people_are_weighed_and_those_of_bots_are_not() -> None:
    game = SHELF["mil_millas"]
    setup = RallySetup(entries(2, "novice"), many=1, agreed={"reshuffle": "off"})
    rally = driven(begin(game, setup))
    assert [found and (found.met, found.dearest) for found in cards_back(rally)] == [(0, ())]
    steps = cards_back(replace(rally, levels=("", "novice")))
    first = next(steps)
    assert first and first.met > 5 and first.weighed == 0
    later = next(found for found in steps if found)
    assert later.weighed == 1
