"""Several races in a row: a rally."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, RULING, cite
from rallyman_tutor.games.crazy_rally.state import LEAST_RACES, Sheet, State


@rule(
    "CR-SER-01",
    cite("Opeenvolgende spellen"),
    Sheet,
    ok=("sheet Ana Ben Cleo ; rally 3", "sheet Ana Ben Cleo ; race"),
    broken=("sheet Ana Ben Cleo ; rally 2", "sheet Ana Ben Cleo ; rally 1"),
)
def too_short_a_rally(state: State | None, sheet: Sheet) -> Facts | None:
    if sheet.races >= (LEAST_RACES if sheet.rally else 1):
        return None
    return {"count": sheet.races, "least": LEAST_RACES}


LAST_CARD = "C06 | A d78 B07 ; B d70 B08 | choose | races 3"

RULES = (
    too_short_a_rally,
    fact(
        "CR-SER-02",
        "carry-the-distance",
        cite("Opeenvolgende spellen"),
        ok=(
            f"{LAST_CARD} :: play B07+ play B08+ pass pass",
            f"{LAST_CARD} :: play B07+ play B08+ pass pass => A d84 ; B d76 ; deal ; results 84/76",
        ),
    ),
    fact(
        "CR-SER-03",
        "everything-else-anew",
        cite(basis=RULING, ruling="CR-A-24"),
        ok=(f"{LAST_CARD} :: play B07+ play B08+ pass pass",),
    ),
    fact(
        "CR-SER-04",
        "totals-order-the-events",
        cite("Opeenvolgende spellen", INFERRED),
        ok=("C06 rest | A d90 B07 ; B d80 B08 | choose | races 3 ; results 90/80 :: play B07+ play B08+ => event B",),
    ),
    fact(
        "CR-SER-05",
        "overall-winner",
        cite(basis=RULING, ruling="CR-A-25"),
        ok=(f"{LAST_CARD} ; results 50/40 60/50 :: play B07+ play B08+ pass pass",),
    ),
)
