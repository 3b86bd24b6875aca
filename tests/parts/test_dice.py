"""A die's face is told by shapes and numbers, not by colours."""

from __future__ import annotations

import pytest

from rallyman_tutor.parts.dice import die
from rallyman_tutor.scene.shapes import Polygon, Scene, Text, walk
from tests.scene.pick import pick


def test_a_hazard_shows_the_triangle_and_no_number() -> None:
    assert not any(isinstance(shape, Text) for shape in walk([die("4", "gear", True, 0, 0, rolled=True)]))
    assert any(isinstance(shape, Polygon) and shape.fill == "hazard" for shape in walk([die("4", "gear", True, 0, 0)]))


def test_laid_rolled_and_secured_dice_look_different() -> None:
    looks = {
        die("3", "gear", False, 0, 0, rolled=rolled, secured=secured)
        for rolled in (False, True)
        for secured in (False, True)
    }
    assert len(looks) == 4


@pytest.mark.parametrize("kind", ["gear", "gas", "leader", "brake"])
def test_a_die_of_every_kind_can_be_pointed_at(kind: str) -> None:
    scene = Scene(100, 100, (("draft", (die("2", kind, False, 50, 50, key="die:1"),)),))
    assert pick(scene, 52, 47) == "die:1"
