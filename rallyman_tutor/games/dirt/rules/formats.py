"""How long stages and rallies are."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, cite
from rallyman_tutor.games.dirt.rules.components import tiles_of
from rallyman_tutor.games.dirt.state import VALUES, Sheet, State

BOOK = "Preparación"
SIZES: tuple[int, ...] = tuple(VALUES["rally.stage_sizes"])


@rule(
    "DI-FMT-01",
    cite(BOOK),
    Sheet,
    kind=Kind.UNWISE,
    ok=("sheet A ; R1-SS1",),
    broken=("sheet A ; R4-SS1",),
)
def odd_length(state: State | None, sheet: Sheet) -> Facts | None:
    for stage in sheet.stages:
        count = sum(not tile.side.service for tile in tiles_of(stage))
        if count and count not in SIZES:
            return {"count": count}
    return None


RULES = (
    odd_length,
    fact("DI-FMT-02", "rally-sizes", cite(BOOK), ok=("sheet A ; R1-SS1 ; R1-SS2 :: at 1.R1 => A@1.R1",)),
    fact(
        "DI-FMT-03",
        "any-number-of-stages",
        cite("Preparación; Continúa con el Rally", INFERRED),
        ok=("sheet A ; FX-F :: go 1>L1 2>L2 o>L3 o>L4 3>L5 4>L6 5>L7 => A@L7 c15",),
    ),
)
