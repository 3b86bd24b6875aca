"""Puzzles: there are many, the best answer is the best one, and the plainest reckoning finds the others' costs
again."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.puzzles import (
    FEWEST_ANSWERS,
    MARGIN,
    MOST_ANSWERS,
    SIMPLE,
    Puzzle,
    number_of_the_day,
    puzzle,
    puzzles,
)
from rallyman_tutor.coach.racing import drive
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt.notation import fresh_backs
from tests.coach.collect import with_principles
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, DIRT_REDRAWN, Expectimax
from tests.some import some

MANY = 300
REDRAWN: dict[str, Any] = {"classic": CLASSIC_REDRAWN, "dirt": DIRT_REDRAWN}
EVERY = 30
"""Of an ordinary run: the others are proven in a wide one."""
MISTAKES = {driver.mistake for driver in SIMPLE}
MOST_DICE = 4
"""Rolled at once, in what an ordinary run reckons plainly."""


def opened(one: Puzzle) -> tuple[AnyGame, AnyState]:
    game = SHELF[one.game]
    return game, game.read(one.position)


def first(game: AnyGame, state: AnyState, moves: tuple[str, ...]) -> AnyMove:
    (move,) = game.read_moves(state, moves[0])
    return move


class OneTurn(Expectimax[Any, Any]):
    """Every move and everything that may come of it to the end of the turn; from there the values of the table."""

    def __init__(self, game: AnyGame, state: AnyState) -> None:
        super().__init__(REDRAWN[game.key], 0.0)
        self._best = race_coach(game).at_hand(state).best

    def value(self, state: Any) -> float:
        return float(self._best.value(state)) if state.round or state.over else super().value(state)


def reckoned(game: AnyGame, state: Any, move: AnyMove) -> float:
    """The cost of a decision, by the plainest reckoning of this turn."""
    plain = OneTurn(game, state)
    backs = CLASSIC_COACH.task_in(state).backs if game.key == "classic" else fresh_backs()
    state = state._replace(backs=backs)  # every gear card counts as the first of a full deck
    return plain.after(REDRAWN[game.key].key(state), move)


@pytest.mark.parametrize("key", RACES)
def test_there_are_enough_of_them_all_different_and_each_for_somebody(key: str) -> None:
    listed = puzzles(key)
    assert len(listed) >= MANY
    assert len({(one.position, one.answers) for one in listed}) == len(listed)
    assert [one.grade for one in listed] == sorted(one.grade for one in listed)
    assert {1, 2, 3} <= {one.grade for one in listed}
    assert {one.stage for one in listed} == set(RACES[key]().ready)
    codes = {rule.code for rule in SHELF[key].book}
    for one in listed:
        best, *wrong = one.answers
        assert FEWEST_ANSWERS - 1 <= len(wrong) <= MOST_ANSWERS - 1
        assert all(answer.cost >= best.cost + MARGIN - 0.011 for answer in wrong), one
        assert one.margin >= MARGIN and min(answer.cost for answer in wrong) >= best.cost + one.margin - 0.011
        drivers = Counter(driver for answer in one.answers for driver in answer.drivers)
        assert set(drivers) <= MISTAKES and max(drivers.values()) == 1
        assert MISTAKES - set(best.drivers) == set(one.missed) and len(one.missed) >= one.grade >= 1
        assert set(one.rules) <= codes


@pytest.mark.parametrize("key", RACES)
def test_what_is_decided_in_them_is_of_many_kinds(key: str) -> None:
    kinds = Counter[str]()
    for one in some(puzzles(key)):
        game, state = opened(one)
        kinds[RACES[key]().kind(first(game, state, one.answers[0].moves))[0]] += 1
    assert len(kinds) >= 4
    assert max(kinds.values()) <= 0.6 * len(puzzles(key)), kinds


def check(one: Puzzle) -> None:
    """A puzzle is found again in its position, and all its answers are legal."""
    game, state = opened(one)
    found = puzzle(game, one.stage, state)
    assert found and with_principles(found) == one
    for answer in some(one.answers):
        game.play(state, first(game, state, answer.moves), Seeded(1))  # refuses what is not


def test_who_misses_a_puzzle_is_told_of_all_simple_drivers_whatever_they_decide() -> None:
    """Also of those whose decision is not among the answers."""
    listed = [one for one in puzzles("dirt") if len(one.missed) > one.grade]
    for one in some(listed[::4]):
        game, state = opened(one)
        best = race_coach(game).at_hand(state).best
        dear = best.costs(state)[0][0] + MARGIN
        made = {driver.mistake: drive(game, state, driver).move for driver in SIMPLE}
        assert {name for name, move in made.items() if best.cost_of(state, move) >= dear} == set(one.missed)


def dice_at_once(one: Puzzle) -> int:
    game, state = opened(one)
    kinds = (RACES[one.game]().kind(first(game, state, answer.moves)) for answer in one.answers)
    return max(dice if kind == "attack" else 1 for kind, dice in kinds)


@pytest.mark.parametrize("key", RACES)
def test_a_puzzle_is_found_again_where_it_was_found(key: str) -> None:
    for one in some(puzzles(key)[::EVERY]):
        check(one)


@pytest.mark.wide
@pytest.mark.parametrize("key", RACES)
@pytest.mark.parametrize("part", range(10))
def test_every_puzzle_is_found_again(key: str, part: int) -> None:
    for one in some(puzzles(key)[part::10]):
        check(one)


def prove(one: Puzzle) -> None:
    """Checks the cost of each answer, to a cent."""
    game, state = opened(one)
    for answer in some(one.answers):
        assert reckoned(game, state, first(game, state, answer.moves)) == pytest.approx(answer.cost, abs=0.006), answer


@pytest.mark.parametrize("key", RACES)
def test_what_an_answer_costs_is_found_by_trying_every_move_of_the_turn(key: str) -> None:
    for one in some([one for one in puzzles(key) if dice_at_once(one) <= MOST_DICE][:: EVERY // 2]):
        prove(one)


@pytest.mark.wide
@pytest.mark.parametrize("key", RACES)
@pytest.mark.parametrize("part", range(10))
def test_what_every_answer_costs_is_found_by_trying_every_move_of_the_turn(key: str, part: int) -> None:
    for one in some([one for one in puzzles(key)[part::10] if dice_at_once(one) <= MOST_DICE + 2]):
        prove(one)


@pytest.mark.parametrize("key", RACES)
def test_each_day_has_its_puzzle_and_none_comes_back_before_all_were_asked(key: str) -> None:
    many = len(puzzles(key))
    days = [date(2026, 1, 1) + timedelta(days=at) for at in range(2 * many)]
    numbers = [number_of_the_day(key, day) for day in days]
    assert sorted(numbers[:many]) == sorted(numbers[many:]) == list(range(1, many + 1))
    assert numbers[:many] != numbers[many:]
    assert number_of_the_day(key, date(1999, 12, 31)) in numbers
