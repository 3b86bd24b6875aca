"""Teams: partners share a road, and each has their own hand."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import INFERRED, RULING, TEAMS, cite
from rallyman_tutor.games.mil_millas.state import Sheet, State
from rallyman_tutor.games.mil_millas.step import FORMATS


@rule(
    "MM-TEAM-01",
    cite(TEAMS),
    Sheet,
    ok=("sheet A B C D teams=2", "sheet A B C D E F teams=3", "sheet A B C D E F G H I teams=3"),
    broken=("sheet A B C D E teams=2", "sheet A B C D teams=4"),
)
def no_such_format(state: State | None, sheet: Sheet) -> Facts | None:
    teams, count = sheet.teams, len(sheet.names)
    if not teams or (count % teams == 0 and (teams, count // teams) in FORMATS):
        return None
    return {"teams": teams, "count": count, "formats": [f"{teams} × {size}" for teams, size in FORMATS]}


RULES = (
    no_such_format,
    fact(
        "MM-TEAM-02",
        "shared",
        cite(TEAMS, INFERRED),
        ok=(
            "A+C ; B+D | A green 25x6 ; B 50x6 ; C 100 75x5 :: lay green draw discard 50 draw lay 100 => A+C 100 go",
            "A+D go ; B+E 25 go ; C+F | A limit 25x6 :: lay limit>B pass pass => B+E 25 go limit",
        ),
    ),
    fact(
        "MM-TEAM-03",
        "own-hands",
        cite(TEAMS),
        ok=(
            "A+C go ; B+D | A 25x2 50 petrolx4 ; B 25x6 ; C 100x6 :: lay 25 => A 25 50 petrolx4 ; C 100x6 ; A+C 25 go",
        ),
    ),
    fact(
        "MM-TEAM-04",
        "seating",
        cite(basis=RULING, ruling="MM-A-33"),
        ok=(
            "A+C ; B+D | A green 25x6 ; B 100x6 ; C 50x6 ; D 75x6 :: lay green draw discard 100 draw lay 50 draw discard 75 => A ; A+C 50 go",
        ),
    ),
)
