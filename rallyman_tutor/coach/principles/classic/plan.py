"""How a turn is driven: all at once or one by one, with how many dice, and where it ends."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    at_once,
    drive_on,
    fewer_dice,
    more_dice,
    one_by_one,
    other_dice,
    stop_here,
)
from rallyman_tutor.coach.principles.principle import Principle

PLAN = (
    Principle(
        "CLD-PLAN-01",
        frozenset({"earned"}),
        at_once,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: 1>s1",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A | A :: 1>s1",),
    ),
    Principle(
        "CLD-PLAN-02",
        frozenset({"pace"}),
        at_once,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s22 g2 c130 no-sisu #29 | A r6 | k 9-6-4[g] :: 1>s23",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-PLAN-03",
        frozenset({"lost", "out"}),
        at_once,
        holds=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A | A :: 1>s1",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-PLAN-04",
        frozenset({"spent"}),
        at_once,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s4 g5 c10 s7 p1 #7 | A r2 | k 10-6-3[p] :: 4>s5$",),
        not_so=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@s6 g2 c60 s2 no-sisu #9 | A r3 :: 2>s7$",),
    ),
    Principle(
        "CLD-PLAN-05",
        frozenset({"lost", "out"}),
        one_by_one,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s5 g5 c50 s1 #8 | A r3 :: A[4 5 w w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 w w]",),
    ),
    Principle(
        "CLD-PLAN-06",
        frozenset({"pace"}),
        one_by_one,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@b4.d1 g2 c80 s6 no-sisu #19 | A r5 :: A[1 2 3 w w]",),
        not_so=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s5 g5 c10 s5 no-sisu #5 | A r2 :: A[4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-07",
        frozenset({"earned"}),
        more_dice,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s26 g5 c170 s4 no-sisu #38 | A r8 | k 9-6-4[g] :: A[4 w]",),
        not_so=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A | A :: A[1 2 3 4 w]",),
    ),
    Principle(
        "CLD-PLAN-08",
        frozenset({"pace"}),
        more_dice,
        holds=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A | A :: A[1 2 w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A@s26 g5 c170 s4 no-sisu #38 | A r8 | k 9-6-4[g] :: A[4 w]",),
    ),
    Principle(
        "CLD-PLAN-09",
        frozenset({"lost", "out"}),
        more_dice,
        holds=(
            "START C8, C3-J6-J5-C4, FINISH C5 | A@b11.line g4 c200 s12 p1 no-sisu #39 | A r10 | k 9-6-3[gp] :: A[3 w]",
        ),
        not_so=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A | A :: A[1 2 3 4 w]",),
    ),
    Principle(
        "CLD-PLAN-10",
        frozenset({"lost", "out"}),
        fewer_dice,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s10 g5 c40 s2 #13 | A r4 :: A[1 2 3 4 5 w w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-11",
        frozenset({"pace"}),
        fewer_dice,
        holds=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A | A :: A[1 2 3 4 5 w w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-12",
        frozenset({"pace now"}),
        other_dice,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 w w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-13",
        frozenset({"pace later"}),
        other_dice,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s5 g3 c40 s10 no-sisu #10 | A r3 :: A[3 4 w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-14",
        frozenset({"lost", "out"}),
        other_dice,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s10 g5 c50 s10 no-sisu #15 | A r5 :: A[2 3 4 5 w]",),
        not_so=("START C8, C3-J6-J5-C4, FINISH C5 | A | A :: A[1 2 3 4 5 w w]",),
    ),
    Principle(
        "CLD-PLAN-15",
        frozenset({"earned"}),
        other_dice,
        holds=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s8 g5 c30 s3 no-sisu #11 | A r3 :: A[4 5]",),
        not_so=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A | A :: A[1 2 3 4 w]",),
    ),
    Principle(
        "CLD-PLAN-16",
        frozenset({"pace"}),
        drive_on,
        holds=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s3 g1 #3 | A 1 w w !! dry2 :: stop",),
        not_so=(
            "START C8, C3-J6-J5-C4, FINISH C5 | A@b12.cut g2 c210 s12 no-sisu met0 #41 | A 3 2 ! r8 | dirt b12:1 ; k 7-5-4[gggd] ; back4 4-4-3[r] :: stop",
        ),
    ),
    Principle(
        "CLD-PLAN-18",
        frozenset({"lost", "out"}),
        stop_here,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A@s19 g5 c90 no-sisu #26 | A w w 5 dry2 r5 | k 9-6-4[g] :: 4>s20",),
        not_so=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s11 g5 c40 s12 no-sisu #15 | A w 5 dry1 r4 :: 4>finish$",),
    ),
    Principle(
        "CLD-PLAN-19",
        frozenset({"pace"}),
        stop_here,
        holds=("snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | A@b1.line g3 c20 s4 no-sisu #7 | A 4 3 $1 r2 :: 2>s5$",),
        not_so=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s11 g5 c40 s12 no-sisu #15 | A w 5 dry1 r4 :: 4>finish$",),
    ),
)
