"""The rulebook of Rallyman: DIRT: every rule once.

A rule's code says where it lives: DI-GEAR-02 is in `gear.py`. `ORDER_OF_CHECKS` is the order in which a step is
resolved at the table, so the first problem shown is the first one a referee would name; facts follow by chapter.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Kind, RuleBook, Violation
from rallyman_tutor.games.dirt.road import Stage, read_stage
from rallyman_tutor.games.dirt.rules import (
    blocked,
    brake,
    car,
    components,
    corner,
    damage,
    dice_pool,
    draft,
    end,
    finish,
    flat_out,
    ford,
    formats,
    gas,
    gear,
    jump,
    layout,
    lead,
    limit,
    lost_control,
    move,
    next_stage,
    objective,
    off_road,
    order,
    passing,
    quick_start,
    ready_stages,
    rearrangement,
    red,
    retiring,
    roll,
    seconds,
    secure,
    service,
    setup,
    sheet,
    shortcut,
    single,
    sisu,
    slide,
    spare,
    stage_end,
    start,
    tidying,
    time_control,
    turn,
    unforeseen,
    win,
)
from rallyman_tutor.games.dirt.state import (
    Sheet,
)

CHAPTERS = (
    components, formats, setup, objective, start, order, turn, dice_pool, gear, gas, lead, brake, draft, move,
    corner, limit, slide, shortcut, jump, ford, passing, car, blocked, unforeseen, roll, flat_out, rearrangement,
    seconds, secure, end, lost_control, damage, spare, off_road, finish, stage_end, retiring, sheet, service,
    tidying, next_stage, win, quick_start, red, time_control, sisu, single, ready_stages, layout,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # who may do what now
    "DI-ORD-06", "DI-START-01", "DI-ORD-01", "DI-START-03", "DI-SET-07", "DI-NEXT-04", "DI-START-02",
    "DI-LOC-12", "DI-SISU-01", "DI-SISU-03", "DI-SISU-05", "DI-SPARE-05", "DI-SPARE-01", "DI-SPARE-07", "DI-TC-01",
    "DI-FLAT-07", "DI-TURN-02", "DI-ROLL-04", "DI-ROLL-01", "DI-PLAN-02", "DI-TURN-01", "DI-BLOCK-03", "DI-MOVE-07",
    # after the end of the move nothing can be laid
    "DI-REARR-04", "DI-FIN-02", "DI-PLAN-03", "DI-BLOCK-02",
    # P1 the kinds of dice and how many of them; P2 each die once
    "DI-REARR-02", "DI-REARR-01", "DI-LEAD-06", "DI-LEAD-04", "DI-LEAD-02", "DI-LEAD-05", "DI-POOL-01", "DI-POOL-02",
    "DI-TURN-03", "DI-COMP-02",
    # P3 gears, brakes, gas, quick start, red zone
    "DI-QS-05", "DI-GAS-03", "DI-BRAKE-01", "DI-RED-02", "DI-BRAKE-05", "DI-GEAR-06", "DI-QS-01", "DI-GEAR-05",
    "DI-BRAKE-02", "DI-BRAKE-03", "DI-GEAR-04", "DI-GEAR-02",
    # P4 the way
    "DI-CORNER-04", "DI-SLIDE-02", "DI-SLIDE-03", "DI-SHORT-02", "DI-PLAN-01", "DI-MOVE-02", "DI-MOVE-03", "DI-MOVE-04",
    "DI-JUMP-02", "DI-JUMP-03",
    # P5 room, P6 locks, P7 closed, P8 water, P9 landings, P10 overtaking
    "DI-JUMP-04", "DI-SHORT-09", "DI-MOVE-01", "DI-CAR-01", "DI-CAR-03", "DI-SLIDE-06", "DI-LIMIT-05", "DI-FORD-03",
    "DI-FORD-05", "DI-FORD-01", "DI-FORD-02", "DI-BRAKE-06", "DI-JUMP-06", "DI-JUMP-08", "DI-PASS-01",
    # paying
    "DI-FLAT-06", "DI-SECURE-03", "DI-SECURE-02", "DI-SECURE-01", "DI-REARR-03",
    # warnings
    "DI-PLAN-04", "DI-ROLL-02", "DI-FLAT-09", "DI-SEC-03",
)  # fmt: skip

BOOK = RuleBook((rule for chapter in CHAPTERS for rule in chapter.RULES), ORDER_OF_CHECKS)


def judge_sheet(sheet: Sheet | Stage, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule that a rally sheet or one of its stages breaks, or a stage alone."""
    if isinstance(sheet, Stage):
        return [*_broken_by(sheet, kind)]
    broken = BOOK.judge(None, sheet, 0, kind)
    for stage in sheet.stages:
        with suppress(Refused):  # text that is no stage is not for the rules
            broken += _broken_by(read_stage(stage), kind)
    return broken


@lru_cache(maxsize=512)
def _broken_by(stage: Stage, kind: Kind) -> tuple[Violation, ...]:
    """Every rule that a stage breaks. A stage never changes, so it is judged once."""
    return tuple(BOOK.judge(None, stage, 0, kind))
