"""Where things lie on the table: the course, a line for each car, the piles, and the hand.

Only measures, for the picture and for the places where cards can be laid. There are two tables. The wide one has the
course in a row, a car's dials and its road side by side, and the hand in a fan. The tall one, for a frame that is
higher than wide, has two rows of each, in figures large enough for a phone; the hand lies in the tray there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.games.crazy_rally.state import STAGES, State
from rallyman_tutor.scene.shapes import Point, box

SIDES = ("faster", "slower")


class Box(NamedTuple):
    """A rectangle by its middle."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def outline(self) -> tuple[Point, ...]:
        return box(self.x, self.y, self.wide, self.high)


class Lane(NamedTuple):
    """One car's part of the table: where its dials are, where a card can be laid, and where its road lies."""

    sheet: Box
    plate: Box  # its number
    board: Box  # what carries the dials
    gauges: tuple[Point, ...]  # handling, strength, own maximum
    figures: float  # how large they are
    dial: tuple[float, float, float]  # the speed: where, and how large
    held: tuple[float, float, float]  # the cards of its driver: where, and how high
    sides: tuple[Box, Box]  # faster, slower
    road: Box
    posts: float  # how large the figures along the road are
    distance: Point


class Layout(NamedTuple):
    """The whole table for so many cars."""

    width: float
    height: float
    lanes: tuple[Lane, ...]
    course: tuple[Point, ...]  # where the card of each stage lies
    small: float  # the scale of a course card
    hero: tuple[float, float, float]  # the course card that matters now: where, and its scale
    shown: tuple[float, float, float]  # the one that the test lap shows
    own: Box  # before the own car
    supply: Box
    discard: Box
    hand: Point | None  # the middle of the fanned hand; nothing where the tray shows it


@lru_cache(maxsize=16)
def layout_for(cars: int, tall: bool = False) -> Layout:
    """The table for so many cars."""
    return _tall(cars) if tall else _wide(cars)


def outlines(state: State, tall: bool = False) -> dict[str, tuple[Point, ...]]:
    """Where each place lies, by key."""
    table = layout_for(len(state.cars), tall)
    found = {"table": table.own.outline}
    for one, lane in zip(state.cars, table.lanes, strict=True):
        for side, spot in zip(SIDES, lane.sides, strict=True):
            found[f"{side}:{one.name}"] = spot.outline
    return found | {"supply": table.supply.outline, "discard": table.discard.outline}


# -- The wide table ----------------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 1150.0, 800.0
HAND_Y = 694.0


def _wide(cars: int) -> Layout:
    top, low = 148.0, 590.0
    high = min(136.0, (low - top) / cars)
    start = (top + low) / 2 - high * cars / 2
    step = (WIDTH - 118) / STAGES  # the right edge stays free
    return Layout(
        width=WIDTH,
        height=HEIGHT,
        lanes=tuple(_wide_lane(start + high * (seat + 0.5), high - 8) for seat in range(cars)),
        course=tuple((30 + step * (n + 0.5), 84.0) for n in range(STAGES)),
        small=0.7,
        hero=(1046.0, (top + low) / 2, 1.6),
        shown=(480.0, 366.0, 2.5),
        own=Box(116, HAND_Y, 176, 164),
        supply=Box(904, HAND_Y, 112, 150),
        discard=Box(1046, HAND_Y, 112, 150),
        hand=(506.0, HAND_Y),
    )


def _wide_lane(y: float, high: float) -> Lane:
    roomy = high > 84
    return Lane(
        sheet=Box(490, y, 936, high),
        plate=Box(44, y, 32, high - 14),
        board=Box(238, y, 348, high - 14),
        gauges=((88, y), (197, y), (274, y)),
        figures=32.0 if roomy else 29.0,
        dial=(369, y, 37.0 if roomy else 28.0),
        held=(446, y, min(high, 92.0)),
        sides=(Box(508, y, 54, high - 12), Box(564, y, 54, high - 12)),
        road=Box(742, y, 288, high * 0.56),
        posts=18.0,
        distance=(922, y),
    )


# -- The tall table ----------------------------------------------------------------------------------------------------

TALL_WIDTH = 560.0
IN_A_ROW = 7


def _tall(cars: int) -> Layout:
    high, first = 138.0, 240.0
    low = first + high * cars
    step = (TALL_WIDTH - 32) / IN_A_ROW
    return Layout(
        width=TALL_WIDTH,
        height=low + 186,
        lanes=tuple(_tall_lane(first + high * seat, high - 8) for seat in range(cars)),
        course=tuple((16 + step * (n % IN_A_ROW + 0.5), 70.0 + 106 * (n // IN_A_ROW)) for n in range(STAGES)),
        small=0.72,
        hero=(218.0, low + 84, 1.1),
        shown=(TALL_WIDTH / 2, first + 170, 2.6),
        own=Box(86, low + 84, 116, 146),
        supply=Box(346, low + 84, 108, 146),
        discard=Box(474, low + 84, 108, 146),
        hand=None,
    )


def _tall_lane(top: float, high: float) -> Lane:
    upper, road = top + 40, top + high - 29
    return Lane(
        sheet=Box(TALL_WIDTH / 2, top + high / 2, TALL_WIDTH - 28, high),
        plate=Box(34, top + high / 2, 28, high - 14),
        board=Box(196, upper, 284, 66),
        gauges=((73, upper), (169, upper), (233, upper)),
        figures=27.0,
        dial=(308, upper, 28.0),
        held=(368, upper, 74.0),
        sides=(Box(438, upper, 66, 70), Box(506, upper, 66, 70)),
        road=Box(258, road, 396, 44.0),
        posts=23.0,
        distance=(504, road),
    )
