"""A stage from tiles that are only listed, without their turns.

`arrange` takes a list in driving order and tries both directions of every tile that turns until no tile overlaps
another; if it has tried them all, there is no way. `sort_out` takes tiles in no order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games.dirt.layout import Cell, across
from rallyman_tutor.games.dirt.road import Stage, read_stage, read_tiles, spelled
from rallyman_tutor.games.dirt.rules.layout import faults
from rallyman_tutor.games.dirt.tiles import Tile

PATIENCE = 200_000
"""How many tiles a search puts down before it gives up."""


class SearchResult(NamedTuple):
    """The result of a search: a stage; or none, and whether that is proven or the search gave up. `tried` counts the
    tiles put down."""

    stage: Stage | None
    proven: bool
    tried: int
    broken: tuple[str, ...] = ()  # the rules that stand in the way of a stage


def arrange(text: str, patience: int = PATIENCE) -> SearchResult:
    """A stage from a list of tiles in driving order. Tiles whose turn is given keep it; the others lie as they fit."""
    tiles = read_tiles(text)
    beyond_help = tuple(code for code, _ in faults(Stage(tiles)) if code not in ("LAY-03", "LAY-05", "LAY-07"))
    if beyond_help:
        return SearchResult(None, True, 0, beyond_help)
    ways = [_ways(word, tile) for word, tile in zip(spelled(text).split(), tiles, strict=True)]
    return _Search(ways, patience).found()


def _ways(word: str, tile: Tile) -> tuple[Tile, ...]:
    """The directions in which a tile of a list may be driven. For a straight tile with the same lanes at both ends one
    is enough."""
    if tile.side.service or ":" in word or "<" in word:
        return (tile,)
    matters = tile.turn != 0 or tile.lanes(entry=True) != tile.lanes(entry=False)
    return (tile, tile._replace(backwards=True)) if matters else (tile,)


class _Search:
    """A depth-first search that tries straighter roads first; an attempt ends where a tile would lie on another one."""

    def __init__(self, ways: Sequence[tuple[Tile, ...]], patience: int) -> None:
        self.ways, self.patience = ways, patience
        self.taken: set[Cell] = set()
        self.chosen: list[Tile] = []
        self.tried = 0
        self.met: set[str] = set()
        # If every turn is free, the mirror image of a layout fits as well: one way to turn first is enough.
        self.mirrored = all(len(both) > 1 or not both[0].turn for both in ways)

    def found(self) -> SearchResult:
        """The first stage that fits, or the proof that none does, or neither if the search gave up."""
        if self._put((0, 0), 0):
            return SearchResult(read_stage(" ".join(tile.word for tile in self.chosen)), True, self.tried)
        proven = self.tried <= self.patience
        return SearchResult(None, proven, min(self.tried, self.patience), tuple(sorted(self.met)) if proven else ())

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
    """How far the road has turned after a tile since its start, in sixths of a circle to the right."""
    return heading + tile.turn - 6 * (tile.turn > 3)


def sort_out(codes: Iterable[str], luck: Random, tries: int = 200) -> SearchResult:
    """A stage from tiles in any order: start and finish are put at the ends, the others shuffled until they fit.

    Where no order is found, one may still exist, unless a rule is broken that no order can mend.
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
    return SearchResult(None, False, tried)


def need_stage(found: SearchResult) -> Stage:
    """The stage that was found; otherwise the list is refused, with what stood in its way."""
    if found.stage is None:
        raise Refused("no-layout" if found.proven else "gave-up", {"tried": found.tried, "list": found.broken})
    return found.stage
