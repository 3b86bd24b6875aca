"""Par of a lesson in either Rallyman is the best driving's time from its start, with the rules taught so far."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach.classic.solver import solver as classic
from rallyman_tutor.coach.classic.solver.best import Best
from rallyman_tutor.coach.classic.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver import solver as dirt
from rallyman_tutor.coach.dirt.solver.best import Best as DirtBest
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts
from rallyman_tutor.coach.dirt.solver.sweep import Sweep as DirtSweep
from rallyman_tutor.games.classic import state as classic_state
from rallyman_tutor.games.dirt import state as dirt_state
from rallyman_tutor.tutor.lesson.kinds.drive import DriveStep
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.games.opened import opened
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in, taught_before

BY_HAND = {
    # other cars are on the road
    "classic/14-sharing-the-road", "classic/15-passing-in-bends", "classic/16-order-of-play",
    "classic/13-first-rally", "dirt/13-first-rally", "classic/19-service", "classic/28-a-rally",  # several stages
    "classic/24-tyres",  # tyres are chosen first
    # other cars are on the road
    "dirt/04-lanes", "dirt/14-traffic", "dirt/15-leader", "dirt/17-stuck", "dirt/20-rally",
}  # fmt: skip
"""Lessons whose drive is no lone car's on one stage: their pars are set by hand."""
QUICK = {
    "classic/01-first-die", "classic/06-notes", "classic/12-off-the-road", "classic/21-attack-in-earnest", "dirt/01-first-die",
}  # fmt: skip
"""Those that an ordinary run works out."""
SECONDS = {"classic": classic_state.SECONDS, "dirt": dirt_state.SECONDS}


def name(folder: Path) -> str:
    return f"{folder.parent.name}/{folder.name}"


DRIVEN = [
    folder
    for folder in FOLDERS
    if folder.parent.name in SECONDS and any(step.kind == "drive" for step in lesson_in(folder).steps)
]
COMPUTED = [
    pytest.param(folder, id=name(folder), marks=() if name(folder) in QUICK else pytest.mark.wide)
    for folder in DRIVEN
    if name(folder) not in BY_HAND
]


def driven(folder: Path) -> tuple[DriveStep, Any]:
    """The step of a lesson that is driven to the finish, and the state in which it starts."""
    lesson = lesson_in(folder)
    ((at, drive),) = ((at, step) for at, step in enumerate(lesson.steps) if isinstance(step, DriveStep))
    return drive, opened(sit_down(lesson, at).session.state)


def best_time(folder: Path, state: Any, patch: pytest.MonkeyPatch) -> float:
    """The average of clock less seconds at the finish, driven as well as can be; without attacks, or flat out, before
    those are taught. Seconds are spent at their best, taught or not: without any there is little to spend."""
    taught = {*taught_before(folder), *lesson_in(folder).teaches}
    if folder.parent.name == "classic":
        task = classic.own_turn(state).alone
        agreed = task.options._replace(attack=task.options.attack and "CL-ATK-01" in taught)
        task = replace(task, options=agreed)
        best: Any = Best(task, Sweep(task).solve(down_to=state.car.place))
    else:
        if "DI-FLAT-01" not in taught:
            patch.setattr(FlatOuts, "sets_from", lambda self, start: ())
        alone = dirt.own_turn(state).alone
        best = DirtBest(alone, DirtSweep(alone).solve(down_to=state.car.place))
    time: float = best.value(state) + state.car.clock - state.car.seconds
    return time


@pytest.mark.parametrize("folder", COMPUTED)
def test_par_is_what_the_best_driving_takes_rounded_up_to_a_gear_card(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, state = driven(folder)
    expected = best_time(folder, state, monkeypatch)
    card = min(abs(one - other) for one, other in pairwise(SECONDS[folder.parent.name]))  # the least they differ by
    assert step.par == card * ceil(expected / card - 1e-9), f"{expected:.2f} s"


def test_lessons_with_a_par_by_hand_are_those_that_cannot_be_computed() -> None:
    for folder in some(folder for folder in DRIVEN if name(folder) in BY_HAND):
        _, state = driven(folder)
        several = state.rally is not None and len(state.rally.stages) > 1
        assert len(state.cars) > 1 or several or state.turn.phase not in ("roll", "draft"), folder.name
