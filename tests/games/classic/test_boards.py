"""The four zone boards: what is drawn can be driven, looks as its notes say, and has what a rally needs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import pytest

from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.routes import ZONES, Route, board
from rallyman_tutor.games.classic.spaces import Item, Road
from rallyman_tutor.scene.shapes import Point
from tests.some import some

TERRAINS = {"grass", "earth", "snow", "forest", "rock", "village", "water"}
PROPS = {"tree", "house", "boulder"}
ALL_SNOW = frozenset(ZONES)
WIDTH = 44.0
ROADS = [pair for zone in ZONES for pair in board(zone).roads]
BOTH_WAYS = ROADS + [(end, start) for start, end in ROADS]


def all_items(zone: str) -> list[Item]:
    return [item for segment in board(zone).segments.values() for item in segment.items]


def length(path: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(path))


def turning(path: Sequence[Point]) -> float:
    """By how many degrees a path turns, to the right if positive (y points down)."""
    headings = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(path)]
    return math.degrees(sum((b - a + math.pi) % math.tau - math.pi for a, b in pairwise(headings)))


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    x, y = point
    found = False
    for (x0, y0), (x1, y1) in pairwise([*polygon, polygon[0]]):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            found = not found
    return found


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


def lines(items: Iterable[Item]) -> list[tuple[Point, Point]]:
    return [pair for item in items for pair in pairwise(item.path)]


# Roads


@pytest.mark.parametrize(("start", "end"), BOTH_WAYS)
def test_every_road_is_one_line_from_exit_to_exit(start: str, end: str) -> None:
    items = routes.items(Route((start, end)))
    own = board(start[0])
    assert items[0].path[0] == own.spot(start)
    assert items[-1].path[-1] == own.spot(end)
    assert all(math.dist(a.path[-1], b.path[0]) < 1e-6 for a, b in pairwise(items))
    for a, b in pairwise(items):
        assert abs(turning((*a.path[-2:], b.path[1]))) < 25  # no corner where two items meet
    assert Road(items).finish > 5


@pytest.mark.parametrize(("start", "end"), ROADS)
def test_a_road_follows_the_ends_of_its_segments(start: str, end: str) -> None:
    own = board(start[0])
    at = start
    for name, backwards in own.road(start, end) or ():
        a, b = own.segments[name].ends[::-1] if backwards else own.segments[name].ends
        assert at == a
        at = b
    assert at == end


@pytest.mark.parametrize("zone", ZONES)
def test_every_exit_leads_somewhere_and_every_segment_is_part_of_a_road(zone: str) -> None:
    own = board(zone)
    assert all(routes.reach(exit) for exit in own.exits)
    assert {name.lstrip("!") for names in own.roads.values() for name in names} == set(own.segments)


@pytest.mark.parametrize("zone", ZONES)
def test_junctions_give_a_choice_of_way(zone: str) -> None:
    assert sum(len(routes.reach(exit)) >= 2 for exit in board(zone).exits) >= 3


def test_roads_are_neither_short_nor_endless() -> None:
    counts = [len(routes.items(Route(pair))) for pair in ROADS]
    assert max(counts) <= 21
    assert sum(count >= 10 for count in counts) > 0.8 * len(counts)


@pytest.mark.parametrize(("start", "end"), ROADS)
def test_the_way_back_is_the_same_road_with_its_sides_swapped(start: str, end: str) -> None:
    there, back = routes.items(Route((start, end))), routes.items(Route((end, start)))[::-1]
    for item, same in some(zip(there, back, strict=True)):
        assert item.home == same.home
        assert item.backwards is not same.backwards
        assert (item.left, item.right) == (same.right, same.left)
        assert {item.turn, same.turn} in ({""}, {"L", "R"})
        assert item.path == same.path[::-1]
        notes = ("kind", "note", "line", "drift", "drifts", "cut", "capacity", "snow", "legend")
        assert all(getattr(item, name) == getattr(same, name) for name in notes)


def test_runs_over_the_same_road_share_their_homes_and_rooms() -> None:
    one, other = routes.items(Route(("C4", "C6"))), routes.items(Route(("C4", "C7")))
    shared = [a.home for a, b in zip(one, other, strict=False) if a.home == b.home]
    assert len(shared) >= 8
    road = Road((*one, *routes.items(Route(("C7", "C4")))))
    rooms = [space.room for space in road.spaces]
    assert len(set(rooms)) < len(rooms)
    homes = [item.home for item in one]
    assert len(set(homes)) == len(homes)


def test_homes_name_board_segment_and_number() -> None:
    assert [item.home for item in routes.items(Route(("C8", "C3")))][:3] == ["C.a.1", "C.a.2", "C.a.3"]


# What is drawn


@pytest.mark.parametrize("zone", ZONES)
def test_bends_turn_the_way_their_notes_say(zone: str) -> None:
    for item in some(all_items(zone)):
        turn = turning(item.path)
        if item.kind == "bend":
            assert (turn > 20) if item.turn == "R" else (turn < -20), item.home
        else:
            assert abs(turn) < 40, item.home


def test_the_lower_the_note_the_tighter_the_bend() -> None:
    radii: dict[int, list[float]] = {}
    for zone in ZONES:
        for item in all_items(zone):
            if item.kind == "bend":
                radii.setdefault(item.line, []).append(length(item.path) / math.radians(abs(turning(item.path))))
    means = [sum(radii[line]) / len(radii[line]) for line in sorted(radii)]
    assert len(means) >= 4
    assert means == sorted(means)


@pytest.mark.parametrize("zone", ZONES)
def test_spaces_are_long_enough_to_stand_on(zone: str) -> None:
    for item in some(all_items(zone)):
        assert 6 <= len(item.path) <= 16
        assert 42 <= length(item.path) <= 95 if item.kind != "bend" else 80 <= length(item.path) <= 205, item.home


@pytest.mark.parametrize("zone", ZONES)
def test_segments_cross_nowhere_but_at_junctions(zone: str) -> None:
    for one, other in some(combinations(board(zone).segments.values(), 2)):
        assert not any(crosses(*a, *b) for a in lines(one.items) for b in lines(other.items)), (one.ends, other.ends)


@pytest.mark.parametrize("zone", ZONES)
def test_roads_that_do_not_meet_keep_their_distance(zone: str) -> None:
    meeting = {segment: {end.split(".")[0] for end in segment.ends} for segment in board(zone).segments.values()}
    for one, other in some(pair for pair in combinations(meeting, 2) if not meeting[pair[0]] & meeting[pair[1]]):
        gap = min(math.dist(p, q) for a in one.items for p in a.path for b in other.items for q in b.path)
        assert gap > 1.4 * WIDTH, (one.ends, other.ends)


@pytest.mark.parametrize("zone", ZONES)
def test_roads_stay_on_the_board(zone: str) -> None:
    own = board(zone)
    points = [(item.home, point) for item in all_items(zone) for point in item.path]
    for home, point in some(points):
        is_exit = min(math.dist(point, own.spot(exit)) for exit in own.exits) <= WIDTH
        assert is_exit or all(WIDTH / 2 < c < own.side - WIDTH / 2 for c in point), home


@pytest.mark.parametrize("zone", ZONES)
def test_terrain_beside_the_road_is_what_is_drawn_there(zone: str) -> None:
    own = board(zone)
    for item in some(all_items(zone)):
        middle = len(item.path) // 2
        (x, y), a, b = item.path[middle], item.path[middle - 1], item.path[middle + 1]
        dx, dy = ((b[0] - a[0]) / math.dist(a, b), (b[1] - a[1]) / math.dist(a, b))
        for side, told in ((1, item.left), (-1, item.right)):
            spot = (x + side * dy * 46, y - side * dx * 46)
            drawn = [patch.kind for patch in own.scenery if patch.kind not in PROPS and inside(spot, patch.points)]
            assert told == (drawn or [own.ground])[-1], (item.home, side)


@pytest.mark.parametrize("zone", ZONES)
def test_nothing_grows_on_the_road(zone: str) -> None:
    middle = [point for item in all_items(zone) for point in item.path]
    for patch in some(board(zone).scenery):
        if patch.kind in PROPS:
            assert all(math.dist(point, other) > WIDTH / 2 + 12 for point in patch.points for other in middle)
        else:
            assert patch.kind in TERRAINS
            assert len(patch.points) >= 3


# What a board offers


def test_all_terrains_lie_beside_some_road() -> None:
    assert {side for zone in ZONES for item in all_items(zone) for side in (item.left, item.right)} == TERRAINS


@pytest.mark.parametrize("snow", [frozenset(), ALL_SNOW])
@pytest.mark.parametrize("zone", ZONES)
def test_every_terrain_has_its_price(zone: str, snow: frozenset[str]) -> None:
    prices = routes.legend(zone, bool(snow))
    assert all(price in (0, 1, 2) for price in prices.values())
    for start, end in board(zone).roads:
        for item in routes.items(Route((start, end)), snow):
            assert item.legend == zone
            assert {item.left, item.right} <= set(prices)


def test_zone_c_costs_what_the_book_says() -> None:
    known = {"grass": 0, "earth": 0, "forest": 1, "rock": 2}
    assert {kind: routes.legend("C")[kind] for kind in known} == known
    assert not any(board("C").legend[kind]["placeholder"] for kind in known)


@pytest.mark.parametrize("zone", ZONES)
def test_what_no_book_says_is_marked_as_ours(zone: str) -> None:
    for entry in some(board(zone).legend.values()):
        assert entry["source"]
        assert entry["placeholder"] == (entry["confidence"] == "house")


@pytest.mark.parametrize("zone", ZONES)
def test_every_board_has_a_jump_a_shortcut_and_drifts_of_two_and_three(zone: str) -> None:
    found = all_items(zone)
    assert any(item.kind == "jump" for item in found)
    assert any(item.cut for item in found)
    assert {2, 3} <= {item.drifts for item in found}


def test_the_boards_have_hairpins_gaps_and_fast_bends_and_all_kinds_of_jumps_and_shortcuts() -> None:
    found = [item for zone in ZONES for item in all_items(zone)]
    assert {(1, 2, 3), (2, 4, 2), (4, 5, 2), (3, 4, 3)} <= {(item.line, item.drift, item.drifts) for item in found}
    assert {item.note for item in found if item.kind == "jump"} == {2, 3, 4, 5}
    assert {item.cut for item in found if item.cut} == {2, 3, 4, 5}


@pytest.mark.parametrize(("start", "end"), BOTH_WAYS)
def test_behind_a_jump_the_road_goes_straight_on(start: str, end: str) -> None:
    kinds = " ".join(item.kind for item in routes.items(Route((start, end))))
    assert not re.search(r"jump( straight)? (?!straight)", f"{kinds} straight straight"), kinds


# Snow


@pytest.mark.parametrize("zone", ZONES)
def test_the_snow_face_is_white_but_for_some_dry_patches(zone: str) -> None:
    snowy = [item.snow for pair in board(zone).roads for item in routes.items(Route(pair), frozenset(zone))]
    assert sum(snowy) > len(snowy) / 2
    assert not all(snowy)
    assert not any(item.snow for pair in board(zone).roads for item in routes.items(Route(pair)))
