"""Where a landscape may grow: the edges of all roads, found quickly, and what lies beside them.

A landscape asks thousands of times whether something can stand here. So edges and outlines are sorted into squares of
the table once, and a question looks only at the few squares around it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sin, sqrt

from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.games.classic.surface import road_edge, stand_places, verges_of
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.roadway import between
from rallyman_tutor.scene.shapes import Point, inside

REACH = 112.0
"""How far the terrain beside a space reaches."""
_FINE = 40.0

Surveyed = tuple[Road, tuple[Shape, ...]]
Field = tuple[float, float, float, float]


class Verges:
    """The edges of the road driven and of those left aside. Things stand on `fields` only, when there are any."""

    def __init__(
        self, road: Road, shapes: Sequence[Shape], others: Sequence[Surveyed] = (), fields: Sequence[Field] = ()
    ) -> None:
        self.stands: tuple[Point, ...] = stand_places(road, tuple(shape.outline for shape in shapes))
        self.fields = fields
        self._near: dict[tuple[int, int], list[tuple[str, Point]]] = defaultdict(list)
        self._known: dict[tuple[int, int], tuple[list[Point], list[str]]] = {}
        self._fine: dict[tuple[int, int], list[Point]] = defaultdict(list)
        self._roads: dict[tuple[int, int], list[tuple[Point, ...]]] = defaultdict(list)
        for one, outlines in ((road, shapes), *others):
            self._add(one, outlines)

    def _add(self, road: Road, shapes: Sequence[Shape]) -> None:
        edges = [road_edge(road, shapes, side) for side in ("left", "right")]
        for side, edge in zip(("left", "right"), edges, strict=True):
            for end, item in ((edge[:2], road.items[0]), (edge[-2:], road.items[-1])):
                for share in (0.0, 0.25, 0.5, 0.75, 1.0):
                    self._put(between(end[:1], end[1:], share)[0], getattr(item, side))
        for verge in verges_of(road, shapes, cuts=True):
            kind = getattr(road.items[verge.item], verge.side)
            for a, b in pairwise(verge.points):
                self._put(a, kind)
                self._put(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), kind)
        left, right = edges
        ends = [(left[at], left[before], right[before], right[at]) for at, before in ((0, 1), (-1, -2))]
        for outline in (*(shape.outline for shape in shapes), *ends):
            xs, ys = [x for x, _ in outline], [y for _, y in outline]
            for cell in _cells(min(xs), min(ys), max(xs), max(ys), _FINE):
                self._roads[cell].append(outline)

    def _put(self, point: Point, kind: str) -> None:
        x, y = point
        self._near[int(x // REACH), int(y // REACH)].append((kind, point))
        self._fine[int(x // _FINE), int(y // _FINE)].append(point)

    def nearest(self, x: float, y: float) -> tuple[float, str]:
        """The distance to the edge of the road, and the terrain there. Far from the road it is not exact."""
        points, kinds = self._around(int(x // REACH), int(y // REACH))
        if not points:
            return 9 * REACH, "grass"
        gaps = [(px - x) * (px - x) + (py - y) * (py - y) for px, py in points]
        least = min(gaps)
        return sqrt(least), kinds[gaps.index(least)]

    def _around(self, column: int, row: int) -> tuple[list[Point], list[str]]:
        """The points of the edges in this square and in those beside it, and the terrain at each. Of the same point
        with two terrains the first by name comes first."""
        found = self._known.get((column, row))
        if found is None:
            squares = [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]
            near = sorted({(kind, point) for square in squares for kind, point in self._near.get(square, ())})
            found = self._known[column, row] = [point for _, point in near], [kind for kind, _ in near]
        return found

    def clear(self, x: float, y: float, radius: float) -> bool:
        """Whether something this large can stand here, off the road."""
        for cell in _cells(x - radius, y - radius, x + radius, y + radius, _FINE):
            for px, py in self._fine.get(cell, ()):
                if (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius:
                    return False
        return self._on_a_field(x, y, radius) and not self.on_road(x, y)

    def _on_a_field(self, x: float, y: float, radius: float) -> bool:
        return not self.fields or any(
            left + radius < x < right - radius and top + radius < y < bottom - radius
            for left, top, right, bottom in self.fields
        )

    def on_road(self, x: float, y: float) -> bool:
        return any(inside(outline, x, y) for outline in self._roads.get((int(x // _FINE), int(y // _FINE)), ()))

    def terrain(self, x: float, y: float) -> str:
        """The growth here: the terrain beside the nearest space, and grass where no road is near."""
        gap, _ = self.nearest(x, y)
        ragged = 22 * sin(x / 53 + y / 97) + 16 * sin(y / 41 - x / 71)
        if gap >= REACH - 26 + ragged:
            return "grass"
        # Borders between terrains wander, the more so the farther from the road.
        sway = min(gap * 0.3, 20)
        return self.nearest(x + sway * sin(y / 19), y + sway * sin(x / 23))[1]


def _cells(left: float, top: float, right: float, bottom: float, size: float) -> Iterator[tuple[int, int]]:
    for column in range(int(left // size), int(right // size) + 1):
        for row in range(int(top // size), int(bottom // size) + 1):
            yield column, row
