"""The roads of a stage as they are printed: their surface space by space, and all that is marked on it.

Lanes are parted by dashes, rows by a thin line, the halves of a slide by dots. A limit is a round sign, a jump a
triangle that points up, and both stand near the entry of their space, so that a car or a die in its middle does not
hide them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, pi, sin
from typing import TypeAlias

from rallyman_tutor.games.dirt.ground import LANE, Ground, joined, survey, whole
from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.spaces import Bend, Space, Zone
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.parts.roadway import beside, between, crest, length
from rallyman_tutor.parts.stamps import GRAVEL
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Text, box

Art: TypeAlias = tuple[art.Shape, ...]


@lru_cache(maxsize=16)
def surface(stage: Stage) -> Art:
    """The road itself, space by space; every space can be pointed at."""
    ground = survey(stage)
    road = stage.road
    drawn: list[art.Shape] = []
    pairs = [*zip(road.spaces, ground.shapes, strict=True)]
    cuts = [(space, shape) for space, shape in pairs if space.kind == "shortcut"]
    roads = [whole(zone, stage, ground).outline for zone in road.zones]
    for zone in road.zones:
        if any(road.spaces[at].ford for at in zone.spaces):
            drawn += _stream(whole(zone, stage, ground))
    for outline in (*(shape.outline for _, shape in cuts), *roads):
        drawn.append(Polygon(outline, "shadow", stroke="shadow", width=12, soft=4, opacity=0.25))
    for _, shape in cuts:
        drawn.append(Polygon(shape.outline, "straw-deep", stroke="straw-deep", width=7, opacity=0.8))
    for outline in roads:
        drawn.append(Polygon(outline, "sand", stroke="sand", width=11, opacity=0.95))
    for space, shape in cuts:
        drawn.append(Polygon(shape.outline, "gravel", stroke="earth-deep", width=2.2))
        drawn.append(Polygon(shape.outline, key=f"space:{space.key}"))
        drawn += _ruts(shape)
    for outline in roads:
        drawn.append(Polygon(outline, "earth", stroke="earth-deep", width=4))
    for (space, shape), grip in zip(pairs, ground.grips, strict=True):
        if space.kind not in ("shortcut", "half"):
            water = "water" if space.ford else "earth"
            drawn.append(Polygon(shape.outline, water))
            drawn.append(Polygon(grip, key=f"space:{space.key}"))
    for (space, _), grip in zip(pairs, ground.grips, strict=True):
        if space.kind == "half":
            drawn.append(Polygon(grip, key=f"space:{space.key}"))
    return tuple(drawn)


def _stream(shape: Shape) -> Iterator[art.Shape]:
    """Water that comes from one side of the road and leaves on the other."""
    (lx, ly), (rx, ry) = _middle(shape.left), _middle(shape.right)
    wide = 0.36 * length(shape)
    dx, dy = (rx - lx) / hypot(rx - lx, ry - ly), (ry - ly) / hypot(rx - lx, ry - ly)
    points = []
    for side in (1, -1):
        for n in range(-2, 7):
            share = n if side > 0 else 4 - n
            along, sway = share * LANE / 2, 5 * sin(share * 1.3)
            narrow = 1.0 if 0 <= share <= 4 else 0.62
            points.append((
                round(lx + dx * along - side * dy * (wide * narrow) - dy * sway, 1),
                round(ly + dy * along + side * dx * (wide * narrow) + dx * sway, 1),
            ))  # fmt: skip
    yield Polygon(tuple(points), "water", smooth=True, stroke="sand", width=4)


def _ruts(shape: Shape) -> Iterator[art.Shape]:
    for share in (0.33, 0.67):
        rut = between(shape.left, shape.right, share)
        yield Line(rut[1:-1:2], "earth-deep", 2.6, smooth=True, opacity=0.4)


def _middle(points: Sequence[Point]) -> Point:
    return points[len(points) // 2]


# -- Marks. ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def marks(stage: Stage) -> Art:
    """All that is printed on the road."""
    ground = survey(stage)
    road = stage.road
    drawn: list[art.Shape] = []
    for zone in road.zones:
        shape = whole(zone, stage, ground)
        drawn += _tracks(shape)
        for side, away in ((shape.left, 1), (shape.right, -1)):
            drawn.append(Line(beside(side[::4], 2.6 * away), "paint", 1.4, smooth=True, opacity=0.55))
        if zone.kind in ("lanes", "slide", "zigzag"):
            drawn.append(
                Line(between(shape.left, shape.right, 0.5)[::4], "paint", 1.8, smooth=True, dash=(9, 8), opacity=0.85)
            )
        if zone.kind == "slide":
            drawn += _slide_mark(shape)
        if zone.kind == "zigzag":
            drawn += _rows(zone, stage, ground)
        if any(road.spaces[at].ford for at in zone.spaces):
            drawn += _ripples(shape)
        if any(road.spaces[at].jump for at in zone.spaces):
            drawn += crest(shape)
        ends = shape.left[-1:], shape.right[-1:]
        drawn.append(Line(between(*ends, 0.05) + between(*ends, 0.95), "paint", 1.5, opacity=0.8))
    for bend in road.bends:
        drawn += _ways(bend, ground)
    for space, shape in zip(road.spaces, ground.shapes, strict=True):
        drawn += _sign(stage, space, shape)
    for line, last in ((road.start_line, False), (road.finish_line, True)):
        for zone in road.zones:
            if line is not None and zone.front == line:
                drawn += _line(whole(zone, stage, ground), last)
                drawn.append(_stand(whole(zone, stage, ground), last))
    return tuple(drawn)


def _tracks(shape: Shape) -> Iterator[art.Shape]:
    """Tracks of many cars, where the earth is packed and paler."""
    for share in (0.17, 0.33, 0.67, 0.83):
        track = between(shape.left, shape.right, share)
        yield Line(track[::4], "gravel", 4.5, smooth=True, opacity=0.28)


def _slide_mark(shape: Shape) -> Iterator[art.Shape]:
    """The dotted line of a slide, across the road between its halves."""
    half = len(shape.left) // 2
    one, two = shape.left[half : half + 1], shape.right[half : half + 1]
    for n in range(9):
        x, y = between(one, two, 0.08 + 0.84 * n / 8)[0]
        yield Circle(round(x, 1), round(y, 1), 2.1, "drift")


def _rows(zone: Zone, stage: Stage, ground: Ground) -> Iterator[art.Shape]:
    """The lines across staggered lanes, which are other ones in each lane."""
    for at in zone.spaces:
        shape = ground.shapes[at]
        if stage.road.spaces[at].front < zone.front:
            ends = shape.left[-1:], shape.right[-1:]
            yield Line(between(*ends, 0.06) + between(*ends, 0.94), "paint", 1.5, opacity=0.8)


def _ripples(shape: Shape) -> Iterator[art.Shape]:
    """Waves that run along the stream, across the road."""
    many = 7
    for n, share in enumerate((0.25, 0.5, 0.75)):
        points = []
        for k in range(many):
            across = 0.1 + 0.8 * (k + 0.3 * (n % 2)) / (many - 0.7)
            row = between(shape.left, shape.right, across)
            points.append(_along(row, share + (0.035 if k % 2 else -0.035)))
        yield Line(tuple(points), "light", 1.5, smooth=True, opacity=0.7)


def _ways(bend: Bend, ground: Ground) -> Iterator[art.Shape]:
    """The painted lines between line and drift of a bend, and between their spaces; and tyre marks in the drift."""
    drift = joined([ground.shapes[at] for at in bend.drift])
    inner, outer = (drift.right, drift.left) if bend.turn == "R" else (drift.left, drift.right)
    steps = len(inner) - 1
    for base, sway, first, last in ((0.25, 0.12, 0.02, 0.96), (0.55, 0.12, 0.1, 0.9), (0.4, 0.2, 0.3, 0.8)):
        points = tuple(
            between(inner[n : n + 1], outer[n : n + 1], base + sway * sin(pi * n / steps))[0]
            for n in range(0, steps + 1, 3)
            if first <= n / steps <= last
        )
        yield Line(points, "tyre", 2.6, smooth=True, opacity=0.26)
    yield Line(inner[::4], "paint", 1.6, smooth=True, dash=(3, 5), opacity=0.9)
    for places, inside in ((bend.drift, inner), (bend.line, None)):
        for at in places[:-1]:
            ends = ground.shapes[at].left[-1:], ground.shapes[at].right[-1:]
            colour = "drift" if inside else "paint"
            yield Line(between(*ends, 0.05) + between(*ends, 0.95), colour, 1.6, opacity=0.85)


def _sign(stage: Stage, space: Space, shape: Shape) -> Iterator[art.Shape]:
    """The limit of a space, or the number of a jump across both lanes, near the entry."""
    long = max(length(shape), 1.0)
    if space.limit is not None:
        right = stage.road.zones[space.zone].turn == "R"
        inward = {"line": 0.32, "drift": 0.34}.get(space.kind, 0.5)  # of the way from the inner edge to the outer one
        line = between(shape.left, shape.right, 1 - inward if right else inward)
        yield Group(limit_sign(space.limit, space.kind == "drift"), *_along(line, min(0.3, 17 / long)))
    if space.jump and space.lane == "R":
        yield Group(jump_sign(space.jump), *_along(shape.left, 14 / long))


def _along(line: Sequence[Point], share: float) -> Point:
    at = min(int(share * (len(line) - 1)), len(line) - 2)
    part = share * (len(line) - 1) - at
    x, y = between(line[at : at + 1], line[at + 1 : at + 2], part)[0]
    return round(x, 1), round(y, 1)


@lru_cache(maxsize=32)
def limit_sign(limit: int, drift: bool) -> Art:
    """A round sign with a red rim; for a drift it is yellow."""
    return (
        Circle(0.8, 1.2, 11.4, "shadow", soft=0.8, opacity=0.45),
        Circle(0, 0, 11, "drift" if drift else "paint", stroke="start", width=2.6),
        Text(0, 0.3, str(limit), 16.5, "black"),
    )


@lru_cache(maxsize=16)
def jump_sign(note: int) -> Art:
    """A triangle that points up."""
    return (
        Polygon(((0.9, -13), (15, 11.5), (-13.4, 11.5)), "shadow", soft=1, opacity=0.45),
        Polygon(((0, -14), (14, 10), (-14, 10)), "hazard", stroke="black", width=2),
        Text(0, 2.6, str(note), 15.5, "black"),
    )


def _line(shape: Shape, last: bool) -> Iterator[art.Shape]:
    """The start line, or the chequers of the finish."""
    left, right = shape.left, shape.right
    depth = 9.0
    back = max(0.0, 1 - depth / length(shape))
    near, far = (_along(left, back), _along(right, back)), (left[-1], right[-1])
    rows, columns = (2, 10) if last else (1, 1)
    for row in range(rows):
        a = tuple(between((n,), (f,), row / rows)[0] for n, f in zip(near, far, strict=True))
        b = tuple(between((n,), (f,), (row + 1) / rows)[0] for n, f in zip(near, far, strict=True))
        for column in range(columns):
            one, two = column / columns, (column + 1) / columns
            points = (
                *between(a[:1], a[1:], one), *between(a[:1], a[1:], two),
                *between(b[:1], b[1:], two), *between(b[:1], b[1:], one),
            )  # fmt: skip
            yield Polygon(points, "black" if last and (row + column) % 2 else "paint", opacity=0.95)


def _stand(shape: Shape, last: bool) -> Group:
    """The board beside the line: a clock at the start, a flag at the finish."""
    (lx, ly), (rx, ry) = shape.left[-1], shape.right[-1]
    long = hypot(rx - lx, ry - ly)
    x, y = rx + (rx - lx) / long * 26, ry + (ry - ly) / long * 26 - 6
    return Group(FLAG if last else CLOCK, round(x, 1), round(y, 1))


def _board(colour: str, sign: Art) -> Art:
    return (
        Polygon(((-11, 17), (-2, 16), (22, 25), (11, 27)), "shadow", soft=2, opacity=0.35),
        Line(((-9, 9), (-9, 21)), "post", 2.8),
        Line(((9, 9), (9, 21)), "post", 2.8),
        Polygon(box(1.4, 2, 36, 29, 4), "shadow", soft=1.2, opacity=0.4),
        Polygon(box(0, 0, 36, 29, 4), "paint"),
        Polygon(box(0, 0, 32.6, 25.6, 2.6), colour),
        Polygon(((-15, -11.6), (15, -11.6), (4, 0), (-15, 2)), "light", opacity=0.14),
        *sign,
    )


CLOCK: Art = _board(
    "start",
    (
        Line(((0, -9.5), (0, -7)), "paint", 3.2),
        Circle(0, 1, 8.2, "paint"),
        Circle(0, 1, 6.2, "start"),
        Line(((0, 1), (0, -3.2)), "paint", 1.7),
        Line(((0, 1), (3, 2.6)), "paint", 1.7),
    ),
)
FLAG: Art = _board(
    "finish",
    tuple(
        Polygon(box(-8.6 + 4.3 * c + 2.15, -6.4 + 4.3 * r + 2.15, 4.3, 4.3), "black" if (r + c) % 2 == 0 else "paint")
        for r in range(3)
        for c in range(4)
    ),
)


def gravel(stage: Stage, lying: Sequence[int]) -> Iterator[art.Shape]:
    """Heaps of gravel on the bends, one for each token, where line and drift meet: gravel counts for both."""
    ground = survey(stage)
    for bend, many in zip(stage.road.bends, lying, strict=True):
        drift = joined([ground.shapes[at] for at in bend.drift])
        inner = drift.right if bend.turn == "R" else drift.left
        for n in range(many):
            x, y = _along(inner, (0.5, 0.7, 0.3, 0.88, 0.12)[n % 5])
            yield Group(GRAVEL, round(x + 3 * (n // 5), 1), round(y + 3 * (n // 5), 1), 0.6 * n)
