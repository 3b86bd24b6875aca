"""A ghost drives by the tables and the rules, beside whoever plays; all of it follows from its start and its seed."""

from __future__ import annotations

import math
import random
import statistics
from itertools import islice
from typing import Any

import pytest

from rallyman_tutor.coach import ghost, racing
from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import Stop
from tests.coach.test_review import by_lot, driven, mixed
from tests.games.opened import begin, drive, opened
from tests.some import some

pytestmark = pytest.mark.usefixtures("own_tables")

ROADS = {"classic": "s1 R2/3x2 s1", "dirt": "202a 203a<"}
READY = {"classic": "first", "dirt": "R4-SS1"}


def new(key: str, stage: str = "", cars: int = 1, **more: Any) -> Replay[Any, Any]:
    """A game at the start of a stage."""
    game: Any = SHELF[key]
    named = game.ready_tables.get(stage or READY[key], stage)
    return begin(game, {**game.spec(named, ("A", "B", "C", "D", "E", "F")[:cars]), **more})


def beside(replay: Replay[Any, Any], seat: int = 0) -> list[ghost.Leg]:
    return ghost.legs(opened(replay.game), replay, seat)


def ended(game: Any, start: Any, seed: str, turns: int) -> Any:
    """Where the ghost stands after so many turns, or when its drive is over."""
    return [*islice(ghost.drive(game, start, seed), turns + 1)][-1]


def after(replay: Replay[Any, Any], seed: str, turns: int) -> Any:
    """Where the ghost stands on the first stage of a game."""
    return ended(opened(replay.game), beside(replay)[0].start, seed, turns)


def to_the_finish(replay: Replay[Any, Any], seed: str) -> Any:
    return after(replay, seed, 30)


def time_of(replay: Replay[Any, Any], seed: str) -> float:
    """The time of a whole drive; who is out is charged for it as the solver does."""
    state = to_the_finish(replay, seed)
    stands = ghost.stands(opened(replay.game), state)
    return stands.time + (race_coach(replay.game).charge(replay.start) if stands.status == "out" else 0)


@pytest.mark.parametrize(("key", "road", "options", "many"), [
    ("classic", "s2 R3/4x2 s2", {"sisu": "off"}, 400), ("dirt", "202a 210b:L2 203a<", {}, 500),
])  # fmt: skip
def test_over_many_drives_its_time_is_par(key: str, road: str, options: Any, many: int, wide: bool) -> None:
    """Within three standard errors, which one set of seeds in four hundred misses."""
    start = new(key, road, options=options)
    RACES[key]().keep_table(start.state)
    par = RACES[key]().at_hand(start.state).best.costs(start.state)[0][0]
    times = [time_of(start, f"{number}") for number in range(many * (4 if wide else 1))]
    assert statistics.fmean(times) == pytest.approx(par, abs=3 * statistics.stdev(times) / math.sqrt(len(times)))
    assert len(set(times)) > 2


@pytest.mark.parametrize("key", READY)
def test_every_move_of_it_is_the_best_one_and_goes_by_the_rules(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start, made = new(key), []
    play = Replay.play

    def noted(self: Replay[Any, Any], move: Any, luck: Any) -> Replay[Any, Any]:
        hand = RACES[key]().at_hand(self.state).best
        made.append(
            (hand.cost_of(self.state, move), hand.costs(self.state)[0][0], self.game.judge(self.state, (move,)))
        )
        return play(self, move, luck)

    monkeypatch.setattr(Replay, "play", noted)
    assert SHELF[key].over(to_the_finish(start, "noted"))
    for cost, best, broken in some(made):
        assert cost == pytest.approx(best, abs=1e-9) and not broken


def test_a_move_that_breaks_a_rule_would_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    start = new("classic")
    best = type(CLASSIC_COACH.at_hand(start.state).best)
    monkeypatch.setattr(best, "choice", lambda self, state: Stop())
    with pytest.raises(Illegal):
        to_the_finish(start, "stops before it drives")


@pytest.mark.parametrize("key", READY)
def test_its_drive_follows_from_start_and_seed_and_stands_still_when_it_is_over(key: str) -> None:
    start = new(key)
    whole = [after(start, "7", turns) for turns in range(12)]
    ghost._after.cache_clear()
    assert [after(start, "7", turns) for turns in reversed(range(12))] == whole[::-1]
    assert whole[0] == beside(start)[0].start and SHELF[key].over(whole[-1]) and len(set(map(id, whole))) < 12
    assert len({str(to_the_finish(start, f"{seed}")) for seed in range(6)}) > 1, "each seed has dice of its own"


@pytest.mark.parametrize("key", READY)
def test_as_many_turns_are_counted_as_the_driver_has_ended(key: str) -> None:
    game: Any = SHELF[key]
    for seed in range(3):
        replay, rng = new(key), random.Random(seed)
        while not game.over(replay.state):
            (leg,) = beside(replay)
            assert leg.turns == replay.state.round - 1
            assert leg.time == replay.state.cars[0].clock - replay.state.cars[0].seconds
            replay = replay.play(
                drive(game, replay.state, racing.LEVELS["novice"][seed % 2]).move, Seeded(rng.randrange(10**6))
            )
        (leg,) = beside(replay)
        assert leg.turns == replay.state.round and leg.time == game.result(replay.state)["sums"][0]
        assert beside(replay.undo())[0].turns == leg.turns - 1, "it goes back with the driver"


@pytest.mark.parametrize("key", READY)
def test_others_on_the_road_are_nothing_to_it(key: str) -> None:
    alone, game = new(key), SHELF[key]
    among = new(key, cars=4)
    while game.turn(among.state) != 2:
        among = among.play(game.moves(among.state)[0], Seeded(1))
    (leg,) = beside(among, 2)
    assert len(opened(leg.start).cars) == 1 and leg.turns == 0
    for turns in range(8):
        theirs, own = (ghost.stands(game, ended(game, one.start, "5", turns)) for one in (leg, beside(alone)[0]))
        assert theirs._replace(round=0) == own._replace(round=0)


def test_it_begins_a_stage_with_the_car_of_the_driver_as_they_begin_it() -> None:
    stages = [CLASSIC_COACH.ready[name] for name in ("first", "bends", "first")]
    for seed in some(range(4)):
        replay = driven(
            {"drivers": ["A"], "stages": stages, "service": [False, False]}, by_lot if seed % 2 else mixed, seed
        )
        legs = beside(replay)
        states = [replay.start, *(past.state for past in replay.past)]
        for number, leg in enumerate(some(legs)):
            theirs = next(state for state in states if state.rally.number == number and state.turn.phase == "roll")
            car, own = opened(leg.start).car, theirs.car
            assert (car.damage, car.punctures, car.wheel, car.sisu) == (own.damage, own.punctures, own.wheel, own.sisu)
            assert car.clock == 0 and opened(leg.start).stage == theirs.stage
        total = SHELF["classic"].result(replay.state)["sums"][0]
        assert total is None or (len(legs) == 3 and sum(leg.time for leg in legs) == total)


def test_on_dirt_it_may_start_from_any_space_behind_the_line_and_crashes_for_one_stage_only() -> None:
    game: Any = SHELF["dirt"]
    among = new("dirt", "R4-SS1 ; R4-SS2", cars=3)
    while game.turn(among.state) != 2:
        among = among.play(game.moves(among.state)[0], Seeded(1))
    start: Any = beside(among, 2)[0].start
    assert start.turn.fresh and start.car.status == "road" and start.car.place in start.road.starts
    assert among.state.options.rally and not start.options.rally and start.rally is None


def test_without_a_table_there_is_no_ghost_and_nothing_is_solved_for_it() -> None:
    for key, road in some(ROADS.items()):
        replay = new(key, road)
        (leg,) = beside(replay)
        assert not RACES[key]().has_table(leg.start) and RACES[key]().has_table(beside(new(key))[0].start)
        with pytest.raises(ghost.NoGhost):
            after(replay, "1", 1)
        assert not table_files.own_folder().exists()


def test_where_nothing_is_driven_nobody_has_begun() -> None:
    winter = new("classic", "winter", options={"weather": "fixed"})
    assert winter.state.turn.phase == "tyres" and beside(winter) == []
    assert not CLASSIC_COACH.has_table(winter.state)
