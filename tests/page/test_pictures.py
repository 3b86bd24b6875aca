"""What moves on the board is sent as stamps, and as the places where they lie in each picture."""

from __future__ import annotations

from math import pi

from rallyman_tutor.page.pictures import moving_pieces, stage_of
from rallyman_tutor.scene.shapes import Circle, Group, Scene
from tests.page.host import Visit

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


def test_a_bend_tells_its_new_note_where_dirt_came_to_lie_and_else_nothing_is_told_again() -> None:
    visit = Visit("drive", "s4 R3/4x3K4 s5 | A@s4 g4")
    clean, before = visit.page.session, visit.page.board.pictures[-1]
    visit = Visit("drive", "s4 R3/4x3K4 s5 | A@s4 g4 | A | dirt b1:2")
    dirty, after = visit.page.session, visit.page.board.pictures[-1]
    assert clean and dirty
    told = stage_of(clean, False, before, None, None)
    assert stage_of(clean, False, before, before, told) is told
    lines = [
        next(space["name"] for space in stage["places"] if space["key"] == "b1.line")
        for stage in (told, stage_of(dirty, False, after, before, told))
    ]
    assert lines == ["the line of bend 1, note 3", "the line of bend 1, note 1"]
