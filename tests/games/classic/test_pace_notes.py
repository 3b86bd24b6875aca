"""The road ahead as it is read out: every space once, with the notes that hold now and the spaces before."""

from __future__ import annotations

import re

import pytest

from rallyman_tutor.games import SHELF
from tests.games.opened import opened
from tests.some import some

GAME = SHELF["classic"]
ROAD = "s4 R3/4x3K4 s2 snow s2 dry forest/rock j4 L2/3x2 s4"


def at(where: str, more: str = "") -> list[tuple[str, dict[str, object], int]]:
    ahead = GAME.road_ahead(GAME.read(f"{ROAD} | A@{where}{more}"))
    return [(one.kind, dict(one.facts), one.before) for one in ahead]


def test_it_goes_piece_by_piece_from_the_car_to_the_finish() -> None:
    kinds = [(kind, facts.get("count"), before) for kind, facts, before in at("s2 g4")]
    assert kinds == [
        ("straight", 2, 0), ("bend", None, 2), ("straight", 2, 3), ("straight", 2, 5), ("jump", 1, 7), ("bend", None, 8),
        ("straight", 4, 9), ("finish", 1, 13),
    ]  # fmt: skip
    assert [facts["surface"] for _, facts, _ in at("s2 g4")][2:4] == ["dry", "snow"]
    assert at("s2 g4")[4][1]["beside"] == ("forest", "rock")


def test_a_bend_has_its_ways_with_their_notes_and_dirt_lowers_line_and_drift() -> None:
    def ways(more: str) -> list[tuple[str, object, int]]:
        bend = next(one for one in GAME.road_ahead(GAME.read(f"{ROAD} | A@s2 g4 | A{more}")) if one.kind == "bend")
        assert (bend.facts["n"], bend.facts["turn"]) == ("1", "right")
        return [(way.name, way.facts["note"], way.length) for way in bend.ways]

    assert ways("") == [("line", 3, 1), ("drift", 4, 3), ("cut", 4, 1)]
    assert ways(" | dirt b1:2") == [("line", 1, 1), ("drift", 2, 3), ("cut", 4, 1)]
    assert ways(" | dirt b1:3") == [("line", "closed", 1), ("drift", 1, 3), ("cut", 4, 1)]


def test_in_a_drift_it_begins_with_what_is_left_of_it() -> None:
    kind, facts, before = at("b1.d1 g4")[0]
    assert (kind, facts, before) == (
        "rest-of-drift",
        {"note": 4, "count": 2, "surface": "dry", "beside": ("grass",)},
        0,
    )
    assert next(kind for kind, _, _ in at("b1.d3 g4")) == "straight"


@pytest.mark.parametrize("name", sorted(GAME.ready_tables))
def test_every_space_ahead_is_read_once_and_the_spaces_before_are_those_of_the_pace_notes(name: str) -> None:
    state = GAME.new(GAME.spec(GAME.ready_tables[name], ("A",)))
    spaces = opened(state).road.spaces
    ahead = GAME.road_ahead(state)
    assert [key for one in ahead for key in one.places] == [space.key for space in spaces[1:]]
    items = 0  # counted from the text: a bend, a jump and every straight space are one each
    for one in some(ahead):
        assert one.before == items
        items += int(str(one.facts.get("count", 1)))
    words = re.findall(r"\bs(\d+)|\b[RLj]\d", opened(state).stage.text)
    if words and "START" not in opened(state).stage.text:
        assert items - 1 == sum(int(many or 1) for many in words)
