"""Gas dice: another space in the same gear."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, State
from rallyman_tutor.games.classic.step import Step


@rule("CL-GAS-03", cite("Fase 1", "3", INFERRED), Step, ok=("s14 | A :: 1 w w",), broken=("s14 | A :: w",))
def gas_in_neutral(state: State, step: Step) -> Facts | None:
    return {} if step.roll.die == GAS and state.car.gear == 0 else None


@rule(
    "CL-GAS-04",
    cite("Neumático desinflado", "5"),
    Step,
    ok=("s14 | A@s1 g3 :: w w",),
    broken=("s14 | A@s1 g3 :: w w w",),
)
def third_gas_die(state: State, step: Step) -> Facts | None:
    if step.roll.die != GAS or state.car.punctures or gas_left(state.car, state.turn.used) > 0:
        return None
    return {"count": GAS_DICE}


RULES = (
    fact("CL-GAS-01", "gas-holds-the-gear", cite("Conduciendo el Micro Rally Car", "3"), ok=("s14 | A@s1 g3 :: w",)),
    fact(
        "CL-GAS-02",
        "any-time",
        cite("Fase 2", "3"),
        ok=(
            "s14 | A@s1 g2 :: w 3 w => A@s4 g3",
            "s14 | A@s1 g2 :: 3 w 4 => A@s4 g4",
        ),
    ),
    gas_in_neutral,
    third_gas_die,
)
