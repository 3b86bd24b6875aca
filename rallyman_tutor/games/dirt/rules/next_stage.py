"""The next stage."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.rules.service import SHORTCUT
from rallyman_tutor.games.dirt.state import Lineup, State

BOOK = "Siguiente Tramo"
SLOW = "sheet A B ; FX-F ; FX-S :: go 1>L1 go 2>L2 go 1>R1 2>R2 w>R3 w>R4 3>R5 4>R6 5>R7 go 3>L3 w>L4 w>L5 4>L6 5>L7"


@rule(
    "DI-NEXT-04",
    cite(BOOK, TEXT, "R-60"),
    Lineup,
    ok=(f"{SLOW} :: lineup B A",),
    broken=(f"{SLOW} :: lineup A B",),
)
def not_by_total_time(state: State, lineup: Lineup) -> Facts | None:
    if not state.rally or not state.rally.number:
        return None
    due = tuple(state.cars[seat].name for seat in state.order)
    return None if lineup.names == due else {"names": ", ".join(due)}


RULES = (
    fact(
        "DI-NEXT-01",
        "set-up-as-before",
        cite(BOOK),
        ok=(f"sheet A ; FX-SL ; FX-S :: {SHORTCUT} accept => A@L0 K1 ; A fresh",),
    ),
    fact(
        "DI-NEXT-02",
        "damage-comes-along",
        cite(BOOK),
        ok=(f"sheet A ; FX-SL ; FX-S :: {SHORTCUT} accept => A@L0 K1 ; no 1>L1 o>L2 o>L3",),
    ),
    fact(
        "DI-NEXT-03",
        "wheel-only-if-noted",
        cite(BOOK),
        ok=(f"sheet A ; FX-SL ; FX-S :: {SHORTCUT} wheel => A@L0 no-wheel ; no wheel",),
    ),
    not_by_total_time,
)
