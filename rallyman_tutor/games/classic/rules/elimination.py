"""Out of the rally."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, rule
from rallyman_tutor.games.classic.books import cite
from rallyman_tutor.games.classic.moments import DECISIONS, is_foreign
from rallyman_tutor.games.classic.state import Attack, State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-ELIM-01",
    cite("Esquinas; Neumático desinflado", "5", ruling="R-48"),
    *DECISIONS,
    ok=("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k{good} 3",),
    broken=("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k{puncture} 3", "s4 R1/2x3 s5 | A@s4 g5 :: w stop"),
)
def driving_on_after_elimination(state: State, move: object) -> Facts | None:
    if not is_foreign(state, move, "out"):
        return None
    return {"case": "default" if isinstance(move, Step | Attack) else "other"}


RULES = (driving_on_after_elimination,)
