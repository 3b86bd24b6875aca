"""The shape at a point of a picture, found without a browser."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Scene, Shape, Text, flat, inside, unplaced


def pick(scene: Scene, x: float, y: float) -> str | None:
    """The key of the topmost shape with a key at a point. Shapes without one are looked through."""
    found = (_topmost(shapes, x, y) for _, shapes in reversed(scene.layers))
    return next((key for key in found if key), None)


def _topmost(shapes: Iterable[Shape], x: float, y: float) -> str:
    for shape in reversed(tuple(shapes)):
        if isinstance(shape, Group) and (key := _topmost(shape.shapes, *unplaced(shape, (x, y)))):
            return key
        if shape.key and _hit(shape, x, y):
            return shape.key
    return ""


def _hit(shape: Shape, x: float, y: float) -> bool:
    match shape:
        case Circle():
            return hypot(shape.x - x, shape.y - y) <= shape.radius
        case Polygon():
            return inside(flat(shape.points, closed=True) if shape.smooth else shape.points, x, y)
        case Line():
            points = flat(shape.points, closed=False) if shape.smooth else shape.points
            return any(_gap(a, b, x, y) <= shape.width / 2 for a, b in pairwise(points))
        case Text():
            return abs(shape.x - x) <= 0.3 * shape.size * len(shape.text) and abs(shape.y - y) <= shape.size / 2
        case Group():
            here = unplaced(shape, (x, y))
            return any(_hit(part, *here) for part in shape.shapes)


def _gap(a: Point, b: Point, x: float, y: float) -> float:
    """The distance from a point to a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    along = min(max(along, 0.0), 1.0)
    return hypot(a[0] + along * dx - x, a[1] + along * dy - y)
