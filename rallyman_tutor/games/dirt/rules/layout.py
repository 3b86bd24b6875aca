"""How the tiles of a stage may lie on the table: rules about a stage instead of a step."""

from __future__ import annotations

from itertools import pairwise

from rallyman_tutor.core.rule import Facts, Kind, Rule, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.layout import Cell, across, lay
from rallyman_tutor.games.dirt.road import Stage

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
    for one, two in pairwise(lay(stage.all_tiles)):
        meet = across(one.cell, one.exit) == two.cell and two.entry == (one.exit + 3) % 6
        parks = one.tile.side.service and two.tile.side.service
        if not meet or (one.tile.side.service and not parks):  # nothing leads on from a service park
            return {"tile": two.tile.side.code, "before": one.tile.side.code}
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
            return {"n": n, "tile": placed.tile.side.code, "other": stage.all_tiles[m - 1].side.code}
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
            return {"piece": piece, "n": n, "tile": tile.side.code, "m": m}
    return None


@rule(
    "LAY-05",
    _MEANT,
    Stage,
    ok=("202a 231a 203a", "T01a T12a T12a< T02a"),
    broken=("T01a T12a T02a", "T01a T12a< T02a"),
)
def lanes_do_not_meet(state: object, stage: Stage) -> Facts | None:
    for one, two in pairwise(stage.tiles):
        before, lanes = one.lanes(entry=False), two.lanes(entry=True)
        if before != lanes:
            return {"tile": two.side.code, "lanes": lanes, "before": one.side.code, "lanes_before": before}
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
    """Gravel is ignored: it comes onto a bend only from that bend's own shortcut, which leads around it."""
    road = stage.road
    for space in road.spaces:
        if not road.next[space.place] and space.front < len(road.tiles):
            return {"at": road.short(space.place)}
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
