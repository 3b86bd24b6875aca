"""The four zone boards and the routes over them: what is drawn can be driven, and what cannot be joined is named."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import pytest

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.routes import ZONES, Route, board, read_route, write_route
from rallyman_tutor.parts.road import START, Item, Point, Road

SHEET = "START C8, C3-J6-J5-C4, FINISH C5"
AROUND = "L0-L1 / C7-C6 / L2-L3 / V2-V3 / C5-C4"
ALONE = "START J1, FINISH J4"
EXAMPLES = (SHEET, AROUND, ALONE)
TERRAINS = {"grass", "earth", "snow", "forest", "rock", "village", "water"}
PROPS = {"tree", "house", "boulder"}
ALL_SNOW = frozenset(ZONES)
WIDTH = 44.0
ROADS = [pair for zone in ZONES for pair in board(zone).roads]
BOTH_WAYS = ROADS + [(end, start) for start, end in ROADS]


def faults(route: Route) -> list[object]:
    return [ask(route.exits) for ask in (routes.odd_exits, routes.no_road, routes.no_seam, routes.same_ends)]


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


# Reading and writing


@pytest.mark.parametrize(
    "text",
    [
        SHEET,
        "C8 | C3-J6-J5-C4 | C5",
        "C8-C3 / J6-J5 / C4-C5",
        "C8 / C3-J6-J5-C4 / C5",
        "start c8, c3–j6–j5–c4, finish c5",
    ],
)
def test_a_route_is_read_in_every_way_people_write_it(text: str) -> None:
    assert read_route(text) == Route(("C8", "C3", "J6", "J5", "C4", "C5"))


@pytest.mark.parametrize("text", [ALONE, "J1-J4", "J1 / – / J4", "J1 | J4"])
def test_a_route_over_one_board_has_nothing_between(text: str) -> None:
    assert read_route(text) == Route(("J1", "J4"))


@pytest.mark.parametrize("text", [SHEET, ALONE, "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4"])
def test_a_course_sheet_is_written_as_it_was_read(text: str) -> None:
    assert write_route(read_route(text)) == text


@pytest.mark.parametrize(("start", "end"), BOTH_WAYS)
def test_what_is_written_reads_back_the_same(start: str, end: str) -> None:
    assert read_route(write_route(Route((start, end)))) == Route((start, end))


WRONG = (
    ("", 1, "exit"),
    ("C8", 3, "next-exit"),
    ("C8 C3", 4, "next-exit"),
    ("C8-", 4, "exit"),
    ("X1-C3", 1, "exit"),
    ("C8-C33", 4, "exit"),
    ("C8-C2", 4, "exit-of-board"),
    ("START C8", 9, "next-or-finish"),
    ("START C8, C3", 13, "last-exit"),
    ("START C8 C3", 10, "next-or-finish"),
    ("START C8,, FINISH C3", 10, "exit"),
    ("START C8, FINISH C3 C4", 21, "route-end"),
)


@pytest.mark.parametrize(("text", "column", "key"), WRONG)
def test_what_is_no_route_is_refused_at_its_column(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as refusal:
        read_route(text)
    assert (refusal.value.column, refusal.value.key) == (column, key)


def test_an_exit_that_is_not_on_the_board_is_refused_with_those_that_are() -> None:
    with pytest.raises(Misread) as refusal:
        read_route("C2-C3")
    assert refusal.value.facts == {"list": ("C1", "C3", "C4", "C5", "C6", "C7", "C8")}


# The three stages of the course sheet


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_example_stages_have_no_fault(text: str) -> None:
    assert faults(read_route(text)) == [None] * 4


@pytest.mark.parametrize("text", EXAMPLES)
@pytest.mark.parametrize("snow", [frozenset(), ALL_SNOW])
def test_the_example_stages_can_be_driven_from_start_to_finish(text: str, snow: frozenset[str]) -> None:
    road = Road(routes.items(read_route(text), snow))
    reached, frontier = {START}, [START]
    while frontier:
        ahead = set(road.ahead[frontier.pop()]) - reached
        reached |= ahead
        frontier += ahead
    assert reached == set(range(road.finish + 1))
    assert all(road.ahead[place] for place in range(road.finish))


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_example_stages_are_one_line_on_the_table(text: str) -> None:
    items = routes.items(read_route(text))
    assert all(math.dist(a.path[-1], b.path[0]) < 1e-6 for a, b in pairwise(items))


def test_the_board_crossed_twice_is_laid_once() -> None:
    placed = routes.layout(read_route(SHEET))
    assert {zone: (p.x, p.y) for zone, p in placed.items()} == {"C": (0, 0), "J": (1000, 0)}


def test_three_boards_meet_by_lying_offset_by_half_a_side() -> None:
    placed = routes.layout(read_route(AROUND))
    assert {zone: (p.x, p.y) for zone, p in placed.items()} == {"L": (0, 1000), "C": (1000, 1000), "V": (500, 0)}


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_item_is_drawn_on_its_board(text: str) -> None:
    route = read_route(text)
    placed = routes.layout(route)
    for item in (*routes.items(route), *routes.byways(route)):
        corner = placed[item.legend]
        assert all(-1e-6 <= x - corner.x <= 1000 + 1e-6 and -1e-6 <= y - corner.y <= 1000 + 1e-6 for x, y in item.path)


# Seams


@pytest.mark.parametrize(
    ("out", "into"), [("C3", "J6"), ("C4", "J5"), ("L1", "C7"), ("C6", "L2"), ("L3", "V2"), ("V3", "C5")]
)
def test_the_exits_that_the_books_join_can_face_each_other(out: str, into: str) -> None:
    start, end = routes.reach(out)[0], routes.reach(into)[0]
    for exits in ((start, out, into, end), (end, into, out, start)):
        route = Route(exits)
        assert faults(route) == [None] * 4
        assert len({(sign.at) for sign in routes.signs(route) if sign.exit in (out, into)}) == 1


def test_a_board_turns_so_that_its_exit_meets_the_seam() -> None:
    placed = routes.layout(read_route("J1-J4 / C7-C6"))
    assert placed["C"].turns == 3
    assert placed["C"].y == placed["J"].y - 1000


@pytest.mark.parametrize("zone", ZONES)
def test_exits_leave_straight_over_the_edge_at_a_quarter_a_half_or_three_quarters(zone: str) -> None:
    outward = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    for exit, (edge, at) in board(zone).exits.items():
        assert at in (0.25, 0.5, 0.75)
        route = Route((routes.reach(exit)[0], exit))
        a, b = routes.items(route)[-1].path[-2:]
        assert b == board(zone).spot(exit)
        x, y = outward[edge]
        assert (b[0] - a[0]) * x + (b[1] - a[1]) * y > 0.99 * math.dist(a, b)


# Refusals


def test_an_exit_without_a_partner_is_named() -> None:
    assert routes.odd_exits(read_route("C8 / C3-J6-J5 / C5").exits) == {"exit": "C5", "zone": "C", "list": "C4, C6, C7"}
    facts = routes.odd_exits(read_route("L0 / C1-C7-C6-L2-L3-V2-V3-C5 / C4").exits)
    assert facts is not None
    assert facts["exit"] == "L0"
    assert "L1" in str(facts["list"])


def test_two_exits_without_a_road_are_named_with_those_that_can_be_reached() -> None:
    facts = routes.no_road(read_route("L0-L1 / C7-C8").exits)
    assert facts == {"from": "C7", "to": "C8", "zone": "C", "list": "C4, C5, C6"}


def test_a_junction_that_does_not_join_is_named_with_the_exits_that_would_fit() -> None:
    assert routes.no_seam(read_route("C8-C3 / J6-J5 / C7-C5").exits) == {"from": "J5", "to": "C7", "list": "C4"}


def test_an_exit_in_the_middle_of_its_edge_meets_only_another_in_the_middle() -> None:
    facts = routes.no_seam(read_route("C8-C3 / L0-L1").exits)
    assert facts is not None
    assert (facts["from"], facts["to"]) == ("C3", "L0")
    assert routes.no_seam(read_route("J4-J1 / L0-L1").exits) is None


def test_a_board_never_meets_itself() -> None:
    facts = routes.no_seam(read_route("C8-C3 / C4-C5").exits)
    assert facts is not None
    assert (facts["from"], facts["to"]) == ("C3", "C4")
    assert "J6" in str(facts["list"])


def test_boards_never_lie_on_each_other() -> None:
    facts = routes.no_seam(read_route("L0-L1 / C7-C6 / V2-V3").exits)
    assert facts == {"from": "C6", "to": "V2", "list": "L2"}


def test_every_exit_said_to_fit_does_fit() -> None:
    for text in ("C8-C3 / J6-J5 / C7-C5", "C8-C3 / L0-L1", "C8-C3 / C4-C5", "L0-L1 / C7-C6 / V2-V3"):
        exits = read_route(text).exits
        facts = routes.no_seam(exits)
        assert facts is not None
        before = exits[: exits.index(str(facts["to"]))]
        for exit in str(facts["list"]).split(", "):
            assert routes.no_seam((*before, exit)) is None


def test_a_stage_needs_two_different_ends() -> None:
    assert routes.same_ends(read_route("START J1, FINISH J1").exits) == {"exit": "J1"}
    assert routes.same_ends(read_route(ALONE).exits) is None


CANNOT_BE_LAID = (("C8-C3 / C4-C5", "seam", "C3", "C4"), ("V1-V2 / J3-J1 / L3-L8", "no-seam", "J1", "L3"))


@pytest.mark.parametrize(("text", "key", "start", "found"), CANNOT_BE_LAID)
def test_boards_that_cannot_be_laid_have_no_layout(text: str, key: str, start: str, found: str) -> None:
    with pytest.raises(Refused) as refusal:
        routes.layout(read_route(text))
    assert (refusal.value.key, refusal.value.facts["from"], refusal.value.facts["found"]) == (key, start, found)


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
    for item, same in zip(there, back, strict=True):
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
    for item in all_items(zone):
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
    for item in all_items(zone):
        assert 6 <= len(item.path) <= 16
        assert 42 <= length(item.path) <= 95 if item.kind != "bend" else 80 <= length(item.path) <= 205, item.home


@pytest.mark.parametrize("zone", ZONES)
def test_segments_cross_nowhere_but_at_junctions(zone: str) -> None:
    for one, other in combinations(board(zone).segments.values(), 2):
        assert not any(crosses(*a, *b) for a in lines(one.items) for b in lines(other.items)), (one.ends, other.ends)


@pytest.mark.parametrize("zone", ZONES)
def test_roads_that_do_not_meet_keep_their_distance(zone: str) -> None:
    for one, other in combinations(board(zone).segments.values(), 2):
        if not {end.split(".")[0] for end in one.ends} & {end.split(".")[0] for end in other.ends}:
            gap = min(math.dist(p, q) for a in one.items for p in a.path for b in other.items for q in b.path)
            assert gap > 1.4 * WIDTH, (one.ends, other.ends)


@pytest.mark.parametrize("zone", ZONES)
def test_roads_stay_on_the_board(zone: str) -> None:
    own = board(zone)
    for item in all_items(zone):
        for point in item.path:
            if min(math.dist(point, own.spot(exit)) for exit in own.exits) > WIDTH:
                assert all(WIDTH / 2 < c < own.side - WIDTH / 2 for c in point), item.home


@pytest.mark.parametrize("zone", ZONES)
def test_terrain_beside_the_road_is_what_is_drawn_there(zone: str) -> None:
    own = board(zone)
    for item in all_items(zone):
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
    for patch in board(zone).scenery:
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
    for entry in board(zone).legend.values():
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
    items = routes.items(Route((start, end)))
    for number, item in enumerate(items):
        if item.kind == "jump":
            assert all(behind.kind == "straight" for behind in items[number + 1 : number + 3])


# Snow


@pytest.mark.parametrize("zone", ZONES)
def test_the_snow_face_is_white_but_for_some_dry_patches(zone: str) -> None:
    snowy = [item.snow for pair in board(zone).roads for item in routes.items(Route(pair), frozenset(zone))]
    assert sum(snowy) > len(snowy) / 2
    assert not all(snowy)
    assert not any(item.snow for pair in board(zone).roads for item in routes.items(Route(pair)))


def test_snow_lies_only_on_the_zones_named() -> None:
    found = routes.items(read_route(SHEET), frozenset("J"))
    assert {item.legend for item in found if item.snow} == {"J"}


def test_snow_covers_the_meadows() -> None:
    route = read_route(SHEET)
    assert "grass" not in {patch.kind for patch in routes.scenery(route, ALL_SNOW)}
    assert "grass" in {patch.kind for patch in routes.scenery(route)}


# The picture


@pytest.mark.parametrize("text", EXAMPLES)
def test_road_and_byways_together_are_all_the_road_of_the_boards(text: str) -> None:
    route = read_route(text)
    driven = {item.home for item in routes.items(route)}
    aside = {item.home for item in routes.byways(route)}
    assert not driven & aside
    assert driven | aside == {item.home for zone in route.zones for item in all_items(zone)}


def test_every_board_lies_on_its_own_ground() -> None:
    grounds = [patch for patch in routes.scenery(read_route(AROUND)) if patch.ground]
    assert [(patch.zone, patch.kind) for patch in grounds] == [("L", "grass"), ("C", "grass"), ("V", "earth")]
    assert {min(patch.points) for patch in grounds} == {(0, 1000), (1000, 1000), (500, 0)}
