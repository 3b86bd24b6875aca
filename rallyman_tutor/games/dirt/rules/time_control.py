"""Time controls: penalties taken on purpose."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import VALUES, Penalty, State

STEP: int = VALUES["seconds.penalty_step"]


@rule(
    "DI-TC-01",
    cite("Reglas avanzadas: Punto de control (p. 23)", TEXT, "R-62"),
    Penalty,
    ok=("FX-S | A finished | A phase=penalty | timecontrol=on :: penalty 15",),
    broken=("FX-S | A finished | A phase=penalty | timecontrol=on :: penalty 7", "FX-S | A@L3 g3 :: penalty 5"),
)
def odd_penalty(state: State, penalty: Penalty) -> Facts | None:
    if not state.options.timecontrol:
        return {"case": "off", "seconds": penalty.seconds}
    return {"seconds": penalty.seconds} if penalty.seconds < 0 or penalty.seconds % STEP else None


RULES = (odd_penalty,)
