"""Random rallies from the first die to the last card: nothing that must hold is ever broken on the way."""

from __future__ import annotations

from collections import Counter

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.conditions import blocker
from rallyman_tutor.games.classic.notation import fresh_backs, fresh_shortcut, read_position, write_position
from rallyman_tutor.games.classic.play import playing_order, standings
from rallyman_tutor.games.classic.state import GAS, Roll, State
from tests.games.classic.rallies import drive, spec
from tests.games.driving import clock_of
from tests.some import some


def check_state(state: State) -> None:
    for seat, car in enumerate(state.cars):
        assert 0 <= car.place <= state.road.finish
        assert 0 <= car.damage <= 5 and 0 <= car.punctures <= 2 and 0 <= car.gear <= 5
        assert car.seconds >= 0 and car.clock >= 0
        assert (car.status == "finished") == (
            car.place == state.road.finish and car.status != "out"
        ) or state.turn.seat == seat
    turn = state.turn
    gears = [die for die in turn.used if die != GAS]
    assert len(set(gears)) == len(gears) <= 5 and turn.used.count(GAS) <= 2
    assert 0 <= turn.hazards <= 7
    assert turn.seat not in state.queue or turn.phase == "weather"  # there the queue says who may choose tyres
    assert len(set(state.queue)) == len(state.queue)
    for deck, fresh in zip((*state.backs, state.shortcut), (*fresh_backs(), fresh_shortcut()), strict=True):
        total = sum(count for _, count in fresh.unseen)
        assert sum(count for _, count in deck.unseen) + len(deck.seen) == total
        assert all(count >= 0 for _, count in deck.unseen)
    assert sorted(playing_order(state)) == sorted(set(playing_order(state)))


def check_room(state: State) -> None:
    """No space holds more cars than it has room for, but for cars pushed there together with nowhere else to go."""
    spaces = state.road.spaces
    on_road = [
        car for car in state.cars if car.status == "road" and not car.beside and car.place not in (0, state.road.finish)
    ]
    for room, cars in Counter(spaces[car.place].room for car in on_road).items():
        capacity = next(space.capacity for space in spaces if space.room == room)
        if state.options.bend_share == "closed" or all(spaces[car.place].bend < 0 for car in on_road):
            assert cars <= capacity, write_position(state)


def check_rally(seed: int) -> None:
    decisions = list(drive(seed))
    for decision in decisions:
        check_state(decision.after)
        check_room(decision.after)
    end = decisions[-1].after
    assert end.over
    for seat, car in enumerate(end.cars):
        assert clock_of(decisions, seat) == (car.clock, car.seconds), spec(seed)
        assert car.status in ("finished", "out")
    if end.rally:
        assert len(end.rally.times) == end.rally.number + 1
        for row in end.rally.times:
            assert len(row) == len(end.cars)
        out = [seat for seat, total in enumerate(standings(end.rally.times, len(end.cars))) if total is None]
        assert out == [seat for seat, car in enumerate(end.cars) if end.rally.times[-1][seat] is None]


@pytest.mark.parametrize("seed", range(48))
def test_a_random_rally_ends_with_every_invariant_intact(seed: int) -> None:
    check_rally(seed)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(2000, 3200, 100))
def test_hundreds_of_random_rallies_end_with_every_invariant_intact(first: int) -> None:
    for seed in some(range(first, first + 100)):
        check_rally(seed)


def test_nobody_stands_in_their_own_way() -> None:
    state = read_position("c1 s14 | A@s3 g3")
    assert blocker(state, state.car.place, 0) == -1


def test_two_cars_side_by_side_in_a_drift_do_not_wait_for_each_other_forever() -> None:
    """Where the book lets cars share a bend, either may go first onto the line; a random rally once never ended
    here."""
    state = read_position("s2 L4/5x3 s3 | A@b1.d2 ; B@b1.d2 | A | edition=es")
    assert GAME.moves(state)[0] == Roll(1, "b1.line")


def test_the_result_tells_the_times_and_the_place_of_every_driver() -> None:
    alone = read_position("s4 | A@s2 g3 c40 s2 ; B finished c100 s5 ; C finished c95 ; D out | A")
    assert GAME.result(alone) == {
        "drivers": ["A", "B", "C", "D"], "stages": ["s4"], "times": [[None, 95, 95, None]], "sums": [None, 95, 95, None],
        "places": [None, 1, 1, None],
    }  # fmt: skip
    rally = GAME.new({"drivers": ["A", "B", "C"], "stages": ["s4", "s5", "s6"]})
    assert rally.rally is not None
    driven = rally._replace(rally=rally.rally._replace(number=2, times=((100, 90, 80), (100, None, 130))))
    assert GAME.result(driven) == {
        "drivers": ["A", "B", "C"], "stages": ["s4", "s5", "s6"], "times": [[100, 90, 80], [100, None, 130]],
        "sums": [200, None, 210], "places": [1, None, 2],
    }  # fmt: skip
