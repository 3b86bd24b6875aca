"""The service park."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import State, Word

BOOK = "Parque de Asistencia (p. 21)"
SHORTCUT = "go 1>L1 2>L2 o>L3 o>R4 go 1>k1{puncture} accept go 2>R6 3>R7 4>R8 5>R9 6>R10"

WHEEL = "go 1>L1 2>L2 o>L3 o>R4 go 1>k1{puncture} wheel go 1>R6 2>R7 3>R8 4>R9 5>R10"


@rule(
    "DI-SERV-01",
    cite(BOOK),
    Word.REPAIR,
    ok=(f"sheet A ; FX-SL 201a ; FX-S :: {SHORTCUT} :: 1>L1",),
    broken=("FX-S | A@L3 K1 | A phase=gap :: repair",),
)
def no_service_here(state: State, word: Word) -> Facts | None:
    return {} if state.turn.phase in ("gap", "penalty", "over") and not state.stage.service else None


RULES = (
    no_service_here,
    fact("DI-SERV-02", "all-repaired", cite(BOOK), ok=(f"sheet A ; FX-SL 201a ; FX-S :: {SHORTCUT}",)),
    fact(
        "DI-SERV-03",
        "a-new-spare-wheel",
        cite(BOOK),
        ok=(f"sheet A ; FX-SL 201a ; FX-S :: {WHEEL}",),
    ),
    fact("DI-SERV-04", "no-service", cite(BOOK, TEXT, "R-63"), ok=(f"sheet A ; FX-SL ; FX-S :: {SHORTCUT} accept",)),
)
