"""The country grows from the roadside, the same every time."""

from __future__ import annotations

from rallyman_tutor.games.classic.country import country, frame
from rallyman_tutor.games.classic.ground import survey
from rallyman_tutor.games.classic.spaces import Item, Road
from rallyman_tutor.games.classic.verges import Verges

ROAD = Road([Item("straight", left="forest", right="water")] * 8)
SHAPES = survey(ROAD)


def test_terrain_on_either_side_is_what_the_space_says() -> None:
    verges = Verges(ROAD, SHAPES)
    shape = SHAPES[4]
    for side, kind in ((shape.left, "forest"), (shape.right, "water")):
        (x, y), (mx, my) = side[2], shape.middle
        assert verges.terrain(x + (x - mx) * 0.4, y + (y - my) * 0.4) == kind


def test_far_from_the_road_there_is_grass() -> None:
    assert Verges(ROAD, SHAPES).terrain(5000, 5000) == "grass"


def test_nothing_may_stand_on_the_road_or_too_near_to_it() -> None:
    verges = Verges(ROAD, SHAPES)
    x, y = SHAPES[4].left[2]
    assert not verges.clear(*SHAPES[4].middle, 1)
    assert not verges.clear(x, y, 5)
    assert verges.clear(5000, 5000, 30)


def test_on_boards_things_keep_off_the_edges() -> None:
    verges = Verges(ROAD, SHAPES, fields=[(4000.0, 4000.0, 6000.0, 6000.0)])
    assert verges.clear(5000, 5000, 30)
    assert not verges.clear(4010, 5000, 30)
    assert not verges.clear(3000, 3000, 5)


def test_the_same_road_lies_in_the_same_country() -> None:
    first = country(ROAD, SHAPES)
    country.cache_clear()
    assert country(ROAD, SHAPES) == first


def test_a_picture_is_neither_a_ribbon_nor_a_tower() -> None:
    _, _, width, height = frame(SHAPES)
    assert 1.2 < width / height < 2.2
