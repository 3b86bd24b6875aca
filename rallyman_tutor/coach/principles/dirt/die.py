"""Whether the next die is secured, and whether it is driven at all."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.contrasts import drive_on, drive_on_secured, secured, stop_here, unsecured
from rallyman_tutor.coach.principles.principle import Principle

DIE = (
    Principle(
        "DID-DIE-01",
        frozenset({"lost", "out"}),
        secured,
        holds=("R4-SS1 | A@6.h2 g4 c70 s6 O1 | A 4 b o !! left[o>6.line1 5>6.L3 6>7.L1] leader A r4 :: o>6.line1",),
        not_so=("202a 214b 231b 203a | A@4.R2 g4 c10 s5 O1 | A 4 b $2 left[5>4.L3] leader A r2 :: 5>4.L3",),
    ),
    Principle(
        "DID-DIE-02",
        frozenset({"earned", "spent"}),
        unsecured,
        holds=("202a 214b 231b 203a | A@4.R2 g4 c10 s5 O1 | A 4 b $2 left[5>4.L3] leader A r2 :: 5>4.L3$",),
        not_so=(
            "202a 231b 206b 203a | A@3.L4 g4 c20 s3 | A 2 b w 3 4 !! $1 left[w>4.L1 5>4.L2 6>4.L3] r2 | "
            "leader=off :: w>4.L1$",
        ),
    ),
    Principle(
        "DID-DIE-03",
        frozenset({"lost"}),
        unsecured,
        holds=(
            "202a 231b 206b 203a | A@3.L1 g1 c60 s7 | A 1 ! left[2>3.L2 3>3.L3 4>3.L4 w>4.L1 5>4.L2 6>4.L3] r2 | "
            "back3 16-13-0-2[c] ; leader=off :: 2>3.L2$",
        ),
        not_so=("202a 214b 231b 203a | A@4.R1 g6 c10 s8 O1 | A leader A r2 :: go 6>4.R2$ (o>4.L3)",),
    ),
    Principle(
        "DID-DIE-04",
        frozenset({"pace"}),
        unsecured,
        holds=(
            "202a 231b 206b 203a | A@3.L4 g4 c20 s3 | A 2 b w 3 4 !! $1 left[w>4.L1 5>4.L2 6>4.L3] r2 | "
            "leader=off :: w>4.L1$",
        ),
        not_so=("202a 214b 231b 203a | A@4.R1 g6 c10 s8 O1 | A leader A r2 :: go 6>4.R2$ (o>4.L3)",),
    ),
    Principle(
        "DID-DIE-05",
        frozenset({"lost", "out", "pace"}),
        drive_on_secured,
        holds=("202a 206b 226a 203a 201a | A@4.L1 g6 c45 s6 | A 4 5 6 !! $1 left[o>4.L2 o>4.L3] leader A r3 :: stop",),
        not_so=(
            "R4-SS1 | A@5.k2 g5 c80 s6 | A 1 2 3 4 5 o ! $3 left[6>5.L3 o>6.L1] gravel 5:1 leader A r3 | "
            "back3 16-13-0-2[c] :: stop",
        ),
    ),
    Principle(
        "DID-DIE-06",
        frozenset({"lost", "out"}),
        stop_here,
        holds=(
            "202a 210a:L2 208a:R1 203b | A@3.L1 g2 | A 1 o 2 !! left[3>3.L2 4>3.L3 5>4.L1 6>4.L2] leader A :: 3>3.L2",
        ),
        not_so=(
            "202a 231b 206b 203a | A@3.L4 g4 c20 s3 | A 2 b w 3 4 !! $1 left[w>4.L1 5>4.L2 6>4.L3] r2 | "
            "leader=off :: w>4.L1$",
        ),
    ),
    Principle(
        "DID-DIE-07",
        frozenset({"pace"}),
        stop_here,
        holds=(
            "R4-SS1 | A@7.f2 g4 c75 s6 O1 | A 4 b ! left[3>7.L3 2>8.L1 1>8.L2 o>8.L3 o>9.L1] leader A r6 :: 3>7.L3",
        ),
        not_so=(
            "202a 231b 206b 203a | A@3.L4 g4 c20 s3 | A 2 b w 3 4 !! $1 left[w>4.L1 5>4.L2 6>4.L3] r2 | "
            "leader=off :: w>4.L1$",
        ),
    ),
    Principle(
        "DID-DIE-08",
        frozenset({"pace now"}),
        drive_on,
        holds=("202a 214b 231b 203a | A@3.L3 g5 c20 K1 | A o 4 5 left[6>4.L1] leader A r2 :: stop",),
        not_so=("202a 214b 231b 203a | A@4.R2 g6 c10 O1 | A o left[6>4.L3] leader A r2 :: stop",),
    ),
    Principle(
        "DID-DIE-09",
        frozenset({"pace later"}),
        drive_on,
        holds=("202a 214b 231b 203a | A@4.R2 g6 c10 O1 | A o left[6>4.L3] leader A r2 :: stop",),
        not_so=("202a 214b 231b 203a | A@3.L3 g5 c20 K1 | A o 4 5 left[6>4.L1] leader A r2 :: stop",),
    ),
    Principle(
        "DID-DIE-10",
        frozenset({"lost", "out"}),
        drive_on,
        holds=("202a 214b 231b 203a | A@2.R3 g4 K1 | A 1 2 3 4 ! left[o>3.L1 o>3.f2 5>3.L3 6>4.L1] leader A :: stop",),
        not_so=("202a 214b 231b 203a | A@4.R2 g6 c10 O1 | A o left[6>4.L3] leader A r2 :: stop",),
    ),
)
