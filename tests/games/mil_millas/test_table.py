"""The tables that everything lies on: nothing leaves its frame, and nothing lies over what it does not belong to."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import pytest

from rallyman_tutor.games.mil_millas.table import Lane, Layout, Outline, laid_out
from tests.some import some

TABLES = [(sides, tall) for sides in (2, 3, 4, 5, 6) for tall in (False, True)]
BEFORE, BEHIND = 46, 26
"""How far the road goes on before kilometre 0 and behind kilometre 1000."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    low: float


def about(x: float, y: float, wide: float, high: float) -> Box:
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def spot(outline: Outline) -> Box:
    (left, top), _, (right, low), _ = outline
    assert outline == ((left, top), (right, top), (right, low), (left, low))
    return Box(left, top, right, low)


def in_lane(lane: Lane) -> dict[str, Box]:
    """The things on a side's strip: its road with the figures below it (digits have no feet), and everything told of
    it."""
    x, y = lane.start
    road = Box(x - BEFORE, y - lane.half - lane.swing, lane.end + BEHIND, y + lane.half + 12 + 0.8 * lane.figures)
    first, last, middle = lane.signs
    found = {"road": road, "plate": about(*lane.plate, 128 * lane.scale, 70 * lane.scale),
             "light": about(*lane.light, 40 * lane.scale, 40 * lane.scale),
             "signs": Box(first, middle - 20, last, middle + 20),
             "cards": about(*lane.cards, 56 * lane.scale, 70 * lane.scale)}  # fmt: skip
    return found | {f"ring {n}": about(*at, 38 * lane.scale, 38 * lane.scale) for n, at in enumerate(lane.rings)}


def on_table(table: Layout) -> dict[str, Box]:
    lanes = {f"lane {side}": spot(lane.outline) for side, lane in enumerate(table.lanes)}
    return {**lanes, "deck": spot(table.deck), "pile": spot(table.pile)}


def check(things: dict[str, Box], frame: Box) -> None:
    for name, one in things.items():
        assert frame.left <= one.left < one.right <= frame.right and frame.top <= one.top < one.low <= frame.low, name
    for (a, one), (b, other) in combinations(things.items(), 2):
        apart = one.right <= other.left or other.right <= one.left or one.low <= other.top or other.low <= one.top
        assert apart, (a, b)


@pytest.mark.parametrize(("sides", "tall"), TABLES)
def test_nothing_leaves_its_frame_and_nothing_lies_over_anything_else(sides: int, tall: bool) -> None:
    table = laid_out(sides, tall)
    check(on_table(table), Box(0, 0, table.width, table.height))
    assert len(table.lanes) == sides
    assert table.height - max(box.low for box in on_table(table).values()) < 40  # and no empty table below
    for lane in table.lanes:
        check(in_lane(lane), spot(lane.outline))
        assert len(lane.rings) == 4 and lane.figures > 13  # which can still be read


@pytest.mark.parametrize("tall", [False, True])
def test_the_fewer_sides_there_are_the_larger_is_what_each_of_them_has(tall: bool) -> None:
    for fewer, more in some(pairwise(range(2, 7))):
        for larger, smaller in some(zip(laid_out(fewer, tall).lanes, laid_out(more, tall).lanes, strict=False)):
            assert larger.scale >= smaller.scale and larger.half >= smaller.half and larger.figures >= smaller.figures
