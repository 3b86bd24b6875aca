"""A rally solved backwards, against every move and every outcome from its first start to its last finish."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from rallyman_tutor.coach.classic.solver.rally import CarLoad, Rally
from rallyman_tutor.coach.classic.solver.sweep import Sweep
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.games.classic.alone import outcomes
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import State, Word
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.some import some

BARE = {"attack": "off", "sisu": "off"}


def started(stages: Sequence[str], service: Sequence[bool], options: dict[str, str]) -> State:
    return GAME.new({"drivers": ["A"], "stages": list(stages), "service": list(service), "options": options})


@pytest.mark.parametrize(
    ("stages", "service", "options"),
    [
        (("s1", "s2", "s1"), (True, False), {}),
        (("R1K2", "s1", "s2"), (False, False), BARE),
        (("R1K2", "s2", "s1"), (True, False), BARE),
        (("snow s1", "s2", "s1"), (True, True), {**BARE, "weather": "fixed"}),
        (("s1", "snow s1", "s1"), (False, True), {**BARE, "weather": "fixed"}),
        (("forest/rock R1/3x2", "s1", "s2"), (False, True), BARE),
        (("s1", "s2", "s1"), (True, False), {**BARE, "weather": "variable"}),
        (("s2", "s1", "s2"), (False, True), {**BARE, "weather": "variable"}),
    ],
)
def test_a_rally_costs_what_every_move_and_every_outcome_come_to(
    stages: Sequence[str], service: Sequence[bool], options: dict[str, str]
) -> None:
    state = started(stages, service, options)
    plain = Expectimax(CLASSIC_REDRAWN, ELIMINATION).value(state)
    rally = Rally([Task(read_stage(stage), state.options) for stage in stages], service)
    assert math.isclose(rally.value(0, CarLoad()), plain, abs_tol=1e-9)


def test_what_a_car_carries_out_of_a_stage_has_its_price() -> None:
    rally = Rally([Task(read_stage(stage)) for stage in ("s1", "s6")], [False])
    whole = rally.value(1, CarLoad())
    assert rally.value(1, CarLoad(damage=3)) > whole
    assert (
        rally.value(1, CarLoad(punctures=2, wheel=False)) >= rally.value(1, CarLoad(punctures=1, wheel=False)) >= whole
    )
    assert rally.value(1, CarLoad(sisu=False)) > whole
    assert rally.value(1, CarLoad(damage=5)) == ELIMINATION


def test_tyres_are_chosen_when_the_weather_that_is_rolled_is_known(wide: bool) -> None:
    route = "START C1, C3-J3, FINISH J1" if wide else "START C1, FINISH C3"
    state = started((route,), (), {**BARE, "weather": "variable"})
    least = 0.0
    for share, rolled, _ in some(outcomes(state, Word.WEATHER)):
        tyres = [Task(rolled.stage, rolled.options, winter) for winter in (False, True)]
        least += float(share) * min(float(Sweep(task).solve()[START, 0, 0][0, 0, 0, 0]) for task in tyres)
    rally = Rally([Task(read_stage(route), state.options)], [])
    assert math.isclose(rally.value(0, CarLoad()), least, abs_tol=1e-9)
    assert rally.value(0, CarLoad()) < rally.value(0, CarLoad(), winter=True)
