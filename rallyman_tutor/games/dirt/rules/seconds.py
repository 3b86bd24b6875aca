"""Seconds: where they come from, and what they buy."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.dirt.books import cite
from rallyman_tutor.games.dirt.state import State, Word
from rallyman_tutor.games.dirt.step import Step

BOOK = "Fichas de Segundos (p. 17)"


@rule(
    "DI-SEC-03",
    cite(BOOK),
    Step,
    kind=Kind.UNWISE,
    ok=("FX-LS | A@L4 g5 s1 :: 4>L5$",),
    broken=("FX-LS | A@L4 g5 s1 :: w>L5$",),
)
def seconds_do_not_stop_speed(state: State, step: Step) -> Facts | None:
    return {"cause": step.lost} if step.roll.pay and step.lost and step.to >= 0 else None


@rule(
    "DI-SEC-04",
    cite("Devuelve las fichas de Segundos"),
    Word.KEEP,
    ok=("FX-S | A@L3 g3 s4 :: go 4>L4$",),
    broken=("FX-S | A@L3 g3 s4 :: keep",),
)
def seconds_taken_along(state: State, word: Word) -> Facts | None:
    return {"have": state.car.seconds}


RULES = (
    fact(
        "DI-SEC-01",
        "only-flat-out-earns",
        cite(BOOK),
        ok=("FX-S | A@L1 g3 :: go 4>L2 5>L3 w>L4 flat 6>L5 o>L6 => A@L6 s2",),
    ),
    fact(
        "DI-SEC-02",
        "two-uses",
        cite(BOOK),
        ok=("FX-S | A@L3 g3 s4 :: go 4>L4$ w>L5 => A@L5 s3", "FX-F | A@L6 g4 c100 s4 :: go 5>L7 => A@L7 c115 s4"),
    ),
    seconds_do_not_stop_speed,
    seconds_taken_along,
)
