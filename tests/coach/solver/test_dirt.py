"""The solver of DIRT against the plainest reckoning, on little stages: starts of turns, decisions, bounds, drives."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping

import pytest

from rallyman_tutor.coach.dirt.solver.best import MOST, Best
from rallyman_tutor.coach.dirt.solver.chance import Chance
from rallyman_tutor.coach.dirt.solver.nodes import Nodes
from rallyman_tutor.coach.dirt.solver.par import FINED, HIGH, LOW, LUCKY, SweptStage, swept
from rallyman_tutor.coach.dirt.solver.solver import own_turn, shapes, solve, task_of
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.dirt.solver.tokens import Tokens
from rallyman_tutor.coach.solver.costs import ELIMINATION, FINE
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.dirt.alone import every_move, key
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.notation import fresh_backs
from rallyman_tutor.games.dirt.play import play
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import Events, Move, Options, State, Word
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK
from tests.coach.solver.dirt_stages import LITTLE
from tests.coach.solver.expectimax import DIRT, DIRT_REDRAWN, Expectimax, Luckiest
from tests.sampled import sampled
from tests.some import some

SHORT = (
    "202a 203a< | A@1.L3 g3 G4 W1 s1",
    "202a 203a< | A@1.L2 c60 s1 G5 W1 | A | quickstart=on sisu=stage",
    "202a 230b:R1 203a< | A@2.d2 g6 G5 W2 no-wheel",
)
"""Those of an ordinary run: few dice, a bend with slides, what is agreed."""


def turn_starts(known: Mapping[State, float]) -> Iterator[tuple[State, float]]:
    """The positions at the start of an ordinary turn: no play or choice comes before it, and the car leads."""
    for state, value in known.items():
        turn = state.turn
        leads = state.leader == 0 or not state.options.leader
        if turn.phase == "draft" and leads and not (turn.used or turn.safe or turn.fresh):
            yield state, value


def agree(position: str) -> int:
    """Both ways to reckon, at every start of a turn that is met."""
    state = GAME.read(position)
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    plain.value(state)
    task = Task(state.stage, state.options)
    sweep = Sweep(task)
    values = sweep.solve(down_to=state.car.place if state.car.place >= 0 else None)
    many = 0
    for here, value in turn_starts(plain.known):
        car = here.car
        row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
        assert values[car.place, car.gear][row] == pytest.approx(value, abs=1e-9), GAME.write(here)
        many += 1
    return many


@pytest.mark.parametrize("position", sampled(SHORT, SHORT[1:]))
def test_the_sweep_finds_what_every_move_and_every_outcome_come_to(position: str) -> None:
    assert agree(position) > 10


@pytest.mark.wide
def test_the_sweep_finds_it_on_all_little_stages() -> None:
    solvable = [position for position in LITTLE if "brakes=2" not in position]
    assert sum(map(agree, solvable)) > 1000


def test_a_stage_without_a_finish_is_refused() -> None:
    with pytest.raises(Unsolvable):
        Task(read_stage("FX-D1"))


def test_two_brake_dice_in_the_red_zone_are_refused() -> None:
    task = Task(read_stage("202a 203a<"), Options(redzone=True, brakes=2))
    with pytest.raises(Unsolvable):
        Sweep(task)


def test_a_node_forgets_how_its_dice_were_laid() -> None:
    """Two lanes, and dice in another order, come to the same node."""
    task = Task(read_stage("FX-S"))
    reached = Nodes(task).reached()
    assert all(len(set(nodes)) == len(nodes) for nodes in reached.values())
    assert max(node.laid for nodes in reached.values() for node in nodes) == 9


class OneTurn(Expectimax[State, Move]):
    """Every move and every outcome of one turn; from there on the values of a sweep."""

    def __init__(self, best: Best) -> None:
        super().__init__(DIRT_REDRAWN, ELIMINATION)
        self._best = best

    def value(self, state: State) -> float:
        return self._best.value(state) if state.round or state.over else super().value(state)


def test_whether_to_secure_a_die_onto_a_shortcut_is_decided_before_its_token_is_drawn() -> None:
    """With one second in hand to secure is better after one of the tokens, and to roll after the other."""
    state = GAME.read("202a 213b:L2 217b:L1 203b | A@1.L2 g2 G4 B1 s1 no-wheel | A leader A")
    car, task = state.car, Task(state.stage, state.options, cap=1)
    sweep = Sweep(task)
    values = sweep.solve(down_to=car.place)
    row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
    best = Best(task, values)
    found = OneTurn(best).after(key(state), best.choice(state))
    assert values[car.place, car.gear][row] == pytest.approx(found, abs=1e-9)


# -- Decisions --------------------------------------------------------------------------------------------------------


@functools.cache
def best_of(position: str) -> Best:
    state = GAME.read(position)
    task = Task(state.stage, state.options)
    return Best(task, Sweep(task).solve(down_to=state.car.place))


@pytest.mark.parametrize("position", SHORT[:2])
def test_positions_in_the_middle_of_a_turn_are_worth_what_every_move_and_every_outcome_come_to(position: str) -> None:
    state, best = GAME.read(position), best_of(position)
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    plain.value(state)
    middle = [(here, value) for here, value in plain.known.items() if here.turn.phase != "draft"]
    assert {here.turn.phase for here, _ in middle} > {"roll"}
    for here, value in middle[:: max(1, len(middle) // 100)]:
        assert best.value(here) == pytest.approx(value, abs=1e-9), GAME.write(here)


@pytest.mark.parametrize("position", SHORT[:2])
def test_every_decision_costs_what_the_engine_makes_of_it(position: str) -> None:
    state, best = GAME.read(position), best_of(position)
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    moves, ranked = every_move(state), best.ranked(state)
    costs = sorted(plain.after(state, move) for move in moves)[:MOST]
    assert {one.move for one in ranked} <= set(moves) and len(ranked) == min(MOST, len(moves))
    assert [one.cost for one in ranked] == pytest.approx(costs, abs=1e-9)
    assert plain.after(state, best.choice(state)) == pytest.approx(costs[0], abs=1e-9)
    for one in ranked:
        assert sum(one.parts) == pytest.approx(one.cost)


def test_a_driver_who_has_played_the_token_early_fears_no_hazard() -> None:
    position = "202a 203a< | A@1.L3 G5 W1 s1 | A leader A | quickstart=on sisu=stage"
    state, _ = play(GAME.read(position), Word.SISU, HARMLESS_LUCK)
    assert state.turn.safe and state.turn.phase == "draft"
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    assert best_of(position).value(state) == pytest.approx(plain.value(state), abs=1e-9)


def test_a_car_that_does_not_lead_yet_drives_with_gas() -> None:
    position = "202a 203a< | A@1.L3 g3 G4 W1 s1"
    assert GAME.read(position).leader < 0
    plain = Expectimax(DIRT_REDRAWN, ELIMINATION)
    state = GAME.read(position)
    assert best_of(position).value(state) == pytest.approx(plain.value(state), abs=1e-9)


def test_optimal_drives_in_the_engine_take_what_the_table_says(wide: bool) -> None:
    """Within four standard errors, which one seed in sixteen thousand misses."""
    position = "202a 210b:L2 203a< | A@1.L3 g3 | A leader A"
    state, best = GAME.read(position), best_of(position)
    many, known = 20_000 if wide else 300, dict[State, Move]()
    times = [driven(best, known, state, Seeded(f"drive {number}")) for number in range(many)]
    mean = sum(times) / many
    error = math.sqrt(sum((time - mean) ** 2 for time in times)) / many
    assert error > 0
    assert abs(mean - best.value(state)) <= 4 * error


def driven(best: Best, known: dict[State, Move], state: State, luck: Seeded) -> float:
    """One drive to the finish, every decision the best one."""
    while state.car.status not in ("finished", "out"):
        here = key(state)
        if here not in known:
            known[here] = best.choice(state)
        state, _ = play(state, known[here], luck)
    return state.car.clock - state.car.seconds + (ELIMINATION if state.car.status == "out" else 0)


# -- Luck, lost control, bounds ---------------------------------------------------------------------------------------

WHOLE = "202a 203a< | A@2.L1 g6 W2 no-wheel | A leader A"
"""A car without other damage, near the finish: too fast, and hardly able to slow down."""


@functools.cache
def swept_from(position: str) -> SweptStage:
    """The road ahead of a position, as the solver sweeps it."""
    state = GAME.read(position)
    return swept(Task(state.stage, state.options), down_to=state.car.place)


def value_in(sweep: Sweep, state: State, chance: int = 0) -> float:
    car = state.car
    lost = car.gas + car.punctures
    row = sweep.carried.row(car.sisu, car.gears, car.brakes, lost, car.wheel, car.seconds, chance)
    return float(sweep.values[car.place, car.gear][row])


def nothing_drawn(known: Mapping[State, float]) -> Iterator[tuple[State, float]]:
    """Starts of a turn with damage to gas dice alone, and with all cards and tokens of crashes where they were at
    first."""
    for state, value in turn_starts(known):
        car = state.car
        if not (car.gears or car.brakes or car.flags) and state.backs == fresh_backs():
            yield state, value


STRAIGHT = "FX-F | A@L4 g4 W2 no-wheel | A leader A"


@pytest.mark.parametrize("position", sampled([WHOLE, STRAIGHT], [WHOLE]))
def test_the_true_value_lies_between_the_bounds(position: str) -> None:
    """The engine remembers which cards and tokens were drawn; the sweep does not, and says how much that can be."""
    state, bounds = GAME.read(position), swept_from(position).bounds
    plain = Expectimax(DIRT, ELIMINATION)
    plain.value(state)
    many = 0
    for here, value in nothing_drawn(plain.known):
        assert value_in(bounds, here, LOW) - 1e-9 <= value <= value_in(bounds, here, HIGH) + 1e-9, GAME.write(here)
        many += 1
    assert many


def test_who_never_runs_out_of_seconds_does_no_worse_where_fewer_are_told_apart() -> None:
    """They may secure more dice than the seconds that are told apart can pay. Bounds rest on it."""
    state = GAME.read("202a 216a:L2 203a< | A@1.L3 g3")
    chances = (Chance(unlimited=True, fine=100.0),)
    few, many = (
        Sweep(Task(state.stage, state.options, cap=cap), chances=chances, damaged=False).solve(down_to=state.car.place)
        for cap in (1, 6)
    )
    assert len(few) > 10 and all((few[key][..., -1] <= many[key][..., -1] + 1e-9).all() for key in some(few))


@pytest.mark.parametrize("position", [WHOLE, STRAIGHT])
def test_luck_is_the_least_that_can_come_of_any_move(position: str) -> None:
    state = GAME.read(position)
    found = value_in(swept_from(position).first, state, LUCKY)
    assert found == pytest.approx(Luckiest(DIRT, ELIMINATION).value(state))


def test_a_fine_tells_how_often_control_is_lost() -> None:
    position = WHOLE
    state, (fair, first, _) = GAME.read(position), swept_from(position)
    best = Best(fair.task, fair.values)
    loses = (value_in(first, state, FINED) - value_in(fair, state)) / FINE
    assert loses == pytest.approx(chance_to_lose(best, state, {}), abs=1e-6)


def chance_to_lose(best: Best, state: State, known: dict[State, float]) -> float:
    """How likely the best driving loses control at least once from here, before the finish."""
    if state.car.status in ("finished", "out"):
        return 0.0
    here = key(state)
    if here not in known:
        known[here] = sum(
            float(chance) * (1.0 if loses_before_the_finish(after, events) else chance_to_lose(best, after, known))
            for chance, after, events in DIRT_REDRAWN.outcomes(here, best.choice(here))
        )
    return known[here]


def loses_before_the_finish(state: State, events: Events) -> bool:
    return any(event.what == "lost" and not state.road.past[event.facts["at"]] for event in events)


def test_par_is_told_with_its_bounds_and_its_progress() -> None:
    heard: list[float] = []
    task = task_of("T01a T02a", {"seconds": 3})
    solved = solve(task, heard.append)
    par = solved.par
    assert par.lucky <= par.low <= par.expected + 1e-9 <= par.high + 2e-9
    assert 0 <= par.loses <= 1 and par.without_sisu == par.expected
    assert heard == sorted(heard) and heard[-1] == pytest.approx(1)
    assert [key for key, _ in shapes(task)] == sorted(solved.values)


@pytest.mark.parametrize(("bends", "gone"), [("217b:L1", 0), ("217b:L1 213b:L2 212b:L2", 2)])
def test_a_token_of_a_shortcut_comes_from_a_bag_in_which_those_of_the_others_may_be_missing(
    bends: str, gone: int
) -> None:
    task = Task(read_stage(f"202a {bends} 203a<"))
    many, punctures = sum(task.tokens), task.tokens[1]
    for decks in ("best", "worst"):
        least, most = Tokens(task, ()).shares(Chance(decks=decks))
        assert (least, most) == pytest.approx(((punctures - gone) / (many - gone), punctures / (many - gone)))
    assert Tokens(task, ()).shares(Chance()) == pytest.approx((punctures / many,))


def test_a_position_in_which_nobody_drives_is_refused() -> None:
    with pytest.raises(Unsolvable, match="nothing-now"):
        own_turn(GAME.read("202a 203a< | A@2.L3 finished"))
