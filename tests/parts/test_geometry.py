"""The sides of a space, and the part of one area that lies inside another."""

from __future__ import annotations

import pytest

from rallyman_tutor.parts.geometry import Shape, bounds, clip
from rallyman_tutor.scene.shapes import Point

Outline = tuple[Point, ...]

TRIANGLE = ((2.0, 5.0), (3.0, 5.0), (2.0, 6.0))
INSIDE = ((2.1, 5.1), (2.4, 5.1), (2.1, 5.4))
AROUND = ((1.0, 3.0), (7.0, 3.0), (7.0, 9.0), (1.0, 9.0))
APART = ((6.0, 1.0), (7.0, 1.0), (7.0, 2.0))
OVER_THE_SLOPE = ((2.25, 5.25), (3.25, 5.25), (3.25, 6.25), (2.25, 6.25))
OVER_A_CORNER = ((1.5, 4.5), (2.5, 4.5), (2.5, 5.25), (1.5, 5.25))
LEANING = ((2.0, 4.0), (4.0, 5.0), (3.0, 7.0), (1.0, 6.0))


@pytest.mark.parametrize(
    ("subject", "window", "part"),
    {
        "all of it": (INSIDE, TRIANGLE, INSIDE),
        "all of the window": (AROUND, TRIANGLE, TRIANGLE),
        "nothing": (APART, TRIANGLE, ()),
        "what a slope leaves": (OVER_THE_SLOPE, TRIANGLE, ((2.25, 5.25), (2.75, 5.25), (2.25, 5.75))),
        "a corner": (OVER_A_CORNER, TRIANGLE, ((2.0, 5.0), (2.5, 5.0), (2.5, 5.25), (2.0, 5.25))),
        "between slopes": (LEANING, TRIANGLE, TRIANGLE),
        "what slopes leave": ((*AROUND[:2], (1.0, 6.0)), LEANING, ((1.0, 6.0), (2.0, 4.0), (3.5, 4.75))),
    }.values(),
)
def test_the_part_of_a_piece_inside_another_is_found(subject: Outline, window: Outline, part: Outline) -> None:
    found = clip(subject, window)
    assert {(round(x, 9), round(y, 9)) for x, y in found} == set(part)


def test_the_sides_of_a_space_lie_point_against_point_along_the_road() -> None:
    space = Shape(((0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (4.0, 2.0), (4.0, 1.0), (4.0, 0.0)), (2.0, 1.0), 0.0)
    assert list(zip(space.left, space.right, strict=True)) == [((0.0, y), (4.0, y)) for y in (0.0, 1.0, 2.0)]
    assert bounds([space]) == (0.0, 0.0, 4.0, 2.0)
