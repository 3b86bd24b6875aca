"""Out of the rally."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, rule
from rallyman_tutor.games.classic.books import cite
from rallyman_tutor.games.classic.state import Attack, State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-ELIM-01",
    cite("Esquinas; Neumático desinflado", "5", ruling="R-48"),
    Step,
    Attack,
    ok=("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k{good} 3",),
    broken=("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k{puncture} 3",),
)
def driving_on_after_elimination(state: State, step: Step | Attack) -> Facts | None:
    return {"car": state.car.name} if state.turn.ended == "out" or state.car.status == "out" else None


RULES = (driving_on_after_elimination,)
