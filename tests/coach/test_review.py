"""Drives looked back at: decisions and luck add up, the best drive loses nothing, and plain reckoning finds every
loss."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.contract import silent
from rallyman_tutor.coach.drivers import random_move
from rallyman_tutor.coach.review import (
    GOOD_ENOUGH,
    NothingToReview,
    NotSolved,
    Review,
    ReviewedDecision,
    review,
    stage_just_driven,
)
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.alone import every_move
from rallyman_tutor.games.classic.state import Word
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.games.opened import begin, drive, opened
from tests.some import some

pytestmark = pytest.mark.usefixtures("own_tables")

GAME: Any = SHELF["classic"]
ROAD = "s1 R2/3x2 s1"
Choose = Callable[[Any, random.Random], Any]


def best(state: Any, rng: random.Random) -> Any:
    return RACES["classic"]().at_hand(state).best.choice(state)


def mixed(state: Any, rng: random.Random) -> Any:
    """Now like the best driver, now like a beginner, now by lot."""
    how = rng.randrange(3)
    if how == 2:
        return opened(random_move)(GAME, state, rng)
    return drive(GAME, state, racing.LEVELS[("works", "novice")[how]][0]).move


def by_lot(state: Any, rng: random.Random) -> Any:
    return opened(random_move)(GAME, state, rng)


def driven(spec: dict[str, Any], choose: Choose, seed: int) -> Replay[Any, Any]:
    """A whole game, decided so."""
    replay, rng, luck = begin(GAME, spec), random.Random(seed), Seeded(seed)
    while not GAME.over(replay.state):
        replay = replay.play(choose(replay.state, rng), luck)
    return replay


def alone_on(stage: str) -> dict[str, Any]:
    return dict(GAME.spec(RACES["classic"]().ready.get(stage, stage), ("A",)))


def adds_up(replay: Replay[Any, Any], seat: int, found: Review) -> None:
    sums = GAME.result(replay.state)["sums"]
    assert found.decisions + found.luck == pytest.approx(found.time - found.par, abs=1e-6)
    assert all(one.loss >= 0 for turn in found.turns for one in turn.made)
    assert found.is_out == (sums[seat] is None)
    if not found.is_out:
        assert found.time == sums[seat] == sum(turn.seconds for turn in found.turns)


@pytest.mark.parametrize("stage", ["first", "bends", "forest"])
def test_decisions_and_luck_add_up_to_the_difference_from_par(stage: str, wide: bool) -> None:
    for seed in some(range(334 if wide else 3)):
        replay = driven(alone_on(stage), mixed if seed % 4 else by_lot, seed)
        adds_up(replay, 0, review(GAME, replay, 0))


@pytest.mark.parametrize("seed", range(2))
def test_they_add_up_among_others_and_over_a_rally_too(seed: int, wide: bool) -> None:
    for more in some(range(60 if wide else 1)):
        cars = ("A", "B", "C")[: 1 + seed]
        stages = [RACES["classic"]().ready[name] for name in ("first", "first", "bends")]
        replay = driven({"drivers": list(cars), "stages": stages, "service": [False, True]}, mixed, 10 * more + seed)
        for seat in some(range(len(cars))):
            found = review(GAME, replay, seat, silent)
            adds_up(replay, seat, found)
            assert found.among_others == (len(cars) > 1)


@pytest.mark.parametrize("stage", ["202a 203a<", pytest.param("202a 205a 203a<", marks=pytest.mark.wide)])
def test_they_add_up_on_dirt_as_well_and_its_best_drive_loses_nothing(stage: str, wide: bool) -> None:
    dirt: Any = SHELF["dirt"]
    RACES["dirt"]().solution(stage, {})
    for seed in some(range(500 if wide else 2)):
        for level in ("works", "novice"):
            replay, luck = begin(dirt, dict(dirt.spec(stage, ("A",)))), Seeded(seed)
            while not dirt.over(replay.state):
                replay = replay.play(
                    drive(dirt, replay.state, racing.LEVELS[level][seed % len(racing.LEVELS[level])]).move, luck
                )
            found = review(dirt, replay, 0)
            assert found.decisions + found.luck == pytest.approx(found.time - found.par, abs=1e-6)
            assert found.time == dirt.result(replay.state)["sums"][0]
            assert level != "works" or found.decisions == pytest.approx(0, abs=1e-9)


def test_the_best_drive_loses_nothing_by_decisions(wide: bool) -> None:
    for seed in some(range(40 if wide else 2)):
        found = review(GAME, driven(alone_on("short"), best, seed), 0)
        assert found.decisions == pytest.approx(0, abs=1e-9) and not found.mistakes
        assert found.finest is None or found.finest.beginner - found.finest.cost >= GOOD_ENOUGH


def test_par_is_that_of_the_stage() -> None:
    found = review(GAME, driven(alone_on("first"), best, 1), 0)
    assert found.par == pytest.approx(RACES["classic"]().told_stages()["first"].expected, abs=0.02)


def test_each_loss_and_each_luck_is_what_every_move_and_every_outcome_come_to() -> None:
    RACES["classic"]().solution(ROAD, {})
    plain, reckoned = Expectimax(CLASSIC_REDRAWN, ELIMINATION), 0
    for seed in some(range(3)):
        replay = driven(alone_on(ROAD), mixed, seed)
        found = review(GAME, replay, 0)
        for one in some(found.turns):
            for made in some(one.made):
                reckoned += 1
                least = min(plain.after(opened(made.state), move) for move in every_move(opened(made.state)))
                assert made.best_cost == pytest.approx(least, abs=0.02)
                if opened(made.move) is not Word.RETIRE:
                    assert made.cost == pytest.approx(plain.after(opened(made.state), opened(made.move)), abs=0.02)
    assert reckoned > 12


def the(found: Review) -> Sequence[ReviewedDecision]:
    return [one for turn in found.turns for one in turn.made]


def test_the_mistakes_are_the_three_that_cost_most_and_what_hardly_costs_is_none() -> None:
    found = review(GAME, driven(alone_on("short"), by_lot, 7), 0)
    worst = sorted((one.loss for one in the(found)), reverse=True)
    assert [one.loss for one in found.mistakes] == worst[:3]
    small = review(GAME, driven(alone_on("short"), best, 7), 0)
    assert small.mistakes == () and max(one.loss for one in the(small)) < GOOD_ENOUGH


def test_the_finest_decision_is_a_good_one_to_which_a_beginners_would_have_lost_most() -> None:
    found = review(GAME, driven(alone_on("short"), best, 3), 0)
    assert found.finest
    gains = []
    for one in the(found):
        other = drive(GAME, one.state, racing.LEVELS["novice"][0]).move
        hand = RACES["classic"]().at_hand(one.state).best
        gains.append(next((cost for cost, move in hand.costs(one.state) if move == other), one.cost) - one.cost)
    assert found.finest.beginner - found.finest.cost == pytest.approx(max(gains), abs=1e-6)


def test_who_is_out_is_charged_for_it() -> None:
    replay = begin(GAME, alone_on("first"))
    replay = replay.play(Word.RETIRE, Seeded(1))
    found = review(GAME, replay, 0)
    assert found.is_out and found.time == ELIMINATION and len(found.mistakes) == 1
    assert found.mistakes[0].loss == pytest.approx(ELIMINATION - found.par)


def test_a_drive_that_is_not_over_and_a_stage_that_is_not_solved_are_refused() -> None:
    with pytest.raises(NothingToReview):
        review(GAME, begin(GAME, alone_on("first")), 0)
    begun = driven(alone_on("first"), best, 1).undo(1)
    with pytest.raises(NothingToReview):
        review(GAME, begun, 0)
    strange = driven(alone_on(ROAD), by_lot, 1)
    with pytest.raises(NotSolved):
        review(GAME, strange, 0)
    heard: list[float] = []
    adds_up(strange, 0, review(GAME, strange, 0, heard.append))
    assert heard, "who waits hears how far it is"


def test_a_stage_of_a_rally_was_just_driven_until_somebody_drives_in_the_next_one() -> None:
    replay = begin(GAME, GAME.spec("sheet A ; s2 ; s3 R3/4x3 s3 ; s2", ()))
    told = []
    for text in ("1", "2", "3", "1", "2"):
        told.append(stage_just_driven(SHELF["classic"], replay))
        (move,) = GAME.read_moves(replay.state, text)
        replay = replay.play(move, GAME.harmless_luck)
    assert told == [None, None, None, 0, None], "before the first stage ends, behind it, and in the second one"
