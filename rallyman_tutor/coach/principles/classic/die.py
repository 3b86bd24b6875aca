"""Which die is driven, on which space, and whether it is secured."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.contrasts import (
    gas_instead,
    gear_instead,
    higher,
    lower,
    other_space,
    secured,
    unsecured,
)
from rallyman_tutor.coach.principles.principle import Principle

DIE = (
    Principle("CLD-DIE-01", frozenset({"lost", "out"}), secured),
    Principle("CLD-DIE-02", frozenset({"pace"}), secured),
    Principle("CLD-DIE-03", frozenset({"spent", "pace"}), unsecured),
    Principle("CLD-DIE-04", frozenset({"lost", "out"}), gas_instead),
    Principle("CLD-DIE-05", frozenset({"pace"}), gas_instead),
    Principle("CLD-DIE-06", frozenset({"pace", "earned", "spent"}), gear_instead),
    Principle("CLD-DIE-07", frozenset({"lost", "out"}), gear_instead),
    Principle("CLD-DIE-08", frozenset({"lost", "out"}), other_space),
    Principle("CLD-DIE-09", frozenset({"pace", "earned", "spent"}), other_space),
    Principle("CLD-DIE-10", frozenset({"pace now"}), higher),
    Principle("CLD-DIE-11", frozenset({"pace later"}), higher),
    Principle("CLD-DIE-12", frozenset({"lost", "out"}), higher),
    Principle("CLD-DIE-13", frozenset({"lost", "out"}), lower),
    Principle("CLD-DIE-14", frozenset({"pace"}), lower),
)
