"""What moves on the board is sent as stamps, and as the places where they lie in each picture."""

from __future__ import annotations

from math import pi

from rallyman_tutor.page.pictures import moving_pieces
from rallyman_tutor.scene.shapes import Circle, Group, Scene

DIE = Circle(0, 0, 5, fill="ink")


def test_pieces_that_look_alike_share_a_stamp_and_lie_where_they_are_to_a_tenth() -> None:
    near = Group((DIE,), 1.26, 2.44, pi / 7, 0.5, 0.25, "near")
    far = Group((DIE,), -3.14, 100, key="far")
    sent = moving_pieces([Scene(9, 9, (("ground", (DIE,)), ("cars", (near,)), ("draft", (far, DIE))))])
    ((first, second, third),) = sent["frames"]
    ((name, markup),) = sent["stamps"].items()
    assert "<circle" in markup
    assert first == ("near", name, 1.3, 2.4, 25.7, 0.5, 0.25)
    assert second == ("far", name, -3.1, 100, 0, 1, 1)
    assert third == ("", name, 0, 0, 0, 1, 1)
