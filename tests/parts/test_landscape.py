"""Areas of country are drawn part by part."""

from __future__ import annotations

from rallyman_tutor.parts.landscape import area
from rallyman_tutor.scene.shapes import Polygon


def test_only_water_has_a_shore() -> None:
    square = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
    assert area("water", square).shore and area("water", square).depth
    assert not area("forest", square).shore
    assert not area("grass", square).rim


def test_a_wood_under_snow_is_paler() -> None:
    square = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
    (fill,) = area("snowforest", square).fill
    assert isinstance(fill, Polygon) and fill.fill == "forest" and fill.opacity < 1
