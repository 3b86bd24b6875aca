"""The sweep of DIRT against the plainest way to reckon, on little stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from rallyman_tutor.coach.solver.dirt.nodes import Nodes
from rallyman_tutor.coach.solver.dirt.sweep import Sweep
from rallyman_tutor.coach.solver.dirt.task import ELIMINATION, Task
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.state import Options, State
from tests.coach.solver.expectimax import DIRT_REDRAWN, Expectimax

SHORT = (
    "202a 203a< | A@1.L3 g3 G4 W1 s1",
    "202a 203a< | A G5 W1 s1 | A | quickstart=on sisu=stage",
    "202a 230b:R1 203a< | A@2.d2 g6 G5 W2 no-wheel",
    "202a 207b< 203a< | A@2.L1 g3 G4 W2 no-wheel",
)
"""Those of an ordinary run: few dice, a bend with slides, hard landings, what is agreed."""


def turn_starts(known: Mapping[State, float]) -> Iterator[tuple[State, float]]:
    """The positions at the start of an ordinary turn: nothing is played or to be chosen before it, and the car leads."""
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
    values = sweep.solve(down_to=state.car.place)
    many = 0
    for here, value in turn_starts(plain.known):
        car = here.car
        row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
        assert values[car.place, car.gear][row] == pytest.approx(value, abs=1e-9), GAME.write(here)
        many += 1
    return many


@pytest.mark.parametrize("position", SHORT)
def test_the_sweep_finds_what_every_move_and_every_outcome_come_to(position: str) -> None:
    assert agree(position) > 10


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
