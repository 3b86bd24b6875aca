"""A position as a picture: who stands where, which die lies where, and the boards under it all."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import hypot

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.desk import DEMO_STAGES
from rallyman_tutor.games.classic.draw import (
    CarMark,
    car_marks,
    car_position,
    die_marks,
    draw,
    picture,
    shapes_of,
    table_of,
)
from rallyman_tutor.games.classic.notation import read_draft, read_position
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.games.classic.state import State
from rallyman_tutor.scene.shapes import LAYERS, Group, Scene, Shape, Text, inside, walk
from rallyman_tutor.scene.svg import svg
from tests.scene.pick import pick
from tests.some import some

NOTES = "forest/rock s4 R3/4x3K4 s4 j3 s2"
WINTER = "START C8, C3-J6-J5-C4, FINISH C5 snow J"
PATH = ((0.0, 0.0), (60.0, 0.0))
LOOP = ((60.0, 0.0), (120.0, 40.0), (140.0, 0.0), (120.0, -40.0), (60.0, 0.0))
ROUTES = (*DEMO_STAGES, WINTER)


@lru_cache
def drawn(position: str, draft: str = "") -> Scene:
    return draw(read_position(position), read_draft(draft) if draft else ())


def at(position: str) -> State:
    return read_position(position)


def faces(position: str, draft: str) -> list[tuple[str, str]]:
    """Dice and the spaces on which they lie."""
    state = at(position)
    return [(mark.face or "w", state.road.spaces[mark.place].key) for mark in die_marks(state, read_draft(draft))]


def in_layer(scene: Scene, layer: str, kind: str) -> dict[str, Group]:
    groups = (shape for shape in scene.layer(layer) if isinstance(shape, Group) and shape.key.startswith(kind))
    return {group.key: group for group in groups}


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for shape in walk(shapes) if isinstance(shape, Text)]


# Cars


def test_a_car_wears_the_number_and_the_colour_of_its_seat() -> None:
    marks = car_marks(at(f"{NOTES} | Ana@s2 g2 ; Ben@s3 g3"))
    assert [(mark.name, mark.number, mark.colour) for mark in marks] == [("Ana", 1, 0), ("Ben", 2, 1)]


def test_a_car_stands_on_its_space() -> None:
    scene = drawn(f"{NOTES} | Ana@s2 g2 ; Ben@b1.d2 g4")
    road = read_stage(NOTES).road
    for key, space in (("car:Ana", "s2"), ("car:Ben", "b1.d2")):
        car = in_layer(scene, "cars", "car:")[key]
        assert inside(shapes_of(road)[road.place[space]].outline, car.x, car.y)


def test_a_car_in_a_drift_drifts_and_raises_dust() -> None:
    assert [mark.drifting for mark in car_marks(at(f"{NOTES} | A@b1.d2 g4 ; B@s3 g2"))] == [True, False]
    assert len(drawn(f"{NOTES} | A@b1.d2 g4").layer("cars")) > len(drawn(f"{NOTES} | A@b1.line g3").layer("cars"))


def test_a_spun_car_faces_back_until_its_turn() -> None:
    (mark,) = (mark for mark in car_marks(at(f"{NOTES} | A@s2 g2 ; B@s3 spun")) if mark.name == "B")
    assert mark.backwards


@pytest.mark.parametrize(
    ("space", "side"),
    [
        ("s4", "left"),
        ("s4", "right"),
        ("b1.line", "left"),
        ("b1.d2", "left"),
        ("b1.cut", "right"),
        ("s6", "left"),
        ("s6", "right"),
    ],
)
def test_a_car_that_left_the_road_stands_off_the_road_on_that_side(space: str, side: str) -> None:
    scene = drawn(f"{NOTES} | A@s1 g2 ; B@{space} off-{side}")
    car = in_layer(scene, "cars", "car:")["car:B"]
    road = read_stage(NOTES).road
    shapes = shapes_of(road)
    roadway = [shape for shape, of in zip(shapes, road.spaces, strict=True) if of.kind != "cut"]
    assert not any(inside(shape.outline, car.x, car.y) for shape in roadway)
    shape = shapes[road.place[space]]
    gaps = {name: min(hypot(car.x - x, car.y - y) for x, y in getattr(shape, name)) for name in ("left", "right")}
    assert min(gaps, key=lambda name: gaps[name]) == side


def test_cars_that_are_out_are_gone_and_those_that_finished_have_left_the_road() -> None:
    scene = drawn(f"{NOTES} | A@s2 g2 ; B out ; C finished")
    cars = in_layer(scene, "cars", "car:")
    assert set(cars) == {"car:A", "car:C"}
    c = cars["car:C"]
    assert not any(inside(shape.outline, c.x, c.y) for shape in shapes_of(read_stage(NOTES).road))


@pytest.mark.parametrize("stage", [NOTES, DEMO_STAGES[0]])
def test_waiting_cars_queue_behind_the_start_in_starting_order(stage: str) -> None:
    scene = drawn(f"{stage} | A ; B ; C ; D | | order C A D B")
    road = read_stage(stage).road
    shapes = shapes_of(road)
    x, y = shapes[road.place["s1"]].middle
    cars = in_layer(scene, "cars", "car:")
    gaps = {key: hypot(car.x - x, car.y - y) for key, car in cars.items()}
    assert sorted(gaps, key=lambda key: gaps[key]) == ["car:C", "car:A", "car:D", "car:B"]
    places = [(car.x, car.y) for car in cars.values()]
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 18 for a in places for b in places if a != b)
    assert not any(inside(shape.outline, *place) for shape in shapes[1:] for place in places)
    for px, py in places:
        assert scene.left < px < scene.left + scene.width and scene.top < py < scene.top + scene.height


def test_cars_that_meet_on_a_road_driven_both_ways_stand_side_by_side() -> None:
    there, back = (read_stage("s3").road.items[0]._replace(home="H", path=path) for path in (PATH, PATH[::-1]))
    road = Road([there, read_stage("R1").road.items[0]._replace(path=LOOP), back._replace(backwards=True)])
    marks = [CarMark("A", 1, 0, 1), CarMark("B", 2, 1, 3)]
    one, two = (car_position(road, shapes_of(road), mark, rank, 2) for rank, mark in enumerate(marks))
    assert hypot(one[0] - two[0], one[1] - two[1]) > 20


# Dice


def test_dice_of_a_draft_lie_where_they_lead() -> None:
    assert faces(f"{NOTES} | A@s1 g2", "2 3 w") == [("2", "s2"), ("3", "s3"), ("w", "s4")]
    assert faces(f"{NOTES} | A@s4 g3", "4>d 3") == [("4", "b1.d1"), ("3", "b1.line")]


def test_a_die_that_flies_lies_where_it_lands() -> None:
    ((_, space),) = faces(f"{NOTES} | A@s8 g3", "3")
    assert space == "s9"


def test_a_die_that_cannot_get_there_still_lies_where_it_was_laid() -> None:
    assert faces(f"{NOTES} | A@s1 g2", "3>s4") == [("3", "s4")]


def test_the_dice_laid_behind_it_lie_there_too() -> None:
    assert faces(f"{NOTES} | A@s1 g2", "3>s4 4>s5")[1:] == [("4", "s5")]


def test_a_die_that_names_no_space_and_leads_nowhere_is_not_drawn() -> None:
    assert faces(f"{NOTES} | A@s1 g2", "3>k") == []


def test_a_die_carries_its_number_in_the_draft() -> None:
    scene = drawn(f"{NOTES} | A@s1 g2", "2 3 w")
    assert list(in_layer(scene, "draft", "die:")) == ["die:1", "die:2", "die:3"]
    road = read_stage(NOTES).road
    x, y = shapes_of(road)[road.place["s3"]].middle
    assert pick(scene, x, y) == "die:2"


def test_a_secured_die_wears_a_padlock() -> None:
    marks = die_marks(at(f"{NOTES} | A@s1 g2 s3"), read_draft("2$ 3"))
    assert [mark.secured for mark in marks] == [True, False]


def test_laid_dice_are_matt_and_those_of_an_attack_or_a_script_show_what_they_rolled() -> None:
    laid = die_marks(at(f"{NOTES} | A@s1 g2"), read_draft("2 3"))
    assert [(mark.rolled, mark.hazard) for mark in laid] == [(False, False)] * 2
    held = die_marks(at(f"{NOTES} | A@s1 g2 | A attack3[2 3! w]"), read_draft("2 3"))
    assert [(mark.rolled, mark.hazard) for mark in held] == [(True, False), (True, True)]
    told = die_marks(at(f"{NOTES} | A@s1 g2"), read_draft("2! 3. w"))
    assert [(mark.rolled, mark.hazard) for mark in told] == [(True, True), (True, False), (False, False)]


def test_two_dice_on_one_space_are_both_to_be_seen() -> None:
    dice = in_layer(drawn(f"{NOTES} | A@s1 g2", "2>s2 3>s2"), "draft", "die:")
    assert len({(die.x, die.y) for die in dice.values()}) == 2


def test_a_draft_changes_nothing_but_the_dice() -> None:
    one, two = drawn(f"{NOTES} | A@s1 g2"), drawn(f"{NOTES} | A@s1 g2", "2 3")
    for name in LAYERS:
        assert (one.layer(name) == two.layer(name)) == (name != "draft")
    assert all(one.layer(name) is two.layer(name) for name in ("ground", "road", "marks"))


# The road


def test_dirt_lies_on_its_bend_a_heap_for_each_marker() -> None:
    clean, dirty = drawn(f"{NOTES} | A@s1"), drawn(f"{NOTES} | A@s1 | A | dirt b1:2")
    heaps = dirty.layer("marks")[len(clean.layer("marks")) :]
    road = read_stage(NOTES).road
    shapes = shapes_of(road)
    bend = road.bends[0]
    assert len(heaps) == 2
    for heap in heaps:
        assert isinstance(heap, Group)
        assert any(inside(shapes[place].outline, heap.x, heap.y) for place in (bend.line_at, *bend.drift_at))


def test_dirt_hides_no_note() -> None:
    scene = drawn(f"{NOTES} | A@s1 | A | dirt b1:3")
    notes = [shape for shape in scene.layer("marks") if isinstance(shape, Text)]
    heaps = [shape for shape in scene.layer("marks")[-3:] if isinstance(shape, Group)]
    assert len(heaps) == 3
    assert all(hypot(note.x - heap.x, note.y - heap.y) > 14 for note in notes for heap in heaps)


def test_a_road_is_surveyed_once() -> None:
    road = read_stage(NOTES).road
    assert shapes_of(road) is shapes_of(road)


# Stages over the zone boards


def test_pace_notes_lie_on_no_boards() -> None:
    assert table_of(read_stage(NOTES)) is None


@pytest.mark.parametrize("route", ROUTES)
def test_every_space_of_a_route_can_be_pointed_at(route: str) -> None:
    scene = drawn(f"{route} | A out")
    road = read_stage(route).road
    for space, shape in some(zip(road.spaces, shapes_of(road), strict=True)):
        assert pick(scene, *shape.middle) == f"space:{space.key}"


@pytest.mark.parametrize("route", ROUTES)
def test_keys_are_unique(route: str) -> None:
    scene = drawn(f"{route} | A@s2 g2 ; B", "2 3")
    keys = Counter(shape.key for _, shapes in scene.layers for shape in walk(shapes) if shape.key)
    assert max(keys.values()) == 1


@pytest.mark.parametrize("route", ROUTES)
def test_what_grows_keeps_on_the_boards_and_off_all_roads(route: str) -> None:
    table = table_of(read_stage(route))
    assert table
    boxes = [board.box() for board in table.boards]
    groups = [shape for shape in drawn(f"{route} | A out").layer("ground") if isinstance(shape, Group)]
    roads = [shape for _, shapes in table.byways for shape in shapes] + [*shapes_of(read_stage(route).road)]
    assert len(groups) > 300
    for group in groups:
        assert any(left < group.x < right and top < group.y < bottom for left, top, right, bottom in boxes)
        near = (s for s in roads if abs(s.middle[0] - group.x) < 150 and abs(s.middle[1] - group.y) < 150)
        assert not any(inside(shape.outline, group.x, group.y) for shape in near)


@pytest.mark.parametrize("route", ROUTES)
def test_every_exit_of_its_boards_is_named(route: str) -> None:
    table = table_of(read_stage(route))
    assert table
    named = {group.key for group in in_layer(drawn(f"{route} | A out"), "marks", "exit:").values()}
    assert named == {f"exit:{exit.name}" for exit in table.exits}


def test_there_are_no_words_but_numbers_the_k_and_the_exits() -> None:
    scene = drawn(f"{DEMO_STAGES[1]} | A@s2 g2 ; B", "2 3")
    assert all(re.fullmatch(r"\d+|[A-Z]\d", text) for _, shapes in scene.layers for text in texts(shapes))


def test_the_roads_left_aside_carry_no_notes() -> None:
    table = table_of(read_stage(DEMO_STAGES[0]))
    assert table and len(table.byways) > 3
    notes = [shape for shape in drawn(f"{DEMO_STAGES[0]} | A out").layer("marks") if isinstance(shape, Text)]
    driven = shapes_of(read_stage(DEMO_STAGES[0]).road)
    assert all(any(inside(shape.outline, note.x, note.y) for shape in driven) for note in notes[1::2])


def test_a_board_on_its_snow_face_is_white_and_the_others_are_not() -> None:
    table = table_of(read_stage(WINTER))
    assert table
    assert [board.ground for board in table.boards] == ["grass", "snow"]
    assert {kind for kind, _ in table.boards[1].areas} & {"grass", "forest"} == set()


def test_a_note_on_bare_earth_is_pale_in_snow_too() -> None:
    marks = drawn(f"{WINTER} | A out").layer("marks")
    inks = {shape.fill for shape in marks if isinstance(shape, Text) and shape.text[0] == "K" and shape.opacity == 1}
    assert inks == {"paint"}


def test_a_road_driven_twice_carries_its_notes_once() -> None:
    items = read_stage("R3/4x3 s1").road.items * 2
    apart, again = Road(items), Road(item._replace(home=f"H{n % 2}") for n, item in enumerate(items))
    notes, fewer = (texts(picture(road, shapes_of(road)).layer("marks")) for road in (apart, again))
    assert len(notes) == 2 * len(fewer)


def test_a_whole_route_is_no_heavy_picture() -> None:
    assert len(svg(drawn(f"{DEMO_STAGES[1]} | A@s2 g2 ; B", "2 3"))) < 1_500_000


def test_the_game_draws_a_position_with_a_draft_read_from_text() -> None:
    state = GAME.read("s4 R3/4x3K4 s5 | A@s4 g4")
    scene = GAME.draw(state, GAME.read_draft("4>d w>d"))
    assert scene == draw(state, read_draft("4>d w>d"))
    assert scene.layer("draft") != GAME.draw(state, ()).layer("draft")
