"""A stage unrolled into spaces: what each is called, where it lies, and where one can go from it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.games.dirt.road import OFFICIAL, Road, bits, read_stage
from rallyman_tutor.games.dirt.target import pick
from rallyman_tutor.games.dirt.tiles import Tile, sides
from tests.some import some

SINGLE = [
    Tile(side, way)
    for side in sides().values()
    if not side.service and side.code[:3] != "T15"  # that one is a trap for builders
    for way in (False, True)
]
PAIRS = [(one, two) for one in SINGLE[::5] for two in SINGLE[::7]]


def road(text: str) -> Road:
    return read_stage(text).road


def names(where: Road, places: tuple[int, ...]) -> set[str]:
    return {where.short(place) for place in places}


def ahead(text: str, space: str) -> set[str]:
    where = road(text)
    return names(where, where.next[found(where, space)])


def found(where: Road, space: str) -> int:
    place = where.find(space)
    assert place is not None, space
    return place


def test_the_road_always_leads_on_and_never_back() -> None:
    """So there is no way round in a circle. Only behind the last row there is nothing."""
    for tiles in some((*((tile,) for tile in SINGLE), *PAIRS)):
        where = Road(tiles)
        for space in some(where.spaces):
            assert all(where.spaces[to].front > space.front for to in where.next[space.place]), space.key
            assert where.next[space.place] or space.front == len(tiles), space.key


def test_every_way_through_a_tile_covers_it_without_a_gap() -> None:
    for tile in SINGLE:
        where = Road([tile])
        for space in where.spaces:
            for to in where.next[space.place]:
                onward = where.spaces[to]
                assert onward.start <= space.front or "shortcut" in (space.kind, onward.kind)
        assert {space.start for space in where.spaces if not any(space.place in n for n in where.next)} == {Fraction(0)}


def test_being_alongside_and_sharing_room_are_mutual() -> None:
    for tiles in some((*((tile,) for tile in SINGLE), *PAIRS)):
        where = Road(tiles)
        for relation in (where.alongside, where.clashes, where.contacts):
            for place, others in some(enumerate(relation)):
                assert all(place in relation[other] for other in others)
                assert place not in others


def test_a_short_name_means_the_space_that_a_driver_means_by_it() -> None:
    for stage in some(OFFICIAL):
        where = read_stage(stage).road
        for place, named in some(enumerate(where.named_next)):
            assert all(pick(where, name, where.next[place], place) == (at, "") for name, at in named.items())
            assert {at for at in where.next[place] if not where.spaces[at].jump} == {*named.values()}


def test_a_set_of_spaces_has_a_bit_for_each() -> None:
    assert bits(()) == 0 and bits((0, 3, 3)) == 0b1001
    where = read_stage("R3-SS1").road
    assert len(where.gravelled) > 3 and where.gravelled == tuple(
        bits(space.place for space in where.spaces if space.bend == bend and space.kind in ("line", "drift"))
        for bend in range(len(where.bends))
    )


def test_nothing_of_a_bend_is_alongside_anything() -> None:
    for tile in SINGLE:
        where = Road([tile])
        for space in some(where.spaces):
            touched = {
                where.spaces[other].kind for other in (*where.alongside[space.place], *where.contacts[space.place])
            }
            if space.kind in ("line", "drift"):
                assert not touched
            assert not touched & {"line", "drift"}


def test_driven_backwards_a_tile_is_its_own_mirror() -> None:
    """Every way one could drive there can be driven back, by as many spaces of the same kinds."""
    for tile in SINGLE:
        there, back = Road([tile]), Road([tile._replace(backwards=not tile.backwards)])
        swap = {"L": "R", "R": "L", "": ""}
        mirrored = sorted((s.kind, swap[s.lane], 1 - s.front, 1 - s.start, s.limit or 0) for s in back.spaces)
        assert mirrored == sorted((s.kind, s.lane, s.start, s.front, s.limit or 0) for s in there.spaces)


def test_rows_are_numbered_as_they_are_driven() -> None:
    assert [road("219a#1".partition("#")[0]).spaces[n].name for n in range(6)] == ["L1", "R1", "L2", "R2", "h1", "h2"]
    where = road("215b")
    assert [space.name for space in where.spaces if not space.lane] == [
        "h1", "h2", "line1", "d1", "d2", "d3", "k1", "f3", "line2", "d4", "d5", "d6", "k2", "h3", "h4",
    ]  # fmt: skip


def test_a_space_is_found_by_its_name_or_a_part_of_it() -> None:
    where = road("202a< 210b:L2 205a 203a")
    place = where.place["205a#3.L2"]
    assert {where.find(name) for name in ("205a#3.L2", "#3.L2", "3.L2", "205a.L2")} == {place}
    assert where.find("L2") is None, "more than one tile has an L2"
    assert where.find("line1") == where.place["210b#2.line1"]
    assert where.find("3.L9") is None
    assert [where.find(where.short(place)) for place in range(len(where.spaces))] == [*range(len(where.spaces))]
    assert road("FX-SL").short(where.place["202a#1.L2"]) == "L1", "on one tile the tile need not be told"


def test_from_a_straight_one_goes_straight_or_to_the_other_lane() -> None:
    assert ahead("FX-S", "L3") == {"L4", "R4"}


def test_in_staggered_lanes_one_changes_to_the_space_one_is_level_with() -> None:
    assert ahead("FX-G", "R4") == {"R5", "L4"}
    assert ahead("FX-G", "L4") == {"L5", "R5"}
    where = road("FX-G")
    assert names(where, where.alongside[found(where, "L4")]) == {"R4", "R5"}
    assert where.spaces[found(where, "R5")].front > where.spaces[found(where, "L4")].front


def test_either_lane_leads_into_either_way_of_a_bend_and_out_of_it() -> None:
    assert ahead("FX-C", "L4") == ahead("FX-C", "R4") == {"line1", "d1"}
    assert ahead("FX-C", "d1") == {"d2"}
    assert ahead("FX-C", "d2") == ahead("FX-C", "line1") == {"L6", "R6"}


def test_behind_a_bend_the_next_one_is_chosen_anew() -> None:
    assert ahead("FX-CC", "d2") == ahead("FX-CC", "line1") == {"line2", "d3"}


def test_a_slide_is_entered_by_its_first_half_only() -> None:
    assert ahead("FX-SL", "L3") == {"L4", "R4", "h1"}
    assert ahead("FX-SL", "h1") == {"h2", "k1"}
    assert ahead("FX-SL", "L4") == {"line1", "d1"}


def test_a_shortcut_is_joined_to_the_inner_lane_and_to_slides_but_not_to_the_bend() -> None:
    assert ahead("FX-SL", "R4") == {"line1", "d1", "k1"}
    assert ahead("FX-SL", "k1") == {"R6", "h3", "h4"}
    where = road("FX-SL")
    assert names(where, where.alongside[found(where, "k1")]) == {"R4", "h1", "h2", "R6", "h3", "h4"}
    assert where.spaces[found(where, "k1")].front == where.spaces[found(where, "line1")].front


def test_a_long_shortcut_touches_the_road_with_its_ends() -> None:
    assert ahead("224b", "k1") == {"k2"}
    assert ahead("224b", "k2") == {"R3", "h3", "h4"}
    where = road("224b")
    assert names(where, where.alongside[found(where, "k1")]) == {"R1", "h1", "h2"}


def test_between_two_bends_a_shortcut_can_meet_a_space_as_wide_as_the_road() -> None:
    assert ahead("215b", "k1") == {"f3"}
    assert ahead("215b", "f3") == {"line2", "d4", "k2"}


def test_line_and_drift_end_together_however_many_spaces_they_have() -> None:
    bends = ((road_of, bend) for road_of in (Road([tile]) for tile in SINGLE) for bend in road_of.bends)
    for where, bend in some(bends):
        line, drift = where.spaces[bend.line[-1]], where.spaces[bend.drift[-1]]
        assert line.front == drift.front == where.zones[bend.zone].front
        assert where.spaces[bend.line[0]].start == where.spaces[bend.drift[0]].start


def test_tiles_meet_on_whole_numbers() -> None:
    for name in OFFICIAL:
        where = road(name)
        for one, two in some(pairwise(where.zones)):
            assert one.front == two.start
            assert one.tile == two.tile or one.front.denominator == 1


def test_a_jump_comes_down_one_or_two_spaces_on() -> None:
    where = road("FX-JC")
    at = found(where, "L4")
    assert names(where, where.landings(at, 1)) == {"L5", "R5"}
    assert names(where, where.landings(at, 2)) == {"line1", "d1"}
    where = road("206b 210a:R2")
    assert names(where, where.landings(found(where, "L2"), 2)) == {"L4", "R4"}


def test_a_jump_over_the_first_space_of_a_bend_comes_down_on_the_second() -> None:
    where = road("204b 220b")
    assert names(where, where.landings(found(where, "1.L2"), 2)) == {"2.L2", "2.R2", "2.h1"}
    where = road("228b")
    assert names(where, where.landings(found(where, "L1"), 2)) == {"line2", "d2"}


def test_the_inner_lane_is_that_of_the_next_curve_with_a_limit() -> None:
    where = road("FX-CC")
    assert where.inside[found(where, "L2")] == "R"
    assert where.inside[found(where, "line1")] == "R", "the bend one is in"
    assert where.inside[found(where, "line2")] == "L"
    assert where.inside[found(where, "L7")] == "", "no bend comes"
    assert set(road("FX-LS").inside) == {""}, "a limit alone is no curve"
    assert road("231b").inside[0] == "R"


def test_bends_behind_the_finish_give_no_inner_lane() -> None:
    assert set(road("202a 203a 210a").inside[:10]) == {""}


def test_cars_start_right_behind_the_start_line() -> None:
    assert names(road("202a 203a"), road("202a 203a").starts) == {"1.L2", "1.R2"}
    assert names(road("202a< 203a"), road("202a< 203a").starts) == {"1.L1", "1.R1"}
    assert names(road("FX-S"), road("FX-S").starts) == {"L0", "R0"}


def test_behind_the_finish_line_a_car_has_arrived() -> None:
    where = road("FX-F")
    assert [where.past[found(where, name)] for name in ("L6", "R6", "L7", "R9")] == [False, False, True, True]
    assert where.finish_line == where.spaces[found(where, "L6")].front


def test_a_space_has_the_danger_of_its_own_tile() -> None:
    where = road("FX-D")
    assert [where.spaces[found(where, name)].danger for name in ("L6", "L7")] == ["yellow", "red"]
    assert where.spaces[found(where, "L6")].front == 1


def test_limits_jumps_and_water_are_where_the_tile_has_them() -> None:
    where = road("FX-LS")
    assert [space.name for space in where.spaces if space.limit == 4] == ["L5", "R5"]
    assert [space.name for space in road("FX-J").spaces if space.jump == 3] == ["L4", "R4"]
    assert [space.name for space in road("FX-WW").spaces if space.ford] == ["L4", "R4", "L5", "R5"]
    assert [space.limit for space in road("231b").spaces if space.kind == "full"] == [4]


def test_a_slide_and_the_lanes_under_it_share_their_room() -> None:
    where = road("FX-SL")
    assert names(where, where.clashes[found(where, "h1")]) == {"L4", "R4"}
    assert names(where, where.clashes[found(where, "L4")]) == {"h1", "h2"}
    assert not where.clashes[found(where, "L3")]


@pytest.mark.parametrize("name", OFFICIAL)
def test_an_official_stage_can_be_driven_from_start_to_finish(name: str) -> None:
    where = road(name)
    reached = set(where.starts)
    for (
        space
    ) in where.spaces:  # every move leads to a greater front, and spaces with lower ones come first in each zone
        if space.place in reached:
            reached |= set(where.next[space.place])
    beyond = {space.place for space in where.spaces if space.start >= (where.start_line or 0)}
    assert beyond <= reached, "no space is out of reach"
    assert any(where.past[place] for place in reached)


def test_a_stage_is_its_text() -> None:
    one, two = read_stage("202a< 210b:L2< 205a:S0 203a"), read_stage("  202a<  210b:L2 205a 203a ")
    assert one is two
    assert one == two and hash(one) == hash(two) and one != read_stage("202a 210b:L2 205a 203a")
    assert one.text == "202a< 210b:L2 205a 203a"
    assert read_stage(one.text) is one


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_stages_are_written_as_they_are_read(name: str) -> None:
    assert read_stage(read_stage(name).text) is read_stage(name)


def test_a_service_park_belongs_to_a_stage_but_not_to_its_road() -> None:
    stage = read_stage("R1-SS1")
    assert stage.service and len(stage.tiles) == 10 and stage.text.endswith("201a")
    assert not read_stage("R1-SS3").service


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        ("202a 299x 203a", "known-tile", 6),
        ("202a 210b:R1 203a", "turn-of-tile", 6),
        ("202a 210b:R2< 203a", "turn-of-tile", 6),
        ("202a, 203a", "tile", 1),
        ("201a", "tile", 1),
        ("202a " + "205a " * 60, "fewer-tiles", 301),
    ],
)
def test_what_is_no_stage_is_pointed_at(text: str, key: str, column: int) -> None:
    with pytest.raises(Misread) as caught:
        read_stage(text)
    assert (caught.value.key, caught.value.column) == (key, column)


def test_nothing_is_no_stage() -> None:
    with pytest.raises(Refused, match="stage"):
        read_stage("  ")
