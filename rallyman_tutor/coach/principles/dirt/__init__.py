"""Principles of driving in Rallyman: DIRT: `PLAN` says how a draft is driven and where it ends, `ROAD` which way it
takes, `DIE` what becomes of its next die, `LOST` where rolled dice are laid again, `CARDS` when the Sisu token and the
spare wheel are used. The finer ones come first: of two that explain as much, the first is told."""

from __future__ import annotations

from rallyman_tutor.coach.principles.dirt.cards import CARDS
from rallyman_tutor.coach.principles.dirt.die import DIE
from rallyman_tutor.coach.principles.dirt.lost import LOST
from rallyman_tutor.coach.principles.dirt.plan import PLAN
from rallyman_tutor.coach.principles.dirt.road import ROAD

PRINCIPLES = (*CARDS, *DIE, *LOST, *ROAD, *PLAN)
