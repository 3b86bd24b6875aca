"""How a side stands: what is kept of it, whether it rolls, what it needs next."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.mil_millas.books import DEFENCE, GOAL, INFERRED, SAFE, cite

RULES = (
    fact(
        "MM-STATE-01",
        "what-is-kept",
        cite(f"{GOAL}; {SAFE}", INFERRED),
        ok=(
            "A 400 go longest1 ; B 25 go | A 25 200 limit fuelx2 flat red ; B tanker greenx5 :: "
            "lay fuel>B trick draw{25 50} lay 25 draw{repair} lay 200 "
            "=> A 600 go longest2 ; B 50 go +tanker tricks1",
        ),
    ),
    fact(
        "MM-STATE-02",
        "rolling",
        cite(f"{GOAL}; {SAFE}"),
        ok=(
            "A go limit ; B | A 25 100 redx5 :: lay 25 => A 25 go limit",
            "A +priority ; B | A 100 redx5 fuel :: lay 100 => A 100 +priority",
        ),
    ),
    fact(
        "MM-STATE-03",
        "what-is-missing",
        cite(DEFENCE, INFERRED),
        ok=(
            "A flat ; B | A 25x2 green spare redx3 ; B 25x6 :: lay spare draw{50} discard 25 draw{75} lay green "
            "=> A go ; B",
            "A flat ; B | A 25x2 green spare redx3 :: I => A flat ; no lay green ; no lay 25",
        ),
    ),
)
