"""Cards that all card games share: fronts, backs, stacks, fans, felt."""

from __future__ import annotations

import pytest

from rallyman_tutor.parts.playing_cards import HIGH, WIDE, Mark, back, empty_spot, fan, felt, front, stack, star
from rallyman_tutor.scene.shapes import Group, Polygon, Shape, Text, inside, walk
from tests.some import some


def corners(shapes: tuple[Shape, ...]) -> list[tuple[float, float]]:
    """Where marks or figures stand."""
    return [(shape.x, shape.y) for shape in shapes if isinstance(shape, Group) and shape.shapes]


MARKS: tuple[Mark, ...] = ("triangle", "circle", "star", "square")


@pytest.mark.parametrize("mark", MARKS)
def test_the_mark_of_a_kind_stands_in_two_corners(mark: Mark) -> None:
    shapes = front("start", (), mark)
    (left, top), (right, low) = corners(shapes)
    assert left < 0 < right and top < 0 < low
    others = [front("start", (), other) for other in MARKS if other != mark]
    assert shapes not in others


def test_a_figure_stands_in_the_upper_corner_alone() -> None:
    shapes = front("car0", (), figure="100")
    assert [shape.text for shape in walk(shapes) if isinstance(shape, Text)] == ["100"]
    assert [(x < 0, y < 0) for x, y in corners(shapes)] == [(True, True)]


def test_all_of_a_card_but_its_shadow_lies_within_its_edge() -> None:
    for shapes in (front("start", (), "star"), back()):
        for shape in some(shape for shape in shapes[1:] if isinstance(shape, Polygon)):
            assert all(abs(x) <= WIDE / 2 and abs(y) <= HIGH / 2 for x, y in shape.points)


def test_a_back_tells_nothing_of_its_front() -> None:
    assert back() is back() and not [shape for shape in walk(back()) if isinstance(shape, Text)]


@pytest.mark.parametrize("count", [1, 2, 7, 12])
def test_a_fan_is_symmetric_and_its_cards_go_from_left_to_right(count: int) -> None:
    places = fan(count, 300, 100)
    assert len(places) == count
    assert [x for x, _, _ in places] == sorted({x for x, _, _ in places})
    assert abs(sum(x for x, _, _ in places) / count - 300) < 0.2
    assert all(abs(one[2] + other[2]) < 1e-6 for one, other in zip(places, reversed(places), strict=True))
    assert fan(0, 0, 0) == ()


def test_a_stack_grows_with_its_cards() -> None:
    heights = [len(stack(count, back(), back())) for count in (1, 2, 20, 60)]
    assert heights == sorted(heights) and heights[0] == 1 and heights[-1] > heights[1]
    assert empty_spot()


def test_a_star_stands_around_its_middle() -> None:
    points = star(10, 20, 8, 3)
    assert len(points) == 10 and inside(points, 10, 20)


def test_felt_covers_the_table() -> None:
    outer = felt(400, 300)[0]
    assert isinstance(outer, Polygon)
    assert {min(x for x, _ in outer.points), max(x for x, _ in outer.points)} == {0, 400}
