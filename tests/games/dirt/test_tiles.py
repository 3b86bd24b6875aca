"""The tiles as data: what a side holds, how it turns about, and how its rows are read."""

from __future__ import annotations

from collections import Counter

import pytest

from rallyman_tutor.core.notation import Misread
from rallyman_tutor.games.dirt.tiles import DANGERS, MIRROR, Side, Tile, read_side, sides

BOX = [side for side in sides().values() if side.family == "box"]
ROADS = [side for side in sides().values() if not side.service]


def test_the_box_holds_32_pieces_with_two_sides_each() -> None:
    assert len(BOX) == 64
    assert Counter(side.piece for side in BOX) == {str(number): 2 for number in range(201, 233)}


def test_only_201_is_a_service_park_and_only_202_starts_and_203_finishes() -> None:
    assert {side.piece for side in BOX if side.service} == {"201"}
    assert {side.piece for side in BOX if side.start >= 0} == {"202"}
    assert {side.piece for side in BOX if side.finish >= 0} == {"203"}


def test_every_danger_is_found_in_the_box() -> None:
    """The counts of the photographs."""
    assert Counter(side.danger for side in BOX if not side.service) == {"yellow": 25, "orange": 23, "red": 14}


def test_what_is_printed_on_the_box_adds_up() -> None:
    rows = [row for side in BOX for row in side.rows]
    assert sum(row.kind == "bend" for row in rows) == 44 + 2  # 215 has two on each side
    assert sum(row.kind == "slide" for row in rows) == 72
    assert sum(row.ford for row in rows) == 6
    assert sorted(row.jump for row in rows if row.jump) == [3, 3, 3, 4, 4, 4, 5]
    assert sum(bool(row.cuts) for row in rows) == 16
    assert [side.code for side in BOX if any(row.kind == "full" for row in side.rows)] == ["215b", "231a", "231b"]


@pytest.mark.parametrize("side", ROADS, ids=lambda side: side.code)
def test_a_side_makes_sense(side: Side) -> None:
    assert side.danger in DANGERS
    assert all(row.line <= row.drift for row in side.rows if row.kind == "bend"), "the line is never the faster way"
    assert all(row.turn in ("L", "R") for row in side.rows if row.kind == "bend")
    there, back = Tile(side), Tile(side, backwards=True)
    assert (there.turn + back.turn) % 6 == 0
    assert (there.entry, there.exit) == (back.exit, back.entry)
    assert there.rows == tuple(
        row if row.kind == "full" else row._replace(turn=MIRROR[row.turn]) for row in reversed(back.rows)
    ), "a space that winds is an S: it turns to the same side first from both ends"


def test_a_tile_driven_backwards_turns_the_other_way() -> None:
    assert [Tile(sides()["210b"], way).call for way in (False, True)] == ["R2", "L2"]
    assert [Tile(sides()["227a"], way).call for way in (False, True)] == ["R1", "L1"]
    assert [Tile(sides()["205a"], way).call for way in (False, True)] == ["S0", "S0"]


def test_a_tile_that_winds_is_called_by_its_first_bend() -> None:
    assert [Tile(sides()["214a"], way).call for way in (False, True)] == ["R0", "L0"]
    assert [Tile(sides()["215a"], way).call for way in (False, True)] == ["R0", "R0"]


def test_the_start_line_lies_as_far_from_the_other_end_when_driven_backwards() -> None:
    there, back = Tile(sides()["202b"]), Tile(sides()["202b"], backwards=True)
    assert (there.start, back.start) == (1, 3)
    assert Tile(sides()["203a"], backwards=True).finish == 1
    assert Tile(sides()["205a"], backwards=True).finish == -1


def test_tiles_to_learn_on_come_in_yellow_and_red() -> None:
    school = [side for side in sides().values() if side.family == "school"]
    for yellow, red in zip(school[::2], school[1::2], strict=True):
        assert (yellow.danger, red.danger) == ("yellow", "red")
        assert yellow.rows == red.rows
    assert not any(side.piece for side in school), "paper can be cut as often as one likes"


def test_rows_are_read_one_by_one() -> None:
    side = read_side("X", "red", "BD", "S2*2 ~ B2(x2)/3*4 J5 W L4 K3*2")
    assert [row.kind for row in side.rows] == ["lanes", "lanes", "slide", "bend", "lanes", "lanes", "full"]
    bend = side.rows[3]
    assert (bend.line, bend.lines, bend.drift, bend.drifts, bend.cut, bend.cuts) == (2, 2, 3, 4, 3, 2)
    assert (side.rows[0].limit, side.rows[4].jump, side.rows[5].ford, side.rows[6].limit) == (2, 5, True, 4)


def test_a_row_that_is_none_is_pointed_at() -> None:
    with pytest.raises(Misread) as caught:
        read_side("X", "red", "AD", "S S Q")
    assert (caught.value.key, caught.value.column) == ("row", 5)
