"""How the tiles of a stage lie on the table, and whether they may lie so.

The text of a stage tells every turn, so tiles are not searched for: each lies against the edge where the road left the one
before, and LAY-01 to LAY-08 say what is wrong with the whole. They are rules like any other, of a stage instead of a step.

A list of tiles tells no turns. `arrange` takes it in driving order and tries both ways round for every tile that turns, until
nothing overlaps; when it has tried all of them, that is the proof that there is no way. `sort_out` takes a heap of tiles.

The grid is one of hexagons that stand on an edge: cells (q, r), q to the right, r down, edge A of a cell on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Facts, Kind, Rule, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.road import Stage, read_stage, read_tiles, spelled
from rallyman_tutor.games.dirt.tiles import Tile

Cell = tuple[int, int]

NEIGHBOURS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Across the edges A to F."""

SHEET = 1.6
"""The table is that much wider than deep."""

PATIENCE = 200_000
"""Tiles that a search puts down before it gives up."""


class Placed(NamedTuple):
    """A tile on the table: its cell, and by how many sixths of a circle it is turned to the right."""

    tile: Tile
    cell: Cell
    turned: int

    @property
    def entry(self) -> int:
        """The edge of the cell at which the road comes in, A being 0."""
        return (self.tile.entry + self.turned) % 6

    @property
    def exit(self) -> int:
        return (self.tile.exit + self.turned) % 6


def across(cell: Cell, edge: int) -> Cell:
    """The cell that shares this edge."""
    dq, dr = NEIGHBOURS[edge]
    return cell[0] + dq, cell[1] + dr


def middle(cell: Cell) -> tuple[float, float]:
    """Where a cell lies, its sides being 1 long and y pointing down."""
    return 1.5 * cell[0], sqrt(3) * (cell[1] + cell[0] / 2)


def lay(tiles: Iterable[Tile], heading: int = 0) -> tuple[Placed, ...]:
    """Every tile against the exit of the one before, the first of them driven towards the edge `heading`."""
    cell: Cell = (0, 0)
    placed = []
    for tile in tiles:
        placed.append(Placed(tile, cell, (heading - tile.entry - 3) % 6))
        heading = (heading + tile.turn) % 6
        cell = across(cell, heading)
    return tuple(placed)


@lru_cache(maxsize=64)
def layout(stage: Stage) -> tuple[Placed, ...]:
    """The tiles of a stage as they lie, all turned so that they suit a wide table, the start rather on the left."""

    def size(heading: int) -> tuple[float, bool]:
        points = [middle(placed.cell) for placed in lay(stage.all_tiles, heading)]
        wide, deep = (max(c) - min(c) for c in zip(*points, strict=True))
        return round(max((wide + 2) / SHEET, deep + 1.8), 3), points[0][0] > points[-1][0]

    return lay(stage.all_tiles, min(range(6), key=size))


# -- The rules. --------------------------------------------------------------------------------------------------------

_BUILT = cite("Preparación 1")
_MEANT = cite("Preparación 1", INFERRED)


@rule(
    "LAY-01",
    _MEANT,
    Stage,
    ok=("202a 205a 203a", "202b< 203b 201a"),
    broken=("205a 203a", "202a 205a", "202a 202b 203a", "202a 203b 205a 203a"),
)
def no_start_or_no_finish(state: object, stage: Stage) -> Facts | None:
    last = len(stage.tiles)
    for n, tile in enumerate(stage.tiles, 1):
        for case, line, due in (("start", tile.start, 1), ("finish", tile.finish, last)):
            if (line >= 0) != (n == due):
                return {"case": case if n == due else f"{case}-again", "n": n, "tile": tile.side.code}
    return None


@rule(
    "LAY-02",
    _BUILT,
    Stage,
    ok=("202a 208a:R1 203a", "202a 203a 201a"),
    broken=("202a 201a 203a", "201b 202a 203a"),
)
def tiles_do_not_join(state: object, stage: Stage) -> Facts | None:
    for n, (one, two) in enumerate(pairwise(lay(stage.all_tiles)), 2):
        meet = across(one.cell, one.exit) == two.cell and two.entry == (one.exit + 3) % 6
        parks = one.tile.side.service and two.tile.side.service
        if not meet or (one.tile.side.service and not parks):  # nothing leads on from a service park
            return {"n": n, "tile": two.tile.side.code, "before": one.tile.side.code}
    return None


@rule(
    "LAY-03",
    _MEANT,
    Stage,
    ok=("202a 210a:R2 212a:L2 203a",),
    broken=("202a 210a:R2 211a:R2 212a:R2 203a",),
)
def tiles_on_one_another(state: object, stage: Stage) -> Facts | None:
    taken: dict[Cell, int] = {}
    for n, placed in enumerate(lay(stage.all_tiles), 1):
        if (m := taken.setdefault(placed.cell, n)) != n:
            return {"n": n, "tile": placed.tile.side.code, "m": m, "other": stage.all_tiles[m - 1].side.code}
    return None


@rule(
    "LAY-04",
    cite("Componentes", INFERRED),
    Stage,
    ok=("202a 204a 205b 203a", "T01a T03a T03a T02a"),
    broken=("202a 205a 205b 203a", "202a 204a 206a 204a 203a"),
)
def one_piece_twice(state: object, stage: Stage) -> Facts | None:
    taken: dict[str, int] = {}
    for n, tile in enumerate(stage.tiles, 1):
        piece = tile.side.piece
        if piece and (m := taken.setdefault(piece, n)) != n:
            return {"piece": piece, "n": n, "tile": tile.side.code, "m": m, "other": stage.tiles[m - 1].side.code}
    return None


@rule(
    "LAY-05",
    _MEANT,
    Stage,
    ok=("202a 231a 203a", "T01a T12a T12a< T02a"),
    broken=("T01a T12a T02a", "T01a T12a< T02a"),
)
def lanes_do_not_meet(state: object, stage: Stage) -> Facts | None:
    for n, (one, two) in enumerate(pairwise(stage.tiles), 2):
        before, lanes = one.lanes(entry=False), two.lanes(entry=True)
        if before != lanes:
            return {"n": n, "tile": two.side.code, "lanes": lanes, "before": one.side.code, "lanes_before": before}
    return None


@rule(
    "LAY-06",
    cite("La salida; Fin del Tramo", INFERRED),
    Stage,
    ok=("202a 203a", "202a< 203a<"),
    broken=("T13a T02a", "T01a T14a"),
)
def no_room_at_an_end(state: object, stage: Stage) -> Facts | None:
    road = stage.road
    if road.start_line is not None and not road.starts:
        return {"case": "start", "tile": stage.tiles[0].side.code}
    if road.finish_line is not None and not any(road.past):
        return {"case": "finish", "tile": stage.tiles[-1].side.code}
    return None


@rule(
    "LAY-07",
    _MEANT,
    Stage,
    ok=("202a 212b:R2 203a", "202a 205a T15a:R2 205a 203a"),
    broken=("202a T15a:R2 210a:L2 203a",),
)
def road_stops_short(state: object, stage: Stage) -> Facts | None:
    """Gravel need not be looked at: only a bend's own shortcut throws any on it, and leads around it."""
    road = stage.road
    for space in road.spaces:
        if not road.next[space.place] and space.front < len(road.tiles):
            return {"at": road.short(space.place), "n": space.tile + 1, "tile": road.tiles[space.tile].side.code}
    return None


@rule(
    "LAY-08",
    cite("Parque de Asistencia", INFERRED),
    Stage,
    ok=("202a 203a", "202a 203a 201b"),
    broken=("202a 203a 201a 201b",),
)
def two_service_parks(state: object, stage: Stage) -> Facts | None:
    count = len(stage.all_tiles) - len(stage.tiles)
    return {"count": count} if count > 1 else None


RULES: tuple[Rule, ...] = (
    no_start_or_no_finish,
    tiles_do_not_join,
    tiles_on_one_another,
    one_piece_twice,
    lanes_do_not_meet,
    no_room_at_an_end,
    road_stops_short,
    two_service_parks,
)


def faults(stage: Stage) -> list[tuple[str, Facts]]:
    """The layout rules that a stage breaks, in their order, with what was seen."""
    found = ((one.code, one.check(None, stage)) for one in RULES if one.check and one.kind is Kind.ILLEGAL)
    return [(code, facts) for code, facts in found if facts is not None]


# -- Tiles that are only listed. ---------------------------------------------------------------------------------------


class Found(NamedTuple):
    """What a search came to: a stage; or none, and whether that is proven or it gave up after so many tiles put down."""

    stage: Stage | None
    proven: bool
    tried: int
    broken: tuple[str, ...] = ()  # the rules that no turning about can help


def arrange(text: str, patience: int = PATIENCE) -> Found:
    """A stage from a list of tiles in driving order. Those that tell their turn keep it; the others lie as they fit."""
    told = read_tiles(text)
    beyond_help = tuple(code for code, _ in faults(Stage(told)) if code not in ("LAY-03", "LAY-05", "LAY-07"))
    if beyond_help:
        return Found(None, True, 0, beyond_help)
    ways = [_ways(word, tile) for word, tile in zip(spelled(text).split(), told, strict=True)]
    return _Search(ways, patience).found()


def _ways(word: str, tile: Tile) -> tuple[Tile, ...]:
    """The ways round in which a tile of a list may lie. Which end of a straight comes first makes no difference."""
    if tile.side.service or ":" in word or "<" in word:
        return (tile,)
    matters = tile.turn != 0 or tile.lanes(entry=True) != tile.lanes(entry=False)
    return (tile, tile._replace(backwards=True)) if matters else (tile,)


class _Search:
    """Depth first, the way round that keeps straighter on first; a tile on another one ends that attempt."""

    def __init__(self, ways: Sequence[tuple[Tile, ...]], patience: int) -> None:
        self.ways, self.patience = ways, patience
        self.taken: set[Cell] = set()
        self.chosen: list[Tile] = []
        self.tried = 0
        self.met: set[str] = set()
        # With every turn free, what fits has a mirror image that fits as well: one first turn is enough to try.
        self.mirrored = all(len(both) > 1 or not both[0].turn for both in ways)

    def found(self) -> Found:
        """The first stage that fits, or the proof that none does, or neither."""
        if self._put((0, 0), 0):
            return Found(read_stage(" ".join(tile.word for tile in self.chosen)), True, self.tried)
        proven = self.tried <= self.patience
        return Found(None, proven, min(self.tried, self.patience), tuple(sorted(self.met)) if proven else ())

    def _put(self, cell: Cell, heading: int) -> bool:
        at = len(self.chosen)
        if at == len(self.ways):
            return True
        if cell in self.taken:
            self.met.add("LAY-03")
            return False
        self.taken.add(cell)
        for tile in self._choices(at, heading):
            self.tried += 1
            if self.tried > self.patience:
                break
            if self.chosen and not tile.side.service and self.chosen[-1].lanes(entry=False) != tile.lanes(entry=True):
                self.met.add("LAY-05")
                continue
            onward = _swung(heading, tile)
            self.chosen.append(tile)
            if self._put(across(cell, onward % 6), onward):
                return True
            self.chosen.pop()
        self.taken.remove(cell)
        return False

    def _choices(self, at: int, heading: int) -> list[Tile]:
        both = sorted(self.ways[at], key=lambda tile: (abs(_swung(heading, tile)), tile.backwards))
        first_turn = both[0].turn and not any(tile.turn for tile in self.chosen)
        return both[:1] if self.mirrored and first_turn else both


def _swung(heading: int, tile: Tile) -> int:
    """How far off its first heading the road is behind a tile: sixths of a circle, to the right."""
    return heading + tile.turn - 6 * (tile.turn > 3)


def sort_out(codes: Iterable[str], luck: Random, tries: int = 200) -> Found:
    """A stage from tiles in no order: start and finish are put at the ends, the others shuffled until something fits.

    Best effort: most heaps of tiles fit in nearly every order, but that none fits is only proven where no order can help.
    """
    tiles = read_tiles(" ".join(codes))
    ends = [
        [tile for tile in tiles if tile.start >= 0],
        [tile for tile in tiles if tile.finish >= 0],
        [tile for tile in tiles if tile.side.service],
    ]
    rest = [tile for tile in tiles if not any(tile in end for end in ends)]
    tried = 0
    for _ in range(tries):
        found = arrange(" ".join(tile.side.code for tile in (*ends[0], *rest, *ends[1], *ends[2])), PATIENCE // tries)
        tried += found.tried
        if found.stage or set(found.broken) - {"LAY-03", "LAY-05", "LAY-07"}:
            return found._replace(tried=tried)
        luck.shuffle(rest)
    return Found(None, False, tried)


def need_stage(found: Found) -> Stage:
    """The stage that was found; otherwise the list is refused, with what stood in its way."""
    if found.stage is None:
        raise Refused("no-layout" if found.proven else "gave-up", {"tried": found.tried, "list": found.broken})
    return found.stage
