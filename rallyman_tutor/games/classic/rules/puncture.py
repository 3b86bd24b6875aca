"""Punctures: flat tyres cost gas dice."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, Kind, fact, rule, warn_of
from rallyman_tutor.games.classic.books import cite
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.draws import card_chance
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, MOST_PUNCTURES, PUNCTURE, State
from rallyman_tutor.games.classic.step import Step


@rule(
    "CL-PUNC-03",
    cite("Neumático desinflado", "5"),
    Step,
    kind=Kind.UNWISE,
    ok=("s4 R3/4x3K4 s5 | A@s4 g4 p1 :: 4>k",),
    broken=("s4 R3/4x3K4 s5 | A@s4 g4 p2 :: 4>k",),
)
def third_puncture_ahead(state: State, step: Step) -> Facts | None:
    if step.to < 0 or step.out or state.road.spaces[step.to].kind != "cut" or state.car.punctures < MOST_PUNCTURES:
        return None
    return None if state.options.training else warn_of(card_chance(state, PUNCTURE, step.told))


@rule(
    "CL-PUNC-05",
    cite("Neumático desinflado", "5"),
    Step,
    ok=("s14 | A@s1 g3 p1 :: w 4",),
    broken=(
        "s14 | A@s1 g3 p2 :: w",
        "s4 R3/4x3K4 s5 | A@s4 g4 :: w>k{puncture} w",
    ),
)
def gas_lost_to_a_puncture(state: State, step: Step) -> Facts | None:
    car = state.car
    if step.roll.die != GAS or not car.punctures or gas_left(car, state.turn.used) > 0:
        return None
    return {"count": car.punctures, "left": max(0, GAS_DICE - car.punctures)}


RULES = (
    fact(
        "CL-PUNC-01",
        "puncture",
        cite("Neumático desinflado", "5"),
        ok=(
            "s4 R3/4x3K4 s5 | A@s4 g4 :: 4>k{puncture}",
            "s4 R3/4x3K4 s5 | A@s4 g4 :: w>k{puncture} => A@b1.cut p1 ; no w",
        ),
    ),
    fact(
        "CL-PUNC-02",
        "one-or-two",
        cite("Neumático desinflado", "5"),
        ok=(
            "s14 | A@s1 g3 p1 :: w => no w",
            "s14 | A@s1 g3 p2 :: 3 => no w",
        ),
    ),
    third_puncture_ahead,
    fact(
        "CL-PUNC-04",
        "played-dice-stand",
        cite("Neumático desinflado", "5"),
        ok=("s4 R3/4x3K4 s5 | A@s3 g4 :: w w>k{puncture} => A@b1.cut g4 p1 ; A w w",),
    ),
    gas_lost_to_a_puncture,
    fact(
        "CL-PUNC-06",
        "how-long",
        cite("Neumático desinflado", "10, 12"),
        ok=(
            "sheet A ; R3K4 ; s9 ; s9 :: 1>k{puncture} 2 accept => A p1 ; s9",
            "sheet A ; R3K4 * ; s9 ; s9 :: 1>k{puncture} 2 1 w w => A@s3 ; s9",
            "s9 | A@s1 g1 p1 :: wheel 1 w w => A@s4",
        ),
    ),
)
