"""The contents of the box: cards, cars, drivers."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, cite
from rallyman_tutor.games.crazy_rally.state import (
    EFFECTS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    STAGES,
    VALUES,
    Sheet,
    State,
    Use,
    is_event,
)

BOX: tuple[int, ...] = (*VALUES["box.adjustment"], STAGES, VALUES["box.events"])


@rule(
    "CR-COMP-01",
    cite("Inhoud"),
    Sheet,
    ok=("sheet Ana Ben Cleo ; race ; deck 15 15 12 14 8",),
    broken=("sheet Ana Ben Cleo ; race ; deck 15 15 15 14 8",),
)
def another_deck(state: State | None, sheet: Sheet) -> Facts | None:
    if sheet.deck in ((), BOX):
        return None
    return {"found": "-".join(map(str, sheet.deck)), "box": "-".join(map(str, BOX))}


@rule(
    "CR-COMP-02",
    cite("3-6 spelers"),
    Sheet,
    ok=("sheet Ana Ben Cleo", "sheet A B C D E F ; race"),
    broken=("sheet Ana Ben", "sheet A B C D E F G"),
)
def wrong_number_of_drivers(state: State | None, sheet: Sheet) -> Facts | None:
    count = len(sheet.drivers)
    if FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        return None
    return {"count": count, "case": "few" if count < FEWEST_PLAYERS else "many"}


@rule(
    "CR-COMP-05",
    cite("Beschrijving van de kaarten; Gebeurteniskaarten"),
    Use,
    ok=("C09 rest | A E1 ; B E7 | event A :: event faster>A event faster>B",),
    broken=(
        "C09 rest | A E1 ; B | event A :: event red",
        "C09 rest | A B01 ; B E3 | event A : A B :: event faster>A",
        "C09 rest | A B01 v6 ; B v5 E2 d3 | event A : A B :: event two",
    ),
)
def no_such_effect(state: State, use: Use) -> Facts | None:
    if use.effect not in EFFECTS:
        return {"case": "colour", "colour": use.effect}
    return {} if state.phase == "event" and not any(map(is_event, state.car.hand)) else None


RULES = (
    another_deck,
    wrong_number_of_drivers,
    fact(
        "CR-COMP-03",
        "course-card",
        cite("Beschrijving van de kaarten; Bijzondere parcourskaarten"),
        ok=(
            "C10 rest | A m8 v8 B08 | choose :: play B08- pass => A m8 h3/7 d5",
            "C14 rest | A B07 | choose :: play B07- pass => A v7 h3/7 d7",
        ),
    ),
    fact(
        "CR-COMP-04",
        "adjustment-card",
        cite("Beschrijving van de kaarten; Turboversnelling of noodstop", INFERRED),
        ok=(
            "C01 rest | A B01 | choose :: play B01+ pass => A v7 d7",
            "C01 rest | A P01 | choose :: play P01- pass => A v2 s6",
        ),
    ),
    no_such_effect,
    fact(
        "CR-COMP-06",
        "car-sheet",
        cite("Voorbereiding; Fase 3"),
        ok=("C10 rest | A m9 s8 h8 v8 d20 B08 | choose :: play B08+ pass => A m9 s8 h2/8 d25",),
    ),
)
