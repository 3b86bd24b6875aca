"""Immunities: they cure, they protect to the end of the round, and they give another card."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import DEFENCE, INFERRED, RULING, SAFE, TRICKS, cite
from rallyman_tutor.games.mil_millas.state import Lay, State


@rule(
    "MM-SAFE-05",
    cite(SAFE, RULING, "MM-A-10"),
    Lay,
    ok=(
        "A ; B | A priority 100 redx5 :: lay priority",
        "A 25 flat +priority ; B | A spare 100 25x5 :: lay spare",
    ),
    broken=("A +priority ; B | A green redx5 25 :: lay green",),
)
def green_with_priority(state: State, lay: Lay) -> Facts | None:
    return {"card": "priority"} if lay.card == "green" and "priority" in state.side.immunities else None


RULES = (
    fact(
        "MM-SAFE-01",
        "the-four",
        cite(SAFE),
        ok=(
            "A ; B | A priority tanker proof ace 100 25x2 ; B 25x6 | A | wrong-way=on :: "
            "lay priority draw lay tanker draw lay proof draw lay ace draw lay 100 => A 100 +priority +tanker +proof +ace",
        ),
    ),
    fact(
        "MM-SAFE-02",
        "cure-and-protect",
        cite(SAFE),
        ok=(
            "A 25 crash wrong ; B | A ace 25x6 | A | wrong-way=on :: lay ace",
            "A go limit ; B | A priority 25x6 :: lay priority => A +priority",
        ),
    ),
    fact(
        "MM-SAFE-03",
        "go-on",
        cite(SAFE, ruling="MM-A-08"),
        ok=("A ; B | A ace green 25x5 :: lay ace draw{50} lay green",),
    ),
    fact(
        "MM-SAFE-04",
        "laid-late",
        cite(f"{DEFENCE}; {TRICKS}", RULING, "MM-A-09"),
        ok=(
            "A 25 fuel ; B | A tanker green 25x5 :: lay tanker",
            "A 25 flat ; B | A proof 25x6 :: lay proof draw => A 25 +proof ; no lay 25",
        ),
    ),
    green_with_priority,
    fact(
        "MM-SAFE-06",
        "priority-repairs-nothing",
        cite(SAFE, INFERRED),
        ok=("A 25 flat ; B | A priority 100 25x5 :: lay priority draw => A 25 flat +priority ; no lay 100",),
    ),
    fact(
        "MM-SAFE-07",
        "always-playable",
        cite(SAFE),
        ok=(
            "A go ; B | A proof 25x6 :: lay proof => A go +proof",
            "A flat limit ; B | A tanker 25x6 :: lay tanker => A flat limit +tanker",
        ),
    ),
)
