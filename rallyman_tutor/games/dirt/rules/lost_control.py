"""Losing control: a card is turned, and it decides."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import TEXT, cite
from rallyman_tutor.games.dirt.state import State, Word

BOOK = "Pérdida de control (p. 19)"


@rule(
    "DI-LOC-12",
    cite("Fichas de Segundos (p. 17); Reglas avanzadas (p. 23)"),
    Word.SISU,
    ok=("FX-S | A@L3 g3 | A | sisu=stage :: go 4>L4! 5>L5! w>L6! sisu",),
    broken=("FX-S | A@L3 g3 | A | sisu=stage :: go 4>L4! 5>L5! w>L6! accept{spin} :: sisu",),
)
def too_late_for_the_token(state: State, word: Word) -> Facts | None:
    turn, car = state.turn, state.car
    return {} if turn.phase == "draft" and not turn.used and not car.gear and car.clock else None


RULES = (
    fact(
        "DI-LOC-01",
        "what-loses-control",
        cite(BOOK),
        ok=(
            "FX-S | A@L3 g3 :: go 4>L4! 5>L5! w>L6!{spin} => A@L6 c60",
            "FX-LS | A@L4 g5 :: go w>L5{spin} => A@L5 c60",
            "FX-J | A@L3 g3 :: go 4>L4>L6!{spin} => A@L6 c60",
            "FX-J | A@L3 g4 :: go 5>L4>L6.{spin} => A@L6 c60",
        ),
    ),
    fact(
        "DI-LOC-02",
        "the-card-of-the-gear-held",
        cite(BOOK),
        ok=("FX-LS | A@L4 g5 :: go w>L5{spin} => back5 11-18-0-2[s]",),
    ),
    fact("DI-LOC-03", "gear-0-and-its-seconds", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5{spin}",)),
    fact(
        "DI-LOC-04",
        "the-icon-decides",
        cite(BOOK),
        ok=(
            "FX-LS | A@L4 g5 ; B@R1 | A :: go w>L5{spin} => A@L5 spun",
            "FX-LS | A@L4 g5 ; B@R1 | A :: go w>L5{crash}{flag} => A@L5 off F1",
            "FX-LS | A@L4 g5 ; B@R1 | A :: go w>L5{sisu} => A@L5 g4 c20",
        ),
    ),
    fact("DI-LOC-05", "spin", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5{spin}",)),
    fact("DI-LOC-06", "turned-round", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5{spin}",)),
    fact("DI-LOC-07", "crash", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5{crash}{flag}",)),
    fact(
        "DI-LOC-08",
        "damage-by-danger",
        cite(BOOK),
        ok=("FX-D | A@L7 g4 :: go 5>L8! w>L9! w>L10!{crash}{gear}{gas}{brake}",),
    ),
    fact(
        "DI-LOC-09", "back-where-it-happened", cite(BOOK, TEXT, "R-26"), ok=("FX-LS | A@L4 g5 :: go w>L5{crash}{flag}",)
    ),
    fact(
        "DI-LOC-10",
        "danger-of-the-tile",
        cite(BOOK),
        ok=(
            "FX-D | A@L4 g4 :: go 5>L5! w>L6! 4>R7!{hard}{flag}{flag}{flag} => A@R7 F3",
            "FX-D | A@L3 g4 :: go 5>L4! w>L5! 4>R6!{crash} => A@R6 c60",
        ),
    ),
    fact("DI-LOC-11", "sisu-card", cite(BOOK), ok=("FX-LS | A@L4 g5 :: go w>L5{sisu}",)),
    too_late_for_the_token,
)
