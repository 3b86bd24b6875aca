"""When what is held is used: Sisu, and the spare wheel."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    drives_flat,
    keeps_sisu,
    plays_sisu,
)
from rallyman_tutor.coach.principles.principle import Principle

CARDS = (
    Principle(
        "CLD-CARDS-01",
        frozenset({"lost", "pace", "out"}),
        keeps_sisu,
        holds=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A | A attack5[w 1 2! 3! 4] :: sisu",),
        not_so=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A | A attack5[w! 1 2! 3! 4] :: sisu",),
    ),
    Principle(
        "CLD-CARDS-02",
        frozenset({"lost", "pace", "out"}),
        plays_sisu,
        holds=("START C8, C3-J6-J5-C4, FINISH C5 | A | A attack5[w w 1! 2! 3!] :: 1>s1",),
        not_so=("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s6 g2 c60 s9 #9 | A attack5[w w 3! 4! 5] r3 :: w>s7",),
    ),
    Principle(
        "CLD-CARDS-04",
        frozenset({"wheel", "pace"}),
        drives_flat,
        holds=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s9 g1 c40 s4 p1 #10 | A r4 | k 10-6-3[p] :: wheel",),
        not_so=("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s9 g1 c40 s4 p1 #10 | A r4 | k 10-6-3[p] :: 1",),
    ),
)
