"""Shapes are values, and smooth lines go through their points."""

from __future__ import annotations

import pytest

from rallyman_tutor.scene.shapes import Circle, Group, Polygon, Scene, box, flat, inside, oval, placed, unplaced, walk


def test_equal_shapes_are_one_value() -> None:
    assert Circle(1, 2, 3, "ink") == Circle(1, 2, 3, "ink")
    assert len({Polygon(box(0, 0, 2, 2)), Polygon(box(0, 0, 2, 2))}) == 1


def test_only_the_named_layer_changes() -> None:
    ground = (Circle(0, 0, 1, "grass"),)
    scene = Scene(10, 10, (("ground", ground), ("cars", ())))
    moved = scene.having("cars", [Circle(5, 5, 1, "car0")])
    assert moved.layer("ground") is ground
    assert moved.layer("cars") == (Circle(5, 5, 1, "car0"),)
    assert scene.layer("cars") == ()


def test_a_smooth_line_goes_through_its_points() -> None:
    points = oval(0, 0, 10, 5)
    line = flat(points, closed=True)
    assert all(any(p == pytest.approx(q) for q in line) for p in points)


def test_a_group_turns_scales_and_moves() -> None:
    group = Group((), x=10, y=20, angle=1.5707963, scale=2)
    assert placed(group, (1, 0)) == pytest.approx((10, 22), abs=1e-6)
    assert unplaced(group, placed(group, (3, -4))) == pytest.approx((3, -4), abs=1e-6)


def test_walking_reaches_shapes_in_groups() -> None:
    dot = Circle(0, 0, 1)
    assert dot in list(walk([Group((Group((dot,)),))]))


def test_a_rounded_box_leaves_out_its_corners() -> None:
    assert inside(box(0, 0, 10, 10), 4.9, 4.9)
    assert not inside(box(0, 0, 10, 10, 3), 4.9, 4.9)


def test_a_picture_is_told_in_a_line() -> None:
    scene = Scene(10, 10, (("ground", (Circle(0, 0, 1, "grass"),) * 500), ("cars", ())))
    assert repr(scene) == "<Scene 10 x 10, shapes: ground 500, cars 0>"
