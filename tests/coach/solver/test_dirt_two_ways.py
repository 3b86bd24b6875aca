"""DIRT: the sweep, which reckons with all that a car may carry, and the drafts of one car agree.

Every start of a turn on a little stage is worth what the best of its drafts costs; and that is what its outcomes come
to. Cars are whole or damaged, and many: no other test has turns of so many dice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rallyman_tutor.coach.dirt.solver.best import Best
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.games.dirt.alone import spent
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.road import Road
from rallyman_tutor.games.dirt.state import LIMIT, Drive, Move, Roll, State
from tests.sampled import sampled
from tests.some import some

STAGES = (
    "202a 204b 216a:L2 203a< | {} | A leader A | sisu=stage quickstart=on",
    "202a 217b:L1 203a< | {} | A leader A | sisu=stage brakes=0",
    "FX-F | {} | A leader A | sisu=stage redzone=on",
)
"""Jumps, bends, slides, a shortcut, and whatever is agreed."""
MANY, MANY_WIDE = 25, 80
"""Cars on each."""
DAMAGES = (("", "G1", "G2", "G4"), ("", "W1", "W2", "K1", "W1 K1"), ("", "B1"), ("", "no-wheel"), ("", "no-sisu"))


def any_car(rng: random.Random, road: Road) -> str:
    place = rng.choice([space.place for space in road.spaces if not road.past[space.place]])
    damage = (rng.choice(words) for words in DAMAGES)
    return " ".join(filter(None, (f"A@{road.short(place)}", f"g{rng.randint(0, 6)}", f"s{rng.randint(0, 5)}", *damage)))


def unlucky(best: Best, state: State) -> Iterator[State]:
    """The positions within a turn in which the longest draft is driven one by one, while as many hazards show as keep
    control."""
    drives = (move for _, move in best.costs(state) if isinstance(move, Drive) and not move.steps[0].pay)
    move: Move | None = max(drives, key=lambda drive: len(drive.steps), default=None)
    while move is not None:
        ends = [
            end.after
            for end in best.outcomes(state, move, is_first=True, is_last=True)
            if end.after.turn.phase == "roll"
        ]
        if not ends:
            return
        state = max(ends, key=lambda after: after.turn.hazards)
        yield state
        move = next((move for _, move in best.costs(state) if isinstance(move, Roll) and not move.pay), None)


def of_its_ends(best: Best, state: State, move: Move) -> float:
    """The cost of a decision, from all that may come of it by the engine."""
    ends = best.outcomes(state, move, is_first=True, is_last=True)
    return sum(end.chance * (spent(state, end.after) + best.value(best.own(state, state, end.after))) for end in ends)


@pytest.mark.parametrize("stage", sampled(STAGES, STAGES[:2]))
def test_a_turn_is_worth_what_its_best_draft_costs_and_that_is_what_its_outcomes_come_to(
    stage: str, wide: bool
) -> None:
    start = GAME.read(stage.format("A"))
    task, rng, most = Task(start.stage, start.options), random.Random(stage), 0
    best = Best(task, Sweep(task).solve())
    for _ in some(range(MANY_WIDE if wide else MANY)):
        position = stage.format(any_car(rng, start.road))
        state = GAME.read(position)
        costs = best.costs(state)
        assert costs[0][0] == pytest.approx(best.value(state), abs=1e-9), position
        for cost, move in costs[:2]:
            assert of_its_ends(best, state, move) == pytest.approx(cost, abs=1e-9), (position, move)
        for here in unlucky(best, state):
            costs = best.costs(here)
            assert costs[0][0] == pytest.approx(best.value(here), abs=1e-9), GAME.write(here)
            ends = [of_its_ends(best, here, move) for _, move in costs]
            assert ends == pytest.approx([cost for cost, _ in costs], abs=1e-9), GAME.write(here)
            most = max(most, here.turn.hazards)
    assert most == LIMIT - 1, "somewhere the next hazard loses control"
