"""Which way a draft takes: into bends and through shortcuts, with brake dice or without."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.contrasts import (
    by_road,
    by_shortcut,
    fewer_brakes,
    more_brakes,
    within_limits,
)
from rallyman_tutor.coach.principles.principle import Principle

ROAD = (
    Principle(
        "DID-ROAD-01",
        frozenset({"lost", "out", "pace"}),
        within_limits,
        holds=(
            "R4-SS1 | A@4.L1 g3 c60 s3 | A leader A r3 :: "
            "go 1b>4.R2 (2>5.L1 o>5.line1 3>5.line2 4>5.L3 5>6.L1 o>6.line1)",
        ),
        not_so=(
            "R4-SS1 | A@6.line1 g4 c110 s1 | A leader A r5 | back3 15-14-0-2[s] :: "
            "go o>6.L3 (2b>7.L1 3>7.f2 4>7.L3 5>8.L1 6>8.L2 o>8.L3>9.L2)",
        ),
    ),
    Principle(
        "DID-ROAD-02",
        frozenset({"pace", "earned"}),
        by_shortcut,
        holds=("202a 214b 203a | A@1.L2 | A fresh | leader=off :: flat 1>1.L3 2>2.h1 3>2.h2",),
        not_so=("R4-SS1 | A@5.h2 g6 c40 s1 | A leader A r3 :: go 4b>5.d1 (o>5.d2 o>5.d3 5>5.L3 6>6.L1)",),
    ),
    Principle(
        "DID-ROAD-03",
        frozenset({"lost", "out", "pace"}),
        by_road,
        holds=(
            "R4-SS1 | A@5.L1 c80 s3 B1 F2 | A leader A r3 | back6 10-19-0-2[c] :: "
            "go 1>5.k1 (2>5.k2 3>5.L3 4>6.L1 o>6.line1 o>6.L3 5>7.L1)",
        ),
        not_so=(
            "R4-SS1 | A@5.h2 g6 c40 s2 | A leader A r3 :: "
            "go 5>5.k1$ (o>5.k2 6>5.L3 4b>6.L1 3>6.line1 2>6.L3 1>7.L1 o>7.f2)",
        ),
    ),
    Principle(
        "DID-ROAD-04",
        frozenset({"pace"}),
        more_brakes,
        holds=("202a 214b 231b 203a | A@3.R1 g5 c15 s5 K1 | A leader A r2 :: go 4>3.f2 (5>3.L3 6>4.L1)",),
        not_so=("202a 214b 203a | A@2.h4 g6 c10 s6 O1 | A r2 | leader=off :: go w>3.R1$ (5>3.L2 6>3.L3)",),
    ),
    Principle(
        "DID-ROAD-05",
        frozenset({"lost", "out"}),
        more_brakes,
        holds=(
            "202a 231b 206b 203a | A@3.L1 g5 c15 | A r2 | leader=off :: flat w>3.L2>3.L3 3b>3.L4 4>4.L1 5>4.L2 6>4.R3",
        ),
        not_so=("202a 214b 203a | A@2.h4 g6 c10 s6 O1 | A r2 | leader=off :: go w>3.R1$ (5>3.L2 6>3.L3)",),
    ),
    Principle(
        "DID-ROAD-06",
        frozenset({"pace"}),
        fewer_brakes,
        holds=("202a 214b 231b 203a | A@4.L1 g6 c30 K1 | A leader A r3 :: flat 4b>4.L2 5>4.R3",),
        not_so=("202a 231b 206b 203a | A@3.R4 g6 c10 s8 | A r2 | leader=off :: go 4b>4.L1 (5>4.L2 6>4.L3)",),
    ),
    Principle(
        "DID-ROAD-07",
        frozenset({"lost", "out"}),
        fewer_brakes,
        holds=(
            "202a 214b 231b 203a | A@3.R1 g5 c15 s5 O1 | A leader A r2 :: flat 3b>3.f2 4>3.L3 5>4.L1 6>4.L2 o>4.R3",
        ),
        not_so=("202a 214b 231b 203a | A@4.L1 g6 c30 K1 | A leader A r3 :: flat 4b>4.L2 5>4.R3",),
    ),
)
