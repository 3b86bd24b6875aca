"""The sweep against the plainest reckoning, on little stages that together use every rule that meets a lone car."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Iterator, Mapping

import pytest

from rallyman_tutor.coach.classic.solver.best import Best
from rallyman_tutor.coach.classic.solver.par import bound
from rallyman_tutor.coach.classic.solver.sweep import Sweep
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.classic.alone import every_move, outcomes
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import Attack, Move, State
from tests.coach.solver.expectimax import CLASSIC, CLASSIC_REDRAWN, Expectimax
from tests.coach.solver.test_drives import driven
from tests.some import some

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
    "s1 R1K3 L1K3 | A@s1 g3 p1 d1 no-sisu",
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
SHORT = (*LITTLE[1::8], LITTLE[-1])
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
"""The values of these stages by another solver, which was written apart from this one."""


def task_of(state: State) -> Task:
    car = state.cars[0]
    return Task(
        state.stage, state.options, car.winter, car.punctures, car.wheel, backs=state.backs, shortcut=state.shortcut
    )


def best_of(task: Task) -> Best:
    return Best(task, Sweep(task).solve())


def told_apart(task: Task, known: Mapping[State, float]) -> Iterator[tuple[State, float]]:
    """The positions among those known in which the solver has to be exact: with no more seconds than it tells apart."""
    for state, value in known.items():
        car = state.cars[0]
        if car.damage < task.damages and car.seconds <= task.cap:
            yield state, value


def agree(position: str) -> int:
    """Both ways to reckon, in every position that is met on the way, within turns as well."""
    state = GAME.read(position)
    plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
    plain.value(state)
    task = task_of(state)
    best = best_of(task)
    many = 0
    for here, value in told_apart(task, plain.known):
        assert math.isclose(best.value(here), value, abs_tol=1e-9), GAME.write(here)
        many += 1
    return many


@pytest.mark.parametrize("position", SHORT)
def test_the_sweep_finds_what_every_move_and_every_outcome_come_to(position: str) -> None:
    assert agree(position) >= 1


@pytest.mark.wide
def test_the_sweep_finds_it_on_all_little_stages() -> None:
    assert sum(agree(position) for position in (*LITTLE, *LONGER)) > 50_000


def any_position(rng: random.Random) -> str:
    """A short stage, a car that has few dice left, and something agreed: small enough to reckon plainly."""
    pieces = ("s1", "s2", "j1", "j2", "j3", "R1", "L2/3x2", "R2/4x2K3", "L1/2x3", "R1K1", "R3/4x2K4", "L2K2")
    sides = rng.choice(("", "forest/rock ", "rock/water ", "water/grass "))
    ground = [rng.choice(("", "", "snow ", "dry ")) + rng.choice(pieces) for _ in range(rng.randint(1, 3))]
    stage = sides + " ".join(("s1", *ground))
    car = f"A@s1 g{rng.randint(0, 5)} d{rng.randint(2, 4)} p{rng.randint(1, 2)} s{rng.randint(0, 4)}"
    words = [word for word in ("no-sisu", "no-sisu", "no-wheel", "winter") if rng.random() < 0.4]
    agreed = rng.choice(
        (
            "",
            "",
            "",
            "edition=es",
            "edition=de",
            "attack=off",
            "seconds=off",
            "attack_finish=spaces",
            "elim_reference=way",
        )
    )
    return f"{stage} | {' '.join((car, *dict.fromkeys(words)))}" + (f" | A | {agreed}" if agreed else "")


@pytest.mark.wide
def test_the_sweep_finds_it_on_stages_drawn_by_lot() -> None:
    rng = random.Random("by lot")
    assert sum(agree(any_position(rng)) for _ in range(100)) > 10_000


@pytest.mark.parametrize("position", WORTH)
def test_the_sweep_agrees_with_a_solver_that_was_written_apart(position: str) -> None:
    state = GAME.read(position)
    assert best_of(task_of(state)).value(state) == pytest.approx(WORTH[position], abs=1e-8)


@pytest.mark.parametrize(
    "position", ["forest/rock s1 L2/4x2K3 | A@s1 g4 d3 p2", "s1 R2/4x2K3 s1 | A@s1 g4 d3 no-sisu | A | k 1-1-2"]
)
def test_of_ways_that_cost_alike_the_same_one_is_taken_whatever_was_asked_before(position: str) -> None:
    state = GAME.read(position)
    task, values = task_of(state), Sweep(task_of(state)).solve()
    asked = Best(task, values)
    for place in range(len(task.stage.road.spaces) - 2, -1, -1):
        asked._attacks.sets(place, 5)
    ends = [
        {
            move: [(one.chance, one.after) for one in best.outcomes(state, move, is_first=True, is_last=True)]
            for _, move in best.costs(state)
            if isinstance(move, Attack)
        }
        for best in (Best(task, values), asked)
    ]
    assert ends[0] == ends[1] != {}
    plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
    plain.value(state)
    known = [here for here, _ in told_apart(task, plain.known) if here.car.status in ("waiting", "road")]
    chosen, listed = Best(task, values), Best(task, values)
    choices = {here: listed.costs(here)[0][1] for here in known}
    assert {here: chosen.choice(here) for here in known} == choices != {}
    assert {here: listed.choice(here) for here in known} == choices


@pytest.mark.parametrize(
    "position",
    [
        "snow rock/forest s1 R1 s1 R1 s1 | A@s1 g4 d1 p2 no-sisu",
        "snow rock/forest s1 R1 s1 R1 s1 | A@s1 g4 d1 p2 no-sisu | A | back1 1-1-1 ; back2 1-1-1 ; back3 1-1-2",
    ],
)
def test_the_true_value_lies_between_the_bounds(position: str) -> None:
    """The engine remembers which gear cards were turned; the sweep does not, and says how much that can be."""
    state = GAME.read(position)
    plain = Expectimax(CLASSIC, ELIMINATION)
    plain.value(state)
    task = task_of(state)
    low, high = (Best(task, bound(task, decks)) for decks in ("best", "worst"))
    apart = 0
    for here, value in told_apart(task, plain.known):
        if here.backs == state.backs:
            least, most = low.value(here), high.value(here)
            assert least - 1e-9 <= value <= most + 1e-9, GAME.write(here)
            apart += most > least + 1e-9
    assert apart, "the bounds are put to the test"


def test_the_bounds_hold_where_more_seconds_are_earned_than_are_told_apart() -> None:
    state = GAME.read("s4 | A@s1 g4 p2 s1")
    plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
    plain.value(state)
    task = dataclasses.replace(task_of(state), cap=2)
    low, high = (Best(task, bound(task, decks)) for decks in ("best", "worst"))
    cars = ((here, here.cars[0], value) for here, value in plain.known.items())
    for here, value in some(
        (here, value) for here, car, value in cars if car.damage < task.damages and car.seconds <= 2
    ):
        assert low.value(here) - 1e-9 <= value <= high.value(here) + 1e-9, GAME.write(here)


def test_control_that_is_lost_is_counted_when_it_is_lost_and_not_once_more() -> None:
    state = GAME.read("s2 R2/3x2 s1 | A@b1.d1 g3 d3 | A w 3 !!")
    best = best_of(task_of(state))
    waits = [
        after for one in every_move(state) for _, after, _ in outcomes(state, one) if decision_due(after) == "lost"
    ]
    for lost in some(waits):
        ends = [after for move in every_move(lost) for _, after, _ in outcomes(lost, move)]
        assert all(best.passed(state, lost, after) == 0 for after in some(ends))
        assert best.passed(state, state, lost) > 0


def test_a_stage_whose_dirt_would_matter_is_refused() -> None:
    stage = GAME.read("R2K2 s1 | A").stage
    bend = stage.road.items[0]._replace(home="x")
    twice = type(stage)("twice", (bend, bend), stage.legends)
    with pytest.raises(Unsolvable):
        Task(twice)


# -- What is asked of a solved stage ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def drive() -> tuple[State, Best]:
    state = GAME.read("snow forest/rock s2 R2/3x2K3 s2 dry j3 s2 | A")
    return state, best_of(task_of(state))


def test_the_best_decision_costs_what_the_position_is_worth(drive: tuple[State, Best]) -> None:
    state, best = drive
    ranked = best.ranked(state)
    assert ranked[0].cost == pytest.approx(best.value(state)) and best.choice(state) == ranked[0].move
    assert [one.cost for one in ranked] == sorted(one.cost for one in ranked)
    assert {one.move for one in ranked} == set(every_move(state)) and len(ranked) > 5


def test_the_parts_of_a_cost_add_up_and_are_what_the_turn_comes_to(drive: tuple[State, Best]) -> None:
    """Driven through the engine: what the turn puts on the clock, what it earns and what it spends."""
    _, best = drive
    state = GAME.read("snow forest/rock s2 R2/3x2K3 s2 dry j3 s2 | A@s2 g3 s3 no-sisu")
    for one in some(best.ranked(state)[:6]):
        assert sum(one.parts) == pytest.approx(one.cost)
        clock, earned, paid = turn_comes_to(best, state, one.move)
        assert one.parts.card == pytest.approx(clock, abs=1e-5)
        assert one.parts.earned == pytest.approx(-earned, abs=1e-5)
        assert one.parts.spent == pytest.approx(paid, abs=1e-5)


def turn_comes_to(best: Best, state: State, move: Move) -> tuple[float, float, float]:
    """The averages of one turn that begins with this move, every outcome played by the engine."""
    clock = earned = paid = 0.0
    for chance, after, _ in outcomes(state, move):
        was, now = state.cars[0], after.cars[0]
        share = float(chance)
        clock += share * (now.clock - was.clock)
        earned += share * max(0, now.seconds - was.seconds)
        paid += share * max(0, was.seconds - now.seconds)
        if after.round == state.round and not after.over:
            rest = turn_comes_to(best, after, best.choice(after))
            clock, earned, paid = clock + share * rest[0], earned + share * rest[1], paid + share * rest[2]
    return clock, earned, paid


def test_a_line_is_a_draft_that_the_rules_allow(drive: tuple[State, Best]) -> None:
    state, best = drive
    for one in some(best.ranked(state)):
        assert not GAME.judge(state, tuple(best.line(state, one.move)))


def test_optimal_drives_in_the_engine_take_what_the_table_says(drive: tuple[State, Best], wide: bool) -> None:
    """Within four standard errors, which one seed in sixteen thousand misses."""
    state, best = drive
    state = state._replace(cars=(state.cars[0]._replace(sisu=False),))
    many, known = 20_000 if wide else 400, dict[State, Move]()
    times = [driven(best, known, state, Seeded(f"drive {number}")) for number in range(many)]
    mean = sum(times) / many
    error = math.sqrt(sum((time - mean) ** 2 for time in times)) / many
    assert error > 0
    assert abs(mean - best.value(state)) <= 4 * error
