"""Before the first turn: who sits where, what is dealt, who begins, how everybody starts."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COURSE, INFERRED, RULING, TEAMS, cite
from rallyman_tutor.games.mil_millas.state import VALUES, Discard, Draw, Lay, Pass, Sheet, State, Trick, Word

FEWEST: int = VALUES["players.fewest"]
MOST: int = VALUES["players.most"]


@rule(
    "MM-SETUP-01",
    cite(TEAMS, RULING, "MM-A-32"),
    Sheet,
    ok=("sheet A B", "sheet A B C D E F"),
    broken=("sheet A", "sheet A B C D E F G"),
)
def wrong_number_of_players(state: State | None, sheet: Sheet) -> Facts | None:
    count = len(sheet.names)
    return None if sheet.teams or FEWEST <= count <= MOST else {"count": count, "fewest": FEWEST, "most": MOST}


@rule(
    "MM-SETUP-02",
    cite(COURSE, INFERRED),
    Word.DEAL,
    Draw,
    Lay,
    Discard,
    Pass,
    Trick,
    ok=("A ; B | | A deal :: deal",),
    broken=("A ; B | | A deal :: draw", "A ; B | A 25 50 green redx2 fuel :: deal"),
)
def out_of_step_with_the_deal(state: State, move: Word | Draw | Lay | Discard | Pass | Trick) -> Facts | None:
    if move is Word.DEAL:
        return {"case": "dealt"} if state.turn.phase in ("turn", "window") else None
    return {} if state.turn.phase == "deal" else None


RULES = (
    wrong_number_of_players,
    out_of_step_with_the_deal,
    fact(
        "MM-SETUP-03",
        "first-player",
        cite(basis=RULING, ruling="MM-A-31"),
        ok=(
            "A ; B ; C | | A deal :: deal{C}",
            "A 975 go ; B ; C | A 25x2 redx5 ; B 50x6 ; C 75x6 | A | first A ; rounds=2 :: lay 25 deal => B ; first B",
        ),
    ),
    fact(
        "MM-SETUP-04",
        "everybody-starts-stopped",
        cite(COURSE),
        ok=("A ; B | | A deal :: deal{A 25 25 25 50 50 50} draw{75} discard 25 => A ; no lay 25",),
    ),
)
