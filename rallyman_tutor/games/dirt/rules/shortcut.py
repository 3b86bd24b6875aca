"""Shortcuts: off the road around a bend, for a token."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, TEXT, cite
from rallyman_tutor.games.dirt.rivals import occupant
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Atajos (p. 11)"


@rule(
    "DI-SHORT-02",
    cite(BOOK),
    Step,
    ok=("FX-SL | A@R4 g3 :: 2>k1 3>R6",),
    broken=(
        "FX-SL | A@k1 g2 :: 2>line1",
        "FX-SL | A@d1 g2 :: 2>k1",
        "FX-SL | A@L4 g2 :: 2>k1",
    ),
)
def no_way_to_the_shortcut(state: State, step: Step) -> Facts | None:
    if step.named < 0 or step.nowhere not in ("shortcut", "behind"):
        return None
    kinds = {state.road.spaces[at].kind for at in (state.car.place, step.named)}
    if "shortcut" not in kinds or state.car.place == step.named:
        return None
    if kinds & {"line", "drift"}:
        return {"case": "bend"}
    return {} if step.nowhere == "shortcut" else None


@rule(
    "DI-SHORT-09",
    cite("Reglas de la carretera"),
    Step,
    ok=("FX-SL | A@R4 g3 ; B@k1 g2 :: 2>line1",),
    broken=("FX-SL | A@R4 g3 ; B@k1 g2 :: 2>k1",),
)
def shortcut_taken(state: State, step: Step) -> Facts | None:
    if step.to < 0 or state.road.spaces[step.to].kind != "shortcut":
        return None
    other = occupant(state, step.to)
    return {"car": state.cars[other].name} if other >= 0 else None


RULES = (
    fact("DI-SHORT-01", "around-the-bend", cite(BOOK), ok=("FX-SL | A@R4 g3 :: go 2>k1",)),
    no_way_to_the_shortcut,
    fact("DI-SHORT-03", "a-token-each-time", cite(BOOK, TEXT, "R-28"), ok=("FX-SL | A@R4 g3 :: go 2>k1{ok}",)),
    fact("DI-SHORT-04", "no-harm-done", cite(BOOK), ok=("FX-SL | A@R4 g3 :: go 2>k1{ok}",)),
    fact(
        "DI-SHORT-05",
        "a-burst-tyre",
        cite(BOOK),
        ok=(
            "FX-SL | A@R4 g3 :: go 2>k1{puncture}",
            "FX-SL | A@R4 g3 :: go 2>k1{puncture} w>R6 w>R7 => A@R7 K1 ; no w>R8 w>R9",
        ),
    ),
    fact("DI-SHORT-06", "gravel-for-those-behind", cite(BOOK), ok=("FX-SL | A@R4 g3 :: go 2>k1{gravel}",)),
    fact(
        "DI-SHORT-07",
        "level-with-what-it-touches",
        cite("Adelantamientos; Atajos (p. 11)"),
        ok=("FX-SL | A@R4 g3 ; B@R6 g5 :: A: => no 2>k1", "FX-SL | A@R4 g3 ; B@R6 g2 :: go 2>k1 => A@k1"),
    ),
    fact(
        "DI-SHORT-08",
        "slide-in-and-out",
        cite(BOOK),
        ok=("FX-SL | A@h2 g2 :: go w>k1 w>h3 => A@h3", "FX-SL | A@h1 g2 :: go w>k1 w>h4 => A@h4"),
    ),
    shortcut_taken,
    fact(
        "DI-SHORT-10",
        "one-token-a-visit",
        cite(BOOK, RULING, "R-28"),
        ok=("FX-SL | A@R4 g3 :: go 2>k1{ok} go 2>R6 => A@R6 O1",),
    ),
)
