"""Where rolled dice are laid again when control is lost."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.contrasts import other_arrangement
from rallyman_tutor.coach.principles.principle import Principle

LOST = (
    Principle(
        "DID-LOST-01",
        frozenset({"lost", "out"}),
        other_arrangement,
        holds=(
            "202a 231b 206b 203a | A@1.L2 | A rolled[1>1.L3! 2>2.L1! 3>2.f2. 4>2.L3. 5>3.L1. w>3.L2>3.R3!] | "
            "leader=off :: arrange 1>1.L3 2>2.L1 w>2.f2",
        ),
        not_so=(
            "202a 231b 206b 203a | A@3.L4 g6 c25 s4 | A rolled[4b>4.L1.! 5>4.L2! 6>4.R3!] r3 | leader=off :: "
            "arrange 5>4.L1 6>4.L2 4b>4.L3",
        ),
    ),
    Principle(
        "DID-LOST-02",
        frozenset({"pace"}),
        other_arrangement,
        holds=(
            "202a 231b 206b 203a | A@3.L4 g6 c25 s4 | A rolled[4b>4.L1.! 5>4.L2! 6>4.R3!] r3 | leader=off :: "
            "arrange 5>4.L1 6>4.L2 4b>4.L3",
        ),
        not_so=(
            "202a 214b 231b 203a | A@1.L2 | A rolled[1>1.L3! 2>2.R1! 3>2.k1. 4>2.R3! 5>3.R1!] leader A :: "
            "arrange 1>1.L3 2>2.R1 3>2.k1 4>2.h4",
        ),
    ),
)
