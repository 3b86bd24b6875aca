"""The print around the road of a tile: country by its danger, signs at both ends, a camp on the service park.

The milder the danger of a tile, the gentler its country and the lighter its ground: meadows on yellow, heath and woods
on orange, dark scree on red. Along the edge of the tile runs a line of its colour, single on yellow and double on
orange, and bars on red. Signs where the road enters and leaves show one, two or three bars. Each tile has a random seed
of its own, so a stage always looks the same; nothing reaches over the edge of its tile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from random import Random
from typing import TypeAlias
from zlib import crc32

from rallyman_tutor.games.dirt.ground import LANE, Patch, survey, whole
from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.tiles import DANGERS
from rallyman_tutor.parts.geometry import clip
from rallyman_tutor.parts.landscape import CELL, Land, area, meadows, rim, things
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Circle, Group, Line, Point, Polygon, Text, box, flat, inside

Art: TypeAlias = tuple[art.Shape, ...]

AROUND = 64.0
"""How much of the table is shown around the tiles."""
QUEUE = 150.0
"""How much of the table is shown before the start and beyond the finish: room for waiting and for finished cars."""

_BASE = {"yellow": "grass", "orange": "heath", "red": "scree", "": "grass"}
_GROWS = {
    "yellow": (("forest", 1, 36), ("village", 1, 30), ("water", 1, 40), ("forest", 1, 30)),
    "orange": (("forest", 3, 62), ("forest", 2, 46), ("rock", 1, 26)),
    "red": (("grass", 1, 56), ("forest", 2, 40), ("water", 1, 34), ("earth", 1, 40)),
    "": (("village", 1, 44), ("forest", 2, 34)),
}
"""The growth on a tile: kind, how many, greatest radius."""
_COLOURS = dict(zip(DANGERS, ("hazard", "leader", "start"), strict=True))


def frame(stage: Stage) -> tuple[float, float, float, float]:
    """The part of the table that the picture shows: left, top, width, height."""
    ground = survey(stage)
    points = [(x, y) for patch in ground.patches for x, y in patch.outline]
    roads = [patch for patch in ground.patches if not patch.placed.tile.side.service]
    for patch, at, way in ((roads[0], 0, 1), (roads[-1], -1, -2)):
        end, inner = patch.path[at], patch.path[way]
        far = end + (end - inner) / abs(end - inner) * QUEUE
        points.append((far.real, far.imag))
    left, top = min(x for x, _ in points) - AROUND, min(y for _, y in points) - AROUND
    right, bottom = max(x for x, _ in points) + AROUND, max(y for _, y in points) + AROUND
    return round(left), round(top), ceil(right) - round(left), ceil(bottom) - round(top)


class Wayside:
    """Where on one tile something can stand: on its own tile, off the road, away from the signs."""

    def __init__(self, patch: Patch, roads: Sequence[tuple[Point, ...]], stands: Sequence[Point]) -> None:
        self.stands: tuple[Point, ...] = tuple(stands)
        self.outline = patch.outline
        self.roads = roads
        # points by square, with those of the squares around it
        self._near: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for x, y in {point for outline in roads for point in outline}:
            column, row = int(x // 60), int(y // 60)
            for c in (column - 1, column, column + 1):
                for r in (row - 1, row, row + 1):
                    self._near[c, r].append((x, y))

    def nearest(self, x: float, y: float) -> tuple[float, str]:
        """The distance to the edge of the road where it is near, else 120; and no terrain."""
        near = self._near.get((int(x // 60), int(y // 60)))
        return (min([hypot(px - x, py - y) for px, py in near]) if near else 120.0), ""

    def clear(self, x: float, y: float, radius: float) -> bool:
        """Whether something this large can stand here."""
        if self.edge(x, y) < radius - 2 or self.nearest(x, y)[0] <= radius:
            return False
        return not any(inside(outline, x, y) for outline in self.roads)

    def edge(self, x: float, y: float) -> float:
        """How far inside the tile a point lies; below zero beyond its edge."""
        gaps = []
        for (ax, ay), (bx, by) in pairwise((*self.outline, self.outline[0])):
            gaps.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay))
        return min(gaps)


@lru_cache(maxsize=16)
def country(stage: Stage) -> Art:
    """The table, and on it the tiles with everything that grows on them."""
    ground = survey(stage)
    left, top, width, height = frame(stage)
    drawn: list[art.Shape] = [Polygon(box(left + width / 2, top + height / 2, width, height), "paper")]
    for patch in ground.patches:
        drawn.append(Polygon(_moved(patch.outline, 5, 8), "shadow", soft=7, opacity=0.42))
    roads = [patch for patch in ground.patches if not patch.placed.tile.side.service]
    own: dict[Patch, list[tuple[Point, ...]]] = defaultdict(list)
    for zone in stage.road.zones:
        own[roads[zone.tile]].append(whole(zone, stage, ground).outline)
    for space, shape in zip(stage.road.spaces, ground.shapes, strict=True):
        if space.kind == "shortcut":
            own[roads[space.tile]].append(shape.outline)
    for patch in ground.patches:
        drawn += _tile(patch, own[patch])
    return tuple(drawn)


def _tile(patch: Patch, road: list[tuple[Point, ...]]) -> Iterator[art.Shape]:
    side = patch.placed.tile.side
    luck = Random(crc32(side.code.encode()))
    base = _BASE[side.danger]
    own = [*road, _court(patch)] if side.service else road
    wayside = Wayside(patch, own, [*sign_places(patch), corner(patch)])
    left, top = min(x for x, _ in patch.outline), min(y for _, y in patch.outline)
    width, height = max(x for x, _ in patch.outline) - left, max(y for _, y in patch.outline) - top
    yield Polygon(patch.outline, base, stroke="paint-deep", width=5)
    for meadow in meadows(luck, left, top, width, height, base):
        if cut := _within(flat(meadow.points, closed=True, steps=2), patch.outline):
            yield Polygon(cut, meadow.fill, opacity=0.22)
    blobs = list(_blobs(wayside, luck, patch, side.danger))
    cells = _cells(blobs, base, patch, left, top, width, height)
    for kind, outline in blobs:
        line = flat(outline, closed=True, steps=3)
        if cut := _within(line, patch.outline):
            for part in area(kind, cut, _within(line, inset(patch, rim(kind) + 2)) or cut):
                yield from part
    land = Land(cells, wayside, luck, left, top, width, height)
    yield from _edge(patch, side.danger)
    yield from things(land)
    if side.service:
        yield from _camp(patch)


def _edge(patch: Patch, danger: str) -> Iterator[art.Shape]:
    """The line along the edge of a tile: one on yellow, two on orange, bars on red."""
    if danger == "red":
        yield Polygon(inset(patch, 6), stroke="start", width=7.5, opacity=0.95)
        corners = inset(patch, 6)
        yield Line((*corners, corners[0]), "paint", 7.5, dash=(20, 20), opacity=0.9)
    elif danger:
        for by in (4, 11)[: DANGERS.index(danger) + 1]:
            yield Polygon(inset(patch, by), stroke=_COLOURS[danger], width=3.6, opacity=0.95)


def _blobs(wayside: Wayside, luck: Random, patch: Patch, danger: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Woods, lakes and rocks where there is room for them; they keep off the road."""
    x0, y0 = patch.middle
    taken: list[tuple[float, float, float]] = []
    for kind, many, most in _GROWS[danger]:
        for _ in range(many):
            for _ in range(40):
                angle, far = luck.uniform(0, 2 * pi), luck.uniform(20, 150)
                x, y = x0 + far * cos(angle), y0 + far * sin(angle)
                room = min(most, wayside.nearest(x, y)[0] - 20)
                inner = wayside.edge(x, y) > (room if kind in ("water", "village") else 0)
                apart = all(hypot(x - a, y - b) > (room + r) * 0.8 for a, b, r in taken)
                if room < 20 or not inner or not apart:
                    continue
                if any(hypot(x - a, y - b) < room + 26 for a, b in wayside.stands):
                    continue
                taken.append((x, y, room))
                yield (
                    kind,
                    tuple(
                        (
                            round(x + cos(n * pi / 5) * room * luck.uniform(0.82, 1.12), 1),
                            round(y + sin(n * pi / 5) * room * luck.uniform(0.82, 1.12), 1),
                        )
                        for n in range(10)
                    ),
                )
                break


def _cells(
    blobs: Sequence[tuple[str, tuple[Point, ...]]], base: str, patch: Patch, left: float, top: float, width: float,
    height: float,
) -> dict[tuple[int, int], str]:  # fmt: skip
    """The growth on every square of a grid over the tile."""
    cells = {}
    for c in range(ceil(width / CELL)):
        for r in range(ceil(height / CELL)):
            x, y = left + (c + 0.5) * CELL, top + (r + 0.5) * CELL
            if inside(patch.outline, x, y):
                kinds = [kind for kind, outline in blobs if inside(outline, x, y)]
                cells[c, r] = kinds[-1] if kinds else base
    return cells


def _within(points: Sequence[Point], outline: Sequence[Point]) -> tuple[Point, ...]:
    """The part of an area that lies on a tile."""
    return tuple((round(x, 1), round(y, 1)) for x, y in clip(points, outline))


def inset(patch: Patch, by: float) -> tuple[Point, ...]:
    """A tile's outline, drawn in from all its edges."""
    lines = []
    for (ax, ay), (bx, by_) in pairwise((*patch.outline, patch.outline[0])):
        long = hypot(bx - ax, by_ - ay)
        dx, dy = -(by_ - ay) / long * by, (bx - ax) / long * by
        lines.append((complex(ax + dx, ay + dy), complex(bx - ax, by_ - ay)))
    points = []
    for (p, d), (q, e) in pairwise((lines[-1], *lines)):
        t = ((q - p).real * e.imag - (q - p).imag * e.real) / (d.real * e.imag - d.imag * e.real)
        points.append(((p + t * d).real, (p + t * d).imag))
    return tuple(points)


def _moved(points: Sequence[Point], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in points)


# -- Signs. ------------------------------------------------------------------------------------------------------------


def sign_places(patch: Patch) -> tuple[Point, ...]:
    """Where the danger signs of a tile stand: beside both ends of its road, outside of its bends."""
    tile = patch.placed.tile
    if tile.side.service:
        return ()
    turns = [row.turn for row in tile.rows if row.turn] or [""]
    places = []
    for end, inner, out in (
        (patch.path[0], patch.path[4], -1 if turns[0] == "R" else 1),
        (patch.path[-1], patch.path[-5], -1 if turns[-1] == "L" else 1),
    ):
        inward = (inner - end) / abs(inner - end)
        at = end + inward * 19 + out * inward * 1j * (LANE + 21)
        places.append((round(at.real, 1), round(at.imag, 1)))
    return tuple(places)


def signs(stage: Stage) -> Iterator[art.Shape]:
    """Danger signs at both ends of every road, and the place of every tile in its stage."""
    for number, patch in enumerate(survey(stage).patches, 1):
        danger = patch.placed.tile.side.danger
        for x, y in sign_places(patch):
            yield Group(_SIGNS[danger], x, y)
        x, y = corner(patch)
        yield Group(
            (
                Circle(0.8, 1.4, 12.5, "shadow", soft=1, opacity=0.35),
                Circle(0, 0, 12, "paint", stroke="post", width=1.2),
                Text(0, 0.3, str(number), 15, "black"),
            ),
            x,
            y,
            key=f"tile:{number}",
        )


def corner(patch: Patch) -> Point:
    """Where a tile's place in the stage is printed: in the corner of the tile farthest from its road."""

    def gap(point: Point) -> float:
        return min(abs(complex(*point) - p) for p in patch.path)

    x0, y0 = patch.middle
    corners = [(x0 + (x - x0) * 0.84, y0 + (y - y0) * 0.84) for x, y in patch.outline]
    best = max(corners, key=lambda p: (min(gap(p), 130), -p[1], p[0]))
    return round(best[0], 1), round(best[1], 1)


def _sign(danger: str) -> Art:
    bars = DANGERS.index(danger) + 1
    return (
        Polygon(((-6, 11), (0, 10), (16, 17), (8, 18)), "shadow", soft=1.4, opacity=0.35),
        Line(((0, 8), (0, 16)), "post", 2.6),
        Polygon(box(1.2, 1.6, 22, 22, 4), "shadow", soft=1, opacity=0.4),
        Polygon(box(0, 0, 22, 22, 4), _COLOURS[danger], stroke="paint", width=2),
        *(
            Polygon(box(6 * n - 3 * (bars - 1), 0, 3.4, 13, 1.2), "paint" if danger == "red" else "black")
            for n in range(bars)
        ),
    )


_SIGNS = {danger: _sign(danger) for danger in DANGERS}


def _court(patch: Patch) -> tuple[Point, ...]:
    x, y = patch.middle
    return tuple((round(x + 84 * cos(n * pi / 6), 1), round(y + 70 * sin(n * pi / 6), 1)) for n in range(12))


def _camp(patch: Patch) -> Iterator[art.Shape]:
    """The service park: a gravel court with tents, a wrench on a sign, and the way in."""
    x, y = patch.middle
    end = patch.path[0]
    gap = complex(x, y) - end
    way = gap / abs(gap) if gap else 1 + 0j  # behind a stretch without tiles the road ends in the middle of the court
    left = tuple((p.real, p.imag) for p in (end + 1j * way * LANE * s for s in (-1, 1)))
    heart = complex(x, y)
    far = tuple((p.real, p.imag) for p in (heart + 1j * way * LANE * s for s in (1, -1)))
    yield Polygon(_court(patch), "gravel", smooth=True, stroke="gravel-deep", width=3)
    yield Polygon((*left, *far), "gravel", stroke="gravel-deep", width=3)
    yield Polygon((*left, *far), "gravel")
    for n, (dx, dy) in enumerate(((-42, -26), (34, -30), (-30, 28), (42, 24))):
        yield Group(_tent(f"car{n}"), round(x + dx, 1), round(y + dy, 1))
    yield Group(STAMPS["fans"], x - 4, y - 4)
    yield Group(_WRENCH, x, y - 6)


def _tent(colour: str) -> Art:
    return (
        Polygon(box(3, 5, 34, 26, 2), "shadow", soft=2, opacity=0.4),
        Polygon(box(0, 0, 34, 26, 2), colour, stroke=f"{colour}-deep", width=1),
        Polygon(((-17, -13), (17, -13), (0, 0)), f"{colour}-lit"),
        Polygon(((-17, 13), (17, 13), (0, 0)), f"{colour}-deep", opacity=0.6),
        Circle(0, 0, 1.6, "paint"),
    )


_WRENCH: Art = (
    Circle(1.2, 2, 18, "shadow", soft=1.6, opacity=0.4),
    Circle(0, 0, 17, "paint", stroke="post", width=1.6),
    Line(((-6, 7), (5, -5)), "black", 4.6),
    Circle(6.5, -6.5, 5, "", stroke="black", width=3.2),
    Polygon(((5, -12), (13, -13), (12, -5), (8, -7)), "paint"),
    Circle(-7, 8, 2.6, "black"),
)
