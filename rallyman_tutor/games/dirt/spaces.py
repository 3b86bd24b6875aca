"""The spaces of a tile as it is driven, and the zones and bends they make up. `road.py` tells how they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rallyman_tutor.games.dirt.tiles import Row, Tile


@dataclass(frozen=True, slots=True)
class Space:
    """A place where a car can be. It is no named tuple: its fields are read far more often than one is made."""

    place: int  # its number on the road
    key: str  # "219a#3.L2"
    kind: str  # "lane", "full", "line", "drift", "half" or "shortcut"
    lane: str  # "L" or "R" as one drives; "" in spaces that have none
    tile: int  # place of the tile in the stage, from 0
    zone: int
    bend: int  # which of the road's bends this is part of, or leads around; -1: none
    way: str  # where a zone has two: "line" or "drift", "lane" or "slide"
    part: int  # 1, 2 … along a line, a drift, a slide, a shortcut; else 0
    start: Fraction
    front: Fraction
    limit: int | None
    jump: int
    ford: bool
    danger: str

    @property
    def name(self) -> str:
        """The name of a space on its own tile."""
        return self.key.partition(".")[2]


class Zone(NamedTuple):
    """A stretch of road from one line across it to the next."""

    kind: str  # "lanes", "zigzag", "slide", "bend" or "full"
    tile: int
    start: Fraction
    front: Fraction
    turn: str  # of a bend, or of a full space that winds
    spaces: tuple[int, ...]
    row: int  # its first row on the tile, from 0, and how many it has
    rows: int


class Bend(NamedTuple):
    """A bend, its ways and the shortcut that avoids it. What lies on it (gravel) lies on all of its line and drift."""

    name: str  # "219a#3", and "215a#3.2" for the second bend of a tile
    zone: int
    tile: int
    turn: str
    line: tuple[int, ...]
    drift: tuple[int, ...]
    shortcut: tuple[int, ...] = ()


def unroll(at: int, tile: Tile, spaces: list[Space], zones: list[Zone], bends: list[Bend]) -> None:
    """Add the spaces, zones and bends of one tile to those of the tiles before it."""
    counts = {"line": 0, "d": 0, "h": 0, "k": 0}
    rows, number, own = tile.rows, tile.side.first, 0

    def add(
        kind: str, name: str, start: Fraction, front: Fraction, row: Row, lane: str = "", way: str = "",
        part: int = 0, limit: int | None = None,
    ) -> int:  # fmt: skip
        if name in counts:
            counts[name] += 1
            name += str(counts[name])
        bend = len(bends) if row.kind == "bend" else -1
        place = len(spaces)
        spaces.append(
            Space(
                place=place,
                key=f"{tile.side.code}#{at + 1}.{name}",
                kind=kind,
                lane=lane,
                tile=at,
                zone=len(zones),
                bend=bend,
                way=way,
                part=part,
                start=start,
                front=front,
                limit=limit,
                jump=row.jump,
                ford=row.ford,
                danger=tile.side.danger,
            )
        )
        return place

    def run(kind: str, name: str, way: str, many: int, row: Row, limit: int | None) -> tuple[int, ...]:
        step = (front - start) / many
        return tuple(
            add(kind, name, start + step * n, start + step * (n + 1), row, "", way, n + 1, limit) for n in range(many)
        )

    row_at = 0
    while row_at < len(rows):
        row = rows[row_at]
        many = 1
        if row.kind == "zigzag":  # rows that run into one another are one zone
            while row_at + many < len(rows) and rows[row_at + many].kind == "zigzag":
                many += 1
        start = at + Fraction(row_at, len(rows))
        front = at + Fraction(row_at + many, len(rows))
        first = len(spaces)
        taken = many
        if row.kind in ("lanes", "slide"):
            for lane in "LR":
                way = "lane" if row.kind == "slide" else ""
                add("lane", f"{lane}{number}", start, front, row, lane, way, limit=row.limit)
            if row.kind == "slide":
                run("half", "h", "slide", 2, row, None)
        elif row.kind == "zigzag":
            taken += _zigzag(add, start, front, many, number, "L" if tile.backwards else "R", row)
        elif row.kind == "full":
            add("full", f"f{number}", start, front, row, limit=row.limit)
        else:
            line = run("line", "line", "line", row.lines, row, row.line)
            drift = run("drift", "d", "drift", row.drifts, row, row.drift)
            cut = run("shortcut", "k", "", row.cuts, row, row.cut) if row.cuts else ()
            own += 1
            name = f"{tile.side.code}#{at + 1}" + (f".{own}" if own > 1 else "")
            bends.append(Bend(name, len(zones), at, row.turn, line, drift, cut))
        zones.append(Zone(row.kind, at, start, front, row.turn, tuple(range(first, len(spaces))), row_at, many))
        row_at += many
        number += taken


def _zigzag(
    add: Callable[..., int], start: Fraction, front: Fraction, many: int, number: int, shifted: str, row: Row
) -> int:
    """Two lanes, one of which begins and ends with half a space; returns how many spaces more that lane has."""
    step = (front - start) / many
    for lane in "LR":
        if lane == shifted:
            edges = [start, *(start + step * (n + Fraction(1, 2)) for n in range(many)), front]
        else:
            edges = [start + step * n for n in range(many + 1)]
        for n, (one, two) in enumerate(pairwise(edges)):
            add("lane", f"{lane}{number + n}", one, two, row, lane)
    return 1
