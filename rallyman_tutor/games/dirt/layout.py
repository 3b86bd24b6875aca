"""How the tiles of a stage lie on the table.

The text of a stage gives every turn, so each tile lies against the edge where the road left the one before. Whether
they may lie so is a matter of `rules/layout.py`; `tile_lists.py` makes a stage from tiles that are only listed.

The grid is one of hexagons that stand on an edge: cells (q, r), q to the right, r down, edge A of a cell on top.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from rallyman_tutor.games.dirt.road import Stage
from rallyman_tutor.games.dirt.tiles import Tile

Cell = tuple[int, int]

NEIGHBOURS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The way to the cells across the edges A to F."""

SHEET = 1.6
"""The width of the table as a multiple of its depth."""


class PlacedTile(NamedTuple):
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


def lay(tiles: Iterable[Tile], heading: int = 0) -> tuple[PlacedTile, ...]:
    """Every tile against the exit of the one before, the first of them driven towards the edge `heading`."""
    cell: Cell = (0, 0)
    placed = []
    for tile in tiles:
        placed.append(PlacedTile(tile, cell, (heading - tile.entry - 3) % 6))
        heading = (heading + tile.turn) % 6
        cell = across(cell, heading)
    return tuple(placed)


@lru_cache(maxsize=64)
def layout(stage: Stage) -> tuple[PlacedTile, ...]:
    """The tiles of a stage as they lie, all turned together so that they fit a wide table; if two ways fit equally, the
    one with the start on the left."""

    def size(heading: int) -> tuple[float, bool]:
        points = [middle(placed.cell) for placed in lay(stage.all_tiles, heading)]
        wide, deep = (max(c) - min(c) for c in zip(*points, strict=True))
        return round(max((wide + 2) / SHEET, deep + 1.8), 3), points[0][0] > points[-1][0]

    return lay(stage.all_tiles, min(range(6), key=size))
