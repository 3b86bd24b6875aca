"""Which die is driven, on which space, and whether it is secured."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    gas_instead,
    higher,
    lower,
    other_space,
    secured,
    unsecured,
)
from rallyman_tutor.coach.principles.principle import Principle

DIE = (
    Principle(
        "CLD-DIE-01",
        frozenset({"lost", "out"}),
        secured,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s5 g4 c20 s4 #11 | A 4 $1 r3 :: w>s7",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s20 g5 c120 s5 p1 #26 | A 5 r6 | k 10-6-3[p] :: 4>s22",),
    ),
    Principle(
        "CLD-DIE-03",
        frozenset({"spent", "pace"}),
        unsecured,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s4 g3 c20 s5 #8 | A 3 w $1 dry1 r2 :: 4>s5$",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s9 g4 c30 s11 #11 | A r3 | k 9-6-4[g] :: 5>s10$",),
    ),
    Principle(
        "CLD-DIE-05",
        frozenset({"pace"}),
        gas_instead,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s16 g1 c90 s7 #23 | A w $1 dry1 r6 :: 1>b5.cut",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s19 g5 c120 s5 p1 #25 | A r6 | k 10-6-3[p] :: 5>s20",),
    ),
    Principle(
        "CLD-DIE-08",
        frozenset({"lost", "out"}),
        other_space,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s3 g4 c20 s5 no-sisu #5 | A attack4[w! 3! 4! 5!] r2 :: 4>b3.d1",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s16 g1 c90 s7 #23 | A w $1 dry1 r6 :: 1>b5.cut",),
    ),
    Principle(
        "CLD-DIE-09",
        frozenset({"pace", "earned", "spent"}),
        other_space,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s1 g1 #1 | A 1 ! :: 2>b1.cut",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s3 g4 c20 s5 no-sisu #5 | A attack4[w! 3! 4! 5!] r2 :: 4>b3.d1",),
    ),
    Principle(
        "CLD-DIE-10",
        frozenset({"pace now"}),
        higher,
        holds=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s1 g1 #1 | A 1 :: w>s2",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s9 g5 c20 s1 no-sisu #11 | A r3 | k 9-6-4[g] :: 4>s10",),
    ),
    Principle(
        "CLD-DIE-11",
        frozenset({"pace later"}),
        higher,
        holds=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s5 g2 c30 s4 #5 | A 2 r2 :: w>j1",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-DIE-12",
        frozenset({"lost", "out"}),
        higher,
        holds=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s2 g1 #2 | A 1 w ! dry1 :: w>s3",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-DIE-13",
        frozenset({"lost", "out"}),
        lower,
        holds=(
            "START C8, C3-J6-J5-C4, FINISH C5 | A@s23 g4 c150 s3 p1 #29 | A 4 w ! $1 dry1 r7 | k 9-6-3[pg] :: 5>b8.line",
        ),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-DIE-14",
        frozenset({"pace"}),
        lower,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@b4.d1 g2 c40 s8 #19 | A 4 3 2 $2 r5 :: w>b4.d2",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@b1.d1 g4 c20 s5 no-sisu #5 | A r2 :: 4>b1.d2",),
    ),
)
