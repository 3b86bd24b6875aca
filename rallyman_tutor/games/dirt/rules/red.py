"""The red zone: brake dice that push, in sixth."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import BRAKE, GEARS, State
from rallyman_tutor.games.dirt.step import Step, caps

BOOK = "Reglas avanzadas: Zona roja (p. 23)"
ON = "redzone=on"


@rule(
    "DI-RED-02",
    cite(BOOK, TEXT, "R-49"),
    Step,
    ok=(f"FX-S | A@L3 g6 | A | {ON} :: w>L4 b>L5 w>L6",),
    broken=(
        f"FX-S | A@L3 g5 | A | {ON} :: b>L4",
        f"FX-S | A@L3 g6 | A | {ON} :: b>L4 4b>L5",
        "FX-S | A@L3 g6 :: b>L4",
    ),
)
def not_in_the_red_zone(state: State, step: Step) -> Facts | None:
    roll = step.roll
    if roll.die == BRAKE and not state.options.redzone:  # in lower gears DI-BRAKE-01 refuses it
        return {"case": "off"} if state.car.gear == GEARS else None
    if roll.die == BRAKE and state.car.gear != GEARS:
        return {} if state.car.gear else None
    spent = state.turn.used.count(BRAKE)
    if state.turn.phase == "arrange" or not state.options.redzone or not spent:
        return None
    more = roll.brakes + (roll.die == BRAKE)
    return {"case": "used"} if more and spent + more > caps(state)[2] else None


RULES = (
    fact("DI-RED-01", "a-brake-that-pushes", cite(BOOK), ok=(f"FX-S | A@L3 g6 | A | {ON} :: go b>L4",)),
    not_in_the_red_zone,
    fact("DI-RED-03", "no-seconds", cite(BOOK), ok=(f"FX-S | A@L3 g6 | A | {ON} :: flat b>L4 w>L5 => A@L5 s1",)),
)
