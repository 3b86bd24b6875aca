"""When what is held is used: Sisu, and the spare wheel."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    changes_wheel,
    drives_flat,
    keeps_sisu,
    other_gift,
    plays_sisu,
)
from rallyman_tutor.coach.principles.principle import Principle

CARDS = (
    Principle("CLD-CARDS-01", frozenset({"lost", "pace", "out", "earned", "spent"}), keeps_sisu),
    Principle("CLD-CARDS-02", frozenset({"lost", "pace", "out"}), plays_sisu),
    Principle("CLD-CARDS-03", frozenset({"pace", "lost", "out"}), changes_wheel),
    Principle("CLD-CARDS-04", frozenset({"wheel", "pace"}), drives_flat),
    Principle("CLD-CARDS-05", frozenset({"lost", "out", "pace"}), other_gift),
)
