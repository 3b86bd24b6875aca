"""The print of a board stays on that board, and grows where the board says."""

from __future__ import annotations

from math import hypot

from rallyman_tutor.games.classic.ground import survey
from rallyman_tutor.games.classic.scenery import Board, Exit, Table, edges, frame, ground, side_roads, signs
from rallyman_tutor.games.classic.spaces import Item, Road
from rallyman_tutor.games.classic.surface import aside
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene.shapes import Group, Line, Point, Polygon, Text, inside, walk

SIDE = 400.0
LAKE = ((300.0, 40.0), (460.0, 60.0), (440.0, 150.0), (290.0, 140.0))  # reaches over the eastern edge
WOOD = ((30.0, 260.0), (180.0, 270.0), (170.0, 370.0), (40.0, 360.0))


def along(start: Point, end: Point, spaces: int) -> Road:
    at = [
        (start[0] + (end[0] - start[0]) * n / spaces, start[1] + (end[1] - start[1]) * n / spaces)
        for n in range(spaces + 1)
    ]
    return Road([Item("straight", path=(at[n], at[n + 1])) for n in range(spaces)])


ROAD = along((0, 200), (SIDE, 200), 6)
SHAPES = survey(ROAD)
BYWAY = along((240, 200), (240, SIDE), 3)
TABLE = Table(
    (
        Board(
            0, 0, SIDE, "grass", (("water", LAKE), ("forest", WOOD)), (("tree", (260.0, 60.0)), ("house", (90.0, 80.0)))
        ),
    ),
    ((BYWAY, survey(BYWAY)),),
    (Exit("X1", (0, 200), (1, 0)), Exit("X2", (SIDE, 200), (-1, 0)), Exit("X3", (240, SIDE), (0, -1))),
)
GROUND = ground(TABLE, ROAD, SHAPES)
STANDING = [shape for shape in GROUND if isinstance(shape, Group)]


def test_the_frame_leaves_table_around_the_boards() -> None:
    left, top, width, height = frame(TABLE)
    assert left < -50 and top < -50
    assert left + width > SIDE + 50 and top + height > SIDE + 50


def test_a_lake_that_meets_the_edge_is_cut_off_there() -> None:
    lakes = [shape for shape in GROUND if isinstance(shape, Polygon) and shape.fill == "water"]
    assert lakes
    assert all(0 <= x <= SIDE and 0 <= y <= SIDE for lake in lakes for x, y in lake.points)
    assert any(x == SIDE for lake in lakes for x, _ in lake.points)


def test_nothing_stands_off_its_board_or_on_a_road() -> None:
    assert len(STANDING) > 20
    roads = [shape.outline for shape in (*SHAPES, *TABLE.byways[0][1])]
    for group in STANDING:
        assert 0 < group.x < SIDE and 0 < group.y < SIDE
        assert not any(inside(outline, group.x, group.y) for outline in roads)


def test_things_with_a_place_of_their_own_stand_there() -> None:
    assert any((group.x, group.y) == (90.0, 80.0) for group in STANDING if group.shapes is not STAMPS["oak"])


def test_trees_of_a_wood_stand_in_the_wood() -> None:
    firs = [group for group in STANDING if group.shapes is STAMPS["fir"]]
    assert firs
    assert all(20 < group.x < 190 and 250 < group.y < 380 for group in firs)


def test_a_road_left_aside_is_closed_where_it_leaves_the_driven_road_only() -> None:
    tapes = [s for s in side_roads(TABLE, ROAD, SHAPES) if isinstance(s, Line) and s.dash]
    assert len(tapes) == 1
    assert all(y < 280 for shape in tapes for _, y in shape.points)


def test_a_road_left_aside_cannot_be_pointed_at() -> None:
    assert not any(shape.key for shape in walk(side_roads(TABLE, ROAD, SHAPES)))


def test_every_exit_has_its_sign_beside_the_road() -> None:
    found = {shape.key: shape for shape in signs(TABLE, ROAD, SHAPES) if isinstance(shape, Group)}
    assert set(found) == {"exit:X1", "exit:X2", "exit:X3"}
    for sign in found.values():
        assert not any(inside(shape.outline, sign.x, sign.y) for shape in (*SHAPES, *TABLE.byways[0][1]))
        assert any(isinstance(shape, Text) for shape in sign.shapes)


def test_every_board_shows_its_edges() -> None:
    assert len([*edges(TABLE)]) == 2 * len(TABLE.boards)


def test_the_same_boards_lie_in_the_same_country_every_time() -> None:
    assert ground(TABLE, ROAD, SHAPES) == GROUND


def test_both_sides_of_a_road_left_aside_lie_point_against_point() -> None:
    bend = Item("bend", turn="R", line=3, drift=4, drifts=3, cut=4)
    road = Road([Item("straight"), bend, bend._replace(turn="L", cut=0), Item("straight")])
    parts = aside(road, survey(road))
    assert len(parts.left) == len(parts.right)
    assert all(40 < hypot(a[0] - b[0], a[1] - b[1]) < 60 for a, b in zip(parts.left, parts.right, strict=True))
