"""The aim of the game, and its three phases."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, cite
from rallyman_tutor.games.crazy_rally.state import IN_RACE, Move, Play, State, Table, Use, Word

PHASE_OF = {"deal": "set-up", "tune": "tuning", "look": "lap", "over": "over", **dict.fromkeys(IN_RACE, "race")}
"""The phase of the game that each decision belongs to."""


def phase_of_move(move: Move) -> str:
    """The phase of the game that a move belongs to."""
    if move is Word.DEAL:
        return "set-up"
    if isinstance(move, Table):
        return "tuning"
    return "lap" if move in (Word.LOOK, Word.GO) else "race"


@rule(
    "CR-GOAL-02",
    cite("Het spelverloop"),
    Word.DEAL,
    Table,
    Word.LOOK,
    Word.GO,
    Word.DRAW,
    Word.EXCHANGE,
    Play,
    Use,
    Word.PASS,
    ok=("rest | A (B01 B02) | tune A :: table B01", "rest | A | look 0 :: look", "C09 rest | A | draw A :: draw"),
    broken=(
        "rest | A (B01 B02) E1 | tune A :: play B01+",
        "rest | A B01 | look 3 :: draw",
        "rest | A B01 | choose A :: table B01",
        "rest | A B01 | look 14 :: deal",
        "- | A B01 | over :: play B01+",
    ),
)
def another_phase(state: State, move: Move) -> Facts | None:
    now, phase = PHASE_OF[state.phase], phase_of_move(move)
    if now == phase:
        return None
    return {"case": "over" if now == "over" else "default", "belongs": phase, "phase": now}


RULES = (
    fact(
        "CR-GOAL-01",
        "win-by-distance",
        cite("Doel van het spel; Einde van de race", RULING, "CR-A-01"),
        ok=("C06 | A d60 B01 ; B d70 B07 | choose :: play B01+ play B07+ pass pass => A v7 d67 ; B v6 d76 ; over",),
    ),
    another_phase,
)
