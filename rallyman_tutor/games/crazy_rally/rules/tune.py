"""Phase 1: three cards make a car out of three sevens."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, TEXT, cite
from rallyman_tutor.games.crazy_rally.state import Claim, State, Table, colour_due


@rule(
    "CR-TUNE-01",
    cite("Fase 1"),
    Table,
    ok=("rest | A E1 (B01 B05) | tune A :: table B05",),
    broken=(
        "rest | A E1 (B01 B05) | tune A :: table",
        "rest | A E1 (B01 B05) | tune A :: table B01 B05",
        "rest | A E1 (B01 B05) | tune A :: table B07",
    ),
)
def not_one_of_the_two(state: State, table: Table) -> Facts | None:
    if state.phase != "tune":
        return None
    if len(table.cards) != 1:
        return {"case": "both" if table.cards else "none"}
    (card,) = table.cards
    return None if card in state.car.drawn or card[0] != colour_due(state) else {"card": card}


@rule(
    "CR-TUNE-02",
    cite("Fase 1", TEXT, "CR-A-30"),
    Table,
    ok=("rest | A E1 (B01 B05) | tune A :: table B01 table Y01 table P01",),
    broken=("rest | A E1 (B01 B05) | tune A :: table Y01", "rest | A E1 (B01 B05) | tune A :: table B01 table P01"),
)
def another_colour(state: State, table: Table) -> Facts | None:
    if state.phase != "tune":
        return None
    due = colour_due(state)
    wrong = next((card for card in table.cards if card[0] != due), "")
    return {"card": wrong, "colour": f"colour-{due}"} if wrong else None


@rule(
    "CR-TUNE-03",
    cite("Fase 1", TEXT, "CR-A-28"),
    Claim,
    ok=("rest | A E1 (B01 B05) | tune A :: table B05",),
    broken=(
        "rest | A B01 E1 [B05] (Y01 Y02) | tune A :: claim B01",
        "rest | A B01 E1 [B05] (Y01 Y02) | tune A :: claim B05",
    ),
)
def symbols_off_the_table(state: State, claim: Claim) -> Facts | None:
    return {"card": claim.card, "case": "tabled" if claim.card in state.car.tabled else "default"}


RULES = (
    not_one_of_the_two,
    another_colour,
    symbols_off_the_table,
    fact(
        "CR-TUNE-04",
        "starting-hand",
        cite("Fase 1; Voorbereiding", INFERRED),
        ok=(
            "rest | A B01 Y01 E1 [B05 Y11] (P08 P09) | tune A :: table P09",
            "rest | A B01 Y01 E1 [B05 Y11] (P08 P09) | tune A :: table P09 => B01 Y01 E1 P08",
        ),
    ),
    fact("CR-TUNE-05", "final-values", cite("Fase 1"), ok=("rest | A [B05 Y11] (P08 P09) | tune A :: table P09",)),
)
