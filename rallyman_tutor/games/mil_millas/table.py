"""Where things lie on the table: the roads of all sides one below the other, the deck and the pile beside the hand.

Measures only, shared by the picture and by whoever has to know where one can point.
"""

from __future__ import annotations

from rallyman_tutor.scene.shapes import Point

Outline = tuple[Point, Point, Point, Point]

WIDTH = 1200.0
EDGE = 28.0
ROOM = 226.0
"""Height of the hand below the roads."""
CARD = (96.0, 138.0)


def lane(sides: int) -> float:
    """The height of one side's road with everything beside it: fewer roads are wider."""
    return {2: 168.0, 3: 132.0, 4: 112.0}.get(sides, 98.0 if sides == 5 else 88.0)


def height(sides: int) -> float:
    """The height of the whole table."""
    return 2 * EDGE + sides * lane(sides) + ROOM


def roads(sides: int) -> tuple[Outline, ...]:
    """The outline of every road."""
    high = lane(sides)
    return tuple(
        _box(EDGE, EDGE + side * high + 4, WIDTH - EDGE, EDGE + (side + 1) * high - 4) for side in range(sides)
    )


def hand_middle(sides: int) -> Point:
    """The middle of the fanned hand."""
    return (WIDTH - 2.6 * CARD[0]) / 2 - EDGE, height(sides) - EDGE - CARD[1] / 2 - 16


def spot_of_deck(sides: int) -> Outline:
    """Where the deck lies."""
    return _spot(WIDTH - EDGE - 1.55 * CARD[0] - 26, sides)


def spot_of_pile(sides: int) -> Outline:
    """Where the discard pile lies."""
    return _spot(WIDTH - EDGE - 0.5 * CARD[0] - 6, sides)


def _spot(x: float, sides: int) -> Outline:
    y = height(sides) - EDGE - CARD[1] / 2 - 14
    wide, high = CARD
    return _box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _box(left: float, top: float, right: float, low: float) -> Outline:
    return (left, top), (right, top), (right, low), (left, low)
