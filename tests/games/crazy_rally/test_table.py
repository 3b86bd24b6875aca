"""The tables that everything lies on: nothing leaves its frame, and nothing lies over what it does not belong to."""

from __future__ import annotations

from itertools import combinations

import pytest

from rallyman_tutor.games.crazy_rally.table import Box, Lane, Layout, layout_for
from rallyman_tutor.parts.playing_cards import HIGH, WIDE

TABLES = [(cars, tall) for cars in (3, 4, 5, 6) for tall in (False, True)]


def square(x: float, y: float, side: float) -> Box:
    return Box(x, y, side, side)


def card(x: float, y: float, scale: float) -> Box:
    return Box(x, y, WIDE * scale, HIGH * scale)


def in_lane(lane: Lane) -> dict[str, Box]:
    """The things side by side in a car's line, besides the board under its dials."""
    faster, slower = lane.sides
    x, y, high = lane.held
    return {**on_board(lane), "plate": lane.plate, "speed": square(*lane.dial[:2], 2 * lane.dial[2]),
            "held": Box(x, y, 0.6 * high, high), "faster": faster, "slower": slower, "road": lane.road,
            "distance": square(*lane.distance, lane.figures)}  # fmt: skip


def on_board(lane: Lane) -> dict[str, Box]:
    return {f"gauge {n}": square(*at, lane.figures) for n, at in enumerate(lane.gauges)}


def on_table(table: Layout) -> dict[str, Box]:
    """The things that lie on the table for good."""
    lanes = {f"lane {seat}": lane.sheet for seat, lane in enumerate(table.lanes)}
    course = {f"stage {n}": card(*at, table.small) for n, at in enumerate(table.course, 1)}
    return {
        **lanes,
        **course,
        "large card": card(*table.hero),
        "own": table.own,
        "supply": table.supply,
        "discard": table.discard,
    }


def inside(box: Box, frame: Box) -> bool:
    return 2 * abs(box.x - frame.x) + box.wide <= frame.wide and 2 * abs(box.y - frame.y) + box.high <= frame.high


def apart(one: Box, other: Box) -> bool:
    return 2 * abs(one.x - other.x) >= one.wide + other.wide or 2 * abs(one.y - other.y) >= one.high + other.high


def check(things: dict[str, Box], frame: Box) -> None:
    assert [name for name, box in things.items() if not inside(box, frame)] == []
    assert [(a, b) for (a, one), (b, other) in combinations(things.items(), 2) if not apart(one, other)] == []
    assert [name for name, box in things.items() if min(box.wide, box.high) <= 0] == []


@pytest.mark.parametrize(("cars", "tall"), TABLES)
def test_nothing_leaves_its_frame_and_nothing_lies_over_anything_else(cars: int, tall: bool) -> None:
    table = layout_for(cars, tall)
    frame = Box(table.width / 2, table.height / 2, table.width, table.height)
    check(on_table(table), frame)
    assert inside(card(*table.shown), frame)  # the test lap's card lies over everything
    for lane in table.lanes:
        check(in_lane(lane), lane.sheet)
        check(on_board(lane), lane.board)
