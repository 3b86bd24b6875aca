"""Routes over the zone boards: read as people write them, laid out on the table, and what cannot be joined is named."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.notation import read_position
from rallyman_tutor.games.classic.road import read_stage
from rallyman_tutor.games.classic.routes import ZONES, Route, board, read_route, write_route
from rallyman_tutor.games.classic.spaces import START, Road
from tests.games.classic.test_boards import ALL_SNOW, BOTH_WAYS, all_items
from tests.some import some

SHEET = "START C8, C3-J6-J5-C4, FINISH C5"
AROUND = "L0-L1 / C7-C6 / L2-L3 / V2-V3 / C5-C4"
ALONE = "START J1, FINISH J4"
EXAMPLES = (SHEET, AROUND, ALONE)


def faults(route: Route) -> list[object]:
    return [
        ask(route.exits)
        for ask in (
            routes.exit_without_partner,
            routes.crossing_without_road,
            routes.impossible_seam,
            routes.start_at_finish,
        )
    ]


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
    for item in some((*routes.items(route), *routes.unused_roads(route))):
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


@pytest.mark.parametrize("route", ["J1-J4 / C7-C6", AROUND])
def test_a_sign_tells_on_which_side_of_it_its_board_lies(route: str) -> None:
    placed = routes.layout(read_route(route))
    for sign in some(routes.signs(read_route(route))):
        own = board(sign.exit[0])
        middle = placed[own.zone].point((own.side / 2, own.side / 2))
        (x, y), (across, down) = sign.inward, (middle[0] - sign.at[0], middle[1] - sign.at[1])
        assert abs(x) + abs(y) == 1 and x * across + y * down == pytest.approx(own.side / 2)


@pytest.mark.parametrize("zone", ZONES)
def test_exits_leave_straight_over_the_edge_at_a_quarter_a_half_or_three_quarters(zone: str) -> None:
    outward = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    for exit, (edge, at) in some(board(zone).exits.items()):
        assert at in (0.25, 0.5, 0.75)
        route = Route((routes.reach(exit)[0], exit))
        a, b = routes.items(route)[-1].path[-2:]
        assert b == board(zone).spot(exit)
        x, y = outward[edge]
        assert (b[0] - a[0]) * x + (b[1] - a[1]) * y > 0.99 * math.dist(a, b)


# Refusals


@pytest.mark.parametrize(("pair", "zone"), [(("C8", "J4"), "C"), (("J4", "C8"), "J"), (("V2", "C5"), "V")])
def test_two_exits_of_different_boards_are_no_pair_whichever_comes_first(pair: tuple[str, str], zone: str) -> None:
    facts = routes.exit_without_partner(pair)
    assert facts is not None and (facts["exit"], facts["zone"]) == (pair[0], zone)
    assert routes.exit_without_partner(("C8", "C5")) is None


def test_an_exit_without_a_partner_is_named() -> None:
    assert routes.exit_without_partner(read_route("C8 / C3-J6-J5 / C5").exits) == {
        "exit": "C5",
        "zone": "C",
        "list": "C4, C6, C7",
    }
    facts = routes.exit_without_partner(read_route("L0 / C1-C7-C6-L2-L3-V2-V3-C5 / C4").exits)
    assert facts is not None
    assert facts["exit"] == "L0"
    assert "L1" in str(facts["list"])


def test_two_exits_without_a_road_are_named_with_those_that_can_be_reached() -> None:
    facts = routes.crossing_without_road(read_route("L0-L1 / C7-C8").exits)
    assert facts == {"from": "C7", "to": "C8", "zone": "C", "list": "C4, C5, C6"}


def test_a_junction_that_does_not_join_is_named_with_the_exits_that_would_fit() -> None:
    assert routes.impossible_seam(read_route("C8-C3 / J6-J5 / C7-C5").exits) == {"from": "J5", "to": "C7", "list": "C4"}


def test_an_exit_in_the_middle_of_its_edge_meets_only_another_in_the_middle() -> None:
    facts = routes.impossible_seam(read_route("C8-C3 / L0-L1").exits)
    assert facts is not None
    assert (facts["from"], facts["to"]) == ("C3", "L0")
    assert routes.impossible_seam(read_route("J4-J1 / L0-L1").exits) is None


def test_a_board_never_meets_itself() -> None:
    facts = routes.impossible_seam(read_route("C8-C3 / C4-C5").exits)
    assert facts is not None
    assert (facts["from"], facts["to"]) == ("C3", "C4")
    assert "J6" in str(facts["list"])


def test_boards_never_lie_on_each_other() -> None:
    facts = routes.impossible_seam(read_route("L0-L1 / C7-C6 / V2-V3").exits)
    assert facts == {"from": "C6", "to": "V2", "list": "L2"}


def test_every_exit_said_to_fit_does_fit() -> None:
    for text in ("C8-C3 / J6-J5 / C7-C5", "C8-C3 / L0-L1", "C8-C3 / C4-C5", "L0-L1 / C7-C6 / V2-V3"):
        exits = read_route(text).exits
        facts = routes.impossible_seam(exits)
        assert facts is not None
        before = exits[: exits.index(str(facts["to"]))]
        for exit in str(facts["list"]).split(", "):
            assert routes.impossible_seam((*before, exit)) is None


def test_a_stage_needs_two_different_ends() -> None:
    assert routes.start_at_finish(read_route("START J1, FINISH J1").exits) == {"exit": "J1"}
    assert routes.start_at_finish(read_route(ALONE).exits) is None


NOBODY_DRIVES = (
    ("START C1/FINISH C4", 17, "no-road"),
    ("START C1, FINISH C1", 18, "same-ends"),
    ("START C8, C3-J6-J5, FINISH C5", 28, "partner"),
    ("START C8, C3-J6-J5-C7, FINISH C5", 20, "seam"),
    ("START C1, C3-J6-J5-C4, FINISH C4", 31, "no-road"),
)


@pytest.mark.parametrize(("text", "column", "key"), NOBODY_DRIVES)
def test_a_stage_that_nobody_can_drive_is_refused_at_the_exit_at_fault(text: str, column: int, key: str) -> None:
    with pytest.raises(Misread) as refusal:
        read_stage(text)
    assert (refusal.value.column, refusal.value.key) == (column, key)
    with pytest.raises(Misread) as refusal:
        read_position(f"{text} | A@s1 g1")
    assert (refusal.value.column, refusal.value.key) == (column, key)


EXITS = tuple(exit for zone in ZONES for exit in board(zone).exits)


@pytest.mark.parametrize("start", EXITS)
def test_between_any_two_exits_a_stage_is_driven_or_refused_at_one_of_them(start: str) -> None:
    assert {finish: refused_at(f"START {start}, FINISH {finish}") for finish in EXITS} == {
        finish: 0 if finish in routes.reach(start) and finish != start else 18 if finish[0] == start[0] else 7
        for finish in EXITS
    }


def refused_at(stage: str) -> int:
    """The column at which a stage is refused; 0 for one that can be driven."""
    try:
        read_stage(stage)
    except Misread as error:
        return error.column
    return 0


CANNOT_BE_LAID = (("C8-C3 / C4-C5", "seam", "C3", "C4"), ("V1-V2 / J3-J1 / L3-L8", "no-seam", "J1", "L3"))


@pytest.mark.parametrize(("text", "key", "start", "found"), CANNOT_BE_LAID)
def test_boards_that_cannot_be_laid_have_no_layout(text: str, key: str, start: str, found: str) -> None:
    with pytest.raises(Refused) as refusal:
        routes.layout(read_route(text))
    assert (refusal.value.key, refusal.value.facts["from"], refusal.value.facts["found"]) == (key, start, found)


# Snow


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
    aside = {item.home for item in routes.unused_roads(route)}
    assert not driven & aside
    assert driven | aside == {item.home for zone in route.zones for item in all_items(zone)}


def test_every_board_lies_on_its_own_ground() -> None:
    grounds = [patch for patch in routes.scenery(read_route(AROUND)) if patch.ground]
    assert [(patch.zone, patch.kind) for patch in grounds] == [("L", "grass"), ("C", "grass"), ("V", "earth")]
    assert {min(patch.points) for patch in grounds} == {(0, 1000), (1000, 1000), (500, 0)}
    for patch in grounds:
        xs, ys = ({round(along) for along in axis} for axis in zip(*patch.points, strict=True))
        assert len(patch.points) == 4 and max(xs) - min(xs) == max(ys) - min(ys) == 1000 and len(xs) == len(ys) == 2
