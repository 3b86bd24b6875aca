"""When the Sisu token and the spare wheel are used."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.contrasts import keeps_sisu, keeps_wheel, plays_sisu
from rallyman_tutor.coach.principles.principle import Principle

CARDS = (
    Principle(
        "DID-CARDS-01",
        frozenset({"lost", "out", "pace"}),
        keeps_sisu,
        holds=(
            "202a 216a:R2 205a 219a:L2 203a | A@2.d1 g1 | A 2 b 1 !!! ended=hazards phase=sisu | "
            "sisu=stage leader=off :: sisu",
        ),
        not_so=(
            "202a 216a:R2 205a 219a:L2 203a | A@3.L2 g4 | A 2 b 3 4 !!! ended=hazards phase=sisu | "
            "sisu=stage leader=off :: sisu",
        ),
    ),
    Principle(
        "DID-CARDS-02",
        frozenset({"lost", "out", "pace"}),
        plays_sisu,
        holds=(
            "202a 216a:R2 205a 219a:L2 203a | A@3.L2 g4 | A 2 b 3 4 !!! ended=hazards phase=sisu | "
            "sisu=stage leader=off :: accept",
        ),
        not_so=(
            "202a 216a:R2 205a 219a:L2 203a | A@2.d1 g1 | A 2 b 1 !!! ended=hazards phase=sisu | "
            "sisu=stage leader=off :: accept",
        ),
    ),
    Principle(
        "DID-CARDS-03",
        frozenset({"pace", "wheel"}),
        keeps_wheel,
        holds=("202a 214b 203a | A@2.R1 g1 W1 | A phase=wheel | leader=off :: wheel",),
        not_so=("202a 214b 203a | A@2.R1 g1 W1 | A phase=wheel | leader=off :: accept",),
    ),
)
