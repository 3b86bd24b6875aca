"""The road of a stage as it is drawn: its edges, its surface, the lines across it, the stands at start and finish.

Notes and ways are marked in `draw.py`. A road that nobody drives today is drawn quieter: paler, without lines, and
closed with tape where it meets the road that is driven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, sin
from typing import NamedTuple

from rallyman_tutor.games.classic.ground import LENGTH
from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.roadway import Art, beside, between
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, box


class Verge(NamedTuple):
    """One side of one space where the road ends and the country begins."""

    item: int
    side: str
    points: tuple[Point, ...]


def verges_of(road: Road, shapes: Sequence[Shape], cuts: bool) -> Iterator[Verge]:
    """Both edges of the road, space by space; with cuts, around the cuts instead of along them."""
    for space, shape in zip(road.spaces, shapes, strict=True):
        item = min(max(space.item, 0), len(road.items) - 1)
        sides = {"left": shape.left, "right": shape.right}
        if space.bend >= 0:
            bend = road.bends[space.bend]
            within, without = ("left", "right") if bend.turn == "L" else ("right", "left")
            both = bool(bend.line_at and bend.drift_at)
            open_inside = bool(bend.cut_at and cuts)
            if space.kind == "cut":
                sides = {within: sides[within]} if cuts else {}
            elif both:
                keep = without if space.kind == "drift" else within
                sides = {keep: sides[keep]} if keep == without or not open_inside else {}
            elif open_inside:
                sides = {without: sides[without]}
        for side, points in sides.items():
            yield Verge(item, side, points)


def road_edge(road: Road, shapes: Sequence[Shape], side: str, beyond: float = LENGTH) -> tuple[Point, ...]:
    """One edge of the whole road, with a little road before the start and after the finish."""
    points = [point for verge in verges_of(road, shapes, cuts=False) if verge.side == side for point in verge.points]
    ends = []
    for at, last, way in ((0, points[0], -beyond), (-1, points[-1], beyond)):
        heading = shapes[at].heading
        ends.append((last[0] + way * cos(heading), last[1] + way * sin(heading)))
    line = [ends[0]]
    for point in [*points, ends[1]]:
        if hypot(point[0] - line[-1][0], point[1] - line[-1][1]) > 0.5:
            line.append(point)
    return tuple(line)


@lru_cache(maxsize=16)
def surface(road: Road, shapes: tuple[Shape, ...]) -> Art:
    left, right = road_edge(road, shapes, "left"), road_edge(road, shapes, "right")
    whole = (*left, *reversed(right))
    cuts = [shapes[bend.cut_at].outline for bend in road.bends if bend.cut_at]
    drawn: list[art.Shape] = []
    for outline in (*cuts, whole):
        drawn.append(Polygon(outline, "shadow", stroke="shadow", width=16, soft=5, opacity=0.28))
    for outline in (*cuts, whole):
        drawn.append(Polygon(outline, "sand", stroke="sand", width=14, opacity=0.95))
    for outline in cuts:
        drawn.append(Polygon(outline, stroke="earth-deep", width=5, opacity=0.7))
    drawn += snow_banks(road, shapes)
    drawn.append(Polygon(whole, "tarmac", stroke="tarmac-deep", width=6))
    for space, shape in zip(road.spaces, shapes, strict=True):
        surface = "earth" if space.kind == "cut" else "snow" if space.snow else "tarmac"
        drawn.append(Polygon(shape.outline, surface, key=f"space:{space.key}"))
    return tuple(drawn)


def snow_banks(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """Snow pushed off the road to both sides; around the outside of a bend it stands as a wall."""
    banks: list[tuple[tuple[Point, ...], float]] = []
    for space, shape in zip(road.spaces, shapes, strict=True):
        if not space.snow or space.kind == "cut":
            continue
        turn = road.bends[space.bend].turn if space.bend >= 0 else ""
        for side, points, out in (("L", shape.left, -1), ("R", shape.right, 1)):
            if side != turn:  # the inside of a bend is kept clear
                wide = 13.0 if turn else 7.0
                banks.append((beside(points, out * wide / 2), wide))
    for bank, wide in banks:
        yield Line(tuple((x + 2, y + 3) for x, y in bank), "shadow", wide, opacity=0.22)
    for bank, wide in banks:
        yield Line(bank, "snow-deep", wide + 2)
    for bank, wide in banks:
        yield Line(bank, "light", wide)


class Aside(NamedTuple):
    """The parts of a road that the stage does not use. Such roads are drawn together: the rims of all of them first."""

    rim: tuple[Point, ...]
    cuts: tuple[tuple[Point, ...], ...]
    surfaces: tuple[tuple[str, tuple[Point, ...]], ...]
    left: tuple[Point, ...]
    right: tuple[Point, ...]


def aside(road: Road, shapes: Sequence[Shape]) -> Aside:
    """The parts of a road that the stage does not use."""
    own = [*zip(road.spaces, shapes, strict=True)][1:-1]  # without the bands of start and finish
    verges = [*verges_of(road, shapes, cuts=False)][2:-2]
    # Neighbours share their corners: each is kept once, so that left and right match point by point.
    left, right = (
        tuple(dict.fromkeys(p for v in verges if v.side == side for p in v.points)) for side in ("left", "right")
    )
    return Aside(
        (*beside(left, -6), *reversed(beside(right, 6))),
        tuple(shape.outline for space, shape in own if space.kind == "cut"),
        tuple(
            ("snow-deep" if space.snow else "rock-deep", shape.outline) for space, shape in own if space.kind != "cut"
        ),
        left,
        right,
    )


def tape(left: Point, right: Point) -> Iterator[art.Shape]:
    """Tape across a road that is not driven today."""
    across = between((left, right), (right, left), 0.04)
    yield Line(tuple((x + 2, y + 3) for x, y in across), "shadow", 3.5, opacity=0.3)
    yield Line(across, "paint", 3.5)
    yield Line(across, "start", 3.5, dash=(4, 9))
    for x, y in across:
        yield Circle(x, y, 2.6, "post")


def polish(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """The racing line, a little brighter where all cars have driven."""
    points = []
    for space, shape in zip(road.spaces, shapes, strict=True):
        if space.kind in ("straight", "jump"):
            points.append(shape.middle)
        elif space.kind == "line":
            middle = between(shape.left, shape.right, 0.5)
            points += [middle[len(middle) // 4], middle[len(middle) // 2], middle[-1 - len(middle) // 4]]
    if len(points) > 1:
        for width, opacity in ((22, 0.05), (13, 0.06), (6, 0.05)):
            yield Line(tuple(points), "light", width, smooth=True, opacity=opacity)


def tracks(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """Two ruts in the snow, where all cars have driven."""
    for space, shape in zip(road.spaces, shapes, strict=True):
        if space.snow and space.kind in ("straight", "jump", "line"):
            for share in (0.38, 0.62):
                yield Line(between(shape.left, shape.right, share), "snow-deep", 4.5, smooth=True, opacity=0.75)


def paint(snow: bool) -> str:
    return "icepaint" if snow else "paint"


def fronts(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """A thin pale line across the road at the end of every straight and bend."""
    for space, shape in zip(road.spaces, shapes, strict=True):
        if space.kind in ("straight", "jump", "line") or (space.kind == "drift" and space.front.denominator == 1):
            left, right = shape.left[-1:], shape.right[-1:]
            yield Line(between(left, right, 0.09) + between(left, right, 0.91), paint(space.snow), 1.2, opacity=0.6)


def ends(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    """The lines on the road at start and finish."""
    for at, last in ((0, False), (-1, True)):
        left, right = shapes[at].left, shapes[at].right
        rows, columns = (2, 8) if last else (1, 1)
        for row in range(rows):
            for column in range(columns):
                a, b = ((0.05 + 0.9 * n / columns) for n in (column, column + 1))
                near, far = (
                    between(left[:1], left[-1:], row / rows)[0],
                    between(left[:1], left[-1:], (row + 1) / rows)[0],
                )
                near2, far2 = (
                    between(right[:1], right[-1:], row / rows)[0],
                    between(right[:1], right[-1:], (row + 1) / rows)[0],
                )
                corners = (
                    between((near,), (near2,), a) + between((near,), (near2,), b)
                    + between((far,), (far2,), b) + between((far,), (far2,), a)
                )  # fmt: skip
                yield Polygon(corners, "black" if last and (row + column) % 2 else "paint", opacity=0.95)


def stand_places(road: Road, outlines: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """Where the two boards stand: beside their lines, on the side with less road."""
    places = []
    for outline in (outlines[0], outlines[len(road.spaces) - 1]):
        half = len(outline) // 2
        (ax, ay), (bx, by) = outline[0], outline[-1]
        dx, dy = (ax - bx) / hypot(ax - bx, ay - by), (ay - by) / hypot(ax - bx, ay - by)
        middle = ((outline[0][0] + outline[half][0]) / 2, (outline[0][1] + outline[half][1]) / 2)
        sides = [(middle[0] + s * dx * 50, middle[1] + s * dy * 50 - 8) for s in (1, -1)]
        others = [point for other in outlines if other is not outline for point in other]
        places.append(max(sides, key=lambda p: min(48, *(hypot(p[0] - x, p[1] - y) for x, y in others)) - 0.01 * p[1]))
    return tuple(places)


def stands(road: Road, shapes: Sequence[Shape]) -> Iterator[art.Shape]:
    start, finish = stand_places(road, tuple(shape.outline for shape in shapes))
    watch: Art = (
        Line(((0, -10.5), (0, -8)), "paint", 3.4),
        Line(((6.2, -7.4), (7.8, -9)), "paint", 2.6),
        Circle(0, 1, 9, "paint"),
        Circle(0, 1, 6.8, "start"),
        Line(((0, 1), (0, -3.6)), "paint", 1.8),
        Line(((0, 1), (3.2, 2.8)), "paint", 1.8),
    )
    flag = tuple(
        Polygon(box(-9.6 + 4.8 * c + 2.4, -7.2 + 4.8 * r + 2.4, 4.8, 4.8), "black" if (r + c) % 2 == 0 else "paint")
        for r in range(3)
        for c in range(4)
    )
    for (x, y), colour, sign in ((start, "start", watch), (finish, "finish", flag)):
        yield Group(
            (
                Polygon(((-12, 19), (-2, 18), (24, 27), (12, 29)), "shadow", soft=2, opacity=0.35),
                Line(((-11, 10), (-11, 24)), "post", 3),
                Line(((11, 10), (11, 24)), "post", 3),
                Polygon(box(1.6, 2.2, 40, 32, 4), "shadow", soft=1.2, opacity=0.4),
                Polygon(box(0, 0, 40, 32, 4), "paint"),
                Polygon(box(0, 0, 36.4, 28.4, 2.6), colour),
                Polygon(((-17, -13), (17, -13), (4, 0), (-17, 2)), "light", opacity=0.14),
                *sign,
            ),
            round(x, 1),
            round(y, 1),
        )
