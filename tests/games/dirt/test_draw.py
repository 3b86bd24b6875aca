"""A position as a picture: tiles on the table, who stands where, which die lies where."""

from __future__ import annotations

import re
from cmath import phase
from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise
from math import degrees, hypot, pi, remainder
from random import Random
from xml.etree import ElementTree

import pytest

from rallyman_tutor.games.dirt.draw import CarMark, DieMark, car_marks, die_marks, draw, faces, picture, played_marks
from rallyman_tutor.games.dirt.ground import APOTHEM, LANE, survey
from rallyman_tutor.games.dirt.notation import read_draft, read_position
from rallyman_tutor.games.dirt.road import OFFICIAL, Stage, read_stage
from rallyman_tutor.games.dirt.scenery import sign_places
from rallyman_tutor.games.dirt.state import Event
from rallyman_tutor.games.dirt.tiles import sides
from rallyman_tutor.scene.palette import PALETTES, Theme
from rallyman_tutor.scene.shapes import LAYERS, Circle, Group, Polygon, Scene, Shape, Text, inside, walk
from rallyman_tutor.scene.svg import svg
from tests.games.dirt.stages import random_stage
from tests.parts.overlaps import shared
from tests.sampled import sampled
from tests.scene.pick import pick
from tests.some import some

STAGE = "202a 219b:R2 211b:L2 205b 222a:R1 231a 203a 201a"
BOX = [side.code for side in sides().values() if side.family != "stretches" and not side.service]
ALONE = [f"{code}{way}" for code in BOX for way in ("", "<")]
SOME_OFFICIAL = sampled([*OFFICIAL], OFFICIAL[::3])
"""Every third in an ordinary run: a picture of a whole stage takes long, and its tiles are looked at one by one."""
STRETCHES = ["FX-S", "FX-D", "FX-CC", "FX-SL", "FX-JC", "FX-WW", "FX-G", "FX-A"]


@lru_cache
def drawn(position: str, draft: str = "") -> Scene:
    return draw(read_position(position), read_draft(draft) if draft else ())


@lru_cache
def empty(stage: str) -> Scene:
    return picture(read_stage(stage))


def place(stage: str, name: str) -> int:
    found = read_stage(stage).road.find(name)
    assert found is not None, name
    return found


def laid(position: str, draft: str) -> list[tuple[str, str, str]]:
    """Dice and the spaces on which they lie."""
    state = read_position(position)
    marks = die_marks(state, read_draft(draft))
    return [(mark.kind, mark.face, state.road.short(mark.place)) for mark in marks]


def in_layer(scene: Scene, layer: str, kind: str) -> dict[str, Group]:
    groups = (shape for shape in scene.layer(layer) if isinstance(shape, Group) and shape.key.startswith(kind))
    return {group.key: group for group in groups}


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for shape in walk(shapes) if isinstance(shape, Text)]


# Tiles and spaces


@pytest.mark.parametrize("stage", OFFICIAL)
def test_tiles_are_hexagons_side_by_side(stage: str) -> None:
    patches = survey(read_stage(stage)).patches
    for patch in some(patches):
        edges = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise((*patch.outline, patch.outline[0]))]
        assert len(edges) == 6 and max(edges) - min(edges) < 0.1
    for one, two in combinations(patches, 2):
        assert shared(one.outline, two.outline) < 1
        assert hypot(one.middle[0] - two.middle[0], one.middle[1] - two.middle[1]) >= 2 * APOTHEM


@pytest.mark.parametrize("stage", OFFICIAL)
def test_roads_meet_where_tiles_meet(stage: str) -> None:
    roads = [patch for patch in survey(read_stage(stage)).patches if not patch.placed.tile.side.service]
    for one, two in some(pairwise(roads)):
        assert abs(one.path[-1] - two.path[0]) < 5.1
        leaves, enters = one.path[-1] - one.path[-2], two.path[1] - two.path[0]
        assert (leaves * enters.conjugate()).real > 0.97 * abs(leaves) * abs(enters), "and go on as they came"


@pytest.mark.parametrize(
    "tile", [tile for tile in ALONE if "T15" not in tile]
)  # its shortcut leads over the edge: a trap
def test_a_road_keeps_on_its_tile(tile: str) -> None:
    stage = read_stage(tile)
    ground = survey(stage)
    (x, y), outline = ground.patches[0].middle, ground.patches[0].outline
    larger = [(x + (a - x) * 1.004, y + (b - y) * 1.004) for a, b in outline]
    for space, shape in some(zip(stage.road.spaces, ground.shapes, strict=True)):
        assert all(inside(larger, *point) for point in shape.outline), space.key


@pytest.mark.parametrize("tile", ALONE)
def test_every_space_is_large_enough_for_a_car(tile: str) -> None:
    stage = read_stage(tile)
    for space, shape in some(zip(stage.road.spaces, survey(stage).shapes, strict=True)):
        long = max(
            hypot(shape.left[0][0] - shape.left[-1][0], shape.left[0][1] - shape.left[-1][1]),
            hypot(shape.right[0][0] - shape.right[-1][0], shape.right[0][1] - shape.right[-1][1]),
        )
        assert long > (17 if space.kind == "half" else 33), space.key


@pytest.mark.parametrize("stage", STRETCHES)
def test_a_stretch_has_lanes_as_long_as_those_of_a_tile(stage: str) -> None:
    road = read_stage(stage)
    for space, shape in some(zip(road.road.spaces, survey(road).shapes, strict=True)):
        middle = [complex(a + c, b + d) / 2 for (a, b), (c, d) in zip(shape.left, shape.right, strict=True)]
        long = sum(abs(two - one) for one, two in pairwise(middle)) / float(space.front - space.start)
        rows = len(road.tiles[space.tile].rows)
        assert space.kind != "lane" or 55 * rows < long < 95 * rows, space.key


def test_a_service_park_behind_a_stretch_is_as_wide_as_a_tile() -> None:
    stretch, park = survey(read_stage("FX-F 201a")).patches
    (left, top), _, (right, low), _ = park.outline
    assert right - left == 2 * APOTHEM and (top, low) == (stretch.outline[0][1], stretch.outline[2][1])
    assert 0 < left - stretch.outline[1][0] < 10


@pytest.mark.parametrize("stretch", ["FX-S", "FX-C", "FX-CC", "FX-SL", "FX-JC", "FX-JJ", "FX-WW", "FX-G"])
def test_a_stretch_with_nothing_but_a_service_park_behind_it_is_drawn(stretch: str) -> None:
    assert draw(read_position(f"{stretch} 201a | A")).layers


@pytest.mark.parametrize("tile", [*BOX, *(pytest.param(f"{code}<", marks=pytest.mark.wide) for code in BOX)])
def test_no_space_lies_on_another_but_the_halves_of_slides(tile: str) -> None:
    stage = read_stage(tile)
    ground = survey(stage)
    spaces = [space for space in stage.road.spaces if space.kind != "shortcut"]  # both its ends lie under the road
    for one, two in some(combinations(spaces, 2)):
        if two.place not in stage.road.clashes[one.place]:
            assert shared(ground.shapes[one.place].outline, ground.shapes[two.place].outline) < 30, (one.key, two.key)
        assert shared(ground.grips[one.place], ground.grips[two.place]) < 30, (one.key, two.key)


@pytest.mark.parametrize("stage", [*SOME_OFFICIAL, *STRETCHES])
def test_every_space_can_be_pointed_at(stage: str) -> None:
    scene = empty(stage)
    for space, shape in some(zip(read_stage(stage).road.spaces, survey(read_stage(stage)).shapes, strict=True)):
        assert pick(scene, *shape.middle) == f"space:{space.key}"


@pytest.mark.parametrize("stage", OFFICIAL)
def test_keys_are_unique(stage: str) -> None:
    keys = Counter(shape.key for _, shapes in empty(stage).layers for shape in walk(shapes) if shape.key)
    assert max(keys.values()) == 1
    assert {f"space:{space.key}" for space in read_stage(stage).road.spaces} <= set(keys)


def test_drift_spaces_lie_outside_of_the_line_and_shortcuts_inside() -> None:
    bends = ((survey(stage).shapes, bend) for stage in map(read_stage, BOX) for bend in stage.road.bends)
    for shapes, bend in some(bends):
        right = bend.turn == "R"
        (x, y), middle = shapes[bend.drift[len(bend.drift) // 2]].middle, shapes[bend.line[0]]
        edge = middle.left if right else middle.right
        assert min(hypot(x - a, y - b) for a, b in edge) < 1.3 * LANE
        if bend.shortcut:
            (x, y), edge = shapes[bend.shortcut[0]].middle, middle.right if right else middle.left
            inner = min(hypot(x - a, y - b) for a, b in edge)
            assert inner < min(hypot(x - a, y - b) for a, b in (middle.left if right else middle.right))


def test_a_shortcut_turns_off_the_road_and_comes_back_to_it_at_an_angle() -> None:
    bends = ((survey(stage), bend) for stage in map(read_stage, BOX) for bend in stage.road.bends if bend.shortcut)
    for ground, bend in some(bends):
        shapes, patch = [ground.shapes[at] for at in bend.shortcut], ground.patches[0]
        line = [complex(a + c, b + d) / 2 for s in shapes for (a, b), (c, d) in zip(s.left, s.right, strict=True)]
        for at, leg, inward in ((line[0], line[1] - line[0], 1), (line[-1], line[-1] - line[-2], -1)):
            nearest = min(range(len(patch.path)), key=lambda n: abs(patch.path[n] - at))
            angle = degrees(phase(leg / patch.ways[nearest])) * inward * (1 if bend.turn == "R" else -1)
            assert 35 < angle < 43, bend.name


# What is printed


@pytest.mark.parametrize("stage", SOME_OFFICIAL)
def test_nothing_grows_on_the_road_or_off_its_tile(stage: str) -> None:
    ground = survey(read_stage(stage))
    things = [shape for shape in empty(stage).layer("ground") if isinstance(shape, Group)]
    assert len(things) > 100
    for thing in things:
        assert any(inside(patch.outline, thing.x, thing.y) for patch in ground.patches)
        assert not any(inside(shape.outline, thing.x, thing.y) for shape in ground.shapes)


@pytest.mark.parametrize("stage", OFFICIAL)
def test_limits_and_jumps_are_printed_on_their_spaces(stage: str) -> None:
    road, shapes = read_stage(stage).road, survey(read_stage(stage)).shapes
    signs = [
        (mark.x, mark.y, texts((mark,)), isinstance(mark.shapes[1], Circle))
        for mark in empty(stage).layer("marks")
        if isinstance(mark, Group) and not mark.key and len(mark.shapes) == 3
    ]
    limits = [space for space in road.spaces if space.limit is not None]
    jumps = [space for space in road.spaces if space.jump and space.lane == "R"]
    assert len(signs) == len(limits) + len(jumps)
    for space in limits:
        on_it = [told for x, y, told, circle in signs if circle and inside(shapes[space.place].outline, x, y)]
        assert [str(space.limit)] in on_it, space.key
    for space in jumps:
        assert any(
            told == [str(space.jump)] and not circle and hypot(x - a, y - b) < LANE + 8
            for x, y, told, circle in signs
            for a, b in (shapes[space.place].middle, *shapes[space.place].left)
        )


def test_danger_is_told_by_bars_at_both_ends_of_a_tile() -> None:
    stage = read_stage(STAGE)
    marks = {(mark.x, mark.y): mark for mark in empty(STAGE).layer("marks") if isinstance(mark, Group)}
    for patch in some(survey(stage).patches):
        danger = patch.placed.tile.side.danger
        places = sign_places(patch)
        assert len(places) == (2 if danger else 0)
        for spot in places:
            plates = [shape for shape in marks[spot].shapes if isinstance(shape, Polygon)]
            assert len(plates) - 3 == {"yellow": 1, "orange": 2, "red": 3}[danger]


@pytest.mark.parametrize("tile", ALONE)
def test_a_danger_sign_stands_beside_the_road(tile: str) -> None:
    ground = survey(read_stage(tile))
    for spot in some(sign_places(ground.patches[0])):
        assert inside(ground.patches[0].outline, *spot)
        assert not any(inside(shape.outline, *spot) for shape in ground.shapes)


def test_lines_along_its_edge_have_the_colour_of_a_tiles_danger_and_lie_on_the_tile() -> None:
    stage = read_stage("R6-SS2")
    patches = survey(stage).patches
    lines = [
        shape for shape in empty(stage.text).layer("ground")
        if isinstance(shape, Polygon) and not shape.fill and shape.stroke in ("hazard", "leader", "start")
    ]  # fmt: skip
    told = {"yellow": ["hazard"], "orange": ["leader", "leader"], "red": ["start"]}
    dangers = [patch.placed.tile.side.danger for patch in patches]
    assert {"yellow", "orange", "red"} <= set(dangers)
    assert [line.stroke for line in lines] == [colour for danger in dangers if danger for colour in told[danger]]
    lined = [patch for patch in patches for _ in told.get(patch.placed.tile.side.danger, ())]
    for line, patch in zip(lines, lined, strict=True):
        assert all(inside(patch.outline, x, y) for x, y in line.points)


def test_every_tile_shows_its_place_in_the_stage() -> None:
    tiles = in_layer(empty("R1-SS1"), "marks", "tile:")
    assert [texts((group,)) for group in tiles.values()] == [[str(n)] for n in range(1, 12)]
    patches = survey(read_stage("R1-SS1")).patches
    for group, patch in zip(tiles.values(), patches, strict=True):
        assert inside(patch.outline, group.x, group.y)


def test_there_are_no_words_but_numbers() -> None:
    scene = drawn(f"{STAGE} | A@1.L2 g3 ; B", "3 w")
    assert all(re.fullmatch(r"\d+", text) for _, shapes in scene.layers for text in texts(shapes))


def test_water_has_the_colour_of_water() -> None:
    stage = read_stage("208b:R1")
    wet = {
        space.key
        for space, shape in zip(stage.road.spaces, survey(stage).shapes, strict=True)
        if any(
            isinstance(s, Polygon) and s.fill == "water" and s.points == shape.outline
            for s in empty(stage.text).layer("road")
        )
    }
    assert wet == {space.key for space in stage.road.spaces if space.ford}


def test_gravel_lies_on_its_bend_a_heap_for_each_token() -> None:
    clean, dirty = drawn(f"{STAGE} | A@1.L2"), drawn(f"{STAGE} | A@1.L2 | A | gravel 2:3")
    heaps = dirty.layer("marks")[len(clean.layer("marks")) :]
    road, shapes = read_stage(STAGE).road, survey(read_stage(STAGE)).shapes
    bend = next(bend for bend in road.bends if bend.tile == 1)
    assert len(heaps) == 3
    for heap in heaps:
        assert isinstance(heap, Group)
        near = [hypot(heap.x - x, heap.y - y) for at in (*bend.line, *bend.drift) for x, y in shapes[at].outline]
        assert min(near) < 4, "between line and drift"


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("stage", [*SOME_OFFICIAL, "FX-G"])
def test_a_stage_is_painted_in_either_theme_and_is_no_heavy_picture(stage: str, theme: Theme) -> None:
    painted = svg(empty(stage), theme)
    ElementTree.fromstring(painted)
    assert len(painted) < 1_200_000


def test_all_lies_within_the_picture(wide: bool) -> None:
    for stage in some(OFFICIAL if wide else OFFICIAL[::3]):
        scene = picture(read_stage(stage), [CarMark(str(n), n + 1, n, -1) for n in range(6)])
        points = [point for patch in survey(read_stage(stage)).patches for point in patch.outline]
        points += [(group.x, group.y) for group in in_layer(scene, "cars", "car:").values()]
        for x, y in some(points):
            assert scene.left + 20 < x < scene.left + scene.width - 20
            assert scene.top + 20 < y < scene.top + scene.height - 20


# Cars


def cars(position: str) -> dict[str, Group]:
    return in_layer(drawn(position), "cars", "car:")


def test_a_car_stands_on_its_space_and_heads_along_the_road() -> None:
    stage = read_stage(STAGE)
    for name in ("1.L2", "2.line1", "2.d2", "2.h1", "2.k1", "6.f2", "5.R1"):
        at = place(STAGE, name)
        shape = survey(stage).shapes[at]
        car = cars(f"{STAGE} | A@{name} g2")["car:A"]
        assert inside(shape.outline, car.x, car.y)


def test_a_car_in_a_drift_or_a_slide_stands_across_and_raises_dust() -> None:
    for name, dusty in (("2.d2", True), ("2.h1", True), ("2.line1", False), ("2.L2", False)):
        layer = drawn(f"{STAGE} | A@{name} g3").layer("cars")
        assert any(isinstance(shape, Circle) and shape.fill == "sand-lit" for shape in layer) == dusty
    stage = read_stage(STAGE)
    shape = survey(stage).shapes[place(STAGE, "2.d2")]
    straight = survey(stage).shapes[place(STAGE, "2.line1")].heading
    assert abs(remainder(shape.heading - straight, 2 * pi)) > 0.5


def test_a_spun_car_faces_back() -> None:
    there, back = (cars(f"{STAGE} | A@1.L2 g2 ; B@4.L1 g0{spun}")["car:B"] for spun in ("", " spun"))
    assert (there.x, there.y) == (back.x, back.y)
    turned = [
        next(part.angle for part in walk((group,)) if isinstance(part, Group) and part.angle) for group in (there, back)
    ]
    assert abs(remainder(turned[0] - turned[1], 2 * pi)) == pytest.approx(pi)


@pytest.mark.parametrize("name", ["1.L3", "1.R3", "2.line1", "2.d2", "2.h1", "2.R2", "6.f2", "5.d1"])
def test_a_car_beside_the_road_is_off_it_and_near_its_space(name: str) -> None:
    stage = read_stage(STAGE)
    car = cars(f"{STAGE} | A@1.L2 g2 ; B@{name} g0 off")["car:B"]
    shapes = survey(stage).shapes
    road = [shape for shape, space in zip(shapes, stage.road.spaces, strict=True) if space.kind != "shortcut"]
    assert not any(inside(shape.outline, car.x, car.y) for shape in road)
    assert min(hypot(car.x - x, car.y - y) for x, y in shapes[place(STAGE, name)].outline) < 24


def test_two_cars_beside_one_space_do_not_stand_on_one_another() -> None:
    both = cars(f"{STAGE} | A@1.L2 g2 ; B@2.d2 g0 off ; C@2.d2 g0 off")
    assert hypot(both["car:B"].x - both["car:C"].x, both["car:B"].y - both["car:C"].y) > 30


def test_waiting_cars_queue_behind_the_start_in_their_order() -> None:
    scene = drawn(f"{STAGE} | A@1.L2 g0 ; B ; C ; D | A r1 | order A C D B")
    start = survey(read_stage(STAGE)).patches[0].path[0]
    gaps = {name: abs(complex(group.x, group.y) - start) for name, group in in_layer(scene, "cars", "car:").items()}
    assert (
        sorted(gaps, key=lambda name: gaps[name])[-3:] == ["car:C", "car:D", "car:B"] or gaps["car:C"] < gaps["car:B"]
    )
    outline = survey(read_stage(STAGE)).patches[0].outline
    queue = [in_layer(scene, "cars", "car:")[f"car:{name}"] for name in "BCD"]
    assert not any(inside(outline, group.x, group.y) for group in queue)
    assert min(hypot(a.x - b.x, a.y - b.y) for a, b in combinations(queue, 2)) > 24


def test_cars_that_are_through_have_left_the_road_and_those_out_are_gone() -> None:
    found = cars(f"{STAGE} | A@1.L2 g2 ; B@7.L3 finished ; C@2.L1 out")
    assert set(found) == {"car:A", "car:B"}
    shapes = survey(read_stage(STAGE)).shapes
    assert not any(inside(shape.outline, found["car:B"].x, found["car:B"].y) for shape in shapes)


def test_the_order_of_play_is_told_by_flags() -> None:
    state = read_position(f"{STAGE} | A@1.L2 g2 ; B@2.L1 g2 ; C@3.L1 g2 | C r4 then B A")
    assert {mark.name: mark.turn for mark in car_marks(state)} == {"C": 1, "B": 2, "A": 3}
    found = in_layer(draw(state), "cars", "car:")
    assert {name: texts((group,)) for name, group in found.items()} == {
        "car:A": ["1", "3"], "car:B": ["2", "2"], "car:C": ["3", "1"],
    }  # fmt: skip
    assert texts((cars(f"{STAGE} | A@1.L2 g2")["car:A"],)) == ["1"], "nobody else plays"


# Dice


def test_dice_of_a_draft_lie_where_they_lead() -> None:
    assert laid("FX-SL | A@L3 g4", "4>h1 w>h2 3>k1 2>R6") == [
        ("gear", "4", "h1"), ("gas", "", "h2"), ("gear", "3", "k1"), ("gear", "2", "R6"),
    ]  # fmt: skip


def test_a_die_that_flies_lies_where_it_lands() -> None:
    assert laid("FX-J | A@L3 g3", "3>L4>R5") == [("gear", "3", "R5")]


def test_a_die_that_cannot_get_there_still_lies_where_it_was_laid() -> None:
    assert laid("FX-S | A@L1 g2", "3>L4") == [("gear", "3", "L4")]


def test_brake_dice_lie_beside_their_gear_die() -> None:
    (mark,) = die_marks(read_position("FX-S | A@L3 g5"), read_draft("3b>L4"))
    assert mark.brakes == (False,)
    scene = drawn("FX-S | A@L3 g5", "3b>L4")
    dice = [shape for shape in in_layer(scene, "draft", "die:")["die:1"].shapes if isinstance(shape, Group)]
    assert len(dice) == 2
    assert hypot(dice[0].x - dice[1].x, dice[0].y - dice[1].y) > 15


def test_dice_of_a_script_show_what_it_tells_one_by_one_and_flat_out() -> None:
    state = read_position("FX-S | A@L3 g5")
    for text in ("3b!. w!", "flat 3b!. w!"):
        marks = die_marks(state, read_draft(text))
        assert [(mark.rolled, mark.hazard, mark.brakes) for mark in marks] == [
            (True, True, (False,)), (True, True, ()),
        ]  # fmt: skip
    assert [mark.rolled for mark in die_marks(state, read_draft("3b w."))] == [False, True]


def test_leader_dice_are_told_apart_from_gas() -> None:
    assert laid("FX-S | A@L3 g3 | A leader A", "o>L4")[0][0] == "leader"


def test_dice_on_neighbouring_spaces_do_not_hide_each_other() -> None:
    scene = drawn(f"{STAGE} | A@2.L1 g3", "3>2.h1 w>2.h2 2>2.d1 w>2.d2")
    dice = list(in_layer(scene, "draft", "die:").values())
    assert min(hypot(a.x - b.x, a.y - b.y) for a, b in combinations(dice, 2)) > 24


def test_two_dice_on_one_space_are_both_to_be_seen() -> None:
    dice = in_layer(drawn("FX-S | A@L1 g2", "3>L4 4>L4"), "draft", "die:")
    assert len({(die.x, die.y) for die in dice.values()}) == 2


def test_a_secured_die_wears_a_padlock() -> None:
    marks = die_marks(read_position("FX-S | A@L1 g2 s3"), read_draft("2>L2$ 3>L3"))
    assert [mark.secured for mark in marks] == [True, False]


def test_what_is_left_of_a_draft_lies_on_the_road_while_it_is_driven() -> None:
    state = read_position("FX-S | A@L2 g3 | A 3 left[w>L3 4>L4]")
    assert [(mark.face, state.road.short(mark.place), mark.rolled) for mark in die_marks(state)] == [
        ("", "L3", False), ("4", "L4", False),
    ]  # fmt: skip


def test_dice_rolled_flat_out_show_what_they_rolled() -> None:
    state = read_position("FX-S | A@L2 g3 | A rolled[4>L3! 5>L4! w>L5! 3b>L6.!]")
    marks = die_marks(state)
    assert [(mark.hazard, mark.brakes) for mark in marks] == [(True, ()), (True, ()), (True, ()), (False, (True,))]
    assert all(mark.rolled for mark in marks)


def test_rolled_dice_laid_again_keep_their_faces() -> None:
    state = read_position("FX-A | A@L4 g3 | A rolled[4>L5! 5>L6. w>d1! w>d2!]")
    marks = die_marks(state, read_draft("arrange 4>L5 w>h1 w>h2"))
    assert [(mark.face, mark.rolled, mark.hazard) for mark in marks] == [
        ("4", True, True), ("", True, True), ("", True, True),
    ]  # fmt: skip


def test_dice_that_carried_the_car_this_turn_lie_where_they_carried_it() -> None:
    state = read_position("FX-S | A@L4 g3 | A 3 w ! left[w>L5]")
    road = state.road
    events = [
        Event("rolled", "DI-ROLL-01", 0, {"die": 5, "brakes": 0, "faces": (False,)}),
        Event("moved", "DI-GEAR-01", 0, {"to": road.place["FX-S#1.L2"]}),
        Event("rolled", "DI-ROLL-01", 0, {"die": 3, "brakes": 0, "faces": (False,)}),
        Event("moved", "DI-GEAR-01", 0, {"to": road.place["FX-S#1.L3"]}),
        Event("rolled", "DI-ROLL-02", 0, {"die": -1, "brakes": 0, "faces": (True,)}),
        Event("moved", "DI-GEAR-01", 0, {"to": road.place["FX-S#1.L4"]}),
    ]
    marks = played_marks(state, events)
    assert [(mark.face, road.short(mark.place), mark.hazard, mark.number) for mark in marks] == [
        ("3", "L3", False, 1), ("", "L4", True, 2),
    ]  # fmt: skip
    assert set(in_layer(draw(state, (), events), "draft", "played:")) == {"played:1", "played:2"}


def test_a_draft_changes_nothing_but_the_dice() -> None:
    one, two = drawn(f"{STAGE} | A@1.L2 g2"), drawn(f"{STAGE} | A@1.L2 g2", "2>1.L3 3>2.L1")
    assert tuple(name for name, _ in one.layers) == LAYERS
    for name in LAYERS:
        assert (one.layer(name) == two.layer(name)) == (name != "draft")
    assert all(one.layer(name) is two.layer(name) for name in ("ground", "road", "marks"))


def test_cars_and_dice_lie_on_top_of_their_spaces() -> None:
    scene = picture(read_stage("FX-S"), [CarMark("A", 1, 0, place("FX-S", "L2"))], [DieMark("3", place("FX-S", "L4"))])
    shapes = survey(read_stage("FX-S")).shapes
    assert pick(scene, *shapes[place("FX-S", "L2")].middle) == "car:A"
    assert pick(scene, *shapes[place("FX-S", "L4")].middle) == "die:1"


# The tray


def test_every_die_and_every_card_has_a_face() -> None:
    found = faces()
    dice = [f"{name}{hazard}" for name in (*"123456", "w", "o", "b") for hazard in ("", "!")]
    assert set(found) == {*dice, *(f"card:{gear}" for gear in range(7))}
    assert texts((found["6"],)) == ["6"]
    assert texts((found["6!"],)) == [], "a hazard hides the number"


def test_dice_without_a_number_are_told_apart_by_more_than_colour() -> None:
    """Their bodies are alike; what is on them is not."""
    signs = {name: [(type(shape), getattr(shape, "points", ())) for shape in faces()[name].shapes] for name in "wob"}
    assert signs["w"] != signs["o"] != signs["b"] != signs["w"]


def test_pictures_of_all_stages_are_the_same_every_time() -> None:
    stage = Stage(read_stage("R4-SS1").all_tiles)
    survey.cache_clear()
    assert picture(stage) == empty("R4-SS1")


@pytest.mark.parametrize("stage", ["201a 202a 203a", "202a 210a:R2 211a:R2 212a:R2 203a", "205a", "FX-S 208a:R1"])
def test_tiles_that_may_not_lie_so_are_drawn_all_the_same(stage: str) -> None:
    """Whoever builds a stage should see what is wrong with it."""
    assert {f"space:{space.key}" for space in read_stage(stage).road.spaces} <= {
        shape.key for shape in empty(stage).layer("road")
    }


@pytest.mark.parametrize("seed", range(6))
def test_any_legal_stage_can_be_pointed_at_and_its_cars_wait_off_the_road(seed: int) -> None:
    stage = random_stage(Random(seed), 8 + 2 * seed)
    shapes = survey(stage).shapes
    scene = picture(stage, [CarMark(str(n), n + 1, n, -1) for n in range(6)])
    for space, shape in some(zip(stage.road.spaces, shapes, strict=True)):
        assert pick(scene, *shape.middle) == f"space:{space.key}"
    for group in in_layer(scene, "cars", "car:").values():
        assert not any(inside(shape.outline, group.x, group.y) for shape in shapes)
