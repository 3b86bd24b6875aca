"""The kit of Rallyman: DIRT: the sides of the box's tiles, as the rules of the layout let them lie.

A road that is being built may lack its finish; every other rule holds of it at any time.
"""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.games.dirt.road import Stage, read_tiles
from rallyman_tutor.games.dirt.rules.layout import RULES
from rallyman_tutor.games.dirt.tiles import Side, Tile, sides
from rallyman_tutor.tutor.building.kit import RoadFault

ENDS, OVERLAP = "LAY-01", "LAY-03"
UNROLLED = ("LAY-06", "LAY-07")
"""Rules that ask the spaces of the road. No side of the box breaks them anywhere, so the tray need not ask."""
BOX: tuple[Side, ...] = tuple(side for side in sides().values() if side.family == "box")


class DirtKit:
    """The tiles of the box."""

    key = "dirt"

    def read(self, text: str) -> tuple[Tile, ...]:
        tiles = read_tiles(text)
        for at, tile in enumerate(tiles, 1):
            if tile.side.family != "box":
                raise Refused("editor-not-of-box", {"found": tile.side.code, "n": at})
        return tiles

    def write(self, parts: Sequence[Tile]) -> str:
        return " ".join(tile.word for tile in parts)

    def made(self, word: str) -> tuple[Tile, ...]:
        side = sides().get(word)
        if side is None or side.family != "box":
            raise Refused("editor-no-part", {"found": word[:40]})
        return (Tile(side),) if side.service else (Tile(side), Tile(side, backwards=True))

    def fault(self, parts: Sequence[Tile]) -> RoadFault | None:
        return _fault(parts, ())

    def lacking(self, parts: Sequence[Tile]) -> RoadFault | None:
        if not parts:
            return RoadFault("editor-nothing-laid")
        return None if any(tile.finish >= 0 for tile in parts) else RoadFault("editor-no-finish", {}, len(parts) - 1)

    def turned(self, part: Tile) -> Tile | None:
        return None if part.side.service else part._replace(backwards=not part.backwards)

    def tray(self, parts: Sequence[Tile], at: int, *, instead: bool) -> list[tuple[Tile, RoadFault | None]]:
        before, behind = tuple(parts[:at]), tuple(parts[at + instead :])
        found: list[tuple[Tile, RoadFault | None]] = []
        for side in BOX:
            ways = self.made(side.code)
            faults = [_fault((*before, tile, *behind), UNROLLED) for tile in ways]
            fitting = faults.index(None) if None in faults else 0
            found.append((ways[fitting], faults[fitting]))
        return found


def _fault(parts: Sequence[Tile], unasked: Sequence[str]) -> RoadFault | None:
    """The first rule of the layout that a road breaks, and where; a finish that is still to come breaks none."""
    if not parts:
        return None
    stage = Stage(parts)
    if not stage.tiles:
        return RoadFault(ENDS, {"case": "start", "n": 1, "tile": parts[0].side.code}, 0)
    for one in RULES:
        facts = one.check(None, stage) if one.check and one.code not in unasked else None
        if facts is None or (one.code == ENDS and facts["case"] == "finish" and not stage.service):
            continue
        return RoadFault(one.code, facts, _where(parts, facts))
    return None


def _where(parts: Sequence[Tile], facts: Facts) -> int:
    """The number of the tile at which a fault shows, counted from 0."""
    if isinstance(n := facts.get("n"), int):
        return n - 1
    codes = [tile.side.code for tile in parts]
    tile = str(facts.get("tile"))
    return codes.index(tile) if tile in codes else len(parts) - 1
