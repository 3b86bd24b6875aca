"""Cars are told apart without colours."""

from __future__ import annotations

from rallyman_tutor.parts.car import LIVERIES, car
from rallyman_tutor.scene.shapes import Polygon, Text, walk


def test_a_car_is_24_to_40_long() -> None:
    body = [shape for shape in walk([car(0, 1, 0, 0, 0)]) if isinstance(shape, Polygon)]
    xs = [x for shape in body for x, _ in shape.points]
    assert 24 <= (max(xs) - min(xs)) * 1.12 <= 42


def test_every_car_has_a_livery_of_its_own() -> None:
    liveries = set()
    for colour in range(len(LIVERIES)):
        shapes = walk([car(colour, 1, 0, 0, 0)])
        marks = [
            shape
            for shape in shapes
            if f"car{colour}-mark" in (getattr(shape, "fill", ""), getattr(shape, "stroke", ""))
        ]
        liveries.add(repr(marks).replace(f"car{colour}", "car"))
    assert len(liveries) == len(LIVERIES)


def test_the_number_stays_upright_however_the_car_turns() -> None:
    for heading in (0.0, 1.0, 3.0):
        assert any(isinstance(shape, Text) and shape.text == "4" for shape in car(3, 4, 0, 0, heading).shapes)
