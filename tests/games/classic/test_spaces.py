"""The road: spaces with stable names, exact front edges, ways that part and meet again, runs that share their room."""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.spaces import Item, Road

ROAD = read_stage("forest/rock s2 R3/4x3K4 s1 j2 snow s1").road


def keys(place: str) -> list[str]:
    return [ROAD.spaces[ahead].key for ahead in ROAD.ahead[ROAD.place[place]]]


def test_spaces_are_named_in_driving_order() -> None:
    assert [space.key for space in ROAD.spaces] == [
        "start", "s1", "s2", "b1.line", "b1.d1", "b1.d2", "b1.d3", "b1.cut", "s3", "j1", "s4", "finish",
    ]  # fmt: skip


def test_a_bend_is_entered_by_line_drift_or_cut() -> None:
    assert keys("s2") == ["b1.line", "b1.d1", "b1.cut"]


def test_from_a_drift_one_goes_on_or_onto_the_line_and_from_its_end_only_ahead() -> None:
    assert keys("b1.d1") == ["b1.d2", "b1.line"]
    assert keys("b1.d3") == keys("b1.line") == keys("b1.cut") == ["s3"]


def test_fronts_are_exact_and_all_ways_of_a_bend_end_at_the_same_front() -> None:
    front = {space.key: space.front for space in ROAD.spaces}
    assert front["start"] == 0 and front["s2"] == 2
    assert front["b1.d1"] == Fraction(7, 3) and front["b1.d2"] == Fraction(8, 3)
    assert front["b1.d3"] == front["b1.line"] == front["b1.cut"] == 3
    assert all(ROAD.spaces[ahead].front > ROAD.spaces[at].front for at, ways in enumerate(ROAD.ahead) for ahead in ways)


def test_beside_the_road_lies_terrain_a_cut_or_the_road() -> None:
    sides = {space.key: (space.left, space.right) for space in ROAD.spaces}
    assert sides["s1"] == ("forest", "rock")
    assert sides["b1.line"] == sides["b1.d2"] == ("forest", "cut")
    assert sides["b1.cut"] == ("road", "rock")


def test_beyond_the_finish_the_ground_is_that_of_the_last_space() -> None:
    assert ROAD.spaces[ROAD.finish].snow and not ROAD.spaces[1].snow


def test_a_road_driven_twice_shares_room_and_dirt_and_the_way_back_swaps_the_drift() -> None:
    bend = Item("bend", turn="R", line=2, drift=3, drifts=3, home="C.a.1")
    back = bend._replace(turn="L", backwards=True)
    road = Road([bend, Item("straight"), back])
    room = {space.key: space.room for space in road.spaces}
    assert room["b1.line"] == room["b2.line"]
    assert room["b1.d1"] == room["b2.d3"] and room["b1.d2"] == room["b2.d2"]
    assert road.bends[0].dirt == road.bends[1].dirt and road.dirts == 1
    assert room["s1"] not in (room["b1.line"], room["start"])
