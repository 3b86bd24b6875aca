"""How tiles lie on the table: the rules of a layout, and finding one for tiles that are only listed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import sqrt
from random import Random

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Rule
from rallyman_tutor.games.dirt.layout import NEIGHBOURS, PlacedTile, across, lay, layout, middle
from rallyman_tutor.games.dirt.road import OFFICIAL, read_stage
from rallyman_tutor.games.dirt.rules.layout import RULES, faults
from rallyman_tutor.games.dirt.tile_lists import arrange, need_stage, sort_out
from rallyman_tutor.games.dirt.tiles import sides
from tests.games.dirt.stages import random_stage

EXAMPLES = [(rule, text, kind) for rule in RULES for kind in ("ok", "broken") for text in getattr(rule, kind)]


def codes(text: str) -> list[str]:
    return [code for code, _ in faults(read_stage(text))]


@pytest.mark.parametrize(("rule", "text", "kind"), EXAMPLES, ids=lambda part: getattr(part, "code", part))
def test_the_example_of_a_rule_is_as_it_says(rule: Rule, text: str, kind: str) -> None:
    assert rule.check is not None
    found = rule.check(None, read_stage(text))
    assert (found is None) == (kind == "ok"), found


def test_there_are_eight_rules_in_their_order() -> None:
    assert [rule.code for rule in RULES] == [f"LAY-0{n}" for n in range(1, 9)]
    assert all(rule.ok and rule.broken for rule in RULES)


def test_what_a_rule_saw_is_told() -> None:
    assert faults(read_stage("202a 210a:R2 211a:R2 212a:R2 203a")) == [
        ("LAY-03", {"n": 4, "tile": "212a", "other": "202a"})
    ]
    assert faults(read_stage("202a 205a 205b 203a")) == [("LAY-04", {"piece": "205", "n": 3, "tile": "205b", "m": 2})]


# The grid


def test_every_edge_has_the_opposite_one_across() -> None:
    for edge, (dq, dr) in enumerate(NEIGHBOURS):
        assert NEIGHBOURS[(edge + 3) % 6] == (-dq, -dr)
        assert across(across((4, 7), edge), (edge + 3) % 6) == (4, 7)


def test_edge_a_is_on_top_and_the_others_follow_clockwise() -> None:
    spots = [middle(across((0, 0), edge)) for edge in range(6)]
    assert spots[0][0] == 0 and spots[0][1] < 0
    assert spots[1][0] > 0 > spots[1][1] and spots[2][0] > 0 < spots[2][1]
    assert {round(x * x + y * y, 6) for x, y in spots} == {3.0}, "all six are as near"


@pytest.mark.parametrize("heading", range(6))
def test_a_stage_is_the_same_whichever_way_it_starts(heading: int) -> None:
    tiles = read_stage("R3-SS2").all_tiles
    placed = lay(tiles, heading)
    assert placed[0].entry == (heading + 3) % 6
    assert [one.exit == (two.entry + 3) % 6 for one, two in pairwise(placed)] == [True] * 14
    assert len({one.cell for one in placed}) == 15


@pytest.mark.parametrize("name", OFFICIAL)
def test_an_official_stage_chains_without_overlap(name: str) -> None:
    stage = read_stage(name)
    assert faults(stage) == []
    placed = layout(stage)
    assert [one.tile for one in placed] == list(stage.all_tiles)
    for one, two in pairwise(placed):
        assert across(one.cell, one.exit) == two.cell
    assert len({one.cell for one in placed}) == len(placed)


def test_the_official_stages_are_the_six_rallies_of_the_rulebook() -> None:
    """Numbers of tiles as the rulebook lists them, the service park not counted, and where that one lies."""
    road = [[len(read_stage(f"R{rally}-SS{n}").tiles) for n in (1, 2, 3)] for rally in range(1, 7)]
    assert road == [[10, 10, 10], [12, 12, 11], [14, 14, 14], [9, 12, 10], [10, 10, 10], [11, 12, 12]]
    parks = [name for name in OFFICIAL if read_stage(name).service]
    assert len(parks) == 11
    assert not any(name.endswith("SS3") for name in parks)
    used = {tile.side.code for name in OFFICIAL for tile in read_stage(name).all_tiles}
    assert {code for code in sides() if code[0] == "2"} - used == {"221a", "225b", "228b", "230a", "232a"}


def on_the_table(placed: Sequence[PlacedTile]) -> tuple[float, bool]:
    """The depth of the smallest table, 1.6 times as wide, that holds the tiles, and whether the start is on the
    right."""
    spots = [middle(one.cell) for one in placed]
    wide, deep = (max(along) - min(along) for along in zip(*spots, strict=True))
    return round(max((wide + 2) / 1.6, deep + sqrt(3)), 1), spots[0][0] > spots[-1][0]


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_stage_is_turned_so_that_it_fits_a_wide_table_best_its_start_on_the_left(name: str) -> None:
    stage = read_stage(name)
    ways = [on_the_table(lay(stage.all_tiles, heading)) for heading in range(6)]
    assert on_the_table(layout(stage)) == min(ways)


# Tiles that are only listed


def test_the_rulebooks_example_of_a_list_can_be_laid() -> None:
    found = arrange("EX-22")
    assert found.stage is not None and found.proven
    codes = " ".join(tile.side.code for tile in found.stage.tiles)
    assert codes == "202a 209a 211b 219b 216b 205b 223a 215a 220a 225b 203a"
    assert faults(found.stage) == []


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_list_of_an_official_stage_can_be_laid(name: str) -> None:
    listed = [tile.side.code for tile in read_stage(name).all_tiles]
    stage = need_stage(arrange(" ".join(listed)))
    assert [tile.side.code for tile in stage.all_tiles] == listed
    assert faults(stage) == []


def test_tiles_that_tell_their_turn_keep_it() -> None:
    found = arrange("202a 210a:R2 211a 212a:R2 203a")
    assert found.stage is not None
    assert found.stage.text == "202a 210a:R2 211a:L2 212a:R2 203a"


def test_turns_that_close_a_circle_are_proven_impossible() -> None:
    found = arrange("202a 210a:R2 211a:R2 212a:R2 203a")
    assert (found.stage, found.proven, found.broken) == (None, True, ("LAY-03",))


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("205a 203a", "LAY-01"),
        ("202a 203a 205a", "LAY-01"),
        ("202a 201a 203a", "LAY-02"),
        ("202a 205a 205b 203a", "LAY-04"),
        ("T01a T12a T02a", "LAY-05"),
        ("T13a T02a", "LAY-06"),
        ("202a 203a 201a 201b", "LAY-08"),
    ],
)
def test_what_no_turning_about_helps_is_impossible(text: str, broken: str) -> None:
    found = arrange(text)
    assert found.stage is None and found.proven and broken in found.broken
    with pytest.raises(Refused, match="no-layout"):
        need_stage(found)


def test_a_search_agrees_with_trying_everything() -> None:
    """For short lists, some of their turns told: a stage is found if and only if some way round fits."""
    luck = Random(4)
    bends = [side.code for side in sides().values() if side.links in ("BD", "CD") and side.piece]
    missed = 0
    for _ in range(150):
        middles = luck.sample(bends, 6)
        pieces = {code[:-1] for code in middles}
        if len(pieces) < len(middles):
            continue
        ways = [luck.choice(("", "<", "R")) for _ in middles]
        told = [
            code if not way else f"{code}<" if way == "<" else f"{code}:{'R1' if sides()[code].links == 'BD' else 'R2'}"
            for code, way in zip(middles, ways, strict=True)
        ]
        options = [
            (f"{code}:S", f"{code}<") if not way else (word,)
            for code, way, word in zip(middles, ways, told, strict=True)
        ]
        fits = any(
            not faults(read_stage(" ".join(["202a", *(word.removesuffix(":S") for word in words), "203a"])))
            for words in product(*options)
        )
        found = arrange(" ".join(["202a", *told, "203a"]))
        assert (found.stage is not None) == fits, told
        assert found.proven
        missed += not fits
    assert missed > 2, "some of these cannot be laid at all"


def test_lanes_that_must_meet_turn_a_straight_tile_about() -> None:
    assert need_stage(arrange("T01a T12a T12a T02a")).text == "T01a T12a T12a< T02a"


def test_a_search_that_runs_out_of_patience_says_so() -> None:
    found = arrange("202a 210a 211a 212a 213a 203a", patience=3)
    assert (found.stage, found.proven, found.tried) == (None, False, 3)
    with pytest.raises(Refused, match="gave-up"):
        need_stage(found)


def test_a_heap_of_tiles_is_put_in_some_order_with_its_ends_at_the_ends() -> None:
    heap = ["203b", "216a", "201a", "205b", "202a", "227a"]
    stage = need_stage(sort_out(heap, Random(1)))
    assert sorted(tile.side.code for tile in stage.all_tiles) == sorted(heap)
    assert faults(stage) == []


def test_a_heap_without_a_start_is_hopeless_in_every_order() -> None:
    found = sort_out(["203b", "216a", "205b"], Random(1))
    assert found.proven and "LAY-01" in found.broken


@pytest.mark.parametrize("tiles", [4, 10, 14, 18, 30])
def test_stages_drawn_from_the_box_are_legal(tiles: int) -> None:
    luck = Random(tiles)
    for _ in range(12):
        stage = random_stage(luck, tiles)
        assert len(stage.tiles) == tiles
        assert faults(stage) == []
        assert read_stage(stage.text) is stage
