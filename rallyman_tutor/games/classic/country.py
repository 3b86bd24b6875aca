"""The landscape around a stage that is given by pace notes only.

The terrain beside each space is spread outwards from the road, so the picture shows what a car meets that leaves the
road. Where the nearest space of the road lies in snow, so does the country.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, dist
from random import Random

from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.games.classic.verges import Verges
from rallyman_tutor.parts.geometry import Shape, bounds
from rallyman_tutor.parts.landscape import CELL, RIMS, Art, Land, area, meadows, things
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene import shapes as art
from rallyman_tutor.scene.shapes import Group, Line, Polygon, box

MARGIN = 96.0
"""How much country is shown around the road."""
SNOWED = {"grass": "snow", "forest": "snowforest"}
"""Growth in snow, by what it is elsewhere."""
WIDEST, DEEPEST = 2.1, 1.25
"""The greatest and the least width of a picture, as multiples of its height; more country is shown to keep to them."""


def frame(shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
    """The part of the table that the picture shows: left, top, width, height."""
    left, top, right, bottom = bounds(shapes)
    wide, high = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    width, height = max(wide, DEEPEST * high), max(high, wide / WIDEST)
    return (
        round(left - MARGIN - (width - wide) / 2), round(top - MARGIN - (height - high) / 2), ceil(width), ceil(height)
    )  # fmt: skip


@lru_cache(maxsize=16)
def country(road: Road, shapes: tuple[Shape, ...]) -> Art:
    """The landscape around a stage that is given by pace notes only."""
    left, top, width, height = frame(shapes)
    verges = Verges(road, shapes)
    cells = {
        (column, row): verges.terrain(left + (column + 0.5) * CELL, top + (row + 0.5) * CELL)
        for column in range(-2, ceil(width / CELL) + 2)
        for row in range(-2, ceil(height / CELL) + 2)
    }
    snow = _in_snow(road, shapes, cells, left, top)
    cells.update({cell: SNOWED[cells[cell]] for cell in snow if cells[cell] in SNOWED})
    ground = "snow" if 2 * len(snow) > len(cells) else "grass"
    land = Land(cells, verges, Random(len(shapes) * 31), left, top, width, height)
    return (
        Polygon(box(left + width / 2, top + height / 2, width, height), ground),
        *meadows(land.luck, left, top, width, height, ground),
        *_areas(land, ground),
        *fields(land),
        *things(land),
        *_border(left, top, width, height),
    )


def _in_snow(
    road: Road, shapes: Sequence[Shape], cells: Iterable[tuple[int, int]], left: float, top: float
) -> frozenset[tuple[int, int]]:
    """The squares of the grid that lie nearer to a space in snow than to a dry one."""
    spots = [(space.snow, shape.middle) for space, shape in zip(road.spaces, shapes, strict=True)][1:-1]  # of the stage
    if not any(snow for snow, _ in spots):
        return frozenset()

    def nearest(cell: tuple[int, int]) -> bool:
        at = left + (cell[0] + 0.5) * CELL, top + (cell[1] + 0.5) * CELL
        return min(spots, key=lambda spot: dist(at, spot[1]))[0]

    return frozenset(cell for cell in cells if nearest(cell))


def _areas(land: Land, ground: str) -> Iterator[art.Shape]:
    """Woods, lakes, villages and snow as areas with rounded borders; the largest are drawn first."""
    cells, luck = land.cells, land.luck
    rings = [(kind, ring) for kind in (*RIMS, "grass") for ring in _rings(cells, kind)]
    rings.sort(key=lambda found: -abs(_area(found[1])))
    shift = {corner: (luck.uniform(-5, 5), luck.uniform(-5, 5)) for _, ring in rings for corner in ring}
    for kind, ring in rings:
        if _area(ring) < 0 or (kind == ground and min(ring)[0] == min(cells)[0]):
            continue
        corners = [(land.left + c * CELL + shift[c, r][0], land.top + r * CELL + shift[c, r][1]) for c, r in ring]
        middles = tuple(
            (round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1))
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
        )
        for part in area(kind, middles):
            yield from part


def _rings(cells: Mapping[tuple[int, int], str], kind: str) -> Iterator[list[tuple[int, int]]]:
    """The borders of all cells of one kind, corner by corner, with the kind on the right-hand side."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (c, r), here in cells.items():
        if here != kind:
            continue
        for beside, a, b in (
            ((c, r - 1), (c, r), (c + 1, r)), ((c + 1, r), (c + 1, r), (c + 1, r + 1)),
            ((c, r + 1), (c + 1, r + 1), (c, r + 1)), ((c - 1, r), (c, r + 1), (c, r)),
        ):  # fmt: skip
            if cells.get(beside) != kind:
                ways[a].append(b)
    while ways:
        start = next(iter(ways))
        ring, at = [start], start
        while (at := _onward(ways, at)) != start:
            ring.append(at)
        yield ring


def _onward(ways: dict[tuple[int, int], list[tuple[int, int]]], at: tuple[int, int]) -> tuple[int, int]:
    to = ways[at].pop()
    if not ways[at]:
        del ways[at]
    return to


def _area(ring: Sequence[tuple[int, int]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2


def fields(land: Land) -> Iterator[art.Shape]:
    """Crops in the grass, where there is room for them. Nothing else grows on their cells."""
    cells, verges, luck, left, top, width, height = land
    for _ in range(int(width * height / 5000)):
        x, y, angle = left + luck.random() * width, top + luck.random() * height, luck.uniform(-0.5, 0.5)
        wide, high, crop = luck.uniform(80, 130), luck.uniform(55, 90), luck.choice(("straw", "grass", "autumn"))
        ground = Group((), x, y, angle)
        if cells.get((int((x - left) // CELL), int((y - top) // CELL))) != "grass":
            continue
        spots = [art.placed(ground, (a * wide / 8, b * high / 8)) for a in range(-5, 6) for b in range(-5, 6)]
        covered = {(int((px - left) // CELL), int((py - top) // CELL)) for px, py in spots}
        if any(cells.get(cell) != "grass" for cell in covered) or not all(verges.clear(*spot, 24) for spot in spots):
            continue
        cells.update(dict.fromkeys(covered, "field"))
        rows = tuple(
            Line(((-wide / 2 + 4, dy), (wide / 2 - 4, dy)), f"{crop}-{shade}", 2.4, opacity=0.55)
            for n, dy in enumerate(_steps(-high / 2 + 6, high / 2 - 4, 5.5))
            for shade in ("deep" if n % 2 else "lit",)
        )
        hedge = luck.choice((-1, 1))
        edge = box(0, 0, wide, high, 6)
        yield Group(
            (Polygon(edge, crop, stroke="grass-deep", width=3, opacity=0.75), *rows),
            round(x, 1),
            round(y, 1),
            round(angle, 3),
        )
        for dx in _steps(-wide / 2, wide / 2, 9):
            bx, by = art.placed(ground, (dx, hedge * high / 2 + luck.uniform(-1.5, 1.5)))
            yield Group(STAMPS["hedge"], round(bx, 1), round(by, 1), scale=round(luck.uniform(0.7, 1.0), 2))


def _steps(start: float, stop: float, step: float) -> Iterator[float]:
    at = start
    while at <= stop:
        yield at
        at += step


def _border(left: float, top: float, width: float, height: float) -> Iterator[art.Shape]:
    """The printed border of the board."""
    x, y = left + width / 2, top + height / 2
    outer = box(x, y, width + 4, height + 4)
    inner = box(x, y, width - 16, height - 16, 14)
    # One ring around both, joined by a slit: a frame without a hole of its own.
    yield Polygon((*outer, outer[0], inner[13], *reversed(inner[:13]), *reversed(inner[13:]), outer[0]), "paper")
    yield Polygon(box(x, y, width - 16, height - 16, 14), stroke="shadow", width=1.2, opacity=0.35)
    yield Polygon(box(x, y, width - 24, height - 24, 11), stroke="light", width=1.2, opacity=0.55)
