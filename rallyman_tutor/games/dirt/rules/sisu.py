"""The SISU token: no hazard of a turn counts."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import State, Word
from rallyman_tutor.games.dirt.step import thrown_by

BOOK = "Reglas avanzadas: SISU (p. 23)"
ON = "sisu=stage"


@rule(
    "DI-SISU-01",
    cite(BOOK, TEXT, "R-46"),
    Word.SISU,
    ok=(f"FX-S | A@L3 g3 | A | {ON} :: go 4>L4! (5>L5) sisu",),
    broken=(
        f"FX-S | A@L3 g3 no-sisu | A | {ON} :: go 4>L4! (5>L5) :: sisu",
        "FX-S | A@L3 g3 :: go 4>L4! (5>L5) :: sisu",
    ),
)
def no_token(state: State, word: Word) -> Facts | None:
    if state.options.sisu == "off":
        return {"case": "off"}
    return None if state.car.sisu else {}


@rule(
    "DI-SISU-03",
    cite(BOOK, TEXT, "R-45"),
    Word.SISU,
    ok=(f"FX-J | A@L3 g3 | A | {ON} :: go 4>L4>L6! (w>L7) sisu",),
    broken=(
        f"FX-LS | A@L5 g5 | A 5 ended=limit phase=sisu | {ON} :: sisu",
        f"FX-J | A@L6 g5 | A 5 ended=jump phase=sisu | {ON} :: sisu",
    ),
)
def token_against_the_road(state: State, word: Word) -> Facts | None:
    """The car was too fast: no hazard ended the move."""
    cause = thrown_by(state)
    return {"cause": cause} if cause else None


RULES = (
    no_token,
    fact(
        "DI-SISU-02",
        "hazards-do-not-count",
        cite(BOOK),
        ok=(f"FX-S | A@L3 g3 | A | {ON} :: go 4>L4! 5>L5! w>L6! sisu",),
    ),
    token_against_the_road,
    fact(
        "DI-SISU-04",
        "how-often",
        cite(BOOK),
        ok=(
            "sheet A ; FX-F ; FX-F ; sisu=stage :: go 1>L1! 2>L2! (3>L3) sisu 3>L3 go 4>L4 5>L5 6>L6 o>L7 => A@L0",
            "sheet A ; FX-F ; FX-F ; sisu=rally :: go 1>L1! 2>L2! (3>L3) sisu 3>L3 go 4>L4 5>L5 6>L6 o>L7 => A@L0 no-sisu",
        ),
    ),
)
