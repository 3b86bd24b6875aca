"""Better drivers are faster on little stages drawn by lot, everybody with the same dice."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.racing import LEVELS
from rallyman_tutor.coach.solver import table_files
from tests.coach.by_lot import Part, driven, drives, level, levels_apart, mistakes_cost, stages, tell
from tests.some import some

MANY = 2000


@pytest.fixture
def nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of these stages are forgotten again."""
    monkeypatch.setattr(table_files, "ELSEWHERE", [])


@pytest.mark.parametrize("game", RACES)
def test_stages_drawn_by_lot_are_all_different_and_have_what_stages_have(game: str) -> None:
    found = stages(game, MANY)
    assert len(set(found)) == MANY and found[:10] == stages(game, 10)
    for sign in {"classic": ("j3", "K2", "R1", "L4/5x3", "snow"), "dirt": ("J3", "K2", "B1/", "*3", "W", "~", "L4")}[
        game
    ]:
        assert sum(sign in stage for stage in found) > 50, sign


@pytest.mark.parametrize(("game", "numbers"), [("classic", (1, 3)), ("dirt", (0, 5))])
def test_better_levels_are_faster_on_some_of_them(game: str, numbers: tuple[int, ...], nothing_stays: None) -> None:
    listed = stages(game, max(numbers) + 1)
    found = [driven(Part(game, listed[number])) for number in numbers]
    forget()
    ranked = [sum(level(times, name) for times in found) for name in LEVELS]
    assert ranked == sorted(ranked, reverse=True) and len(set(ranked)) == len(ranked)


@pytest.mark.wide
@pytest.mark.parametrize("game", RACES)
def test_better_levels_are_faster_over_2000_of_them(game: str) -> None:
    """99 times in 100 the true means lie within these intervals. No mistake pays, and a driver without one takes the
    time of the values."""
    found = drives(game, MANY, processes=2)
    tell(found)
    for name, apart in some(levels_apart(found).items()):
        assert apart.mean > apart.give_or_take, name
    for name, cost in some(mistakes_cost(found).items()):
        assert cost.mean > -cost.give_or_take, name
    assert mistakes_cost(found)["none"].mean < 2 * mistakes_cost(found)["none"].give_or_take
