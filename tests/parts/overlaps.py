"""The area that two spaces on a table share: for tests that no space lies on another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from rallyman_tutor.parts.geometry import Shape, clip, extent
from rallyman_tutor.scene.shapes import Point


def overlaps(shapes: Sequence[Shape], least: float = 8.0) -> tuple[tuple[int, int], ...]:
    """The pairs of shapes that lie on one another with more than `least` of their areas."""
    boxes = [extent(shape.outline) for shape in shapes]
    return tuple(
        (one, two)
        for one, two in combinations(range(len(shapes)), 2)
        if _touch(boxes[one], boxes[two]) and shared(shapes[one].outline, shapes[two].outline) > least
    )


def shared(one: Sequence[Point], two: Sequence[Point]) -> float:
    """The area that two outlines have in common."""
    ours, theirs = _pieces(tuple(one)), _pieces(tuple(two))
    return sum(abs(_area(clip(piece, other))) for piece, box in ours for other, far in theirs if _touch(box, far))


def _touch(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@lru_cache(maxsize=256)  # a space is compared with every other one of its road
def _pieces(outline: tuple[Point, ...]) -> list[tuple[tuple[Point, ...], tuple[float, ...]]]:
    """The four-sided pieces between the two sides of an outline, all turning the same way, each with its extent."""
    found: list[tuple[tuple[Point, ...], tuple[float, ...]]] = []
    for step in range(len(outline) // 2 - 1):
        piece = (outline[step], outline[step + 1], outline[-2 - step], outline[-1 - step])
        found.append((piece if _area(piece) > 0 else piece[::-1], extent(piece)))
    return found


def _area(points: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], *points[:1]], strict=True)) / 2
