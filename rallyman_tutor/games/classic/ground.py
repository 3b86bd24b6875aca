"""Where every space of a stage lies on the table: its outline, its middle, and the heading of a car in it.

A board gives the middle line of its road. Pace notes give only turns, so their stage is laid out here first: a hairpin
for a one, a kink for a five, and straights that bend a little. Where the road would run into itself, straights are bent
more and bends are turned by less or more; the spaces stay the same.

The y axis points down, as on a screen: a right turn increases the heading.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, inf, pi, radians, sin
from random import Random

from rallyman_tutor.games.classic.spaces import Item, Road, Space
from rallyman_tutor.parts.geometry import Shape
from rallyman_tutor.scene.shapes import Point

WIDTH = 44.0
"""The width of the road, from edge to edge."""
LENGTH = 60.0
"""The length of a straight space."""
_HALF = WIDTH / 2
_BULGE = 8.0  # how much wider the road is at the outside, in the middle of a drift
_BAND = 8.0  # depth of the start and finish lines
_CUT = 31.0  # how far a cut reaches in from the road's edge
_DRIFT = 46.0  # least length of a drift space, along its middle
_SIDEWAYS = radians(50)
_ANGLES = {1: 150.0, 2: 110.0, 3: 80.0, 4: 55.0, 5: 32.0}  # what a bend turns by, from the note of its line
_APART = 88.0  # stretches of road that are closer than this are too close
_SHEET = 1.6  # the width of the table as a multiple of its depth
SEEDS = 3  # rows of tries to keep a road away from itself


def survey(road: Road) -> tuple[Shape, ...]:
    """The shape of every place of the road, start and finish lines included."""
    stations, starts = _stations(road.items)
    ways = _headings(stations)
    shapes = []
    for space in road.spaces:
        if space.kind in ("start", "finish"):
            at, step = (0, -_BAND) if space.kind == "start" else (-1, _BAND)
            ends = sorted((0.0, step))
            points = [stations[at] + end * ways[at] for end in ends]
            shapes.append(_shape(_sides(points, [ways[at]] * 2, [_HALF] * 2, [_HALF] * 2), ways[at]))
            continue
        first, last = starts[space.item], starts[space.item + 1]
        item = road.items[space.item]
        span = slice(first, last + 1)
        shapes.append(_space(space, item, stations[span], ways[span]))
    return tuple(shapes)


# -- From the middle line to spaces. -----------------------------------------------------------------------------------


def _stations(items: Sequence[Item]) -> tuple[list[complex], list[int]]:
    """Points along the middle of the road, and the point at which each item begins; the last one also where it ends."""
    paths = [item.path for item in items]
    laid = paths if all(len(path) > 1 for path in paths) else layout(tuple(items))
    stations = [complex(*laid[0][0])]
    starts = [0]
    for item, path in zip(items, laid, strict=True):
        stations += _even([complex(*point) for point in path], _steps(item))[1:]
        starts.append(len(stations) - 1)
    return stations, starts


def _steps(item: Item) -> int:
    """The number of short steps into which an item is cut, an even number for each of its spaces."""
    if item.kind != "bend":
        return 4
    return item.drifts * (6 if item.drifts < 3 else 4) if item.drifts else 12


def _even(path: Sequence[complex], steps: int) -> list[complex]:
    """A line as points at equal distances along it."""
    reached = list(accumulate((abs(b - a) for a, b in pairwise(path)), initial=0.0))
    points, leg = [], 0
    for step in range(steps):
        along = reached[-1] * step / steps
        while reached[leg + 1] <= along:
            leg += 1
        share = (along - reached[leg]) / (reached[leg + 1] - reached[leg])
        points.append(path[leg] + share * (path[leg + 1] - path[leg]))
    return [*points, path[-1]]


def _headings(stations: Sequence[complex]) -> list[complex]:
    legs = [_unit(b - a) for a, b in pairwise(stations)]
    return [legs[0], *(_unit(a + b) for a, b in pairwise(legs)), legs[-1]]


def _space(space: Space, item: Item, stations: Sequence[complex], ways: Sequence[complex]) -> Shape:
    """The part of an item's road that belongs to one of its spaces."""
    steps = len(stations) - 1
    both = bool(item.line and item.drifts)
    bulge = [_BULGE * sin(pi * step / steps) ** 2 * both for step in range(steps + 1)]
    inner = [_HALF] * (steps + 1)
    outer = [_HALF + more for more in bulge]
    right = item.turn == "R"
    if space.kind == "cut":
        edge = [p + (1j if right else -1j) * w * _HALF for p, w in zip(stations, ways, strict=True)]
        return _cut(edge, ways[steps // 2], right)
    if both and space.kind == "line":
        outer = [0.0] * (steps + 1)
    if both and space.kind == "drift":
        inner = [0.0] * (steps + 1)
    span = slice(None)
    if space.kind == "drift":
        each = steps // item.drifts
        span = slice((space.nth - 1) * each, space.nth * each + 1)
    sides = (outer, inner) if right else (inner, outer)
    outline = _sides(stations[span], ways[span], sides[0][span], sides[1][span])
    along = ways[span][len(ways[span]) // 2]
    if space.kind == "drift":
        along *= cmath.rect(1, _SIDEWAYS if right else -_SIDEWAYS)
    return _shape(outline, along)


def _cut(edge: Sequence[complex], way: complex, right: bool) -> Shape:
    """Bare earth between the inner edge of the road and a curve from its entry to its exit."""
    steps = len(edge) - 1
    apex = edge[steps // 2] + (1j if right else -1j) * way * _CUT
    pull = 2 * apex - (edge[0] + edge[-1]) / 2
    curve = [
        (1 - t) ** 2 * edge[0] + 2 * t * (1 - t) * pull + t * t * edge[-1]
        for t in (n / steps for n in range(steps + 1))
    ]
    left, far = (edge, curve) if right else (curve, edge)
    return _shape(_points([*left, *reversed(far)]), way)


def _sides(
    stations: Sequence[complex], ways: Sequence[complex], left: Sequence[float], right: Sequence[float]
) -> tuple[Point, ...]:
    """An outline, up the left side and down the right, at the given distances from the middle line."""
    up = [p - 1j * w * d for p, w, d in zip(stations, ways, left, strict=True)]
    down = [p + 1j * w * d for p, w, d in zip(stations, ways, right, strict=True)]
    return _points([*up, *reversed(down)])


def _shape(outline: tuple[Point, ...], way: complex) -> Shape:
    half = len(outline) // 2
    around = (outline[(half - 1) // 2], outline[half // 2], outline[-1 - (half - 1) // 2], outline[-1 - half // 2])
    middle = (sum(x for x, _ in around) / 4, sum(y for _, y in around) / 4)
    return Shape(outline, (round(middle[0], 2), round(middle[1], 2)), round(cmath.phase(way), 4))


def _points(line: Iterable[complex]) -> tuple[Point, ...]:
    return tuple((round(p.real, 2), round(p.imag, 2)) for p in line)


def _unit(way: complex) -> complex:
    return way / abs(way)


# -- Laying out a stage that is known by its notes only. ---------------------------------------------------------------


@lru_cache(maxsize=32)
def layout(items: tuple[Item, ...]) -> tuple[tuple[Point, ...], ...]:
    """A middle line for every item, the whole turned so that it fits a wide table, the start on the left."""
    angles = [_angle(item) for item in items]
    lengths = [_length(item, angle) for item, angle in zip(items, angles, strict=True)]
    straight = [item.kind != "bend" for item in items]
    sways = [(size, every) for size in (7.0, 11.0, 4.0) for every in (5, 9, 14, 7)]
    drafts = [
        [
            radians(size * cos(2 * pi * n / every)) if plain else turn
            for n, (turn, plain) in enumerate(zip(angles, straight, strict=True))
        ]
        for size, every in sways
    ]
    turns = min(drafts, key=lambda draft: _cost(lengths, draft))
    turns = _untangled(lengths, turns, straight)
    tilt = _fitting(_drive(lengths, turns))[1]
    paths, at, way = [], 0j, cmath.rect(1, tilt)
    for length, turn in zip(lengths, turns, strict=True):
        fine = 12
        path = [at, *(at + _arc(length * n / fine, turn * n / fine) * way for n in range(1, fine + 1))]
        at, way = path[-1], way * cmath.rect(1, turn)
        paths.append(_points(path))
    return tuple(paths)


def _angle(item: Item) -> float:
    """The angle of a bend: the lower its note, the tighter."""
    if item.kind != "bend":
        return 0.0
    note = item.line or item.drift - 1 or item.cut
    return radians(_ANGLES[min(max(note, 1), 5)]) * (1 if item.turn == "R" else -1)


def _length(item: Item, angle: float) -> float:
    """The length of an item along its middle: enough for every drift space, and for a radius that a car can turn on."""
    if item.kind != "bend":
        return LENGTH
    out = (_HALF + _BULGE) / 2
    return max(item.drifts * _DRIFT - out * abs(angle), (52.0 if item.cut else 46.0) * abs(angle), 72.0)


def _arc(length: float, turn: float) -> complex:
    """Where an arc ends that starts at 0 heading along the x axis; even a straight turns a little."""
    return cmath.rect(length * (sin(turn / 2) / (turn / 2)), turn / 2)


def _drive(lengths: Sequence[float], turns: Sequence[float]) -> list[complex]:
    """Points half an item apart, with some road before the start and after the finish. They are rounded, since a road
    is laid out alike on every computer, and the last bits of a sine are not."""
    at, way = 0j, 1 + 0j
    points = [-LENGTH * way, -LENGTH / 2 * way, at]
    for length, turn in zip(lengths, turns, strict=True):
        points += [at + _arc(length / 2, turn / 2) * way, at + _arc(length, turn) * way]
        at, way = points[-1], way * cmath.rect(1, turn)
    points += [at + LENGTH / 2 * way, at + LENGTH * way]
    return [complex(round(point.real, 6), round(point.imag, 6)) for point in points]


def _crowding(points: Sequence[complex], most: float = inf) -> float:
    """How much the road runs into itself: 0 when every stretch keeps away from every other. Above `most` it is not
    counted any further."""
    total, across = 0.0, [point.real for point in points]
    for one in range(len(points) - 6):
        here, left, right = points[one], across[one] - _APART, across[one] + _APART
        beside = [other for x, other in zip(across[one + 6 :], points[one + 6 :], strict=True) if left < x < right]
        for gap in [abs(other - here) for other in beside]:
            if gap < _APART:
                total += (1.1 - gap / _APART) ** 2
        if total > most:
            break
    return total


def _fitting(points: Sequence[complex]) -> tuple[float, float]:
    """The size of the smallest table the points fit on, and the tilt for it; if two are equal, the one that starts on
    the left."""
    sizes = []
    for step in range(24):
        tilt = 2 * pi * step / 24
        way = cmath.rect(1, tilt)
        turned = [point * way for point in points]
        across, down = [point.real for point in turned], [point.imag for point in turned]
        left, top, right, bottom = (round(edge, 2) for edge in (min(across), min(down), max(across), max(down)))
        size = max((right - left + 2 * _APART) / _SHEET, bottom - top + 2 * _APART)
        sizes.append((round(size), turned[0].real > turned[-1].real, tilt))
    size, _, tilt = min(sizes)
    return size, tilt


def _cost(lengths: Sequence[float], turns: Sequence[float]) -> float:
    points = _drive(lengths, turns)
    return _fitting(points)[0] + 200 * _crowding(points)


def _untangled(lengths: Sequence[float], turns: list[float], straight: Sequence[bool]) -> list[float]:
    """The turns, changed a little and then more, until the road keeps away from itself or all tries are used."""
    tries = (_loosened(lengths, turns, straight, Random(len(turns) + 1000 * n)) for n in range(SEEDS))
    best, least = turns, _crowding(_drive(lengths, turns))
    while least and (found := next(tries, None)):
        if found[1] < least:
            best, least = found
    return best


def _loosened(
    lengths: Sequence[float], turns: list[float], straight: Sequence[bool], luck: Random
) -> tuple[list[float], float]:
    """The turns as one row of tries leaves them, and how much the road then still runs into itself."""
    now, crowd = list(turns), _crowding(_drive(lengths, turns))
    for freedom, tries in ((0.35, 250), (0.7, 250), (1.0, 300), (1.4, 600)):
        for _ in range(tries):
            if not crowd:
                return now, crowd
            trial = list(now)
            for n in luck.sample(range(len(turns)), min(2, len(turns))):
                most = 17.0 * freedom
                eased = luck.uniform(1 - 0.65 * freedom, 1 + 0.15 * freedom)
                trial[n] = radians(luck.uniform(-most, most)) if straight[n] else turns[n] * eased
            if (less := _crowding(_drive(lengths, trial), crowd)) <= crowd:
                now, crowd = trial, less
    return now, crowd
