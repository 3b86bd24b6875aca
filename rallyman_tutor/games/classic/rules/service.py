"""Service between the stages."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.state import State, Tyres, Word


@rule(
    "CL-SERV-01",
    cite("Asistencia", "12"),
    Word.REPAIR,
    ok=("s14 | A@s1 g3 d1 :: 3 4",),
    broken=("s14 | A@s1 g3 d1 :: repair",),
)
def repair_without_service(state: State, word: Word) -> Facts | None:
    return {}


@rule(
    "CL-SERV-03",
    cite("Asistencia", "12"),
    Tyres,
    ok=("s14 | A | A phase=tyres | weather=fixed :: tyres winter",),
    broken=("s14 | A@s1 g3 | A | weather=fixed :: tyres winter",),
)
def tyres_without_service(state: State, tyres: Tyres) -> Facts | None:
    return {} if state.options.weather != "off" and state.turn.phase != "tyres" else None


RULES = (
    repair_without_service,
    fact(
        "CL-SERV-02",
        "wheel-back",
        cite("Asistencia", "12"),
        ok=(
            "sheet A ; R3K4 s1 * ; R3K4 s1 ; s9 :: 1>k{puncture} stop wheel 1 w 1>k{puncture} stop wheel => A@b1.cut no-wheel",
        ),
    ),
    tyres_without_service,
    fact("CL-SERV-04", "no-service", cite("Asistencia", "12"), ok=("sheet A ; s1 ; s1 ; s1 :: 1 w",)),
    fact(
        "CL-SERV-05",
        "what-is-reset-between-stages",
        cite("Asistencia", "12", INFERRED, ruling="R-39"),
        ok=(
            "sheet A ; R1K4 s1 ; R1K4 s1 ; s9 :: A[1! 2] sisu 1>k{dirty} 2 3 1>l stop => A@b1.line g1 c50 no-sisu ; no 1$",
        ),
    ),
)
