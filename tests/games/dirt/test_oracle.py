"""The roads of the eighteen official stages derived again, in a second, simple way, and held equal to the engine's.

Only the two data files are shared: tiles are read here as plain text, turns come from the directions of their edges,
and every space is told by the row it lies in. Which spaces follow, touch or lie beside one another is then read off the
rows.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from importlib import resources
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

import pytest

from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.road import read_stage
from tests.some import some

DATA = resources.files("rallyman_tutor.games.dirt")
TILES = {
    code: told
    for family in tomllib.loads((DATA / "tiles.toml").read_text("utf-8")).values()
    for code, told in family.items()
}
STAGES = tomllib.loads((DATA / "stages.toml").read_text("utf-8"))["official"]
OTHER = {"L": "R", "R": "L"}


class Cell(NamedTuple):
    """A space, by what is printed on it."""

    kind: str
    lane: str
    limit: int | None
    jump: int
    ford: bool
    front: Fraction


class Row(NamedTuple):
    """The stretch between two lines across the road: lanes, ways one space after another, and shortcuts."""

    lanes: dict[str, str]  # side: name
    ways: dict[str, list[str]]  # "line", "drift", "slide" or "full": names
    cut: list[str]
    turns: str  # of the curves in it, in driving order
    start: Fraction


def turn_of(entry: str, leave: str) -> str:
    """The side to which a road turns between the edges where it comes in and leaves; "" if it goes straight through."""

    def way(edge: str) -> tuple[float, float]:
        angle = "ABCDEF".index(edge) * pi / 3
        return sin(angle), cos(angle)

    (ex, ey), (lx, ly) = way(entry), way(leave)
    side = -ex * ly + ey * lx  # the road heads against the edge it came in over
    return "" if abs(side) < 1e-6 else "R" if side < 0 else "L"


def derive(stage: str) -> tuple[dict[str, Cell], list[Row], Fraction]:
    """Every space of a stage, its rows in driving order, and how far the finish line lies."""
    cells: dict[str, Cell] = {}
    rows: list[Row] = []
    finish = Fraction(0)
    driven = [word for word in stage.split() if TILES[word.partition(":")[0].rstrip("<")]["rows"] != "service"]
    for at, word in enumerate(driven):
        code, _, call = word.partition(":")
        tile = TILES[code.rstrip("<")]
        far, near = tile["links"]
        marks = tile["rows"].split()
        cuts = [mark for mark in marks if re.match(r"K\d", mark)]
        printed = [mark for mark in marks if mark not in cuts and not mark.startswith("|")]
        line = next((marks.index(mark) for mark in marks if mark == "|FINISH|"), -1)
        # One letter for each curve; a winding space swings out to one side and back over the other.
        sides = iter(tile.get("bends") or turn_of(near, far) * len(printed))
        turns = []
        for mark in printed:
            side = next(sides) if mark[0] == "B" or (mark[0] == "L" and "bends" in tile) else ""
            turns.append(side + OTHER[side] if side and mark[0] == "L" else side)
        back = turn_of(near, far) != call[0] if call else word.endswith("<")
        if back:  # the last row comes first, and left is right
            printed, cuts = printed[::-1], cuts[::-1]
            turns = ["".join(OTHER[side] for side in reversed(some)) for some in reversed(turns)]
            line = len(printed) - line if line >= 0 else -1
        if line >= 0:
            finish = at + Fraction(line, len(printed))
        count = {"line": 0, "d": 0, "h": 0, "k": 0}
        shortcut = iter(cuts)
        for number, (mark, curves) in enumerate(zip(printed, turns, strict=True), 1):

            def name(letter: str, start: str = f"{code.rstrip('<')}#{at + 1}.", count: dict[str, int] = count) -> str:
                count[letter] += 1
                return f"{start}{letter}{count[letter]}"

            start, length = at + Fraction(number - 1, len(printed)), Fraction(1, len(printed))
            lanes, ways, cut = {}, {}, []
            if mark[0] in "SJW~":
                limit = int(mark[1:]) if mark[0] == "S" and mark[1:] else None
                for side in "LR":
                    lanes[side] = f"{code.rstrip('<')}#{at + 1}.{side}{number}"
                    jump = int(mark[1:]) if mark[0] == "J" else 0
                    cells[lanes[side]] = Cell("lane", side, limit, jump, mark == "W", start + length)
            if mark == "~":
                ways["slide"] = [name("h"), name("h")]
                for part, half in enumerate(ways["slide"], 1):
                    cells[half] = Cell("half", "", None, 0, False, start + length * Fraction(part, 2))
            if mark[0] in "LU":
                full = f"{code.rstrip('<')}#{at + 1}.f{number}"
                ways["full"] = [full]
                cells[full] = Cell("full", "", int(mark[1:]) if mark[1:] else None, 0, False, start + length)
            if found := re.fullmatch(r"B(\d)(?:\(x(\d)\))?/(\d)\*(\d)", mark):
                inner, many, outer, drifts = (int(part or 1) for part in found.groups())
                told = [("line", "line", inner, many), ("drift", "d", outer, drifts)]
                if cuts:
                    speed, _, long = next(shortcut)[1:].partition("*")
                    told.append(("shortcut", "k", int(speed), int(long or 1)))
                for kind, letter, limit, parts in told:
                    names = [name(letter) for _ in range(parts)]
                    for part, space in enumerate(names, 1):
                        cells[space] = Cell(kind, "", limit, 0, False, start + length * Fraction(part, parts))
                    if kind == "shortcut":
                        cut = names
                    else:
                        ways[kind] = names
            rows.append(Row(lanes, ways, cut, curves, start))
    return cells, rows, finish


def touched(row: Row, side: str) -> set[str]:
    """The spaces of a neighbouring row that a shortcut on this side touches: its lane there, and any that span the
    road. Never a bend."""
    if "line" in row.ways:
        return set()
    return {*([row.lanes[side]] if row.lanes else []), *(name for way in row.ways.values() for name in way)}


def contacts_of(rows: list[Row]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for at, row in enumerate(rows):
        if row.cut:
            pairs = [(row.cut[0], name) for name in touched(rows[at - 1], row.turns[0])]
            pairs += [(row.cut[-1], name) for name in touched(rows[at + 1], row.turns[0])]
            pairs += pairwise(row.cut)
            for one, other in pairs:
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return found


def next_of(rows: list[Row], cells: dict[str, Cell], contacts: dict[str, set[str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {name: set() for name in cells}
    for name, others in contacts.items():
        found[name] |= {other for other in others if cells[other].front > cells[name].front}
    for row, behind in zip(rows, [*rows[1:], Row({}, {}, [], "", Fraction(0))], strict=True):
        entries = {*behind.lanes.values(), *(way[0] for way in behind.ways.values())}
        for lane in row.lanes.values():
            found[lane] |= entries
        for way in row.ways.values():
            for one, following in pairwise(way):
                found[one].add(following)
            found[way[-1]] |= entries
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_every_space_of_an_official_stage_is_what_its_row_says(stage: str) -> None:
    cells, _, finish = derive(STAGES[stage])
    road = read_stage(STAGES[stage]).road
    assert {
        space.key: Cell(space.kind, space.lane, space.limit, space.jump, space.ford, space.front)
        for space in road.spaces
    } == cells
    assert {road.spaces[at].key for at, past in enumerate(road.past) if past} == {
        key for key, cell in cells.items() if cell.front > finish
    }
    order = sorted(cells, key=lambda key: cells[key].front)
    ranks = [road.ranks[road.place[key]] for key in order]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len({cell.front for cell in cells.values()})


@pytest.mark.parametrize("stage", STAGES)
def test_the_spaces_of_an_official_stage_lead_to_and_touch_what_their_rows_say(stage: str) -> None:
    cells, rows, _ = derive(STAGES[stage])
    road = read_stage(STAGES[stage]).road
    contacts = contacts_of(rows)

    def engine(relation: tuple[tuple[int, ...], ...]) -> dict[str, set[str]]:
        return {space.key: {road.spaces[at].key for at in relation[space.place]} for space in road.spaces}

    assert engine(road.contacts) == {name: contacts.get(name, set()) for name in cells}
    assert engine(road.next) == next_of(rows, cells, contacts)
    beside = {name: {other for other in contacts.get(name, ()) if {name[-2], other[-2]} != {"k"}} for name in cells}
    clashing: dict[str, set[str]] = {name: set() for name in cells}
    for row in rows:
        for side, lane in row.lanes.items():
            beside[lane].add(row.lanes[OTHER[side]])
            for half in row.ways.get("slide", ()):
                clashing[lane].add(half)
                clashing[half].add(lane)
    assert engine(road.alongside) == beside
    assert engine(road.clashes) == clashing


@pytest.mark.parametrize("stage", STAGES)
def test_the_inner_lane_of_an_official_stage_is_the_side_of_the_nearest_limited_curve(stage: str) -> None:
    _, rows, finish = derive(STAGES[stage])
    road = read_stage(STAGES[stage]).road
    for at, row in some(enumerate(rows)):
        curves = "".join(further.turns for further in rows[at:] if further.start < finish)
        for name in some((*row.lanes.values(), *row.cut, *(name for way in row.ways.values() for name in way))):
            assert road.inside[road.place[name]] == curves[:1], name


@pytest.mark.parametrize("stage", STAGES)
def test_a_tile_turned_round_turns_as_its_edges_tell(stage: str) -> None:
    """The turn that a stage tells of a tile is the one between the edges it is entered and left by."""
    for tile in some(read_stage(STAGES[stage]).tiles):
        entry, leave = tuple(tile.side.links)[:: 1 if tile.backwards else -1]
        assert tile.call[0] == (turn_of(entry, leave) or tile.call[0])
        assert (turn_of(entry, leave) == "") == (tile.call[1] == "0")


def test_a_winding_tile_turns_to_the_same_side_from_both_ends() -> None:
    """It is an S: turned round, it is the same."""
    for code in ("231a", "231b"):
        for word in (f"{code}:R0", f"{code}:R0<"):
            state = GAME.read(f"202a {word} 203a | A@1.L1 g3")
            assert state.road.inside[state.car.place] == "R"
            assert not GAME.judge(state, GAME.read_draft("3"))
