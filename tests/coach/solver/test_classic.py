"""The sweep against the plainest way to reckon: on little stages that between them use every rule that meets a lone car."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from rallyman_tutor.coach.solver.classic.sweep import Sweep
from rallyman_tutor.coach.solver.classic.task import ELIMINATION, Task, Unsolvable
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.state import PUNCTURE, State
from tests.coach.solver.expectimax import Expectimax

LITTLE = (
    # straights, the start, gas, seconds, damage, the wheel, Sisu
    "s2 | A d2",
    "s3 | A@s1 g2 d3 p1 s3",
    "s4 | A@s1 g4 p2 s3",
    "s3 | A@s1 g1 p2 d3 | A | wheel_must_drive=on",
    "s3 | A@s1 g3 d3 s6 p1 | A | attack=off",
    "s3 | A@s1 g3 d3 p1 | A | seconds=off",
    "s3 | A@s1 g3 d3 p1 | A | sisu=off",
    "s3 | A@s1 g3 d2 p1 | A | attack_finish=spaces",
    # bends: line, drift, off the road on either side
    "s1 R2/3x2 s1 | A d2 no-sisu",
    "rock/forest s1 R2/3x2 s1 | A@s1 g4 d2 p2 no-sisu",
    "water/rock s1 L1/4x4 s1 | A@s1 g4 d3 p1 no-sisu",
    "s1 R1/2x2 s1 | A@s1 g4 d3 p1 no-sisu | A | drift_reentry=same",
    "s1 R1/2x2 s1 | A@s1 g4 d3 p1 no-sisu | A | spin_from_drift=stay",
    "s1 L2/3x3 s1 | A@s1 g3 d3 p1 | A | edition=es",
    "rock/forest s1 R2/3x2 s1 | A@s1 g3 d3 no-sisu | A | edition=de",
    # jumps, from a bend and into one, on the last spaces
    "s1 j2 s2 | A@s1 g3 d3 p1 no-sisu",
    "s1 j2 s2 | A@s1 g3 d3 p2",
    "s1 j1 R1/3x2K2 s1 | A@s1 g3 d3 p2 no-sisu",
    "j2 R2/3x3 s1 | A d2 p1 no-sisu",
    "s1 j3 j2 | A@s1 g4 d3 p1 no-sisu",
    "rock/water R1/3x2K4 j2 s1 | A d3 p1 no-sisu",
    # snow, with both kinds of tyres
    "snow s2 | A@s1 g2 d3 p1 s2",
    "snow s1 dry s1 snow s1 | A@s1 g2 d3 winter no-sisu",
    "s2 snow s1 | A@s1 g2 d2 winter no-sisu",
    "snow forest/rock s1 R2/3x2K2 s1 | A@s1 g3 d3 p1 winter no-sisu",
    # shortcuts, their cards, punctures, the last puncture
    "forest/rock s1 R2/3x2K3 s1 | A@s1 g3 d3 p1 no-sisu",
    "forest/rock s1 L2/4x2K3 | A@s1 g4 d3 p2",
    "forest/rock s1 R3/4x2K3 s1 | A@b1.d1 g4 d1 p1 no-sisu",
    "forest/rock R2K2 L2K2 | A d3 p1 no-wheel",
    "s1 R1K3 s1 | A@s1 g1 p2 d3",
    "s1 R1K3 s1 | A@s1 g1 p2 d3 | A | edition=de",
    "s1 R1K3 s1 | A@s1 g1 p2 d3 no-wheel no-sisu",
    "s1 R2/3x2K3 s1 | A@s1 g3 d3 p1 no-sisu | A | k_deck=bottom",
    "s1 R2/4x2K3 s1 | A@s1 g4 d3 no-sisu | A | k 1-1-2",
    # far too fast, by each of the readings
    "s1 R1/2x2K1 s1 | A@s1 g4 d3 p1 no-sisu | A | elim_reference=way",
    "s1 R1/2x2K3 s1 | A@s1 g5 d3 p1 no-sisu | A | elim_reference=highest_road",
    # practice without bad luck
    "s1 R2/4x2K2 s1 | A d2 | A | training=on",
)
SHORT = LITTLE[1::4]
"""Those of an ordinary run."""
LONGER = (
    "s2 R2/3x2 s1 | A",
    "s1 j2 s3 | A no-sisu",
    "forest/rock s1 R2/3x2K3 s1 | A",
    "s1 j2 R2/3x2K3 s1 | A no-sisu",
    "s1 snow R3/4x2 s1 | A",
    "forest/rock s2 R3/4x2K3 s2 | A@s2 no-sisu",
)
WORTH = {
    "s2 R2/3x2 s1 | A": 4,
    "s1 j2 s3 | A no-sisu": 9.179012346,
    "forest/rock s1 R2/3x2K3 s1 | A no-sisu": 19.333333333,
    "s1 j2 R2/3x2K3 s1 | A no-sisu": 15.987654321,
    "s1 snow R3/4x2 s1 | A no-sisu": 35.382716049,
}
"""What another solver, written apart from this one, found from the start of these stages."""


def solved(state: State) -> tuple[Task, Sweep]:
    car = state.cars[0]
    task = Task(
        state.stage, state.options, car.winter, car.punctures, car.wheel, backs=state.backs, shortcut=state.shortcut
    )
    sweep = Sweep(task)
    sweep.solve()
    return task, sweep


def turn_starts(task: Task, known: dict[State, float]) -> Iterator[tuple[State, float]]:
    """The positions among those known in which a turn starts, with no more seconds than the sweep tells apart."""
    for state, value in known.items():
        turn, car = state.turn, state.cars[0]
        fresh = turn.phase == "roll" and not (turn.used or turn.rolled or turn.ended or turn.wheel)
        if fresh and car.damage < task.damages and car.seconds <= task.cap:
            yield state, value


def found(task: Task, sweep: Sweep, state: State) -> float:
    """What the sweep says of the start of a turn."""
    car = state.cars[0]
    harmless = sum(count for card, count in state.shortcut.unseen if card != PUNCTURE)
    hands = task.hands[car.place][car.punctures]
    hand = int(car.wheel), task.harmless - harmless
    row = hands.index(hand if hand in hands else (hand[0], 0))  # behind the last shortcut nobody counts cards
    sisu = int(car.sisu) if task.sisus > 1 else 0
    return float(sweep.values[car.place, car.gear, car.punctures][row, car.damage, sisu, car.seconds])


def agree(position: str) -> int:
    state = GAME.read(position)
    plain = Expectimax(ELIMINATION, redrawn=True)
    plain.value(state)
    task, sweep = solved(state)
    many = 0
    for start, value in turn_starts(task, plain.known):
        assert math.isclose(found(task, sweep, start), value, abs_tol=1e-9), GAME.write(start)
        many += 1
    return many


@pytest.mark.parametrize("position", SHORT)
def test_the_sweep_finds_what_every_move_and_every_outcome_come_to(position: str) -> None:
    assert agree(position) >= 1


@pytest.mark.wide
def test_the_sweep_finds_it_on_all_little_stages() -> None:
    assert sum(agree(position) for position in (*LITTLE, *LONGER)) > 3000


@pytest.mark.parametrize("position", WORTH)
def test_the_sweep_agrees_with_a_solver_that_was_written_apart(position: str) -> None:
    state = GAME.read(position)
    task, sweep = solved(state)
    assert found(task, sweep, state) == pytest.approx(WORTH[position], abs=1e-8)


def test_a_stage_whose_dirt_would_matter_is_refused() -> None:
    stage = GAME.read("R2K2 s1 | A").stage
    bend = stage.road.items[0]._replace(home="x")
    twice = type(stage)("twice", (bend, bend), stage.legends)
    with pytest.raises(Unsolvable):
        Task(twice)
