"""The SISU token: no hazard of a turn counts."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import RULING, TEXT, cite
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


@rule(
    "DI-SISU-05",
    cite("Reglas avanzadas: SISU (p. 23); 2. Pisar a fondo: Pérdida de control (p. 16)", RULING, "R-69"),
    Word.SISU,
    ok=(f"FX-S | A@L3 g3 | A | {ON} :: flat 4>L4! 5>L5! w>L6! sisu",),
    broken=(
        f"FX-S | A@L3 g3 | A | {ON} :: flat 4>L4! 5>L5! w>L6! accept :: sisu",
        f"FX-S | A@L3 g3 | A rolled[4>L4! 5>L5! w>L6!] | {ON} :: sisu",
    ),
)
def token_kept(state: State, word: Word) -> Facts | None:
    """Dice are laid again by who has lost control: the token was kept when they showed their hazards."""
    has_token = state.options.sisu != "off" and state.car.sisu
    return {} if state.turn.phase == "arrange" and has_token else None


RULES = (
    no_token,
    fact(
        "DI-SISU-02",
        "hazards-do-not-count",
        cite(BOOK, RULING, "R-70"),
        ok=(
            f"FX-S | A@L3 g3 | A | {ON} :: go 4>L4! 5>L5! w>L6! sisu",
            f"FX-C | A@L4 g4 ; B@L1 g1 | A | {ON} :: go 5>d1 sisu => B@L1 g1 no-sisu",
        ),
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
    token_kept,
)
