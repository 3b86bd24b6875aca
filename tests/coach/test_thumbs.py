"""The chapter about driving well helps: a beginner who goes by it loses fewer seconds a stage, on stages that it does not show."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.racing import LEVELS
from rallyman_tutor.games.dirt.road import read_stage
from tests.coach.thumbs import can_be_mended, losses

ROAD = read_stage("202a 210a:L2 205a 216b:R2 204a 223a:R1 206a 217b:L1 203a").road


@pytest.mark.parametrize(
    ("place", "fastest"),
    [
        ("1.L3", 4),  # a hairpin, 1 on the line and 2 in the drift: the brake leads there from 4th
        ("3.L3", 5),  # 3 in the drift
        ("3.L2", 6),  # a space more, and a gear less on it
        ("6.L3", 6),  # a straight
    ],
)
def test_one_brake_die_mends_two_gears_and_each_space_before_the_bend_one_more(place: str, fastest: int) -> None:
    at = ROAD.find(place)
    assert at is not None
    assert [gear for gear in range(1, 7) if can_be_mended(ROAD, at, gear)] == list(range(1, fastest + 1))


def test_without_a_brake_the_bend_is_entered_a_gear_slower() -> None:
    at = ROAD.find("3.L3")
    assert at is not None
    assert can_be_mended(ROAD, at, 4, brakes=0) and not can_be_mended(ROAD, at, 5, brakes=0)


@pytest.mark.wide
@pytest.mark.parametrize("stage", ["R1-SS1", "R5-SS2"])
def test_a_beginner_who_goes_by_the_chapter_loses_less(stage: str) -> None:
    found = losses(f"{stage} | You@1.L2 | You leader You", 60)
    for driver in LEVELS["novice"]:
        saved = found[f"saves {driver.mistake}"]
        assert saved.seconds - saved.give_or_take > 0, (driver.mistake, saved)
        assert found["advised"].seconds < found[driver.mistake].seconds
