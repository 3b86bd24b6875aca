"""The contents of the box: the pack, its four kinds of card, and the agreements before anybody sees one."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.mil_millas.books import GOAL, INFERRED, RULING, cite
from rallyman_tutor.games.mil_millas.notation import NUMBERS, SWITCHES
from rallyman_tutor.games.mil_millas.state import Change, Sheet, State
from rallyman_tutor.games.mil_millas.step import full_deck

FIXED = ("teams", *NUMBERS)
"""The agreements made when players sit down, which hold for the whole game."""


@rule(
    "MM-COMP-01",
    cite("Las cartas del juego", INFERRED),
    Sheet,
    ok=("sheet Ana Ben cards=106", "sheet Ana Ben wrong-way=on cards=115"),
    broken=("sheet Ana Ben cards=101", "sheet Ana Ben wrong-way=on cards=106"),
)
def wrong_number_of_cards(state: State | None, sheet: Sheet) -> Facts | None:
    due = sum(count for _, count in full_deck(sheet.options))
    return None if sheet.cards in (-1, due) else {"count": sheet.cards, "whole": due}


@rule(
    "MM-COMP-04",
    cite("Variantes de juego", RULING),
    Change,
    ok=("A ; B | | A deal :: change stacking=on",),
    broken=(
        "A ; B | A 25 50 green redx2 fuel flat :: change stacking=on",
        "A ; B | | A deal :: change teams=2",
        "A ; B | | A deal :: change stacking=4",
        "A ; B | | A deal :: change weather=on",
    ),
)
def agreed_too_late(state: State, change: Change) -> Facts | None:
    if change.option not in (*SWITCHES, *FIXED):
        return {"case": "none", "option": change.option}
    if state.turn.phase != "deal":
        return {"case": "default", "option": change.option}
    if change.option in FIXED:
        return {"case": "fixed", "option": change.option}
    if change.value not in ("on", "off"):
        return {"case": "neither", "option": change.option, "value": change.value}
    return None


RULES = (
    wrong_number_of_cards,
    fact(
        "MM-COMP-02",
        "four-kinds",
        cite("Las cartas del juego"),
        ok=(
            "A go ; B 25 go | A 50 spare red fuel tanker endlimitx2 ; B proof greenx5 :: "
            "lay tanker draw{repair} lay red>B pass draw{25} lay green draw{75} lay 50 "
            "=> A 50 go +tanker ; B 25 go",
        ),
    ),
    fact(
        "MM-COMP-03",
        "plain-numbers",
        cite(GOAL, RULING, "MM-A-01"),
        ok=("A 475 go ; B | A 25 100 green redx2 fuel flat :: lay 100 => A 575 go",),
    ),
    agreed_too_late,
)
