"""Principles of driving in Rallyman (2009): `PLAN` says how to drive a turn, `DIE` which die to drive, `CARDS` when to
play what is held. The finer ones come first: of two that explain as much, the first is told."""

from __future__ import annotations

from rallyman_tutor.coach.principles.classic.cards import CARDS
from rallyman_tutor.coach.principles.classic.die import DIE
from rallyman_tutor.coach.principles.classic.plan import PLAN

PRINCIPLES = (*CARDS, *DIE, *PLAN)
