"""Random rallies from the first die to the last card: nothing that must hold is ever broken on the way."""

from __future__ import annotations

from collections import Counter

import pytest

from rallyman_tutor.core.luck import Scripted, Seeded
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.notation import fresh_backs, read_position, write_position
from rallyman_tutor.games.dirt.play import playing_order, totals
from rallyman_tutor.games.dirt.road import OFFICIAL
from rallyman_tutor.games.dirt.state import BRAKE, GAS, LEADER, LIMIT, TOKENS, VALUES, State
from rallyman_tutor.games.dirt.step import caps
from tests.games.dirt.rallies import drive, spec
from tests.games.dirt.roads import finish, rally
from tests.games.driving import clock_of
from tests.some import some


def check_state(state: State) -> None:
    turn = state.turn
    for car in state.cars:
        assert 0 <= car.gear <= 6 and car.seconds >= 0 and car.clock >= 0
        assert min(car.gears, car.brakes, car.gas, car.flags, car.punctures, car.fine) >= 0
        assert (car.place < 0) == (car.status == "waiting") or car.status == "out"
        assert not (car.spun and car.beside)
    check_dice(state)
    check_tokens(state)
    check_cards(state)
    assert turn.seat not in state.queue and len(set(state.queue)) == len(state.queue)
    order = playing_order(state)
    assert len(set(order)) == len(order)
    if state.leader >= 0:
        assert state.options.leader


def check_dice(state: State) -> None:
    """Each die once, and no more of a kind than the box holds."""
    used = Counter(state.turn.used)
    assert all(used[die] <= 1 for die in range(1, 7))
    assert used[GAS] <= 2 and used[LEADER] <= 2 and not (used[GAS] and used[LEADER])
    assert used[BRAKE] <= state.options.brakes
    if state.turn.phase == "draft":
        gears, gas, brakes = caps(state)
        assert 0 <= gears <= 6 and 0 <= gas <= 2 and 0 <= brakes <= state.options.brakes
    assert state.turn.hazards <= 9
    if state.turn.hazards >= LIMIT:
        assert state.turn.phase in ("sisu", "arrange", "wheel", "gap", "penalty", "over") or state.turn.safe


def check_tokens(state: State) -> None:
    """All 48 tokens are in the bag, on a dashboard or on the road, and no kind is there too often."""
    cars = state.cars
    damage = [sum(getattr(car, kind) for car in cars) for kind in ("gears", "brakes", "gas", "flags")]
    shortcut = [sum(car.fine for car in cars), sum(car.punctures for car in cars)]
    gravel = sum(state.gravel) + len(state.turn.gravel)
    assert all(out <= full for out, full in zip(damage, VALUES["bag.damage"], strict=True))
    assert all(out <= full for out, full in zip((*shortcut, gravel), VALUES["bag.shortcut"], strict=True))
    assert sum(damage) + sum(shortcut) + gravel <= TOKENS


def check_cards(state: State) -> None:
    for deck, fresh in zip(state.backs, fresh_backs(), strict=True):
        total = sum(count for _, count in fresh.unseen)
        assert sum(count for _, count in deck.unseen) + len(deck.seen) == total
        assert all(count >= 0 for _, count in deck.unseen)


def check_room(state: State) -> None:
    """No space holds two cars on the road, and nobody slides where another drives in a lane."""
    standing = [car.place for car in state.cars if car.status == "road" and not car.beside and car.place >= 0]
    assert len(set(standing)) == len(standing), write_position(state)
    for place in standing:
        assert not set(state.road.clashes[place]) & set(standing), write_position(state)


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
    assert end.rally is not None
    assert len(end.rally.times) == len(end.rally.stages)
    assert GAME.result(end)["sums"] == list(totals(end.rally.times, len(end.cars)))


@pytest.mark.parametrize("seed", range(36))
def test_a_random_rally_ends_with_every_invariant_intact(seed: int) -> None:
    check_rally(seed)


@pytest.mark.parametrize("stage", OFFICIAL)
def test_every_official_stage_can_be_driven_to_its_end_by_one_to_six_drivers(stage: str) -> None:
    for players in (1, 3, 6):
        luck, state = Seeded(f"{stage}{players}"), GAME.new({"drivers": list("ABCDEF"[:players]), "stages": [stage]})
        for number in range(3000):
            if state.over:
                break
            moves = GAME.moves(state)
            state, _ = GAME.play(state, moves[number * 7 % len(moves)], luck)
        assert state.over, write_position(state)


@pytest.mark.wide
@pytest.mark.parametrize("first", range(2000, 2600, 50))
def test_hundreds_of_random_rallies_end_with_every_invariant_intact(first: int) -> None:
    for seed in some(range(first, first + 50)):
        check_rally(seed)


def test_what_a_seat_may_see_hides_the_penalties_others_chose() -> None:
    seen = 0
    for seed in range(72, 110):
        for decision in drive(seed):
            rally = decision.after.rally
            if decision.after.turn.phase == "penalty" and rally and any(rally.penalties):
                seen += 1
                for seat in range(len(decision.after.cars)):
                    hidden = GAME.seen_by(decision.after, seat).rally
                    assert hidden is not None
                    for other, (real, shown) in enumerate(zip(rally.penalties, hidden.penalties, strict=True)):
                        assert shown == (real if other == seat else -1)
    assert seen > 3


def test_a_car_beside_the_road_waits_while_another_takes_the_room_of_its_space() -> None:
    state = read_position("FX-SL | A@h1 off ; B@L4 g2 | A")
    assert state.car.beside
    after, events = GAME.play(state, GAME.read_draft("1>k1").moves[0], Scripted((".", "ok")))
    assert not after.cars[0].beside and after.road.spaces[after.cars[0].place].name == "k1"
    assert [event.code for event in events if event.what == "token"] == ["DI-SHORT-03"]


def test_a_car_before_a_bend_that_gravel_closes_behind_it_gets_out_in_first() -> None:
    """A random rally once never ended here: from the outer lane no shortcut can be reached."""
    state = read_position("FX-SL | A@L4 g2 | A | gravel 1:4")
    assert {move.die for move in GAME.moves(state) if hasattr(move, "die")} >= {1}
    after, _ = GAME.play(state, GAME.read_draft("1>d1").moves[0], Scripted((".",)))
    assert after.cars[0].gear == 1 and not after.cars[0].spun


def test_two_cars_that_hold_each_other_up_for_good_slow_down_until_one_gets_away() -> None:
    """A random rally once never ended here: both keep 6th, neither can brake, and each is level with the other's only
    way."""
    state = read_position("R3-SS1 | A@9.h2 g6 B1 ; B@9.h1 g6 B1")
    after, events = GAME.play(state, GAME.moves(state)[0], Scripted(()))
    assert after.cars[0].gear == 5 and [event.code for event in events[:2]] == ["DI-SPEC-01", "DI-END-01"]
    assert any(not GAME.form(move).ends for move in GAME.moves(after))


def test_who_only_waits_for_a_car_that_can_go_keeps_their_gear() -> None:
    state = read_position("FX-S | A@R4 g3 ; B@L5 g3 ; C@R5 g3")
    after, _ = GAME.play(state, GAME.read_draft("blocked").moves[0], Scripted(()))
    assert after.cars[0].gear == 3


def test_the_result_tells_the_times_and_the_place_of_every_driver() -> None:
    alone = read_position("FX-S | A@L2 g3 c40 s2 ; B finished c100 s5 ; C finished c95 ; D out c20 | A")
    assert GAME.result(alone) == {
        "drivers": ["A", "B", "C", "D"], "stages": ["FX-S"], "times": [[155, 95, 95, 155]], "sums": [155, 95, 95, 155],
        "places": [3, 1, 1, 3],
    }  # fmt: skip
    driven = finish(rally("A B C", ["FX-F", "FX-F", "FX-F"]), 100, 90, 90)
    assert GAME.result(driven) == {
        "drivers": ["A", "B", "C"], "stages": ["FX-F"] * 3, "times": [[100, 90, 90]], "sums": [100, 90, 90], "places": [3, 1, 1],
    }  # fmt: skip
