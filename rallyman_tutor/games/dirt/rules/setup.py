"""Setting up a stage."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.road import read_stage
from rallyman_tutor.games.dirt.rules.components import tiles_of
from rallyman_tutor.games.dirt.state import Lineup, Sheet, State

BOOK = "Preparación"


@rule(
    "DI-SET-01",
    cite("Preparación 1"),
    Sheet,
    ok=("sheet A ; 202a 205a 203a",),
    broken=("sheet A ; 202a 205a", "sheet A ; 205a 203a"),
)
def road_that_leads_nowhere(state: State | None, sheet: Sheet) -> Facts | None:
    """A stage without start or finish. How its tiles lie is for the rules of `layout.py`."""
    for stage in sheet.stages:
        tiles = tiles_of(stage)
        if not tiles:
            continue
        road = read_stage(stage).road
        if not road.starts:
            return {"tile": tiles[0].side.code}
        if road.finish_line is None or not any(road.past):
            return {"tile": tiles[-1].side.code}
    return None


@rule(
    "DI-SET-06",
    cite("Preparación 6"),
    Sheet,
    ok=("sheet A B ; FX-S",),
    broken=("sheet A A ; FX-S",),
)
def same_name(state: State | None, sheet: Sheet) -> Facts | None:
    return next(({"name": name} for name in sheet.drivers if sheet.drivers.count(name) > 1), None)


@rule(
    "DI-SET-07",
    cite("Preparación 7"),
    Lineup,
    ok=("FX-S | A ; B ; C | A r1 then - :: lineup B C A",),
    broken=("FX-S | A ; B ; C | A r1 then - :: lineup B A C",),
)
def not_round_the_table(state: State, lineup: Lineup) -> Facts | None:
    if state.rally and state.rally.number:
        return None
    names = [car.name for car in state.cars]
    if not lineup.names or any(car.status != "waiting" and car.place not in state.road.starts for car in state.cars):
        return None
    first = names.index(lineup.names[0]) if lineup.names[0] in names else 0
    due = (*names[first:], *names[:first])
    return None if lineup.names == due else {"names": ", ".join(due)}


RULES = (
    road_that_leads_nowhere,
    fact(
        "DI-SET-02",
        "seconds-in-a-pool",
        cite("Preparación 2"),
        ok=("FX-S | A@L1 g3 :: flat 4>L2 5>L3 w>L4 => A@L4 s3",),
    ),
    fact(
        "DI-SET-03",
        "damage-in-the-bag",
        cite("Preparación 3"),
        ok=("FX-LS | A@L4 g5 :: go w>L5{crash}{gear} => A@L5 G1",),
    ),
    fact(
        "DI-SET-04", "six-decks", cite("Preparación 4"), ok=("FX-LS | A@L4 g5 :: go w>L5{spin} => back5 11-18-0-2[s]",)
    ),
    fact(
        "DI-SET-05",
        "one-set-of-dice",
        cite("Preparación 5"),
        ok=("FX-S | A@L3 g3 ; B@R1 g3 | A :: go 4>L4 go 4>R2 => A@L4 g4 ; B@R2 g4",),
    ),
    same_name,
    not_round_the_table,
    fact("DI-SET-08", "as-one-starts", cite("La salida"), ok=("FX-S | A :: at R0 => A@R0 ; no w>R1 ; no 2>R1",)),
)
