"""The Sisu card."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import RULING, cite
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import State, Word


@rule(
    "CL-SISU-01",
    cite("Tarjeta Sisu"),
    Word.SISU,
    ok=("s14 | A@s1 g2 :: 3! 4! w! sisu 5",),
    broken=("s14 | A@s1 g2 no-sisu :: 3! 4! sisu",),
)
def sisu_spent(state: State, word: Word) -> Facts | None:
    return {} if state.options.sisu and not state.car.sisu else None


@rule(
    "CL-SISU-02",
    cite("Tarjeta Sisu"),
    Word.SISU,
    ok=("s3 j3 s8 | A@s3 g3 :: 4! sisu 5",),
    broken=(
        "s3 j3 s8 | A@s3 g4 :: 5 sisu",
        "s4 R3/4x3 s5 | A@s4 g5 :: 5 sisu",
        "s4 R1/2x3 s5 | A@s4 g5 :: w sisu",
    ),
)
def sisu_against_speed(state: State, word: Word) -> Facts | None:
    ended = state.turn.ended
    return {"case": ended} if ended in ("bend", "jump", "out") else None


@rule(
    "CL-SISU-03",
    cite("Tarjeta Sisu", basis=RULING, ruling="R-18"),
    Word.SISU,
    Word.ACCEPT,
    ok=(
        "s14 | A@s1 g2 :: 3! 4! sisu",
        "s14 | A@s1 g2 :: 3! 4! w! accept",
    ),
    broken=(
        "s14 | A@s1 g2 :: sisu",
        "s14 | A@s1 g2 :: 3 sisu",
        "s14 | A@s1 g2 :: A[3! 4!] 3 sisu",
        "s14 | A@s1 g2 :: 3! 4! accept",
    ),
)
def nothing_rolled_to_undo(state: State, word: Word) -> Facts | None:
    turn = state.turn
    if word is Word.ACCEPT:
        return {"case": "accept"} if decision_due(state) not in ("lost", "gap") else None
    if turn.rolled:
        if turn.used:
            return {"case": "attack"}
        return None if any(hazard for _, hazard in turn.hand) else {"case": "clean"}
    if not turn.used:
        return {"case": "default"}
    return None if turn.hazards else {"case": "clean"}


RULES = (
    sisu_spent,
    sisu_against_speed,
    nothing_rolled_to_undo,
    fact(
        "CL-SISU-04",
        "never-returned",
        cite("Tarjeta Sisu"),
        ok=("sheet A ; s2 * ; s9 ; s9 :: 1! sisu w w 1! => A@s1 no-sisu ; no sisu",),
    ),
)
