"""The road ahead as it is read out: every bend once, with the limits that hold now and the rows before."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.stretch import Stretch
from rallyman_tutor.games import SHELF
from tests.games.opened import opened
from tests.some import some

GAME = SHELF["dirt"]
FX = "FX-SL"


def ahead(position: str) -> list[Stretch]:
    return list(GAME.road_ahead(GAME.read(position)))


@pytest.mark.parametrize("name", ["R1-SS2", "R3-SS1", "R6-SS1"])
def test_every_bend_is_read_once_with_its_limits_and_as_many_rows_before_it_as_are_printed(name: str) -> None:
    state = GAME.new(GAME.spec(name, ("A",)))
    road = opened(state).road
    found = [one for one in GAME.road_ahead(state) if one.kind == "bend"]
    start = road.starts[0]
    bends = [bend for bend in road.bends if road.zones[bend.zone].start >= road.spaces[start].front]
    assert len(found) == len(bends)
    for one, bend in some(zip(found, bends, strict=True)):
        printed = [
            (road.spaces[places[0]].limit, len(places)) for places in (bend.line, bend.drift, bend.shortcut) if places
        ]
        assert [(way.facts["limit"], way.length) for way in one.ways] == printed
        assert one.facts["turn"] == {"L": "left", "R": "right"}[bend.turn]
    first = bends[0]
    rows = sum(zone.rows for zone in road.zones[: first.zone] if zone.start >= road.spaces[start].front)
    assert found[0].before == rows
    assert GAME.road_ahead(state)[-1].kind == "finish"


def limits(where: str, gravel: str = "") -> list[object]:
    (bend, *_) = [one for one in ahead(f"{FX} | A@{where} g2 | A{gravel}") if one.kind == "bend"]
    return [way.facts["limit"] for way in bend.ways]


def test_gravel_lowers_the_limits_or_closes_the_bend_unless_there_is_no_other_way() -> None:
    assert limits("L1") == [3, 4, 2]
    assert limits("L1", " | gravel 1:1") == [2, 3, 2]
    assert limits("L1", " | gravel 1:3") == ["closed", 1, 2]
    assert limits("L1", " | gravel 1:4") == ["closed", "closed", 2]
    assert limits("L4", " | gravel 1:4") == [1, 1, 2]  # a turn that begins there goes on in 1st


def test_on_a_way_through_a_bend_what_is_left_of_it_comes_first() -> None:
    (first, *_) = ahead(f"{FX} | A@d1 g2")
    assert (first.kind, first.facts["way"], first.before) == ("rest-of-way", "drift", 0)
