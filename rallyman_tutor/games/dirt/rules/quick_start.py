"""The quick start."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import GEARS, State
from rallyman_tutor.games.dirt.step import Step, quick_planned

BOOK = "Reglas avanzadas: Arranque rápido (p. 23)"
ON = "quickstart=on"


@rule(
    "DI-QS-01",
    cite(BOOK),
    Step,
    ok=(f"FX-S | A@L0 | A | {ON} :: 2>L1 3>L2",),
    broken=(
        f"FX-S | A@L3 g1 | A | {ON} :: 3>L4",
        f"FX-S | A@L0 | A | {ON} :: 1>L1 3>L2",
    ),
)
def no_quick_start(state: State, step: Step) -> Facts | None:
    die, gear = step.roll.die, state.car.gear
    return (
        {} if state.options.quickstart and gear and die == gear + 2 and die <= GEARS and not step.roll.brakes else None
    )


@rule(
    "DI-QS-05",
    cite(BOOK),
    Step,
    ok=(f"FX-S | A@L0 | A leader A rolled[2>L1. 3>L2! 4>L3! o>L4!] | {ON} :: 2>L1 3>L2",),
    broken=(
        f"FX-S | A@L0 | A leader A rolled[1>L1! 2>L2! 3>L3! o>L4!] | {ON} :: 2>L1",
        f"FX-S | A@L0 | A leader A rolled[2>L1. 1>L2! o>L3! o>L4!] | {ON} :: 1>L1",
    ),
)
def quick_start_changed(state: State, step: Step) -> Facts | None:
    turn, die = state.turn, step.roll.die
    if turn.phase != "arrange" or turn.used or state.car.gear or die not in (1, 2):
        return None
    planned = quick_planned(state)
    return None if (die == 2) == planned else {"case": "declared" if planned else "default"}


RULES = (
    no_quick_start,
    fact("DI-QS-02", "stalled", cite(BOOK), ok=(f"FX-S | A@L0 | A | {ON} :: go 2>L1! (3>L2)",)),
    fact(
        "DI-QS-03",
        "saved-by-the-stall",
        cite(BOOK, TEXT, "R-47"),
        ok=(f"FX-S | A@L0 | A leader A | {ON} :: flat 2>L1! 3>L2! o>L3!",),
    ),
    fact("DI-QS-04", "secured", cite(BOOK), ok=(f"FX-S | A@L0 s1 | A | {ON} :: go 2>L1$ (3>L2)",)),
    quick_start_changed,
)
