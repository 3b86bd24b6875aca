"""The rulebook of Rallyman (2009): every rule once.

A rule's code says where it lives: CL-GEAR-02 is in `gear.py`. `ORDER_OF_CHECKS` is the order in which a step is
resolved at the table, so the first problem shown is the first one a referee would name; facts follow by chapter.
"""

from __future__ import annotations

from functools import lru_cache

from rallyman_tutor.core.rule import Kind, RuleBook, Violation
from rallyman_tutor.games.classic.editions import EDITIONS
from rallyman_tutor.games.classic.rules import (
    attack,
    bend,
    blocked,
    card,
    components,
    damage,
    elimination,
    finish,
    gas,
    gear,
    hazards,
    jump,
    lost_control,
    order,
    passing,
    puncture,
    rally,
    seconds,
    service,
    shortcut,
    sisu,
    spare,
    split,
    start,
    training,
    turn,
    tyre,
    weather,
    win,
)
from rallyman_tutor.games.classic.state import (
    Sheet,
)

CHAPTERS = (
    components, rally, start, order, turn, gear, gas, card, hazards, bend, shortcut, puncture, jump, lost_control,
    damage, passing, blocked, spare, finish, service, win, elimination, attack, seconds, weather, tyre, split, sisu,
    training,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # the turn is over, or not this driver's
    "CL-LOC-02", "CL-FIN-06", "CL-ELIM-01", "CL-ORDER-05", "CL-ORDER-01", "CL-START-03",
    "CL-WX-02", "CL-TYRE-01", "CL-SERV-03", "CL-SPARE-03", "CL-ATK-08", "CL-LOC-14",
    # the die exists and is unused, in the technique of this turn
    "CL-COMP-02", "CL-GEAR-05", "CL-TURN-03", "CL-TRAIN-02", "CL-TURN-04",
    # gas, gears, how many
    "CL-GAS-03", "CL-PUNC-05", "CL-GAS-04", "CL-GEAR-01", "CL-GEAR-02", "CL-GEAR-03", "CL-DMG-02",
    # the way
    "CL-CUT-10", "CL-CUT-06", "CL-BEND-03", "CL-BEND-04", "CL-BEND-08", "CL-BEND-09", "CL-BEND-10", "CL-JUMP-08",
    "CL-TURN-01",
    # room, surface, payment
    "CL-JUMP-07", "CL-PASS-05", "CL-PASS-06", "CL-TYRE-04", "CL-SEC-04", "CL-SEC-01", "CL-COMP-07", "CL-SEC-02",
    # attacks
    "CL-ATK-01", "CL-ATK-06", "CL-ATK-09", "CL-ATK-05", "CL-ATK-10", "CL-ATK-03",
    # the spare wheel, Sisu
    "CL-SPARE-06", "CL-SPARE-04", "CL-SPARE-01", "CL-COMP-04", "CL-SISU-01", "CL-SISU-02", "CL-SISU-03",
)  # fmt: skip

BOOK = RuleBook((rule for chapter in CHAPTERS for rule in chapter.RULES), ORDER_OF_CHECKS)


@lru_cache(maxsize=8)
def book(edition: str) -> RuleBook:
    """The rules of one printed text."""
    return BOOK.without_rules(*EDITIONS[edition].lacks)


def judge_sheet(sheet: Sheet, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a course sheet breaks."""
    return BOOK.judge(None, sheet, 0, kind)
