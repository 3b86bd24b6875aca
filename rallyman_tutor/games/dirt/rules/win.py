"""Who wins the rally."""

from __future__ import annotations

from rallyman_tutor.core.rule import fact
from rallyman_tutor.games.dirt.books import TEXT, cite

RULES = (
    fact(
        "DI-WIN-01",
        "lowest-sum-of-all-stages",
        cite("Proclamar al vencedor", TEXT, "R-61"),
        ok=("sheet A ; FX-F ; FX-F :: go 1>L1 2>L2 o>L3 o>L4 3>L5 4>L6 5>L7 go 1>L1 2>L2 o>L3 o>L4 3>L5 4>L6 5>L7",),
    ),
)
