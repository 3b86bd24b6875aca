"""Points: for kilometres, immunities and tricks to everybody, and bonuses to a side that arrives."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import COUNT, INFERRED, RULING, cite
from rallyman_tutor.games.mil_millas.state import Bonus, State


@rule(
    "MM-SCORE-09",
    cite(COUNT, RULING, "MM-A-30"),
    Bonus,
    ok=("A 975 go ; B 50 go | A 25 redx5 fuel :: lay 25",),
    broken=(
        "A 975 go ; B 50 go | A 25 redx5 fuel :: lay 25 :: bonus extension",
        "A 1000 go ; B | | A over :: bonus no-200s",
    ),
)
def bonus_of_another_edition(state: State, bonus: Bonus) -> Facts | None:
    return {"bonus": bonus.name}


RULES = (
    fact(
        "MM-SCORE-01",
        "distance",
        cite(COUNT, ruling="MM-A-22"),
        ok=("A 475 ; B | A 25 ; B 25x2 | A | deck - :: discard 25",),
    ),
    fact(
        "MM-SCORE-02",
        "immunities",
        cite(COUNT),
        ok=("A 475 +ace +proof ; B | A 25 ; B 25x2 | A | deck - :: discard 25",),
    ),
    fact(
        "MM-SCORE-03",
        "tricks",
        cite(COUNT),
        ok=(
            "A 475 +ace +proof tricks1 ; B | A 25 ; B 25x2 | A | deck - :: discard 25 => points 975 0",
            "A +ace tricks1 ; B | A 25 ; B 25x2 | A | deck - :: discard 25",
        ),
    ),
    fact(
        "MM-SCORE-04",
        "arrival",
        cite(COUNT),
        ok=(
            "A 975 go ; B 50 | A 25 redx5 fuel :: lay 25",
            "A 975 go ; B 50 | A 25 redx5 fuel :: lay 25 => points 1300 50",
        ),
    ),
    fact(
        "MM-SCORE-05",
        "coronation",
        cite(COUNT, ruling="MM-A-19, MM-A-27"),
        ok=(
            "A 975 go ; B 50 | A 25 ; B 25x2 | A | deck - :: lay 25",
            "A 975 go ; B 50 | A 25 ; B 25x2 | A | deck - :: lay 25 => points 1600 50",
        ),
    ),
    fact(
        "MM-SCORE-06",
        "shut-out",
        cite(COUNT, ruling="MM-A-20"),
        ok=("A 975 go ; B | A 25 redx5 fuel :: lay 25", "A 975 go ; B | A 25 redx5 fuel :: lay 25 => points 1800 0"),
    ),
    fact(
        "MM-SCORE-07",
        "all-four",
        cite(COUNT, ruling="MM-A-21"),
        ok=(
            "A 975 +priority +tanker +proof +ace ; B 50 | A 25 redx5 limit :: lay 25",
            "A 975 +priority +tanker +proof +ace ; B 50 | A 25 redx5 limit :: lay 25 => points 2000 50",
        ),
    ),
    fact(
        "MM-SCORE-08",
        "sum",
        cite(COUNT, INFERRED),
        ok=(
            "A 975 +priority +tanker +proof +ace tricks4 ; B | A 25 ; B 25x2 | A | deck - :: lay 25 => points 4000 0",
            "A 975 go ; B 900 +ace +proof tricks2 | A 25 redx5 fuel :: lay 25 => points 1300 1700",
        ),
    ),
    bonus_of_another_edition,
    fact(
        "MM-SCORE-10",
        "match",
        cite(basis=RULING, ruling="MM-A-31"),
        ok=(
            "A 975 go ; B 50 | A 25 redx5 fuel | A | rounds=2 :: lay 25 deal => A ; B ; points 1300 50 ; round 2",
            "A 975 go ; B 50 | A 25 redx5 fuel | A | points 3900 100 ; target=5000 :: lay 25",
        ),
    ),
)
