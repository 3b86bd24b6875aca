"""The rulebook of Mil Millas: every rule once.

A rule's code says where it lives: MM-DIST-02 is in `distance.py`. `ORDER_OF_CHECKS` is the order in which a referee
would object, so the first problem shown is the first one they would name; facts follow by chapter.
"""

from __future__ import annotations

from rallyman_tutor.core.rule import Kind, RuleBook, Violation
from rallyman_tutor.games.mil_millas.rules import (
    accessibility,
    attack,
    components,
    defence,
    discard,
    distance,
    draw,
    end,
    immunity,
    keys,
    reshuffle,
    score,
    setup,
    speed_limit,
    stacking,
    state,
    team,
    trick,
    turn,
    wrong_way,
)
from rallyman_tutor.games.mil_millas.state import (
    Sheet,
)

CHAPTERS = (
    components, setup, state, turn, draw, distance, attack, speed_limit, defence, immunity, trick, discard, end,
    score, team, stacking, reshuffle, wrong_way, keys, accessibility,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # the table, before anything is dealt
    "MM-COMP-01", "MM-SETUP-01", "MM-TEAM-01",
    # whether anything may be done at all, and by whom
    "MM-TURN-05", "MM-COMP-04", "MM-SCORE-09", "MM-END-05", "MM-SETUP-02", "MM-TURN-01", "MM-COUP-02", "MM-COUP-01",
    # the card exists, is held, and it is time for it
    "MM-WRONG-01", "MM-TURN-04", "MM-TURN-02", "MM-TURN-03", "MM-DRAW-03",
    # distance: problem, light, limit, 200s, the goal or the start
    "MM-DIST-03", "MM-DIST-02", "MM-LIM-02", "MM-DIST-05", "MM-DIST-04", "MM-WRONG-04", "MM-WRONG-06",
    # attacks: a target, another side's, not immune, not yet suffering, rolling
    "MM-ATT-01", "MM-ATT-02", "MM-ATT-05", "MM-ATT-06", "MM-ATT-03",
    # defences
    "MM-DEF-01", "MM-DEF-02", "MM-SAFE-05", "MM-DEF-04", "MM-DEF-03",
    # discards
    "MM-DISC-03", "MM-DISC-05", "MM-DISC-02",
)  # fmt: skip

BOOK = RuleBook((rule for chapter in CHAPTERS for rule in chapter.RULES), ORDER_OF_CHECKS)


def judge_sheet(sheet: Sheet, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a table breaks."""
    return BOOK.judge(None, sheet, 0, kind)
