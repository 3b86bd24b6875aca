"""The contents of the box."""

from __future__ import annotations

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.road import read_tiles
from rallyman_tutor.games.dirt.state import GEARS, VALUES, Sheet, State
from rallyman_tutor.games.dirt.step import Step
from rallyman_tutor.games.dirt.tiles import Tile

BOX = "Componentes"
MOST_DRIVERS: int = VALUES["rally.most_drivers"]


def tiles_of(stage: str) -> tuple[Tile, ...]:
    """The tiles of a stage on a sheet; none if it cannot be read."""
    try:
        return read_tiles(stage)
    except Refused:
        return ()


@rule(
    "DI-COMP-02",
    cite(BOX, INFERRED),
    Step,
    ok=("FX-S | A@L1 g3 :: 4>L2 5>L3",),
    broken=("FX-S | A@L1 g3 :: 4>L2 5>L3 4>L4",),
)
def no_second_die(state: State, step: Step) -> Facts | None:
    die = step.roll.die
    return {} if 0 < die <= GEARS and die in state.turn.used and state.turn.phase != "arrange" else None


@rule(
    "DI-COMP-06",
    cite("Preparación 1; Listos para jugar", INFERRED),
    Sheet,
    ok=("sheet A ; 202a 205a 203a",),
    broken=("sheet A ; 202a 205a 205b 203a",),
)
def tile_twice(state: State | None, sheet: Sheet) -> Facts | None:
    for stage in sheet.stages:
        pieces = set()
        for tile in tiles_of(stage):
            if tile.side.piece and tile.side.piece in pieces:
                return {"tile": tile.side.piece}
            pieces.add(tile.side.piece)
    return None


@rule(
    "DI-COMP-08",
    cite("Introducción"),
    Sheet,
    ok=("sheet A B C D E F ; FX-S", "sheet A ; FX-S"),
    broken=("sheet A B C D E F G ; FX-S", "sheet ; FX-S"),
)
def too_many_drivers(state: State | None, sheet: Sheet) -> Facts | None:
    count = len(sheet.drivers)
    return None if 0 < count <= MOST_DRIVERS else {"count": count}


RULES = (
    fact("DI-COMP-01", "the-box", cite(BOX), ok=("sheet A B C D E F ; FX-S :: at R0 => A@R0 ; F",)),
    no_second_die,
    fact(
        "DI-COMP-03",
        "two-faces-of-a-token",
        cite("Componentes; Atajos (p. 11); Fichas de Daño (p. 20)"),
        ok=(
            "FX-SL | A@R4 g3 :: go 2>k1{puncture} => A@k1 K1",
            "FX-A | A@R6 g5 :: go w>line1{crash}{gas}{flag}{flag} => A@line1 W1 F2",
        ),
    ),
    fact(
        "DI-COMP-04",
        "a-deck-for-each-gear",
        cite(BOX),
        ok=("FX-LS | A@L4 g5 :: go w>L5{crash}{flag} => back5 12-17-0-2[c]",),
    ),
    fact(
        "DI-COMP-05", "seconds-in-any-change", cite(BOX), ok=("FX-S | A@L3 g3 s7 :: go 4>L4$ w>L5$ (w>L6) => A@L5 s4",)
    ),
    tile_twice,
    fact(
        "DI-COMP-07",
        "dashboard",
        cite("Panel de control"),
        ok=("FX-S | A@L3 g3 G1 B1 W1 :: go w>L4 => no 3b>L5 ; no w>L5 w>L6",),
    ),
    too_many_drivers,
)
