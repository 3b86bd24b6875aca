"""How a draft is driven, with how many dice, and where it ends."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.contrasts import flat_out, higher, longer, one_by_one, other_draft, shorter
from rallyman_tutor.coach.principles.principle import Principle

PLAN = (
    Principle(
        "DID-PLAN-01",
        frozenset({"earned"}),
        flat_out,
        holds=("202a 214b 231b 203a | A@3.L3 g5 c55 | A leader A r3 :: go 4>4.L1 (5>4.L2 6>4.L3)",),
        not_so=("202a 214b 231b 203a | A@3.L3 g5 c15 K1 | A leader A r2 :: go 6>4.R1 (5>4.L2 o>4.L3)",),
    ),
    Principle(
        "DID-PLAN-02",
        frozenset({"pace"}),
        flat_out,
        holds=("202a 214b 231b 203a | A@3.L3 g5 c15 K1 | A leader A r2 :: go 6>4.R1 (5>4.L2 o>4.L3)",),
        not_so=(
            "202a 214b 231b 203a | A@3.L3 g5 c55 | A leader A r3 :: go 4>4.L1 (5>4.L2 6>4.L3)",
            "202a 231b 206b 203a | A@4.L2 g6 c25 s5 | A r3 | leader=off :: go 4b>4.R3",
        ),
    ),
    Principle(
        "DID-PLAN-03",
        frozenset({"lost", "out"}),
        flat_out,
        holds=("R4-SS1 | A@6.h2 g5 c55 K1 | A leader A r5 :: go 3b>6.line1 (4>6.L3 o>7.L1)",),
        not_so=("202a 214b 231b 203a | A@3.L3 g5 c55 | A leader A r3 :: go 4>4.L1 (5>4.L2 6>4.L3)",),
    ),
    Principle(
        "DID-PLAN-04",
        frozenset({"lost", "out"}),
        one_by_one,
        holds=("202a 214b 231b 203a | A@3.R1 g6 c10 s6 K1 | A leader A r2 :: flat 4b>3.f2 5>3.L3 6>4.R1",),
        not_so=("R4-SS1 | A@7.R1 g6 c100 s2 K1 | A leader A r6 :: flat 4b>7.f2 5>7.R3",),
    ),
    Principle(
        "DID-PLAN-05",
        frozenset({"pace"}),
        one_by_one,
        holds=("R4-SS1 | A@7.R1 g6 c100 s2 K1 | A leader A r6 :: flat 4b>7.f2 5>7.R3",),
        not_so=(
            "202a 214b 231b 203a | A@3.R1 g6 c10 s6 K1 | A leader A r2 :: flat 4b>3.f2 5>3.L3 6>4.R1",
            "202a 214b 231b 203a | A@3.R1 g5 c15 s5 K1 | A leader A r2 :: flat 4>3.f2 5>3.L3 6>4.L1 o>4.R2",
        ),
    ),
    Principle(
        "DID-PLAN-06",
        frozenset({"pace now"}),
        higher,
        holds=("202a 214b 231b 203a | A@3.L3 g5 c15 K1 | A leader A r2 :: flat 6>4.L1 4b>4.L2 5>4.R3",),
        not_so=("202a 214b 231b 203a | A@3.L1 g4 c20 | A leader A r2 | gravel 2:1 :: flat o>3.f2 5>3.R3",),
    ),
    Principle(
        "DID-PLAN-07",
        frozenset({"pace"}),
        longer,
        holds=("202a 214b 231b 203a | A@3.L1 g4 c20 O1 | A leader A r2 :: flat o>3.f2 5>3.L3 6>4.R1",),
        not_so=("202a 206b 226a 203a 201a | A@3.d1 g4 c30 | A leader A r3 :: flat 4>3.d2 5>3.L3 6>4.L1 o>4.L2 o>4.R3",),
    ),
    Principle(
        "DID-PLAN-08",
        frozenset({"lost", "out"}),
        longer,
        holds=("202a 206b 226a 203a 201a | A@3.d1 g4 c30 | A leader A r3 :: flat 4>3.d2 5>3.L3 6>4.L1 o>4.L2 o>4.R3",),
        not_so=("202a 214b 231b 203a | A@3.L1 g4 c20 O1 | A leader A r2 :: flat o>3.f2 5>3.L3 6>4.R1",),
    ),
    Principle(
        "DID-PLAN-09",
        frozenset({"lost", "out"}),
        shorter,
        holds=("202a 231b 206b 203a | A@1.R2 | A | leader=off :: flat 1>1.L3 2>2.L1 3>2.f2 4>2.L3 5>3.L1 w>3.L2>3.R3",),
        not_so=(
            "202a 214b 231b 203a | A@3.R1 g6 c10 s6 K1 | A leader A r2 :: go 4b>3.f2 (3>3.L3 2>4.L1 1>4.L2 o>4.L3)",
        ),
    ),
    Principle(
        "DID-PLAN-10",
        frozenset({"pace"}),
        shorter,
        holds=("R4-SS1 | A@7.R1 g6 c75 s6 O1 | A leader A r6 :: go 4b>7.f2 (3>7.L3 2>8.L1 1>8.L2 o>8.L3 o>9.L1)",),
        not_so=("202a 214b 231b 203a | A@3.L1 g4 c50 O1 | A leader A r3 :: flat o>3.f2 5>3.L3 6>4.L1 o>4.R2",),
    ),
    Principle(
        "DID-PLAN-11",
        frozenset({"pace"}),
        other_draft,
        holds=("R4-SS1 | A@6.R1 g6 c40 s4 K1 | A leader A r4 :: go 4b>6.line1$ (5>6.L3 6>7.L1)",),
        not_so=("202a 214b 231b 203a | A@4.R1 g6 c10 s8 O1 | A leader A r2 :: go 6>4.R2$ (o>4.L3)",),
    ),
)
