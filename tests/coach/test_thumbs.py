"""The chapter about driving well helps: a beginner who goes by it loses fewer seconds on stages that it does not
show."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.games.dirt.road import read_stage
from tests.coach.thumbs import can_be_driven_on, can_be_mended, losses
from tests.some import some

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


@pytest.mark.parametrize(
    ("place", "fastest"),
    [
        ("s4", 4),  # 3 in the drift: each die may be a gear lower than the one before
        ("s3", 5),  # a space more, and a gear less on it
        ("s8", 5),  # the finish
    ],
)
def test_in_2009_each_space_before_a_bend_mends_one_gear(place: str, fastest: int) -> None:
    road = CLASSIC_COACH.task_of("s4 R2/3x2 s4", {})
    at = next(number for number, space in enumerate(road.stage.road.spaces) if space.key == place)
    assert [gear for gear in range(1, 6) if can_be_driven_on(road, at, gear)] == list(range(1, fastest + 1))


def helps(game: str, position: str, many: int, *mistakes: str) -> None:
    """The advice saves beginners with these mistakes seconds, as surely as so many drives can tell."""
    found = losses(game, position, many)
    for mistake in some(mistakes):
        saved = found[f"saves {mistake}"]
        assert saved.seconds - saved.give_or_take > 0, (mistake, saved)
        assert found["advised"].seconds < found[mistake].seconds


def test_a_beginner_who_goes_by_the_chapter_loses_less(own_tables: None) -> None:
    helps("classic", "s4 R3/4x3 s3 L2/3x2 s4 | You | You", 8, "greed", "no-look-ahead")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("game", "position", "mistakes"),
    [
        ("classic", "START J1, FINISH J4 | You | You", ("greed", "no-look-ahead")),
        ("classic", "START C8, C3-J6-J5-C4, FINISH C5 | You | You", ("greed",)),  # the other one is not helped here
        ("dirt", "R1-SS1 | You@1.L2 | You leader You", ("greed", "no-look-ahead")),
        ("dirt", "R5-SS2 | You@1.L2 | You leader You", ("greed", "no-look-ahead")),
    ],
)
def test_a_beginner_who_goes_by_the_chapter_loses_less_on_whole_stages(
    game: str, position: str, mistakes: tuple[str, ...]
) -> None:
    helps(game, position, 40, *mistakes)
