"""Principles of driving and of playing cards, by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rallyman_tutor.coach.principles import classic, crazy_rally, dirt, mil_millas
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciples
from rallyman_tutor.coach.principles.principle import AnyPrinciple

PRINCIPLES: Mapping[str, Sequence[AnyPrinciple]] = {
    "classic": cast("Sequence[AnyPrinciple]", classic.PRINCIPLES),
    "dirt": cast("Sequence[AnyPrinciple]", dirt.PRINCIPLES),
}
CARD_PRINCIPLES: Mapping[str, AnyCardPrinciples] = {
    "crazy_rally": cast("AnyCardPrinciples", crazy_rally.PRINCIPLES),
    "mil_millas": cast("AnyCardPrinciples", mil_millas.PRINCIPLES),
}
