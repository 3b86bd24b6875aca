"""Whatever lies on top is what one points at."""

from __future__ import annotations

import pytest

from rallyman_tutor.scene.shapes import Circle, Group, Line, Polygon, Scene, Shape, Text, box, oval
from tests.scene.pick import pick


def scene(*shapes: Shape, over: tuple[Shape, ...] = ()) -> Scene:
    return Scene(100, 100, (("road", shapes), ("cars", over)))


def test_nothing_is_at_an_empty_place() -> None:
    assert pick(scene(Circle(10, 10, 5, key="a")), 50, 50) is None


def test_the_later_shape_wins() -> None:
    assert pick(scene(Circle(10, 10, 5, key="a"), Circle(12, 10, 5, key="b")), 11, 10) == "b"


def test_the_upper_layer_wins() -> None:
    assert pick(scene(Circle(10, 10, 5, key="a"), over=(Circle(10, 10, 5, key="b"),)), 10, 10) == "b"


def test_shapes_without_a_key_are_looked_through() -> None:
    assert pick(scene(Circle(10, 10, 5, key="a"), Text(10, 10, "3", 20)), 10, 10) == "a"


@pytest.mark.parametrize(
    "shape",
    [
        Polygon(box(20, 20, 10, 4), key="x"),
        Polygon(oval(20, 20, 5, 2), smooth=True, key="x"),
        Line(((15, 20), (25, 20)), width=4, key="x"),
        Text(20, 20, "44", 10, key="x"),
        Group((Circle(10, 0, 1),), x=20, y=10, angle=1.5708, key="x"),
        Group((Circle(5, 0, 1, key="x"),), x=20, y=10, angle=1.5708, scale=2),
    ],
)
def test_every_sort_of_shape_is_hit_and_missed(shape: Shape) -> None:
    assert pick(scene(shape), 20, 20.5) == "x"
    assert pick(scene(shape), 20, 40) is None


def test_a_key_within_a_group_is_nearer_than_that_of_the_group() -> None:
    group = Group((Circle(0, 0, 5), Circle(3, 0, 1, key="wheel")), key="car")
    assert pick(scene(group), 3, 0) == "wheel"
    assert pick(scene(group), -3, 0) == "car"
