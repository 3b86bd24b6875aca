"""Elimination: a car without strength is out."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.crazy_rally.books import RULING, TEXT, cite
from rallyman_tutor.games.crazy_rally.rules.race import nothing_to_decide
from rallyman_tutor.games.crazy_rally.state import Speak, State


@rule(
    "CR-OUT-02",
    cite("Fase 3", TEXT, "CR-A-23"),
    Speak,
    ok=("C09 rest | A B08 ; B s0 out3 | draw A :: A: draw",),
    broken=("C09 rest | A B08 ; B s0 out3 B01 | choose A :: B: play B01+",),
)
def out_of_the_race(state: State, speak: Speak) -> Facts | None:
    if nothing_to_decide(state, speak) != "CR-OUT-02":
        return None
    return {"name": speak.name, "n": next(car.out for car in state.cars if car.name == speak.name)}


RULES = (
    fact(
        "CR-OUT-01",
        "no-strength-left",
        cite("Fase 3", TEXT, "CR-A-13"),
        ok=(
            "C09 rest | A s1 P01 ; B B01 | choose :: play P01+ play B01+",
            "C08 rest | A m9 s5 h3/7 v7 d50 B10 | choose :: play B10+ pass",
        ),
    ),
    out_of_the_race,
    fact(
        "CR-OUT-03",
        "the-others-go-on",
        cite(basis=RULING, ruling="CR-A-22"),
        ok=(
            "C09 rest | A s1 P01 | choose :: play P01+",
            "C09 rest | A s1 P01 ; B B01 | choose :: play P01+ play B01- pass => A s0 out1 ; B v4 d4 ; no pass",
        ),
    ),
)
