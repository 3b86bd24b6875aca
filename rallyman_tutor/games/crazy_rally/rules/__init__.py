"""The rulebook of Crazy Rally: every rule once.

A rule's code says where it lives: CR-EVT-03 is in `events.py`. `ORDER_OF_CHECKS` is the order in which a move is
resolved at the table, so the first problem shown is the first one a referee would name; facts follow by chapter.
"""

from __future__ import annotations

from rallyman_tutor.core.rule import Kind, RuleBook, Violation
from rallyman_tutor.games.crazy_rally.rules import (
    components,
    end,
    events,
    goal,
    hand,
    information,
    lap,
    maximum_speed,
    out,
    pile,
    play,
    race,
    red,
    resolution,
    series,
    setup,
    speed,
    tune,
    turbo,
    variants,
)
from rallyman_tutor.games.crazy_rally.state import Sheet

CHAPTERS = (
    components, goal, setup, tune, lap, race, hand, pile, play, speed, turbo, maximum_speed, events, resolution,
    red, out, end, series, variants, information,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # the sheet
    "CR-COMP-02", "CR-SER-01", "CR-COMP-01",
    # who may speak, in which phase and at which step
    "CR-OUT-02", "CR-GOAL-02", "CR-RACE-03",
    # tuning and the test lap
    "CR-TUNE-02", "CR-TUNE-01", "CR-TUNE-03", "CR-LAP-02", "CR-SETUP-04", "CR-LAP-03", "CR-LAP-01", "CR-INFO-01",
    # drawing and choosing
    "CR-HAND-01", "CR-HAND-02", "CR-PLAY-03", "CR-PLAY-01", "CR-PLAY-04", "CR-PLAY-02",
    # events
    "CR-EVT-01", "CR-EVT-03", "CR-EVT-09", "CR-EVT-02", "CR-COMP-05", "CR-EVT-08",
    # what it costs
    "CR-TURBO-01", "CR-SPD-03", "CR-MAX-01", "CR-RES-05", "CR-RES-03", "CR-RED-02", "CR-EVT-10",
)  # fmt: skip

BOOK = RuleBook((rule for chapter in CHAPTERS for rule in chapter.RULES), ORDER_OF_CHECKS)


def judge_sheet(sheet: Sheet, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a sheet breaks."""
    return BOOK.judge(None, sheet, 0, kind)
