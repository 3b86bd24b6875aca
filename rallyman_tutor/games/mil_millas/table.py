"""Where things lie on the table: the roads of all sides one below the other, deck and pile beside the hand or below.

Only measures, for the picture and for the places where cards can be laid. There are two tables. The wide one
has everything of a side beside its road, and the hand in a fan. The tall one, for a frame that is higher than wide, has
it above the road, in figures large enough for a phone; the hand lies in the tray there and needs no room.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.scene.shapes import Point

Outline = tuple[Point, Point, Point, Point]

CARD = (96.0, 138.0)


class Lane(NamedTuple):
    """One side's part of the table: where its road lies, and where everything that is told of it."""

    outline: Outline
    start: Point  # kilometre 0, in the middle of the road
    end: float  # how far right kilometre 1000 lies
    half: float  # half the width of the road
    swing: float  # how far the road swings up and down
    figures: float  # how large the kilometres are
    every: int  # kilometres between two figures
    scale: float  # of everything beside the road
    plate: Point
    light: Point
    signs: tuple[float, float, float]  # from where to where the troubles lie, and how high
    rings: tuple[Point, ...]  # of the four immunities
    cards: Point


class Layout(NamedTuple):
    """The whole table for so many sides."""

    width: float
    height: float
    lanes: tuple[Lane, ...]
    deck: Outline
    pile: Outline
    hand: Point | None  # the middle of the fanned hand; nothing where the tray shows it
    card: float  # the scale of cards in hand and on the piles


@lru_cache(maxsize=32)
def laid_out(sides: int, tall: bool = False) -> Layout:
    """The table for so many sides."""
    return _tall(sides) if tall else _wide(sides)


# -- The wide table ----------------------------------------------------------------------------------------------------

WIDTH, EDGE = 1200.0, 28.0


def _wide(sides: int) -> Layout:
    high = {2: 196.0, 3: 168.0, 4: 140.0}.get(sides, 112.0 if sides == 5 else 98.0)
    card = {2: 1.3, 3: 1.2}.get(sides, 1.0)
    low = EDGE + sides * high + (CARD[1] * card + 52)
    middle = low - CARD[1] * card / 2 - 8
    lanes = tuple(_wide_lane(EDGE + side * high + 4, high - 8, side) for side in range(sides))
    pile, deck = WIDTH - EDGE - 66 * card, WIDTH - EDGE - 178 * card
    return Layout(
        WIDTH, low + EDGE, lanes, _spot(deck, middle, card), _spot(pile, middle, card), (428.0, middle - 4), card
    )


def _wide_lane(top: float, high: float, side: int) -> Lane:
    scale = round(min(1.2, high / 118), 2)
    half = min(34.0, high * 0.185)
    middle = top + high / 2
    cards = WIDTH - EDGE - 30 - 40 * scale  # the right edge stays free
    rings = cards - 84 * scale
    light = rings - 236 * scale
    figures = round(min(23.0, high * 0.5 - half - high * 0.05), 1)
    return Lane(
        outline=_box(EDGE, top, WIDTH - EDGE, top + high),
        start=(EDGE + 12 + 128 * scale + 46, middle - high * 0.045),
        end=light - 30 * scale - 36,
        half=half,
        swing=high * 0.075,
        figures=figures,
        every=100 if scale < 1.1 else 200,
        scale=scale,
        plate=(EDGE + 12 + 64 * scale, middle),
        light=(light, middle),
        signs=(light + 34 * scale, rings - 60 * scale, middle),
        rings=tuple((rings + (n % 2 - 0.5) * 50 * scale, middle + (n // 2 - 0.5) * 52 * scale) for n in range(4)),
        cards=(cards, middle),
    )


# -- The tall table ----------------------------------------------------------------------------------------------------

TALL_WIDTH, TALL_EDGE = 560.0, 16.0


def _tall(sides: int) -> Layout:
    high = 224.0 if sides < 4 else 190.0
    low = TALL_EDGE + sides * high + CARD[1] + 30
    middle = low - CARD[1] / 2 - 12
    lanes = tuple(_tall_lane(TALL_EDGE + side * high + 4, high - 8) for side in range(sides))
    deck, pile = TALL_WIDTH / 2 - 70, TALL_WIDTH / 2 + 70
    return Layout(TALL_WIDTH, low + TALL_EDGE, lanes, _spot(deck, middle, 1.0), _spot(pile, middle, 1.0), None, 1.0)


def _tall_lane(top: float, high: float) -> Lane:
    roomy = high > 200
    scale, half = (0.96, 29.0) if roomy else (0.86, 24.0)
    upper = top + 47 * scale
    left, right = TALL_EDGE, TALL_WIDTH - TALL_EDGE
    return Lane(
        outline=_box(left, top, right, top + high),
        start=(left + 58, top + high - half - 40 - 8 * roomy),
        end=right - 50,
        half=half,
        swing=8.0 * roomy,
        figures=24.0,
        every=200,
        scale=scale,
        plate=(left + 8 + 64 * scale, upper),
        light=(left + 160 * scale, upper),
        signs=(left + 184 * scale, right - 226 * scale, upper),
        rings=tuple((right - (204 - 42 * n) * scale, upper) for n in range(4)),
        cards=(right - 28 * scale, upper),
    )


def _spot(x: float, y: float, scale: float) -> Outline:
    wide, high = CARD[0] * scale, CARD[1] * scale
    return _box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _box(left: float, top: float, right: float, low: float) -> Outline:
    return (left, top), (right, top), (right, low), (left, low)
