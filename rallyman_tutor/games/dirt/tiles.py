"""The tiles: what is printed on each side, read from `tiles.toml`.

A tile is a hexagon with its edges A (top) to F clockwise, and a road from one of them to another. What one drives over
is told in rows, from the second of the two edges on:

    S  S4      two lane spaces side by side; with a limit
    Z          the same, the right lane lying half a space further on than the left one
    ~          a slide zone: two lane spaces, or two halves as wide as the road when one slides
    B3/4*2     a bend: its line of one space with limit 3, its drift of two spaces with limit 4
    B2(x2)/3*3 a line of two spaces
    J3  W      a row with a jump noted 3; a ford
    L5  U      one space as wide as the road, with limit 5; without a limit
    |START|    the line between two rows; |FINISH| likewise
    K5*2       behind the rows: a shortcut inside a bend, limit 5, two spaces; one for each bend, in their order
    S*12       twelve rows alike

A side is data and knows no stage: `Tile` adds which way it is driven, and `road.py` unrolls tiles into spaces.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Reader

EDGES = "ABCDEF"
DANGERS = ("yellow", "orange", "red")
"""From the mildest to the worst."""

MIRROR = {"L": "R", "R": "L", "": ""}
_TURNS = {0: "S0", 1: "R1", 2: "R2", 4: "L2", 5: "L1"}  # by how many sixths of a circle


class Row(NamedTuple):
    """One row of a side: everything from one line across the road to the next."""

    kind: str  # "lanes", "zigzag", "slide", "bend" or "full"
    limit: int | None = None
    jump: int = 0
    ford: bool = False
    turn: str = ""  # of a bend, and of a full row that winds, where it turns first: "L" or "R"
    line: int = 0  # limit of a bend's line, and its spaces
    lines: int = 0
    drift: int = 0
    drifts: int = 0
    cut: int = 0  # limit of its shortcut, and its spaces
    cuts: int = 0


class Side(NamedTuple):
    """One side of a tile, as it is driven from the second of its edges. The service park has one edge with a road."""

    code: str  # "216b"
    danger: str
    links: str
    rows: tuple[Row, ...]
    start: int = -1  # how many rows lie before the start line; -1: it has none
    finish: int = -1
    first: int = 1  # the number of its first row
    family: str = "box"  # or "school" or "stretches"

    @property
    def service(self) -> bool:
        """Whether this is the service park, which has no road."""
        return not self.rows

    @property
    def piece(self) -> str:
        """The piece of the box that this is a side of; it can lie in a stage only once. Empty for tiles that are not of
        the box."""
        return self.code[:-1] if self.family == "box" else ""


class Tile(NamedTuple):
    """A side as it is driven; backwards is entered at the first of its edges."""

    side: Side
    backwards: bool = False

    @property
    def entry(self) -> int:
        """The edge at which the road comes in, A being 0."""
        return EDGES.index(self.side.links[0 if self.backwards else -1])

    @property
    def exit(self) -> int:
        return EDGES.index(self.side.links[-1 if self.backwards else 0])

    @property
    def turn(self) -> int:
        """By how many sixths of a circle the road turns to the right, 0 to 5; the service park: 0."""
        return 0 if self.side.service else (self.exit - self.entry - 3) % 6

    @property
    def call(self) -> str:
        """The turn as a co-driver calls it: S0, R1, L2 …, or R0 or L0 where the road winds and leaves in its first
        direction."""
        first = next((row.turn for row in self.rows if row.turn), "")
        return f"{first}0" if first and not self.turn else _TURNS[self.turn]

    @property
    def word(self) -> str:
        """The tile in the text of a stage: `210b:L2`, `202a<`, `205a`."""
        if self.turn:
            return f"{self.side.code}:{self.call}"
        return self.side.code + "<" * self.backwards

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in driving order, bends turning as they are driven. A full row that winds is an S, which turns to
        the same side first from both ends."""
        if not self.backwards:
            return self.side.rows
        return tuple(
            row._replace(turn=MIRROR[row.turn]) if row.kind == "bend" else row for row in reversed(self.side.rows)
        )

    @property
    def start(self) -> int:
        return self._line(self.side.start)

    @property
    def finish(self) -> int:
        return self._line(self.side.finish)

    def _line(self, at: int) -> int:
        return len(self.side.rows) - at if self.backwards and at >= 0 else at

    def lanes(self, entry: bool) -> int:
        """How many lanes meet the edge where the road comes in, or the one where it leaves."""
        return 1 if self.rows[0 if entry else -1].kind == "full" else 2


@lru_cache(maxsize=1)
def sides() -> Mapping[str, Side]:
    """All sides by code, in the order of the file."""
    data = tomllib.loads((resources.files(__package__) / "tiles.toml").read_text("utf-8"))
    return {code: _side(code, family, entry) for family, entries in data.items() for code, entry in entries.items()}


def _side(code: str, family: str, entry: Plain) -> Side:
    if entry["rows"] == "service":
        return Side(code, "", entry["links"], (), family=family)
    return read_side(
        code, entry["danger"], entry["links"], entry["rows"], entry.get("bends", ""), entry.get("first", 1), family
    )


def read_side(
    code: str, danger: str, links: str, rows: str, bends: str = "", first: int = 1, family: str = "school"
) -> Side:
    """A side from its rows; `bends` says L or R for each bend, if the edges do not tell."""
    reader = Reader(rows)
    found: list[Row] = []
    shortcuts: list[tuple[int, int]] = []
    lines = {"START": -1, "FINISH": -1}
    while not reader.done:
        if match := reader.take(r"\|(START|FINISH)\|"):
            lines[match[1]] = len(found)
        elif match := reader.take(r"K(\d)(?:\*(\d))?(?!\S)"):
            shortcuts.append((int(match[1]), int(match[2] or 1)))
        else:
            found += _row(reader)
    turns = iter(bends or (_TURNS[(EDGES.index(links[0]) - EDGES.index(links[1]) - 3) % 6][0] * len(found)))
    cuts = iter(shortcuts)
    for at, row in enumerate(found):
        if row.kind == "bend" or (row.kind == "full" and row.limit and bends):
            found[at] = row = row._replace(turn=next(turns))
        if row.kind == "bend" and shortcuts:
            limit, many = next(cuts, (0, 0))
            found[at] = row._replace(cut=limit, cuts=many)
    return Side(code, danger, links, tuple(found), lines["START"], lines["FINISH"], first, family)


def _row(reader: Reader) -> list[Row]:
    """The row that is written here, repeated as often as it says."""
    if match := reader.take(r"B(\d)(?:\(x(\d)\))?/(\d)\*(\d)(?!\S)"):
        line, lines, drift, drifts = (int(part or 1) for part in match.groups())
        return [Row("bend", line=line, lines=lines, drift=drift, drifts=drifts)]
    match = reader.expect(r"(?:(S)(\d?)|(Z)|(~)|J(\d)|(W)|L(\d)|(U))(?:\*(\d+))?(?!\S)", "row")
    plain, limit, zigzag, slide, jump, ford, full, _, times = match.groups()
    if plain:
        row = Row("lanes", limit=int(limit) if limit else None)
    elif zigzag or slide:
        row = Row("zigzag" if zigzag else "slide")
    elif jump or ford:
        row = Row("lanes", jump=int(jump or 0), ford=bool(ford))
    else:
        row = Row("full", limit=int(full) if full else None)
    return [row] * int(times or 1)
