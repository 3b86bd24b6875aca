"""Square boards side by side on a table: their ground, what grows on it, the roads across them and the signs at exits.

Nothing on a board reaches over its edge: a wood that meets the edge is cut off there. Roads that the stage does not use
are drawn too, in paler colours, so that drivers see where they do not go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from math import ceil, hypot
from operator import itemgetter
from random import Random
from typing import NamedTuple, TypeAlias

from rallyman_tutor.games.classic.country import fields
from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.games.classic.surface import aside, stand_places, tape
from rallyman_tutor.games.classic.verges import Surveyed, Verges
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.landscape import CELL, Area, Land, area, meadows, rim, things
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Group, Line, Point, Polygon, Text, box, flat, inside

Art: TypeAlias = tuple[art.Shape, ...]

AROUND = 100.0
"""How much of the table is shown around the boards: room for waiting cars."""


class Board(NamedTuple):
    """One board where it lies: its areas from the ground up, and single things, each at its place."""

    left: float
    top: float
    side: float
    ground: str
    areas: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    things: tuple[tuple[str, Point], ...] = ()

    def box(self, inset: float = 0.0) -> tuple[float, float, float, float]:
        """Its left, top, right and bottom, or those of a smaller square inside it."""
        return self.left + inset, self.top + inset, self.left + self.side - inset, self.top + self.side - inset


class Exit(NamedTuple):
    """Where a road leaves a board: its name, its place, and the way back onto the board."""

    name: str
    at: Point
    inward: Point


class Table(NamedTuple):
    """Boards laid out for a stage, the roads on them that it leaves aside, and their exits."""

    boards: tuple[Board, ...]
    byways: tuple[Surveyed, ...]
    exits: tuple[Exit, ...]


def frame(table: Table) -> tuple[float, float, float, float]:
    """The part of the table that the picture shows: left, top, width, height."""
    boxes = [board.box(-AROUND) for board in table.boards]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return left, top, max(b[2] for b in boxes) - left, max(b[3] for b in boxes) - top


def ground(table: Table, road: Road, shapes: Sequence[Shape]) -> Art:
    """The boards with everything that grows on them."""
    left, top, width, height = frame(table)
    verges = Verges(road, shapes, table.byways, [board.box() for board in table.boards])
    luck = Random(len(shapes) * 31 + len(table.byways))
    cells = {cell: kind for board in table.boards for cell, kind in _cells(board, left, top)}
    land = Land(cells, verges, luck, left, top, width, height)
    drawn: list[art.Shape] = [Polygon(box(left + width / 2, top + height / 2, width, height), "paper")]
    middles = [(board, board.left + board.side / 2, board.top + board.side / 2) for board in table.boards]
    for board, x, y in middles:
        drawn.append(Polygon(box(x + 5, y + 7, board.side + 4, board.side + 4), "shadow", soft=7, opacity=0.45))
    for board, x, y in middles:
        drawn.append(Polygon(box(x, y, board.side, board.side), board.ground))
        for meadow in meadows(luck, board.left, board.top, board.side, board.side, board.ground):
            if cut := _clipped(flat(meadow.points, closed=True, steps=2), board.box(2 * meadow.soft)):
                drawn.append(replace(meadow, points=cut))
        for kind, flow in groupby(board.areas, key=itemgetter(0)):
            rims, fills, shores, depths = zip(*(_area(kind, points, board) for _, points in flow), strict=True)
            drawn += chain(*rims, *shores, *fills, *depths)
    verges.stands = (*verges.stands, *(place for _, place in _sign_places(table, verges.stands)))
    drawn += fields(land)
    drawn += things(land, (thing for board in table.boards for thing in board.things))
    return tuple(drawn)


def _cells(board: Board, left: float, top: float) -> Iterator[tuple[tuple[int, int], str]]:
    """The growth on every square of a board's grid."""
    column, row, many = round((board.left - left) / CELL), round((board.top - top) / CELL), round(board.side / CELL)
    for c in range(many):
        for r in range(many):
            yield (column + c, row + r), board.ground
    for kind, points in board.areas:
        xs, ys = [x - board.left for x, _ in points], [y - board.top for _, y in points]
        for c in range(max(int(min(xs) // CELL), 0), min(ceil(max(xs) / CELL), many)):
            for r in range(max(int(min(ys) // CELL), 0), min(ceil(max(ys) / CELL), many)):
                if inside(points, board.left + (c + 0.5) * CELL, board.top + (r + 0.5) * CELL):
                    yield (column + c, row + r), kind


def _area(kind: str, points: tuple[Point, ...], board: Board) -> Area:
    wide = rim(kind)
    line = flat(points, closed=True, steps=4)
    left, top, right, bottom = board.box(wide)
    if all(left <= x <= right and top <= y <= bottom for x, y in line):
        return area(kind, points)
    outline = _clipped(line, board.box())
    return area(kind, outline, _clipped(line, board.box(wide)) or outline) if outline else Area((), ())


def _clipped(points: Sequence[Point], window: tuple[float, float, float, float]) -> tuple[Point, ...]:
    """The part of an area that lies in a rectangle."""
    kept = list(points)
    for axis, bound, sign in ((0, window[0], 1), (1, window[1], 1), (0, window[2], -1), (1, window[3], -1)):
        whole, kept = kept, []
        for p, q in zip(whole, [*whole[1:], *whole[:1]], strict=True):
            at_p, at_q = sign * (p[axis] - bound), sign * (q[axis] - bound)
            if at_p >= 0:
                kept.append(p)
            if at_p * at_q < 0:
                t = at_p / (at_p - at_q)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return tuple((round(x, 1), round(y, 1)) for x, y in kept)


def side_roads(table: Table, road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """The roads that the stage does not use, closed where they meet the road that is driven."""
    roads = [aside(*byway) for byway in table.byways]
    for one in roads:
        board = next(board for board in table.boards if _holds(board, one.left[len(one.left) // 2]))
        yield Polygon(_clipped(one.rim, board.box()), "sand", opacity=0.8)
        for cut in one.cuts:
            yield Polygon(cut, "sand", stroke="sand", width=10, opacity=0.8)
            yield Polygon(cut, "earth", opacity=0.75)
    for one in roads:
        for colour, outline in one.surfaces:
            yield Polygon(outline, colour, stroke=colour, width=0.8)
    driven = Verges(road, shapes)
    for one in roads:
        for left, right in ((one.left, one.right), (one.left[::-1], one.right[::-1])):
            if not driven.clear(*left[0], 4) or not driven.clear(*right[0], 4):
                free = (pair for pair in zip(left, right, strict=True) if all(driven.clear(*p, 9) for p in pair))
                for pair in islice(free, 1):
                    yield from tape(*pair)


def _holds(board: Board, point: Point) -> bool:
    left, top, right, bottom = board.box()
    return left <= point[0] <= right and top <= point[1] <= bottom


def edges(table: Table) -> Iterator[art.Shape]:
    """The edges of the boards, drawn across the road as well."""
    for board in table.boards:
        middle = board.left + board.side / 2, board.top + board.side / 2
        yield Polygon(box(*middle, board.side - 1, board.side - 1), stroke="shadow", width=1.4, opacity=0.45)
        yield Polygon(box(*middle, board.side - 3.6, board.side - 3.6), stroke="light", width=1.0, opacity=0.35)


def signs(table: Table, road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """The name of every exit beside its road, out of the way of the stands at start and finish."""
    for name, (x, y) in _sign_places(table, stand_places(road, tuple(shape.outline for shape in shapes))):
        sign = (
            Polygon(((-8, 12), (-1, 11), (20, 20), (10, 21)), "shadow", soft=1.6, opacity=0.35),
            Line(((0, 10), (0, 19)), "post", 2.8),
            Polygon(box(1.4, 2, 36, 23, 3.5), "shadow", soft=1, opacity=0.4),
            Polygon(box(0, 0, 36, 23, 3.5), "paint", stroke="post", width=1.3),
            Text(0, 0, name, 19, "black"),
        )
        yield Group(sign, x, y, key=f"exit:{name}")


def _sign_places(table: Table, stands: Sequence[Point]) -> Iterator[tuple[str, Point]]:
    for name, (x, y), (dx, dy) in table.exits:
        places = [(round(x + 20 * dx - s * 46 * dy, 1), round(y + 20 * dy + s * 46 * dx, 1)) for s in (1, -1)]
        yield name, max(places, key=lambda p: min(60.0, *(hypot(p[0] - a, p[1] - b) for a, b in stands)))
