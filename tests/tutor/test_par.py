"""Par of a lesson in Rallyman (2009) is what the best driving takes from its start, by what the lesson has taught so far."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach.solver import classic
from rallyman_tutor.coach.solver.classic.best import Best
from rallyman_tutor.coach.solver.classic.sweep import Sweep
from rallyman_tutor.games.classic.state import SECONDS, State
from rallyman_tutor.tutor.lessons import LessonStep
from rallyman_tutor.tutor.sitting import sit_down
from tests.games.opened import opened
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in, taught_before

BY_HAND = {
    "14-sharing-the-road", "15-passing-in-bends", "16-order-of-play",  # other cars are on the road
    "19-service", "28-a-rally",  # several stages
    "24-tyres",  # tyres are chosen first
}  # fmt: skip
"""Lessons whose drive is no lone car's on one stage: their pars are set by hand."""
QUICK = {"01-first-die", "06-notes", "12-off-the-road", "21-attack-in-earnest"}
"""Those that an ordinary run works out."""
COMPUTED = [
    pytest.param(folder, id=folder.name, marks=() if folder.name in QUICK else pytest.mark.wide)
    for folder in FOLDERS
    if folder.parent.name == "classic" and folder.name not in BY_HAND
]
STEP = min(abs(one - other) for one, other in pairwise(SECONDS))
"""Gear cards count in steps of so many seconds, and nothing between two steps can be driven without an attack."""


def driven(folder: Path) -> tuple[LessonStep, Any]:
    """The step of a lesson that is driven to the finish, and the state in which it starts."""
    lesson = lesson_in(folder)
    (at,) = (at for at, step in enumerate(lesson.steps) if step.kind == "drive")
    return lesson.steps[at], opened(sit_down(lesson, at).session.state)


def best_time(folder: Path, state: State) -> float:
    """What the clock less the seconds shows at the finish on average, driven as well as can be; without attacks before those
    are taught."""
    task = classic.own_turn(state).alone
    taught = {*taught_before(folder), *lesson_in(folder).teaches}
    agreed = task.options._replace(attack=task.options.attack and "CL-ATK-01" in taught)
    task = replace(task, options=agreed)
    best = Best(task, Sweep(task).solve(down_to=state.car.place))
    return best.value(state) + state.car.clock - state.car.seconds


@pytest.mark.parametrize("folder", COMPUTED)
def test_par_is_what_the_best_driving_takes_rounded_up_to_a_gear_card(folder: Path) -> None:
    step, state = driven(folder)
    expected = best_time(folder, state)
    assert step.par == STEP * ceil(expected / STEP - 1e-9), f"{expected:.2f} s"


def test_lessons_with_a_par_by_hand_are_those_that_cannot_be_computed() -> None:
    for folder in some(folder for folder in FOLDERS if folder.parent.name == "classic" and folder.name in BY_HAND):
        _, state = driven(folder)
        several = state.rally is not None and len(state.rally.stages) > 1
        assert len(state.cars) > 1 or several or state.turn.phase != "roll", folder.name
