"""Damage tokens, and the dice they take."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, cite
from rallyman_tutor.games.dirt.state import State, Word

BOOK = "Fichas de Daño (p. 20)"
CRASH = "FX-LS | A@L4 g5 :: go w>L5{crash}"


@rule(
    "DI-DMG-08",
    cite("Parque de Asistencia (p. 21)"),
    Word.REPAIR,
    ok=("FX-S | A@L3 g1 W1 :: go w>L4 :: wheel",),
    broken=("FX-S | A@L3 g3 G1 :: repair",),
)
def repair_on_the_road(state: State, word: Word) -> Facts | None:
    return {} if state.turn.phase not in ("gap", "penalty", "over") else None


RULES = (
    fact("DI-DMG-01", "stays-on-the-dashboard", cite(BOOK), ok=("FX-S | A@L3 g3 G1 :: go 4>L4 go 5>L5 => A@L5 G1",)),
    fact("DI-DMG-02", "gear-damage", cite(BOOK), ok=(f"{CRASH}{{gear}}",)),
    fact("DI-DMG-03", "brake-damage", cite(BOOK), ok=(f"{CRASH}{{brake}}",)),
    fact("DI-DMG-04", "gas-damage", cite(BOOK), ok=(f"{CRASH}{{gas}}",)),
    fact(
        "DI-DMG-05",
        "never-below-none",
        cite(BOOK),
        ok=("FX-S | A@L3 g1 W3 :: go 1>L4 wheel => A@L4 W2 ; no 1>L5 w>L6",),
    ),
    fact("DI-DMG-06", "green-flag", cite(BOOK, RULING, "R-31"), ok=(f"{CRASH}{{flag}}",)),
    fact(
        "DI-DMG-07",
        "felt-from-the-next-turn",
        cite("Atajos (p. 11); Fichas de Daño (p. 20)", INFERRED),
        ok=(f"{CRASH}{{brake}} => A@L5 B1 ; no 1>L6 2>L7 3>L8 4>L9 2b>L10",),
    ),
    repair_on_the_road,
    fact(
        "DI-DMG-09",
        "empty-bag",
        cite(BOOK, RULING, "R-31"),
        ok=("FX-LS | A@L4 g5 F24 G3 B6 ; B@L1 W7 G5 ; C@R1 G3 | A :: go w>L5{crash}",),
    ),
)
