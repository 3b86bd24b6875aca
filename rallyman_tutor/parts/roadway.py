"""Lines along a road, and a crest on it, for every game with a road."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Line, Point, Polygon

Art: TypeAlias = tuple[art.Shape, ...]


def between(one: Sequence[Point], two: Sequence[Point], share: float) -> tuple[Point, ...]:
    """A line between two others, point by point."""
    return tuple((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(one, two, strict=True))


def beside(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A line that keeps to the right of another, or to its left when `by` is negative."""
    moved = []
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(n - 1, 0)], points[min(n + 1, len(points) - 1)]
        long = hypot(bx - ax, by_ - ay) or 1.0
        moved.append((round(x - (by_ - ay) / long * by, 2), round(y + (bx - ax) / long * by, 2)))
    return tuple(moved)


def within(shape: Shape, share: float) -> Point:
    """A point on the middle line of a space: at its start where `share` is 0, at its end where it is 1."""
    middle = between(shape.left, shape.right, 0.5)
    n = min(int(share * (len(middle) - 1)), len(middle) - 2)
    return between(middle[n : n + 1], middle[n + 1 : n + 2], share * (len(middle) - 1) - n)[0]


def length(shape: Shape) -> float:
    middle = between(shape.left, shape.right, 0.5)
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(middle))


def crest(shape: Shape) -> Iterator[art.Shape]:
    """A crest: the road is ever lighter where it climbs, and lies in shade where it falls."""

    def across(share: float) -> tuple[Point, Point]:
        last = len(shape.left) - 1
        n = min(int(share * last), last - 1)
        part = share * last - n
        return (
            between(shape.left[n : n + 1], shape.left[n + 1 : n + 2], part)[0],
            between(shape.right[n : n + 1], shape.right[n + 1 : n + 2], part)[0],
        )

    bands = 24
    for n in range(bands):
        (a, b), (c, d) = across(n / bands), across((n + 1) / bands)
        share = (n + 0.5) / bands
        up = share < 0.62
        strength = (share / 0.62) ** 1.8 * 0.5 if up else (1 - (share - 0.62) / 0.38) ** 1.3 * 0.65
        yield Polygon((a, b, d, c), "light" if up else "black", opacity=round(strength, 3))
    a, b = across(0.62)
    yield Line((a, b), "light", 2.2, opacity=0.85)
