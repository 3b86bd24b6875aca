"""A space as it lies on the table, and the part of one area that lies inside another.

Every outline goes up the left side of its space and down the right, point against point. So it falls into plain
four-sided pieces, and neighbours share their corners exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rallyman_tutor.scene.shapes import Point


class Shape(NamedTuple):
    """One space as it lies on the table. A car in a drift stands sideways; everywhere else it heads along the road."""

    outline: tuple[Point, ...]
    middle: Point
    heading: float  # in radians

    @property
    def left(self) -> tuple[Point, ...]:
        """The left side, in driving direction."""
        return self.outline[: len(self.outline) // 2]

    @property
    def right(self) -> tuple[Point, ...]:
        """The right side, in driving direction."""
        return self.outline[: len(self.outline) // 2 - 1 : -1]


def bounds(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything."""
    return extent([point for shape in shapes for point in shape.outline])


def extent(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def fitted(lines: Sequence[Sequence[Point]], wide: float, high: float) -> list[str]:
    """Lines as points for SVG, so that all of them together fill the middle of a box and keep their shape."""
    left, top, right, bottom = extent([point for line in lines for point in line])
    scale = min(wide / max(right - left, 1), high / max(bottom - top, 1))
    aside, above = (wide - scale * (right - left)) / 2, (high - scale * (bottom - top)) / 2
    return [
        " ".join(f"{aside + scale * (x - left):.0f},{above + scale * (y - top):.0f}" for x, y in line) for line in lines
    ]


def clip(subject: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """The part of one piece that lies inside another (Sutherland and Hodgman, 1974)."""
    left = list(subject)
    for a, b in zip(window, [*window[1:], *window[:1]], strict=True):
        whole, left = left, []
        for p, q in zip(whole, [*whole[1:], *whole[:1]], strict=True):
            at_p, at_q = ((b[0] - a[0]) * (r[1] - a[1]) - (b[1] - a[1]) * (r[0] - a[0]) for r in (p, q))
            if at_p >= 0:
                left.append(p)
            if at_p * at_q < 0:
                t = at_p / (at_p - at_q)
                left.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return left
