"""The hand: one card a stage, and what to do without an adjustment card."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import INFERRED, TEXT, cite
from rallyman_tutor.games.crazy_rally.state import IN_RACE, Play, State, Word, adjustments


@rule(
    "CR-HAND-01",
    cite("Fase 3"),
    Word.DRAW,
    Play,
    ok=("C09 rest | A B01 | draw A :: draw play B01+",),
    broken=("C09 rest | A B01 | draw A :: play B01+", "C09 rest | A B01 | draw A :: draw draw"),
)
def not_one_card_a_stage(state: State, move: Word | Play) -> Facts | None:
    if isinstance(move, Play):
        return {"case": "first"} if state.phase == "draw" else None
    return {"case": "twice"} if state.phase in IN_RACE and state.phase != "draw" else None


@rule(
    "CR-HAND-02",
    cite("Geen aanpassingskaarten op de hand", TEXT, "CR-A-17"),
    Word.EXCHANGE,
    ok=("C09 rest | A E1 | draw A | supply E2 B01 B02 rest :: draw exchange",),
    broken=("C09 rest | A E1 B01 | choose A :: exchange", "C09 rest | A E1 P03 | draw A :: exchange"),
)
def hand_can_be_played(state: State, word: Word) -> Facts | None:
    held = adjustments(state.car.hand)
    return {"card": held[0]} if held and state.phase in IN_RACE else None


RULES = (
    not_one_card_a_stage,
    hand_can_be_played,
    fact(
        "CR-HAND-03",
        "no-hand-limit",
        cite(basis=INFERRED),
        ok=(
            "C09 rest | A B01 B02 B03 Y01 Y02 P01 E1 E2 E3 | draw A | supply P02 rest :: draw => A B01 B02 B03 Y01 Y02 P01 E1 E2 E3 P02",
        ),
    ),
)
