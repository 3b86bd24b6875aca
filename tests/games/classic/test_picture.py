"""The picture of a stage: everything can be pointed at, nothing grows on the road, and it can be read."""

from __future__ import annotations

import re
from collections import Counter
from math import hypot, pi, remainder
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.draw import CarMark, DieMark, car_position, picture
from rallyman_tutor.games.classic.ground import survey
from rallyman_tutor.games.classic.spaces import Item, Road
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene.palette import PALETTES, Theme
from rallyman_tutor.scene.shapes import LAYERS, Group, Line, Polygon, Scene, Shape, Text, inside, walk
from rallyman_tutor.scene.svg import svg
from tests.scene.pick import pick
from tests.some import some

STAGE_SVG = Path(__file__).parents[3] / "notebooks" / "pictures" / "stage.svg"


def straight(left: str, right: str) -> Item:
    return Item("straight", left=left, right=right)


ROAD = Road([
    straight("grass", "forest"), straight("forest", "forest"), straight("forest", "grass"),
    Item("bend", turn="R", line=3, drift=4, drifts=3, cut=4, left="rock", right="grass"),
    straight("rock", "grass"), straight("grass", "water"),
    Item("jump", note=4, left="forest", right="water"),
    straight("forest", "water"), straight("forest", "grass"), straight("village", "grass"),
    Item("bend", turn="L", line=2, drift=3, drifts=2, left="village", right="rock"),
    straight("village", "rock"), straight("grass", "grass"),
])  # fmt: skip
SHAPES = survey(ROAD)
AT = ROAD.place
CARS = (CarMark("A", 1, 0, AT["s6"]), CarMark("B", 2, 1, AT["b1.d2"], drifting=True))
DICE = (
    DieMark("3", AT["s7"], rolled=True, secured=True),
    DieMark("", AT["s8"], kind="gas", hazard=True, rolled=True),
    DieMark("2", AT["b2.line"]),
)
SCENE = picture(ROAD, SHAPES, CARS, DICE)


def keys(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.key for shape in walk(shapes) if shape.key]


def texts(scene: Scene) -> list[str]:
    return [shape.text for _, shapes in scene.layers for shape in walk(shapes) if isinstance(shape, Text)]


def test_the_layers_are_those_that_painters_know() -> None:
    assert tuple(name for name, _ in SCENE.layers) == LAYERS


def test_the_middle_of_a_space_is_that_space() -> None:
    empty = picture(ROAD, SHAPES)
    for space, shape in zip(ROAD.spaces, SHAPES, strict=True):
        assert pick(empty, *shape.middle) == f"space:{space.key}"


def test_cars_and_dice_lie_on_top_of_their_spaces() -> None:
    assert pick(SCENE, *SHAPES[AT["s6"]].middle) == "car:A"
    assert pick(SCENE, *SHAPES[AT["b1.d2"]].middle) == "car:B"
    assert pick(SCENE, *SHAPES[AT["s7"]].middle) == "die:1"
    assert pick(SCENE, *SHAPES[AT["b2.line"]].middle) == "die:3"


def test_keys_are_unique() -> None:
    counted = Counter(key for _, shapes in SCENE.layers for key in keys(shapes))
    assert max(counted.values()) == 1
    assert {f"space:{space.key}" for space in ROAD.spaces} <= set(counted)


def test_there_are_no_words_but_numbers_and_the_k() -> None:
    assert all(re.fullmatch(r"K?\d+", text) for text in texts(SCENE))
    assert "K4" in texts(SCENE)


def test_every_note_is_painted_on_its_own_space() -> None:
    marks = SCENE.layer("marks")
    for space, shape in zip(ROAD.spaces, SHAPES, strict=True):
        on_it = {mark.text for mark in marks if isinstance(mark, Text) and inside(shape.outline, mark.x, mark.y)}
        note = f"K{space.note}" if space.kind == "cut" else str(space.note)
        assert not space.note or on_it == {note}


def test_nothing_grows_on_the_road() -> None:
    groups = [shape for shape in SCENE.layer("ground") if isinstance(shape, Group)]
    assert len(groups) > 100
    for group in groups:
        assert not any(inside(shape.outline, group.x, group.y) for shape in SHAPES)


def test_what_stands_beside_a_space_is_its_terrain() -> None:
    boulders = [
        g for g in SCENE.layer("ground") if isinstance(g, Group) and g.shapes in (STAMPS["crag"], STAMPS["crag2"])
    ]
    places = [AT["b1.d2"], AT["s4"], AT["b2.d1"], AT["b2.d2"], AT["s9"]]
    middles = [SHAPES[place].middle for place in places]
    assert boulders
    assert all(min(hypot(g.x - x, g.y - y) for x, y in middles) < 190 for g in boulders)


def test_only_what_moves_is_drawn_anew() -> None:
    before = picture(ROAD, SHAPES, CARS)
    moved = picture(ROAD, SHAPES, [CARS[0]._replace(place=AT["s7"])])
    for name in ("ground", "road", "marks"):
        assert moved.layer(name) is before.layer(name)
    assert moved.layer("cars") != before.layer("cars")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_scene_serves_both_themes(theme: Theme) -> None:
    text = svg(SCENE, theme, title="A stage")
    ElementTree.fromstring(text)
    assert set(re.findall(r'"(#[0-9a-f]{6})"', text)) <= set(PALETTES[theme].values())


def test_the_whole_road_is_in_the_picture() -> None:
    for shape in SHAPES:
        for x, y in some(shape.outline):
            assert SCENE.left < x < SCENE.left + SCENE.width
            assert SCENE.top < y < SCENE.top + SCENE.height


def test_a_spun_car_faces_back() -> None:
    ahead, back = (car_position(ROAD, SHAPES, CARS[0]._replace(backwards=spun))[2] for spun in (False, True))
    assert abs(remainder(back - ahead, 2 * pi)) == pytest.approx(pi)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_car_beside_the_road_stands_on_that_side(side: str) -> None:
    x, y, _ = car_position(ROAD, SHAPES, CARS[0]._replace(beside=side))
    shape = SHAPES[AT["s6"]]
    assert not any(inside(other.outline, x, y) for other in SHAPES)
    gaps = {name: min(hypot(x - a, y - b) for a, b in getattr(shape, name)) for name in ("left", "right")}
    assert min(gaps, key=lambda name: gaps[name]) == side


def test_two_cars_on_a_space_leave_each_other_room() -> None:
    one, two = (car_position(ROAD, SHAPES, CARS[0], rank, 2) for rank in (0, 1))
    assert hypot(one[0] - two[0], one[1] - two[1]) > 20
    assert all(inside(SHAPES[AT["s6"]].outline, x, y) for x, y, _ in (one, two))


def test_cars_wait_behind_the_start_line() -> None:
    places = [car_position(ROAD, SHAPES, CARS[0]._replace(place=0), rank, 4)[:2] for rank in range(4)]
    assert len(set(places)) == 4
    assert not any(inside(SHAPES[1].outline, *place) for place in places)


def test_an_untold_terrain_is_left_as_grass() -> None:
    road = Road([straight("marsh", "grass")] * 3)
    assert svg(picture(road, survey(road)))


def test_a_snowy_space_is_white_with_dark_notes() -> None:
    road = Road([Item("jump", note=3, snow=True)] * 2)
    scene = picture(road, survey(road))
    assert any(isinstance(s, Polygon) and s.fill == "snow" and s.key == "space:j1" for s in scene.layer("road"))
    assert any(isinstance(s, Text) and s.fill == "icepaint" for s in scene.layer("marks"))


def test_the_printed_picture_is_up_to_date() -> None:
    title = "A rally stage on a board: two cars on the road, one of them sideways in a bend, and three dice laid ahead"
    assert STAGE_SVG.read_text(encoding="utf-8") == svg(SCENE, title=title)


def colours(scene: Scene, layer: str) -> Counter[str]:
    return Counter(shape.fill for shape in walk(scene.layer(layer)) if isinstance(shape, Polygon) and shape.fill)


def test_where_the_road_lies_in_snow_so_does_the_country_with_banks_and_ruts_beside_and_on_the_road() -> None:
    game: Any = SHELF["classic"]
    scenes = {what: game.draw(game.read(f"{what} s4 R3/4x3 s3 | A"), (), (), False) for what in ("snow", "dry")}
    half = game.draw(game.read("snow s4 R3/4x3 dry s6 L3 s6 | A"), (), (), False)
    grounds = {what: next(iter(colours(scene, "ground"))) for what, scene in scenes.items()}
    assert grounds == {"snow": "snow", "dry": "grass"}
    assert {"snow", "grass"} <= set(colours(half, "ground"))
    for what, scene in scenes.items():
        lines = Counter(shape.stroke for _, shapes in scene.layers for shape in walk(shapes) if isinstance(shape, Line))
        assert (lines["snow-deep"] > 20) == (what == "snow"), what
