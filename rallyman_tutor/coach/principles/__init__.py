"""Principles of driving, by game. A game whose principles are not written down has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rallyman_tutor.coach.principles import classic, dirt
from rallyman_tutor.coach.principles.principle import AnyPrinciple

PRINCIPLES: Mapping[str, Sequence[AnyPrinciple]] = {
    "classic": cast("Sequence[AnyPrinciple]", classic.PRINCIPLES),
    "dirt": cast("Sequence[AnyPrinciple]", dirt.PRINCIPLES),
}
