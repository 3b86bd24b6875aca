"""Which other car is in the way: on a space, over it, beside it, or on the other way of its bend."""

from __future__ import annotations

import pytest

from rallyman_tutor.games.dirt.rivals import (
    free_starts,
    level,
    occupant,
    on_road,
    on_the_other_way,
    roomy,
    sharing_room,
    start_order,
)
from tests.games.dirt.roads import begin, place
from tests.games.driving import with_car


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("FX-CC | A@L1 g2 ; B@line1 g2", {"d1": 1, "d2": 1, "line1": -1, "d3": -1, "line2": -1, "L4": -1, "L7": -1}),
        ("FX-CC | A@L1 g2 ; B@d3 g2", {"line2": 1, "d3": -1, "d4": -1, "line1": -1, "d1": -1, "R7": -1}),
        ("FX-CC | A@L1 g2 ; B@L4 g2 ; C@d4 g2", {"line2": 2, "line1": -1, "d1": -1}),
        ("FX-CC | A@L1 g2 ; B@line1 off", {"d1": -1}),
        ("FX-CC | A@line1 g2 ; B", {"d1": -1}),
    ],
)
def test_a_car_is_on_the_other_way_of_its_own_bend_only(position: str, told: dict[str, int]) -> None:
    state = begin(position)
    assert {space: on_the_other_way(state, place(state, space)) for space in told} == told


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("FX-SL | A@L3 g2 ; B@h1 g2", {"L4": 1, "R4": 1, "h1": -1, "h2": -1, "L3": -1}),
        ("FX-SL | A@L1 g2 ; B@L4 g2 ; C@R3 g2", {"h1": 1, "h2": 1, "L4": -1, "R4": -1, "R3": -1}),
        ("FX-SL | A@L4 g2 ; B@L1 g2", {"h1": -1, "h2": -1}),
        ("FX-SL | A@L3 g2 ; B@h1 off", {"L4": -1}),
    ],
)
def test_a_car_in_a_slide_takes_the_room_of_the_lanes_and_in_a_lane_that_of_the_slide(
    position: str, told: dict[str, int]
) -> None:
    state = begin(position)
    assert {space: sharing_room(state, place(state, space)) for space in told} == told


def test_a_space_is_occupied_by_another_car_that_stands_on_the_road() -> None:
    state = begin("FX-S | A@L3 g2 ; B@R3 g2 ; C@L4 off ; D ; E finished ; F@R5 spun | A | order A B C E F D")
    spaces = {"L3": -1, "R3": 1, "L4": -1, "R4": -1, "R5": 5, "L0": -1}
    assert {space: occupant(state, place(state, space)) for space in spaces} == spaces
    assert [on_road(state, seat) for seat in range(6)] == [False, True, False, False, False, True]
    assert occupant(with_car(state, 1, status="finished"), place(state, "R3")) == -1


def test_all_cars_level_with_a_space_are_told() -> None:
    state = begin("FX-G | A@L1 g2 ; B@R4 g2 ; C@R5 g2 ; D@L3 g2")
    told = {"L4": (1, 2), "R4": (3,), "L3": (1,), "R3": (3,), "L1": ()}
    assert {space: level(state, place(state, space)) for space in told} == told
    assert level(begin("FX-G | A@L4 g2"), place(state, "R4")) == ()


def test_a_space_is_roomy_where_no_car_stands_on_it_or_slides_over_it() -> None:
    state = begin("FX-SL | A@h1 g2 ; B@L3 g2 ; C@R3 g2 | B")
    told = {"R3": False, "L3": True, "h1": False, "L4": False, "R4": False, "h2": True, "line1": True}
    assert {space: roomy(state, place(state, space)) for space in told} == told


def test_who_starts_in_which_order_and_where_there_is_room() -> None:
    state = begin("FX-S | A@L0 ; B ; C ; D@L5 g3 | A | order D A C B")
    assert start_order(state) == (3, 0, 2, 1)
    assert start_order(with_car(with_car(state, 2, status="out"), 3, status="out", place=0)) == (
        3,
        0,
        1,
    )  # out on the road, or before it
    left, right = state.road.starts
    assert free_starts(state) == (left, right) and free_starts(begin("FX-S | A@L0 ; B@L5 g3 ; C | B")) == (right,)
    assert free_starts(begin("FX-S | A@L5 g3 ; B@R0 ; C@L0 | A")) == ()
