"""Outlines: a shape's edge, point by point. Curves are flattened, strokes become polygons, blurred edges nested ones.

Points are complex numbers: to turn, scale and move is then one product and one sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import acos, ceil, pi, sin, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.complexfloating[Any, Any]]

PRECISION = 0.12
"""How far, in units of the table, a flattened curve may lie beside the true one: a quarter of a pixel."""

SHARPEST = 0.5
"""Where a line turns by more than this (radians), its joint is rounded; a lesser turn needs a single point."""


def outline(points: Sequence[tuple[float, float]], smooth: bool, closed: bool, fine: float = PRECISION) -> Points:
    """The points of a line, or of the curve through them, as `shapes.curves` draws it."""
    line = np.array(points, np.float64).view(np.complex128)[:, 0]
    if not smooth or len(line) < 2:
        return line
    if closed:
        start, before, end, after = line, np.roll(line, 1), np.roll(line, -1), np.roll(line, -2)
    else:
        start, end = line[:-1], line[1:]
        before, after = np.append(line[:1], line[:-2]), np.append(line[2:], line[-1:])
    one, two = start + (end - before) / 6, end - (after - start) / 6
    bent = max(np.abs(start - 2 * one + two).max(), np.abs(one - 2 * two + end).max())
    steps = max(1, ceil(sqrt(0.75 * bent / fine)))
    a, b, c, d = _weights(steps)
    curve = (np.outer(start, a) + np.outer(one, b) + np.outer(two, c) + np.outer(end, d)).ravel()
    return curve if closed else np.append(curve, line[-1:])


@lru_cache
def _weights(steps: int) -> tuple[NDArray[np.float64], ...]:
    """How much the four points of a curve weigh, for so many steps along it."""
    t = np.arange(steps) / steps
    return (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3


def disc(middle: complex, radius: float) -> Points:
    return middle + radius * _ring(_corners(radius))


def _corners(radius: float) -> int:
    """How many corners a round thing needs."""
    return max(6, ceil(pi / acos(1 - min(1.0, PRECISION / max(radius, 1e-6)))))


@lru_cache
def _ring(corners: int) -> Points:
    """A circle of radius 1 as a polygon with the same area."""
    angle = 2 * pi / corners
    ring: Points = sqrt(angle / sin(angle)) * np.exp(1j * angle * np.arange(corners))
    return ring


@lru_cache
def _arc(steps: int) -> Points:
    """The half of a circle, from -i over 1 to i, without its ends."""
    arc: Points = np.exp(1j * pi * (np.arange(1, steps) / steps - 0.5))
    return arc


def stroked(line: Points, width: float, closed: bool) -> Points:
    """The outline of a stroke with round ends and joints, as one polygon."""
    radius = width / 2
    line = _apart(np.append(line, line[:1]) if closed else line)
    if len(line) < 2:
        return disc(complex(line[0]), radius)
    ways = np.diff(line)
    ways /= np.abs(ways)
    if closed:
        at, before, after = line[:-1], np.roll(ways, 1), ways
        outer, inner = _beside(at, before, after, radius), _beside(at, before, after, -radius)
        return _between(outer, inner)
    cap = radius * _arc(max(3, _corners(radius) // 2))
    right = _beside(line[1:-1], ways[:-1], ways[1:], radius)
    left = _beside(line[1:-1], ways[:-1], ways[1:], -radius)
    first, last, here, there = ways[0], ways[-1], line[0], line[-1]
    return np.concatenate((
        [here - 1j * radius * first], right, [there - 1j * radius * last], there + last * cap,
        [there + 1j * radius * last], left[::-1], [here + 1j * radius * first], here - first * cap,
    ))  # fmt: skip


def _beside(at: Points, before: Points, after: Points, radius: float) -> Points:
    """The points beside the joints of a line, at a distance: to the one side of it, or to the other if negative."""
    if not len(at):
        return at
    turns = np.angle(after * before.conj())
    side = -1j * radius * before
    middle: Points = at + side * np.exp(0.5j * turns) / np.maximum(np.cos(turns / 2), 0.5)
    sharp = np.abs(turns) > SHARPEST
    if not sharp.any():
        return middle
    steps = max(2, _corners(abs(radius)) // 3)
    share = np.arange(steps + 1) / steps
    # Round on the outside of a turn. On the inside through the joint itself, which then lies in the stroke for sure.
    round_ = at[:, None] + side[:, None] * np.exp(1j * turns[:, None] * share)
    through = np.repeat(at[:, None], steps + 1, axis=1)
    through[:, 0], through[:, -1] = at + side, at - 1j * radius * after
    points = np.where((turns * radius > 0)[:, None], round_, through)
    points[~sharp, 0] = middle[~sharp]
    chosen = np.repeat(sharp[:, None], steps + 1, axis=1)
    chosen[:, 0] = True
    return points[chosen]


def grown(outline: Points, by: float) -> Points:
    """A closed outline with its edge moved outwards, its corners rounded; or inwards, its corners kept."""
    outline = _apart(outline)
    if len(outline) < 3:
        return outline
    ways = np.roll(outline, -1) - outline
    ways /= np.maximum(np.abs(ways), 1e-9)
    before, side = np.roll(ways, 1), 1 if area(outline) > 0 else -1
    if by > 0:
        return _beside(outline, before, ways, side * by)
    turns = np.angle(ways * before.conj())
    # A pointed corner moves in far: the limit only keeps a needle from turning inside out.
    inner: Points = outline - 1j * side * by * before * np.exp(0.5j * turns) / np.maximum(np.cos(turns / 2), 0.1)
    return inner


def area(outline: Points) -> float:
    return float((outline.conj() * np.roll(outline, -1)).imag.sum() / 2)


def _apart(line: Points) -> Points:
    """A line without points that lie on one another."""
    keep = np.append(True, np.abs(np.diff(line)) > 1e-4)
    return line if keep.all() else line[keep]


_STEPS = (1.15, 0.32, -0.32, -1.15)
"""Where a blurred edge is an eighth, three eighths, five and seven eighths strong."""


def faded(outline: Points, soft: float, alpha: float) -> Iterator[tuple[Points, float]]:
    """A blurred edge: nested areas, so faint that together they are as strong as they should be at each place."""
    whole, weak = area(outline), 0.0
    for n, place in enumerate(_STEPS, start=1):
        ring = grown(outline, place * soft)
        if place < 0 and area(ring) / whole < 0.02:
            return  # so narrow that it has no middle of full strength
        strong = alpha * n / len(_STEPS)
        yield ring, (strong - weak) / (1 - weak)
        weak = strong


def _between(outer: Points, inner: Points) -> Points:
    """The area between two closed lines as one outline: along one of them and back along the other."""
    return np.concatenate((outer, outer[:1], inner[:1], inner[::-1]))


def dashes(line: Points, dash: Sequence[float]) -> Iterator[Points]:
    """The dashes of a line. As in SVG, their round ends come on top of their length."""
    along = np.append(0.0, np.cumsum(np.abs(np.diff(line))))
    pattern = (*dash, *dash) if len(dash) % 2 else tuple(dash)
    start, n = 0.0, 0
    while start < along[-1]:
        end = start + pattern[n % len(pattern)]
        if n % 2 == 0:
            inside = (along > start) & (along < end)
            ends = np.interp([start, min(end, along[-1])], along, line)
            yield np.concatenate((ends[:1], line[inside], ends[1:]))
        start, n = end, n + 1


def corner(outline: Points, pick: Callable[[NDArray[np.floating[Any]]], float]) -> complex:
    return complex(pick(outline.real), pick(outline.imag))


def shared(outline: Points, mark: Points) -> Points:
    """The part of an outline that lies in a small convex mark: the outline is cut along each of the mark's sides."""
    piece = [complex(point) for point in outline]
    corners = [complex(point) for point in (mark if area(mark) > 0 else mark[::-1])]
    for a, b in pairwise((*corners, corners[0])):
        # On which side of this side of the mark each point lies: inside is not below zero.
        sides = [((b - a).conjugate() * (point - a)).imag for point in piece]
        cut: list[complex] = []
        for point, side, before, old in zip(piece, sides, piece[-1:] + piece, sides[-1:] + sides, strict=False):
            if (side < 0) != (old < 0):
                cut.append(before + (point - before) * old / (old - side))
            if side >= 0:
                cut.append(point)
        piece = cut
    return np.array(piece, np.complex128)
